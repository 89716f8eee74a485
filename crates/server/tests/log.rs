//! A whole run's log, searched for what must never stand in it.

#![allow(clippy::unwrap_used, reason = "a test fails by its panic")]

mod common;

use common::lines::Lines;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, ServeOptions};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

const PASSWORD: &str = "a-dog-in-the-rain";
const NAME: &str = "Quixote-of-Log";
const ADDRESS: &str = "203.0.113.77";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w8_no_name_address_token_password_or_frame_is_ever_logged() {
    let lines = Lines::record(server::log_filter("trace"));
    let file = include_str!("../../../config/damas.toml");
    let pairs = [("server__listen", "127.0.0.1:0"), ("server__trusted_proxies", "[\"127.0.0.1\"]")];
    let config = Config::from_toml_with(file, &pairs).unwrap();
    let data = std::env::temp_dir().join(format!("damas-log-{}", uuid::Uuid::from_u128(rand::random())));
    let running = server::start(ServeOptions::new(config, data.clone())).await.unwrap();
    let at = running.addr;

    let http = reqwest::Client::new();
    let post = async |path: &str, token: Option<&str>, body: Value| -> Value {
        let call = http.post(format!("http://{at}{path}")).header("x-forwarded-for", ADDRESS).json(&body);
        let call = token
            .map_or_else(|| call.try_clone().unwrap(), |token| call.try_clone().unwrap().bearer_auth(token));
        let text = call.send().await.unwrap().text().await.unwrap();
        serde_json::from_str(&text).unwrap_or(Value::Null)
    };
    let credentials = json!({"name": NAME, "password": PASSWORD, "bearer": true});
    let signed = post("/api/signup", None, credentials.clone()).await;
    let token = signed["token"].as_str().unwrap().to_owned();
    let account = signed["account"].as_str().unwrap().to_owned();
    post("/api/signup", None, credentials.clone()).await;
    post("/api/session", None, json!({"name": NAME, "password": "another-dog-here"})).await;
    let second = post("/api/session", None, credentials).await["token"].as_str().unwrap().to_owned();
    post("/api/deposit", Some(&token), json!({"amount": 500, "key": "key-of-the-deposit"})).await;
    post("/api/password", Some(&token), json!({"current": PASSWORD, "new": "a-dog-in-the-snow"})).await;
    post("/api/legal-moves", None, json!({"variant": "brazilian", "fen": "frame-body-text"})).await;
    http.get(format!("http://{at}/ws?token={second}")).send().await.unwrap();

    let mut request = format!("ws://{at}/ws").into_client_request().unwrap();
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    request.headers_mut().insert("x-forwarded-for", ADDRESS.parse().unwrap());
    let (mut socket, _) = connect_async(request).await.unwrap();
    let mut secret = String::new();
    for frame in [
        json!({"t": "hello", "d": {"protocol": 1}}),
        json!({"t": "frame-body-text"}),
        json!({"t": "practice_bot", "d": {"id": 1, "variant": "brazilian", "level": "easy", "side": "white", "clock": null}}),
    ] {
        socket.send(Message::text(frame.to_string())).await.unwrap();
    }
    while secret.is_empty() {
        let Some(Ok(Message::Text(text))) = socket.next().await else { continue };
        let message: Value = serde_json::from_str(&text).unwrap();
        secret = message["d"]["secret"].as_str().unwrap_or_default().to_owned();
    }
    running.stop().await;
    let _gone = std::fs::remove_dir_all(&data);

    let log = lines.text();
    assert!(log.contains(&account), "accounts are named by their ids");
    let forbidden = [
        NAME,
        PASSWORD,
        ADDRESS,
        &token,
        &second,
        &secret,
        "frame-body-text",
        "a-dog-in-the-snow",
        "key-of-the-deposit",
        "argon2id",
        "another-dog-here",
    ];
    for word in forbidden {
        let at = log.lines().find(|line| line.contains(word));
        assert_eq!(at, None, "{word} stands in the log");
    }
}
