//! What an operator does beside a running server: voids a game, puts something right, proves the books.

use crate::support::{Folder, House, binary, game, ledger_is_clean, open, players};
use protocol::{EndReason, Outcome, ServerMsg};
use std::process::{Command, Output};

pub(crate) fn damas(data: &Folder, args: &[&str]) -> Output {
    Command::new(binary()).args(args).arg("--data").arg(&data.0).env_remove("DATABASE_URL").output().unwrap()
}

pub(crate) fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_the_operator_voids_ends_on_both_screens_and_both_stakes_come_back() {
    let house = House::open("void").await;
    let (id, mut white, mut black, _) = game(&house.url, 1_000).await;
    open(id, &mut white, &mut black, 2).await;
    let (data, text) = (&house.data, id.to_string());
    let output = damas(data, &["void", &text, "--reason", "a mistake of ours", "--by", "eva"]);
    assert!(output.status.success(), "{}", said(&output));
    for player in [&mut white, &mut black] {
        let ended = player
            .until(|message| match message {
                ServerMsg::Snapshot(snapshot) => snapshot.ended.clone(),
                _ => None,
            })
            .await;
        assert_eq!((ended.outcome, ended.reason), (Outcome::Void, EndReason::Voided));
        assert_eq!(player.settled().await.received.0, 1_000, "the stake, whole");
    }
    let again = damas(data, &["void", &text, "--reason", "again", "--by", "eva"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(said(&again).contains("is settled"), "{}", said(&again));
    let unknown = uuid::Uuid::from_u128(7).to_string();
    let nothing = damas(data, &["void", &unknown, "--reason", "x", "--by", "eva"]);
    assert!(said(&nothing).contains("there is no game"), "{}", said(&nothing));
    ledger_is_clean(data);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn m11_a_correction_is_made_once_and_the_books_stay_right() {
    let house = House::open("correct").await;
    let made = players(&house.url, 2, 5_000).await;
    let correct = |from: &str, to: &str, amount: &str| {
        let words = ["--from", from, "--to", to, "--amount", amount, "--reason", "a slip", "--by", "eva"];
        damas(&house.data, &[&["ledger", "correct", "ticket 7"], &words[..]].concat())
    };
    let first = correct(&made[0].name, &made[1].name, "700");
    assert!(first.status.success() && said(&first).contains("made"), "{}", said(&first));
    let second = correct(&made[0].name, &made[1].name, "700");
    assert!(second.status.success() && said(&second).contains("nothing has changed"), "{}", said(&second));
    let other = correct(&made[0].name, "house", "700");
    assert!(said(&other).contains("another correction"), "{}", said(&other));
    assert!(said(&correct("nobody-here", "house", "1")).contains("there is no player"));
    ledger_is_clean(&house.data);
    house.close().await;
}

#[test]
fn a_command_in_the_wrong_folder_says_so_and_makes_no_database() {
    let empty = Folder::new("wrong");
    let game = uuid::Uuid::from_u128(7).to_string();
    let void = ["void", &game, "--reason", "x", "--by", "eva"];
    let correct = [
        "ledger", "correct", "t", "--from", "house", "--to", "ana", "--amount", "1", "--reason", "x", "--by",
        "eva",
    ];
    for args in [&["ledger", "check"][..], &void, &correct] {
        let output = damas(&empty, args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(said(&output).contains("there is no database in"), "{args:?}: {}", said(&output));
        assert!(!empty.0.exists(), "{args:?}");
    }
}
