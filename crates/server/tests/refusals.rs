//! What players are refused is counted and told to them; the log stays for what is wrong with the house.

#![allow(clippy::unwrap_used, reason = "a test fails by its panic")]

mod common;

use common::Server;
use common::lines::Lines;
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn m12_players_without_money_are_counted_and_do_not_fill_the_log_with_errors() {
    let lines = Lines::record("info");
    let server = Server::start(&[
        ("server__limits__frames_per_second", "10000"),
        ("server__limits__frames_burst", "10000"),
    ])
    .await;
    let page: serde_json::Value =
        server.call(reqwest::Method::GET, "/api/games/brazilian").send().await.unwrap().json().await.unwrap();
    let token = server.sign_up("poor").await;
    let mut poor = server.greeted(Some(&token)).await;
    for id in 0..100 {
        let seek = json!({
            "id": id, "variant": "brazilian", "rules": "dream", "stake": 1_000,
            "clock": page["clocks"][0], "terms": page["terms"],
        });
        poor.say("seek", seek).await;
        assert_eq!(poor.hear_of("rejected").await["code"], "insufficient_funds");
        let (status, _) =
            server.post("/api/withdraw", Some(&token), json!({"amount": 500, "key": format!("k{id}")})).await;
        assert!(status.is_client_error(), "{status}");
    }
    let metrics = server.call(reqwest::Method::GET, "/metrics").send().await.unwrap().text().await.unwrap();
    let counted = metrics
        .lines()
        .find_map(|line| line.strip_prefix("damas_refused_total{code=\"insufficient_funds\"} "))
        .expect("refusals are counted by their code");
    assert_eq!(counted.parse::<u64>().unwrap(), 100);
    server.stop().await;
    let log = lines.text();
    let loud: Vec<&str> =
        log.lines().filter(|line| line.contains(" WARN ") || line.contains(" ERROR ")).collect();
    assert!(loud.is_empty(), "{loud:?}");
    assert!(log.lines().count() < 100, "a line for each refusal: {log}");
}
