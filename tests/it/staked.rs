//! A staked game, whole: seek, join, play, end, pay; and every way in which it can end.

use crate::support::{House, Player, game, ledger_is_clean, open, page, players};
use protocol::{ClientMsg, Code, EndReason, Outcome, ServerMsg, Side};

#[tokio::test(flavor = "multi_thread")]
async fn the_winner_of_a_staked_game_is_paid_and_the_books_prove() {
    let house = House::open("staked").await;
    let (id, mut white, mut black, _) = game(&house.url, 1_000).await;
    // play the first legal move each until somebody has won or it is drawn
    let mut legal = white.watch(id).await.state.legal;
    let mut ply = 0;
    let ended = 'play: loop {
        let (mover, other) = if ply % 2 == 0 { (&mut white, &mut black) } else { (&mut black, &mut white) };
        assert!(!legal.is_empty(), "a side without a move has lost");
        let path = legal[usize::from(ply) % legal.len()].paths[0].clone();
        mover.play(id, ply, &path).await;
        mover.moved(ply).await;
        let next = other
            .until(|message| match message {
                ServerMsg::Moved(moved) if moved.ply == ply => Some(moved.legal.clone()),
                _ => None,
            })
            .await;
        if next.is_empty() {
            break 'play white.ended().await;
        }
        // a draw by rule comes with moves that could still be made
        ply += 1;
        legal = next;
        if ply > 300 {
            let id_resign = Player::id();
            white.send(&ClientMsg::Resign { game: id, id: id_resign }).await;
            break 'play white.ended().await;
        }
    };
    let money = ended.money.expect("players see the money");
    let (won, lost) = match ended.outcome {
        Outcome::White => (white.settled().await, black.settled().await),
        Outcome::Black => (black.settled().await, white.settled().await),
        other => panic!("this game is decided: {other:?}"),
    };
    assert_eq!((money.stake.0, money.pot.0, money.fee.0, money.prize.0), (1_000, 2_000, 100, 1_900));
    assert_eq!((won.received.0, lost.received.0), (1_900, 0));
    let said = ledger_is_clean(&house.data);
    assert!(!said.is_empty());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn m9_every_end_pays_out_or_gives_back_and_holds_nothing() {
    let house = House::open_with("m9", &[("games__brazilian__first_move_window_ms", "1000")]).await;
    // a draw by agreement
    let (id, mut white, mut black, _) = game(&house.url, 1_000).await;
    open(id, &mut white, &mut black, 2).await;
    white.send(&ClientMsg::OfferDraw { game: id, id: Player::id() }).await;
    let offer = black
        .until(|message| match message {
            ServerMsg::DrawOffered { offer, .. } => Some(*offer),
            _ => None,
        })
        .await;
    black.send(&ClientMsg::AcceptDraw { game: id, id: Player::id(), offer }).await;
    let ended = white.ended().await;
    assert_eq!((ended.outcome, ended.reason), (Outcome::Draw, EndReason::Agreement));
    assert_eq!(white.settled().await.received.0, 1_000);
    assert_eq!(black.settled().await.received.0, 1_000);
    // a first move that is not made
    let (_, mut white, mut black, _) = game(&house.url, 1_000).await;
    let ended = white.ended().await;
    assert_eq!((ended.outcome, ended.reason), (Outcome::Void, EndReason::Aborted));
    assert_eq!(white.settled().await.received.0, 1_000);
    assert_eq!(black.settled().await.received.0, 1_000);
    // a resignation
    let (id, mut white, mut black, _) = game(&house.url, 1_000).await;
    open(id, &mut white, &mut black, 2).await;
    black.send(&ClientMsg::Resign { game: id, id: Player::id() }).await;
    assert_eq!(white.ended().await.reason, EndReason::Resignation);
    assert_eq!(white.settled().await.received.0, 1_900);
    assert_eq!(black.settled().await.received.0, 0);
    ledger_is_clean(&house.data);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn r5_half_a_capture_an_illegal_move_and_another_s_turn_are_refused_with_what_is_right() {
    let house = House::open("r5").await;
    let (id, mut white, mut black, _) = game(&house.url, 1_000).await;
    let refused = |message: &ServerMsg| match message {
        ServerMsg::Rejected(rejected) => Some(rejected.clone()),
        ServerMsg::Moved(moved) => panic!("played: {moved:?}"),
        _ => None,
    };
    white.play(id, 0, "c3-c4").await;
    assert_eq!(white.until(refused).await.code, Code::IllegalMove);
    white.play(id, 0, "rubbish").await;
    assert_eq!(white.until(refused).await.code, Code::BadMove);
    black.play(id, 0, "b6-a5").await;
    assert_eq!(black.until(refused).await.code, Code::NotYourTurn);
    open(id, &mut white, &mut black, 2).await;
    white.play(id, 5, "b2-c3").await;
    let stale = white.until(refused).await;
    assert_eq!((stale.code, stale.ply), (Code::StalePly, Some(5)));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_sees_the_game_and_can_t_act_and_a_guest_can_t_stake() {
    let house = House::open("watch").await;
    let (id, mut white, mut black, _) = game(&house.url, 1_000).await;
    let mut watcher = Player::connect(&house.url, None).await;
    let seen = watcher.watch(id).await;
    assert!(seen.state.legal.is_empty(), "legal moves go to the side to move alone");
    open(id, &mut white, &mut black, 2).await;
    assert!(watcher.moved(1).await.is_empty());
    watcher.play(id, 2, "b2-c3").await;
    let refused = |message: &ServerMsg| match message {
        ServerMsg::Rejected(rejected) => Some(rejected.code),
        _ => None,
    };
    assert_eq!(watcher.until(refused).await, Code::NotYourGame);
    let page = page(&house.url).await;
    watcher.send(&ClientMsg::Join { id: Player::id(), seek: ids::SeekId(id.0), terms: page.terms }).await;
    assert_eq!(watcher.until(refused).await, Code::NotSignedIn);
    white.send(&ClientMsg::Resign { game: id, id: Player::id() }).await;
    assert_eq!(watcher.ended().await.money, None, "money is the players' alone");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s11_of_fifty_parallel_takers_one_plays_and_nobody_has_two_games() {
    let house = House::open("s11").await;
    let page = page(&house.url).await;
    let made = players(&house.url, 22, 100_000).await;
    // two open seeks, twenty who take both at once
    let mut owners = Vec::new();
    let mut seeks = Vec::new();
    for owner in &made[..2] {
        let mut player = Player::connect(&house.url, Some(&owner.token)).await;
        seeks.push(player.seek(&page, 1_000, page.clocks[0]).await);
        owners.push(player);
    }
    let mut takers = Vec::new();
    for taker in &made[2..] {
        let mut player = Player::connect(&house.url, Some(&taker.token)).await;
        for seek in &seeks {
            player.join(&page, *seek).await;
        }
        takers.push(player);
    }
    let mut games = 0;
    for taker in &mut takers {
        let (mut answers, mut started) = (0, 0);
        while answers + started < 2 {
            match taker.next().await.unwrap() {
                ServerMsg::GameStarted { .. } => started += 1,
                ServerMsg::Rejected(rejected) => {
                    assert!(
                        matches!(rejected.code, Code::SeekGone | Code::GameLimit),
                        "told why: {rejected:?}"
                    );
                    answers += 1;
                }
                _ => {}
            }
        }
        assert!(started <= 1, "one staked game a player");
        games += started;
    }
    assert_eq!(games, 2);
    for owner in &mut owners {
        owner.started().await;
    }
    ledger_is_clean(&house.data);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_swaps_the_colours_and_holds_both_stakes_anew() {
    let house = House::open("rematch").await;
    let (id, mut white, mut black, _) = game(&house.url, 1_000).await;
    open(id, &mut white, &mut black, 2).await;
    white.send(&ClientMsg::Resign { game: id, id: Player::id() }).await;
    white.settled().await;
    black.settled().await;
    let terms = Some(page(&house.url).await.terms);
    white.send(&ClientMsg::Rematch { game: id, id: Player::id(), terms: terms.clone() }).await;
    black.send(&ClientMsg::Rematch { game: id, id: Player::id(), terms }).await;
    let (child, side) = white.started().await;
    assert_eq!((side, black.started().await), (Side::Black, (child, Side::White)));
    let snapshot = white.watch(child).await;
    assert_eq!(snapshot.terms.stake.0, 1_000);
    ledger_is_clean(&house.data);
    house.close().await;
}
