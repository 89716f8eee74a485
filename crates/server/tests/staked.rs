//! A staked game through the whole server: two players, one seek, moves, an end, and the money, as each of them sees it.

#![allow(clippy::unwrap_used, reason = "a test fails by its panic")]

mod common;

use common::{Server, Socket, answer};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

struct Player {
    token: String,
    socket: Socket,
}

/// Two players with money, greeted.
async fn two(server: &Server) -> [Player; 2] {
    let made = server.post("/api/dev/players", None, json!({"count": 2, "balance": 10_000})).await.1;
    let token = |at: usize| made[at]["token"].as_str().unwrap().to_owned();
    let (one, other) = (token(0), token(1));
    let sockets = (server.greeted(Some(&one)).await, server.greeted(Some(&other)).await);
    [Player { token: one, socket: sockets.0 }, Player { token: other, socket: sockets.1 }]
}

async fn terms(server: &Server) -> Value {
    answer(server.call(Method::GET, "/api/games/brazilian")).await.1
}

/// The first opens a seek, the second takes it; the players come back as White and Black, each with his snapshot.
async fn start(server: &Server, mut players: [Player; 2]) -> (Value, [Player; 2]) {
    let page = terms(server).await;
    let seek = json!({"id": 1, "variant": "brazilian", "rules": "dream", "stake": 1_000, "clock": page["clocks"][0], "terms": page["terms"]});
    players[0].socket.say("seek", seek).await;
    players[1].socket.say("lobby", json!({"on": true})).await;
    players[0].socket.hear_of("seek_opened").await;
    let seek = loop {
        let message = players[1].socket.hear().await.unwrap();
        match message["t"].as_str().unwrap() {
            "seek_added" => break message["d"].clone(),
            "lobby" if message["d"]["seeks"][0].is_object() => break message["d"]["seeks"][0].clone(),
            _ => {}
        }
    };
    let join = json!({"id": 2, "seek": seek["seek"], "terms": page["terms"]});
    players[1].socket.say("join", join).await;
    let started = players[1].socket.hear_of("game_started").await;
    assert_eq!((&started["side"], &started["id"]), (&seek["your_side"], &json!(2)));
    let game = started["game"].clone();
    assert_eq!(players[0].socket.hear_of("game_started").await["game"], game);
    for player in &mut players {
        player.socket.say("watch", json!({"game": game})).await;
        let snapshot = player.socket.hear_of("snapshot").await;
        assert_eq!(snapshot["state"]["v"], 1);
        assert_eq!(snapshot["terms"]["hash"], page["terms"]);
    }
    if started["side"] == "white" {
        players.reverse();
    }
    (game, players)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_players_stake_play_and_one_is_paid() {
    let server = Server::start(&[]).await;
    let (game, [mut white, mut black]) = start(&server, two(&server).await).await;
    let mut spectator = server.greeted(None).await;
    spectator.say("watch", json!({"game": game})).await;
    let seen = spectator.hear_of("snapshot").await;
    assert_eq!((&seen["you"], &seen["state"]["legal"]), (&json!("spectator"), &json!([])));

    white.socket.say("move", json!({"game": game, "id": 11, "ply": 0, "path": "c3-d4"})).await;
    let own = white.socket.hear_of("moved").await;
    assert_eq!((&own["v"], &own["id"], &own["legal"]), (&json!(2), &json!(11), &json!([])));
    let theirs = black.socket.hear_of("moved").await;
    assert_eq!((&theirs["id"], theirs["legal"].as_array().unwrap().len()), (&Value::Null, 7));
    black.socket.say("move", json!({"game": game, "id": 12, "ply": 1, "path": "b6-c5"})).await;
    assert_eq!(
        white.socket.hear_of("moved").await["legal"].as_array().unwrap().len(),
        1,
        "a capture is compulsory"
    );
    white.socket.say("move", json!({"game": game, "id": 13, "ply": 2, "path": "a3-b4"})).await;
    assert_eq!(white.socket.hear_of("rejected").await["code"], "illegal_move");
    white.socket.say("move", json!({"game": game, "id": 14, "ply": 1, "path": "d4xb6"})).await;
    assert_eq!(white.socket.hear_of("rejected").await["code"], "stale_ply");
    black.socket.say("move", json!({"game": game, "id": 15, "ply": 2, "path": "d4xb6"})).await;
    assert_eq!(black.socket.hear_of("rejected").await["code"], "not_your_turn");
    spectator.say("resign", json!({"game": game, "id": 16})).await;
    assert_eq!(spectator.hear_of("rejected").await["code"], "not_your_game");
    let pdn = format!("/api/game/{}/pdn", game.as_str().unwrap());
    let (status, _) = answer(server.call(Method::GET, &pdn).bearer_auth(&white.token)).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "it still runs");

    black.socket.say("resign", json!({"game": game, "id": 17})).await;
    let ended = white.socket.hear_of("ended").await;
    assert_eq!((&ended["outcome"], &ended["reason"]), (&json!("white"), &json!("resignation")));
    assert_eq!(ended["money"], json!({"stake": 1_000, "pot": 2_000, "fee": 100, "prize": 1_900}));
    assert_eq!(spectator.hear_of("ended").await["money"], Value::Null);
    let settled = white.socket.hear_of("settled").await;
    assert_eq!((&settled["received"], &settled["money"]), (&json!(1_900), &ended["money"]));
    assert_eq!(black.socket.hear_of("settled").await["received"], 0);

    for (player, balance, net, result) in [(&white, 10_900, 900, "white"), (&black, 9_000, -1_000, "black")] {
        let (_, me) = answer(server.call(Method::GET, "/api/me").bearer_auth(&player.token)).await;
        assert_eq!(me["wallet"]["balance"], balance);
        let (_, history) = answer(server.call(Method::GET, "/api/history").bearer_auth(&player.token)).await;
        let entry = &history[0];
        assert_eq!((&entry["game"], &entry["side"], &entry["net"]), (&game, &json!(result), &json!(net)));
        assert_eq!((&entry["outcome"], &entry["plies"]), (&json!("white"), &json!(2)));
        let (status, text) = answer(server.call(Method::GET, &pdn).bearer_auth(&player.token)).await;
        let text = text.as_str().unwrap();
        assert!(status == StatusCode::OK && text.contains("c3-d4 b6-c5") && text.contains("1-0"), "{text}");
    }
    let stranger = server.sign_up("carla").await;
    let (status, _) = answer(server.call(Method::GET, &pdn).bearer_auth(&stranger)).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "it is its players' alone");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stopped_server_goes_on_with_its_games_when_it_is_back() {
    let server = Server::start(&[]).await;
    let (game, [mut white, mut black]) = start(&server, two(&server).await).await;
    white.socket.say("move", json!({"game": game, "id": 1, "ply": 0, "path": "c3-d4"})).await;
    black.socket.hear_of("moved").await;
    let (data, http) = (server.data.clone(), server.http.clone());
    let (_, paused) = tokio::join!(server.running.stop(), black.socket.hear_of("paused"));
    assert_eq!(paused["game"], game);
    assert_eq!(black.socket.hear_of("goodbye").await["reason"], "stopping");

    let server = Server::again(data, http).await;
    let tokens = [white.token, black.token];
    let mut sockets = Vec::new();
    for token in &tokens {
        let mut socket = server.greeted(Some(token)).await;
        socket.say("watch", json!({"game": game})).await;
        let snapshot = socket.hear_of("snapshot").await;
        assert_eq!(snapshot["moves"][0]["path"], "c3-d4");
        sockets.push(socket);
    }
    sockets[1].say("move", json!({"game": game, "id": 2, "ply": 1, "path": "d6-e5"})).await;
    let moved = sockets[0].hear_of("moved").await;
    assert_eq!((&moved["ply"], &moved["side"]), (&json!(1), &json!("black")));
    server.stop().await;
}
