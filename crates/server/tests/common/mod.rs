//! A server of a test's own on a free port, with its database, and plain clients of it.

#![allow(clippy::unwrap_used, reason = "a test fails by its panic")]
#![allow(dead_code, unreachable_pub, reason = "each test binary uses some of it")]

pub mod lines;

use futures_util::{SinkExt, StreamExt};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::{Config, Running, ServeOptions};
use std::path::PathBuf;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A server of a test's own, with its database.
pub struct Server {
    pub running: Running,
    pub data: PathBuf,
    pub http: reqwest::Client,
}

impl Server {
    pub async fn start(pairs: &[(&str, &str)]) -> Self {
        const QUICK: [(&str, &str); 5] = [
            ("server__listen", "127.0.0.1:0"),
            ("passwords__memory_kib", "8192"),
            ("passwords__passes", "1"),
            ("log__filter", "warn"),
            // a test's own tournaments are the only ones
            ("tournaments__schedules", "[]"),
        ];
        let file = include_str!("../../../../config/damas.toml");
        let config = Config::from_toml_with(file, &[&QUICK[..], pairs].concat()).unwrap();
        let data =
            std::env::temp_dir().join(format!("damas-doors-{}", uuid::Uuid::from_u128(rand::random())));
        let options = ServeOptions::new(config, data.clone());
        let running = server::start(options).await.unwrap();
        Self { running, data, http: reqwest::Client::new() }
    }

    /// A server on the data that another one has left.
    pub async fn again(data: PathBuf, http: reqwest::Client) -> Self {
        let file = include_str!("../../../../config/damas.toml");
        let config = Config::from_toml_with(
            file,
            &[("server__listen", "127.0.0.1:0"), ("tournaments__schedules", "[]")],
        )
        .unwrap();
        let running = server::start(ServeOptions::new(config, data.clone())).await.unwrap();
        Self { running, data, http }
    }

    pub async fn stop(self) {
        self.running.stop().await;
        let _gone = std::fs::remove_dir_all(&self.data);
    }

    pub fn own_origin(&self) -> String {
        format!("http://{}", self.running.addr)
    }

    pub fn call(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.http.request(method, format!("http://{}{path}", self.running.addr))
    }

    pub async fn post(&self, path: &str, token: Option<&str>, body: Value) -> (StatusCode, Value) {
        let mut call = self.call(Method::POST, path).json(&body);
        if let Some(token) = token {
            call = call.bearer_auth(token);
        }
        answer(call).await
    }

    pub async fn sign_up(&self, name: &str) -> String {
        let body = json!({"name": name, "password": "a dog in rain", "bearer": true});
        let (status, answer) = self.post("/api/signup", None, body).await;
        assert_eq!(status, StatusCode::CREATED, "{answer}");
        answer["token"].as_str().unwrap().to_owned()
    }

    pub async fn socket(&self, headers: &[(&'static str, &str)]) -> Result<Socket, StatusCode> {
        let mut request = format!("ws://{}/ws", self.running.addr).into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        match connect_async(request).await {
            Ok((stream, _)) => Ok(Socket(stream)),
            Err(Error::Http(response)) => Err(StatusCode::from_u16(response.status().as_u16()).unwrap()),
            Err(other) => panic!("{other}"),
        }
    }

    pub async fn greeted(&self, token: Option<&str>) -> Socket {
        let bearer = token.map(|token| format!("Bearer {token}"));
        let headers: Vec<_> = bearer.iter().map(|value| ("authorization", value.as_str())).collect();
        let mut socket = self.socket(&headers).await.unwrap();
        socket.say("hello", json!({"protocol": 1})).await;
        assert_eq!(socket.hear().await.unwrap()["t"], "welcome");
        socket
    }
}

pub async fn answer(call: reqwest::RequestBuilder) -> (StatusCode, Value) {
    let response = call.send().await.unwrap();
    let status = response.status();
    let text = response.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

pub struct Socket(pub WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub async fn say(&mut self, name: &str, body: Value) {
        self.raw(&json!({"t": name, "d": body}).to_string()).await;
    }

    pub async fn raw(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.unwrap();
    }

    /// The next message; `None` once the socket is closed.
    pub async fn hear(&mut self) -> Option<Value> {
        let wait = Duration::from_secs(10);
        loop {
            match tokio::time::timeout(wait, self.0.next()).await.expect("an answer comes in time") {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(_)) | None => return None,
                Some(Err(_)) => return None,
            }
        }
    }

    pub async fn hear_of(&mut self, name: &str) -> Value {
        loop {
            let message = self.hear().await.unwrap_or_else(|| panic!("closed before {name}"));
            if message["t"] == name {
                return message["d"].clone();
            }
        }
    }
}
