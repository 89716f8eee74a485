//! The server's doors, each opened on a real port with a real database: who comes in, who does not, and what he is told.

#![allow(clippy::unwrap_used, reason = "a test fails by its panic")]

mod common;

use common::{Server, answer};
use futures_util::SinkExt;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::{Config, ServeOptions};
use std::time::Duration;
use tokio_tungstenite::MaybeTlsStream;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w7_pages_of_other_sites_get_in_by_no_door() {
    let server = Server::start(&[]).await;
    let own = server.own_origin();
    let response = server
        .call(Method::POST, "/api/signup")
        .header("origin", &own)
        .json(&json!({"name": "ana", "password": "a dog in rain"}))
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), StatusCode::CREATED);
    let set = response.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(set.contains("HttpOnly; SameSite=Strict"), "{set}");
    let cookie = set.split(';').next().unwrap().to_owned();
    let token = server.sign_up("beto").await;
    let port = server.running.addr.port();
    let foreign = [
        "https://evil.test".to_owned(),
        format!("{own}.evil.test"),
        format!("http://localhost:{port}.evil.test"),
        format!("http://127.0.0.1:{}", port - 1),
        format!("https://127.0.0.1:{port}"),
        "null".to_owned(),
    ];
    let change = json!({"amount": 100, "key": "k"});
    for origin in &foreign {
        for (header, value) in [("cookie", cookie.clone()), ("authorization", format!("Bearer {token}"))] {
            let call = server.call(Method::POST, "/api/deposit").json(&change);
            let (status, body) = answer(call.header(header, &value).header("origin", origin)).await;
            assert_eq!(
                (status, &body["code"]),
                (StatusCode::FORBIDDEN, &json!("bad_origin")),
                "{origin} by {header}"
            );
            let refused = server.socket(&[(header, &value), ("origin", origin)]).await.err();
            assert_eq!(refused, Some(StatusCode::FORBIDDEN), "{origin} by {header}");
        }
        assert_eq!(
            server.socket(&[("origin", origin)]).await.err(),
            Some(StatusCode::FORBIDDEN),
            "{origin} as guest"
        );
    }
    // Without an origin: a browser would have said one, so a cookie is refused; a program has a bearer token.
    let call = || server.call(Method::POST, "/api/deposit").json(&change);
    assert_eq!(answer(call().header("cookie", &cookie)).await.0, StatusCode::FORBIDDEN);
    assert_eq!(server.socket(&[("cookie", &cookie)]).await.err(), Some(StatusCode::FORBIDDEN));
    assert_eq!(answer(call().bearer_auth(&token)).await.0, StatusCode::OK);
    assert!(server.socket(&[("authorization", &format!("Bearer {token}"))]).await.is_ok());
    // The page's own.
    assert_eq!(answer(call().header("cookie", &cookie).header("origin", &own)).await.0, StatusCode::OK);
    assert!(server.socket(&[("cookie", &cookie), ("origin", &own)]).await.is_ok());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_signs_up_in_and_out_and_changes_its_password() {
    let server = Server::start(&[]).await;
    let sign_up = |name: &str, password: &str| json!({"name": name, "password": password, "bearer": true});
    for (body, code) in [
        (sign_up("a", "a dog in rain"), "bad_name"),
        (sign_up("ana", "short"), "bad_password"),
        (json!({"name": "ana"}), "bad_request"),
        (json!({"name": "ana", "password": "a dog in rain", "admin": true}), "bad_request"),
    ] {
        let (_, answer) = server.post("/api/signup", None, body).await;
        assert_eq!(answer["code"], code, "{answer}");
    }
    let token = server.sign_up("Ana").await;
    let (status, taken) = server.post("/api/signup", None, sign_up("aNA", "another dog")).await;
    assert_eq!((status, &taken["code"]), (StatusCode::CONFLICT, &json!("name_taken")));
    let (_, me) = answer(server.call(Method::GET, "/api/me").bearer_auth(&token)).await;
    assert_eq!(
        (&me["account"]["name"], &me["wallet"]["balance"], &me["currency"]),
        (&json!("Ana"), &json!(0), &json!("BRL"))
    );
    let (_, guest) = answer(server.call(Method::GET, "/api/me")).await;
    assert!(guest["account"].is_null());

    for (name, password) in
        [("ana", "a cat in rain"), ("nobody", "a dog in rain"), ("ana", &"x".repeat(200)), ("'--", "x")]
    {
        let (status, answer) = server.post("/api/session", None, sign_up(name, password)).await;
        assert_eq!((status, &answer["code"]), (StatusCode::UNAUTHORIZED, &json!("wrong_credentials")));
    }
    let (_, second) = server.post("/api/session", None, sign_up("ana", "a dog in rain")).await;
    let second = second["token"].as_str().unwrap().to_owned();

    let mut other = server.greeted(Some(&second)).await;
    let mut own = server.greeted(Some(&token)).await;
    let change = json!({"current": "a dog in rain", "new": "a dog in snow"});
    assert_eq!(server.post("/api/password", Some(&token), change.clone()).await.0, StatusCode::NO_CONTENT);
    let goodbye = tokio::time::timeout(Duration::from_secs(1), other.hear_of("goodbye")).await.unwrap();
    assert_eq!(goodbye, json!({"reason": "signed_out", "retry_ms": null}));
    let (_, me) = answer(server.call(Method::GET, "/api/me").bearer_auth(&second)).await;
    assert!(me["account"].is_null(), "the other session has ended");
    assert_eq!(server.post("/api/password", Some(&token), change).await.1["code"], "wrong_credentials");
    own.say("lobby", json!({"on": true})).await;
    own.hear_of("lobby").await;

    assert_eq!(
        answer(server.call(Method::DELETE, "/api/session").bearer_auth(&token)).await.0,
        StatusCode::NO_CONTENT
    );
    let goodbye = tokio::time::timeout(Duration::from_secs(1), own.hear_of("goodbye")).await.unwrap();
    assert_eq!(goodbye["reason"], "signed_out");
    assert_eq!(own.hear().await, None, "and the socket is closed");
    assert_eq!(
        answer(server.call(Method::DELETE, "/api/session").bearer_auth(&token)).await.0,
        StatusCode::UNAUTHORIZED
    );
    let again = server.socket(&[("authorization", &format!("Bearer {token}"))]).await.err();
    assert_eq!(again, Some(StatusCode::UNAUTHORIZED));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_that_are_none_are_refused_and_the_socket_goes_on() {
    let server = Server::start(&[("server__sockets__hello_within_ms", "300")]).await;
    let mut socket = server.socket(&[]).await.unwrap();
    socket.say("lobby", json!({"on": true})).await;
    assert_eq!(socket.hear_of("rejected").await["code"], "bad_frame", "hello comes first");
    socket.say("ping", json!({"n": 1})).await;
    assert_eq!(socket.hear_of("rejected").await["code"], "bad_frame", "hello comes before a ping too");
    socket.say("hello", json!({"protocol": 1})).await;
    let welcome = socket.hear_of("welcome").await;
    assert!(welcome["account"].is_null() && welcome["protocol"] == 1);
    socket.say("ping", json!({"n": 7})).await;
    assert_eq!(socket.hear().await, Some(json!({"t": "pong", "d": {"n": 7}})));
    for text in [
        "",
        "{",
        "{\"t\":\"none\"}",
        "{\"t\":\"watch\",\"d\":{\"game\":1}}",
        "{\"t\":\"hello\",\"d\":{\"protocol\":1}}",
    ] {
        socket.raw(text).await;
        assert_eq!(socket.hear_of("rejected").await["code"], "bad_frame", "{text}");
    }
    let game = "0193b0a0-0000-7000-8000-000000000002";
    socket.say("watch", json!({"game": game})).await;
    assert_eq!(socket.hear_of("rejected").await["code"], "no_such_game");
    socket.say("move", json!({"game": game, "id": 1, "ply": 0, "path": "c3-d4"})).await;
    let rejected = socket.hear_of("rejected").await;
    assert_eq!(
        (&rejected["code"], &rejected["id"], &rejected["ply"]),
        (&json!("no_such_game"), &json!(1), &json!(0))
    );
    socket.say("move", json!({"game": game, "id": 2, "ply": 0, "path": "up"})).await;
    assert_eq!(socket.hear_of("rejected").await["code"], "bad_move");
    let seek = json!({"id": 3, "variant": "brazilian", "rules": "dream", "stake": 100, "clock": {"initial_ms": 300000, "increment_ms": 3000}, "terms": ""});
    socket.say("seek", seek).await;
    assert_eq!(socket.hear_of("rejected").await["code"], "not_signed_in");

    let mut old = server.socket(&[]).await.unwrap();
    old.say("hello", json!({"protocol": 99})).await;
    assert_eq!(old.hear_of("rejected").await["code"], "unsupported_protocol");
    assert_eq!(old.hear_of("goodbye").await, json!({"reason": "unsupported_protocol", "retry_ms": null}));
    assert_eq!(old.hear().await, None);

    let mut silent = server.socket(&[]).await.unwrap();
    assert_eq!(silent.hear_of("rejected").await["code"], "bad_frame", "whoever says nothing is cut");
    assert_eq!(silent.hear_of("goodbye").await["reason"], "rate_limited");

    socket.raw(&format!("{{\"t\":\"{}\"}}", "x".repeat(20_000))).await;
    assert_eq!(socket.hear().await, None, "a frame that is too large ends the socket");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_sends_too_much_is_told_and_then_cut_and_bounds_on_sockets_hold() {
    let server = Server::start(&[
        ("server__limits__frames_per_second", "1"),
        ("server__limits__frames_burst", "5"),
        ("server__limits__connections_per_account", "2"),
        ("server__limits__connections_per_address", "4"),
        ("server__limits__sign_ins_per_minute_per_name", "3"),
    ])
    .await;
    for (text, answer) in [("{}", "rejected"), ("{\"t\":\"ping\",\"d\":{\"n\":1}}", "pong")] {
        let mut flood = server.greeted(None).await;
        let mut heard = Vec::new();
        for _ in 0..20 {
            flood.0.feed(Message::text(text)).await.unwrap();
        }
        flood.0.flush().await.unwrap();
        let goodbye = loop {
            let message = flood.hear().await.expect("a goodbye comes before the end");
            if message["t"] == "goodbye" {
                break message;
            }
            heard.push(message);
        };
        assert_eq!(goodbye["d"]["reason"], "rate_limited");
        assert!(heard.iter().any(|one| one["d"]["code"] == "rate_limited"), "{heard:?}");
        assert!(
            heard.iter().any(|one| one["t"] == answer && one["d"]["code"] != "rate_limited"),
            "{heard:?}"
        );
    }

    let token = server.sign_up("ana").await;
    let bearer = format!("Bearer {token}");
    let _one = server.greeted(Some(&token)).await;
    let _two = server.greeted(Some(&token)).await;
    let third = server.socket(&[("authorization", &bearer)]).await.err();
    assert_eq!(third, Some(StatusCode::TOO_MANY_REQUESTS), "two for one account");
    let _guest = server.greeted(None).await;
    let _guest = server.greeted(None).await;
    assert_eq!(server.socket(&[]).await.err(), Some(StatusCode::TOO_MANY_REQUESTS), "four from one address");

    let attempt = || server.post("/api/session", None, json!({"name": "ANA", "password": "a guess or two"}));
    for _ in 0..3 {
        assert_eq!(attempt().await.1["code"], "wrong_credentials");
    }
    let (status, answer) = attempt().await;
    assert_eq!((status, &answer["code"]), (StatusCode::TOO_MANY_REQUESTS, &json!("rate_limited")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_plays_the_bot_and_a_stop_says_goodbye() {
    let server = Server::start(&[]).await;
    let mut guest = server.greeted(None).await;
    guest
        .say(
            "practice_bot",
            json!({"id": 1, "variant": "brazilian", "level": "easy", "side": "white", "clock": null}),
        )
        .await;
    let seat = guest.hear_of("practice_seat").await;
    let snapshot = guest.hear_of("snapshot").await;
    assert_eq!((&snapshot["you"], &snapshot["kind"]), (&json!("white"), &json!("practice_bot")));
    assert_eq!(snapshot["state"]["legal"].as_array().unwrap().len(), 7);
    guest.say("move", json!({"game": seat["game"], "id": 2, "ply": 0, "path": "c3-d4"})).await;
    let own = guest.hear_of("moved").await;
    assert_eq!((&own["id"], &own["ply"], &own["legal"]), (&json!(2), &json!(0), &json!([])));
    let bots = guest.hear_of("moved").await;
    assert_eq!((&bots["id"], &bots["ply"]), (&Value::Null, &json!(1)));
    assert!(!bots["legal"].as_array().unwrap().is_empty());

    let mut again = server.greeted(None).await;
    again.say("practice_seat", json!({"id": 3, "game": seat["game"], "secret": seat["secret"]})).await;
    assert_eq!(again.hear_of("snapshot").await["state"]["v"], bots["v"]);
    let mut stranger = server.greeted(None).await;
    stranger.say("practice_seat", json!({"id": 4, "game": seat["game"], "secret": "guess"})).await;
    assert_eq!(stranger.hear_of("rejected").await["code"], "not_your_game");

    let (stopped, goodbye) = tokio::join!(server.stop(), guest.hear_of("goodbye"));
    let () = stopped;
    assert_eq!(goodbye, json!({"reason": "stopping", "retry_ms": 1000}));
    assert_eq!(guest.hear().await, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_answer_with_the_terms_in_force_and_every_answer_carries_its_headers() {
    let server = Server::start(&[]).await;
    let (status, page) = answer(server.call(Method::GET, "/api/games/brazilian")).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(
        (&page["stake_min"], &page["rule_sets"], &page["exponent"]),
        (&json!(100), &json!(["dream"]), &json!(2))
    );
    assert_eq!(page["terms"].as_str().unwrap().len(), 64);
    for path in ["/api/games/chess", "/api/none", "/api/game/none/pdn"] {
        let (_, answer) = answer(server.call(Method::GET, path)).await;
        assert!(
            ["not_found", "not_signed_in"].contains(&answer["code"].as_str().unwrap()),
            "{path}: {answer}"
        );
    }
    let response = server.call(Method::GET, "/").send().await.unwrap();
    let policy = response.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
    assert_eq!(response.headers()["referrer-policy"], "no-referrer");
    for (path, says) in [("/healthz", "alive"), ("/readyz", "ready"), ("/metrics", "damas_")] {
        let (status, text) = answer(server.call(Method::GET, path)).await;
        assert!(status == StatusCode::OK && text.as_str().unwrap().contains(says), "{path}: {status} {text}");
    }
    let players = server.post("/api/dev/players", None, json!({"count": 3, "balance": 5000})).await.1;
    let token = players[2]["token"].as_str().unwrap().to_owned();
    let (_, statement) = answer(server.call(Method::GET, "/api/statement").bearer_auth(&token)).await;
    assert_eq!(statement["wallet"]["balance"], 5000);
    assert_eq!(statement["lines"][0]["reason"], "deposit");
    let deposit = |key: &str| server.post("/api/deposit", Some(&token), json!({"amount": 700, "key": key}));
    assert_eq!(deposit("k1").await.1["balance"], 5700);
    assert_eq!(deposit("k1").await.1["balance"], 5700, "the same key is the same deposit");
    assert_eq!(deposit("k2").await.1["balance"], 6400);
    let withdraw = |amount: i64, key: &str| {
        server.post("/api/withdraw", Some(&token), json!({"amount": amount, "key": key}))
    };
    let (status, paid) = withdraw(1000, "w1").await;
    assert_eq!((status, &paid["state"]), (StatusCode::OK, &json!("paid")), "{paid}");
    assert_eq!(paid["wallet"]["balance"], 5400);
    assert_eq!(withdraw(1000, "w1").await.1, paid, "the same key is the same withdrawal");
    let (status, refused) = withdraw(5401, "w2").await;
    assert_eq!((status, &refused["code"]), (StatusCode::CONFLICT, &json!("insufficient_funds")));
    assert_eq!(withdraw(0, "w3").await.1["code"], "bad_request");
    let (_, statement) = answer(server.call(Method::GET, "/api/statement").bearer_auth(&token)).await;
    assert_eq!(
        (&statement["lines"][0]["reason"], &statement["lines"][0]["amount"]),
        (&json!("withdrawal"), &json!(-1000))
    );
    let (_, history) = answer(server.call(Method::GET, "/api/history").bearer_auth(&token)).await;
    assert_eq!(history, json!([]));
    let (status, moves) =
        server.post("/api/legal-moves", None, json!({"variant": "brazilian", "moves": ["c3-d4"]})).await;
    assert_eq!((status, &moves["turn"]), (StatusCode::OK, &json!("black")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w1_a_socket_that_answers_no_ping_is_dropped_after_two_misses() {
    let server = Server::start(&[("server__sockets__ping_every_ms", "100")]).await;
    let mut dead = server.greeted(None).await;
    // Read below the WebSocket: so nobody answers the pings.
    let MaybeTlsStream::Plain(stream) = dead.0.get_mut() else { panic!("the test speaks no TLS") };
    let mut bytes = Vec::new();
    let read = tokio::io::AsyncReadExt::read_to_end(stream, &mut bytes);
    tokio::time::timeout(Duration::from_secs(10), read).await.expect("the server ends it").unwrap();
    let pings = bytes.windows(2).filter(|pair| pair[..] == [0x89, 8]).count();
    assert_eq!(pings, 2, "two pings went unanswered");
    let mut alive = server.greeted(None).await;
    for _ in 0..5 {
        alive.say("lobby", json!({"on": true})).await;
        alive.hear_of("lobby").await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w2_a_reader_that_is_too_slow_is_cut_and_never_waited_for() {
    let server = Server::start(&[
        ("server__limits__outbound_messages", "16"),
        ("server__limits__frames_per_second", "100000"),
        ("server__limits__frames_burst", "100000"),
    ])
    .await;
    let mut slow = server.greeted(None).await;
    // Asks for ever and reads nothing: the answers fill the socket, then its queue, then it is cut.
    let asking = async {
        loop {
            let ask = json!({"t": "lobby", "d": {"on": true}}).to_string();
            if slow.0.send(Message::text(ask)).await.is_err() {
                return;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(60), asking).await.expect("the server cuts it");
    let mut other = server.greeted(None).await;
    other.say("lobby", json!({"on": true})).await;
    other.hear_of("lobby").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_is_started_again_but_not_for_another_currency() {
    let first = Server::start(&[]).await;
    let token = first.sign_up("ana").await;
    let data = first.data.clone();
    first.running.stop().await;
    let options = |code: &str, exponent: &str| {
        let file = include_str!("../../../config/damas.toml");
        let pairs =
            [("server__listen", "127.0.0.1:0"), ("currency__code", code), ("currency__exponent", exponent)];
        let config = Config::from_toml_with(file, &pairs).unwrap();
        ServeOptions::new(config, data.clone())
    };
    let refused = server::start(options("CLP", "0")).await.err().unwrap().to_string();
    assert!(refused.contains("BRL") && refused.contains("CLP"), "{refused}");
    let running = server::start(options("BRL", "2")).await.unwrap();
    let again = Server { running, data, http: reqwest::Client::new() };
    let (_, me) = answer(again.call(Method::GET, "/api/me").bearer_auth(&token)).await;
    assert_eq!(me["account"]["name"], "ana", "a session outlives a restart");
    again.stop().await;
}
