//! The house's engine beside people's games: analysis, hints, positions of one's own; never for a position that stands on a staked board.

use crate::support::{House, Player, game};
use protocol::{ClientMsg, Code, Level, PositionAnalysis, ServerMsg, Side};
use serde_json::{Value, json};

async fn analysis(house: &House, asked: Value) -> reqwest::Response {
    let call = reqwest::Client::new().post(format!("{}/api/analysis", house.url)).json(&asked);
    call.send().await.unwrap()
}

/// What the server says is legal after these moves.
async fn legal(house: &House, moves: &[String]) -> Value {
    let asked = json!({"fen": null, "moves": moves, "rules": null});
    let call = reqwest::Client::new().post(format!("{}/api/legal-moves", house.url)).json(&asked);
    call.send().await.unwrap().json().await.unwrap()
}

/// Why practice from a position is refused, or nothing where it begins.
async fn practice(house: &House, level: Option<Level>, fen: &str) -> Option<Code> {
    let mut guest = Player::connect(&house.url, None).await;
    let (id, variant, side, fen) = (Player::id(), "brazilian".to_owned(), Side::White, Some(fen.to_owned()));
    let asked = match level {
        Some(level) => ClientMsg::PracticeBot { id, variant, level, side, clock: None, fen },
        None => ClientMsg::PracticeLink { id, variant, side, clock: None, fen },
    };
    guest.send(&asked).await;
    guest
        .until(|message| match message {
            ServerMsg::PracticeSeat { .. } => Some(None),
            ServerMsg::Rejected(rejected) => Some(Some(rejected.code)),
            _ => None,
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_of_a_staked_board_is_refused_to_editor_link_and_analysis_until_the_game_has_ended() {
    let house = House::open("engine").await;
    let (id, mut white, mut black, _) = game(&house.url, 1_000).await;
    let mut moves: Vec<String> = Vec::new();
    for ply in 0..10 {
        let here = legal(&house, &moves).await;
        moves
            .push(here["legal"].as_array().unwrap().last().unwrap()["paths"][0].as_str().unwrap().to_owned());
        let mover = if ply % 2 == 0 { &mut white } else { &mut black };
        mover.play(id, ply, &moves[usize::from(ply)]).await;
        white.moved(ply).await;
        black.moved(ply).await;
    }
    let legal = legal(&house, &moves).await;
    let fen = legal["fen"].as_str().unwrap().to_owned();
    let line = json!({"fen": null, "moves": moves, "rules": null});
    let further = json!({"fen": fen, "moves": [legal["legal"][0]["paths"][0]], "rules": null});
    for asked in [line.clone(), json!({"fen": fen, "moves": [], "rules": null}), further] {
        let refused = analysis(&house, asked.clone()).await;
        assert_eq!(refused.status(), 409, "{asked}");
        assert_eq!(refused.json::<Value>().await.unwrap()["code"], "position_in_play");
    }
    assert_eq!(practice(&house, Some(Level::Easy), &fen).await, Some(Code::PositionInPlay));
    assert_eq!(practice(&house, None, &fen).await, Some(Code::PositionInPlay));
    white.send(&ClientMsg::Resign { game: id, id: Player::id() }).await;
    black.ended().await;
    assert_eq!(practice(&house, Some(Level::Easy), &fen).await, None);
    assert_eq!(practice(&house, None, &fen).await, None);
    let found: PositionAnalysis = analysis(&house, line).await.json().await.unwrap();
    assert!(!found.lines.is_empty() && !found.lines[0].moves.is_empty() && found.depth > 0, "{found:?}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_says_who_wins_by_force_and_what_is_wrong_with_a_question() {
    let house = House::open("analysis").await;
    // two men are taken, and Black has none left
    let won = json!({"fen": "W:Wc3:Bd4,f6", "moves": [], "rules": null, "lines": 2});
    let found: PositionAnalysis = analysis(&house, won).await.json().await.unwrap();
    assert_eq!((found.turn, found.lines[0].won_by), (Side::White, Some(Side::White)));
    assert_eq!(found.lines[0].moves[0], "c3xe5xg7");
    for (asked, said) in [
        (json!({"fen": "nonsense", "moves": [], "rules": null}), ""),
        (json!({"fen": null, "moves": ["c3-c4"], "rules": null}), "ply 0"),
        (json!({"fen": null, "moves": [], "rules": "none"}), "none"),
        (json!({"fen": null, "moves": [], "rules": null, "lines": 9}), "1 to 5"),
    ] {
        let refused = analysis(&house, asked.clone()).await;
        assert_eq!(refused.status(), 400, "{asked}");
        let body: Value = refused.json().await.unwrap();
        assert!(body["message"].as_str().unwrap().contains(said), "{asked}: {body}");
    }
    assert_eq!(practice(&house, None, "W:Wzz:Bb8").await, Some(Code::BadPosition));
    house.close().await;
}
