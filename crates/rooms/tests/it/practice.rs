//! Practice: free, bounded, and nothing of it is kept.

use crate::support::{Setting, Table, open};
use draughts::{Side, Variant};
use ids::CommandId;
use rooms::{Level, Notice, PracticeRequest, Refusal, SeatAct};
use std::net::{IpAddr, Ipv4Addr};

fn request(level: Option<Level>) -> PracticeRequest {
    PracticeRequest {
        id: CommandId(1),
        variant: Variant::Brazilian,
        start: None,
        level,
        side: Side::White,
        time_control: None,
        address: IpAddr::V4(Ipv4Addr::LOCALHOST),
    }
}

#[tokio::test]
async fn the_bot_answers_a_move_and_takes_no_draw() {
    let table = Table::new();
    let mut guest = table.tab("guest", None);
    table.house.practise(request(Some(Level::Easy)), None, guest.sink.clone()).await.unwrap();
    let game = guest
        .until(|notice| match notice {
            Notice::PracticeSeat { game, .. } => Some(*game),
            _ => None,
        })
        .await;
    guest.snapshot().await;
    guest.play(game, Side::White, 0, "c3-d4");
    guest.moved(0).await;
    guest.moved(1).await;
    let id = guest.act(game, Side::White, SeatAct::OfferDraw);
    assert_eq!(guest.answer(id).await.result, Err(Refusal::BotDeclines));
    assert_eq!(table.memory.rows().appends, 0, "nothing of practice is recorded");
}

#[tokio::test(start_paused = true)]
async fn a_link_is_for_one_friend_and_a_third_is_told_that_it_is_taken() {
    let table = Table::new();
    let mut maker = table.tab("maker", None);
    table.house.practise(request(None), None, maker.sink.clone()).await.unwrap();
    let code = maker
        .until(|notice| match notice {
            Notice::PracticeLink { code, .. } => Some(code.clone()),
            _ => None,
        })
        .await;
    let mut friend = table.tab("friend", None);
    let (game, side) = table.house.join_practice(CommandId(2), &code, friend.sink.clone()).await.unwrap();
    assert_eq!(side, Side::Black);
    maker.snapshot().await;
    friend.snapshot().await;
    let third = table.tab("third", None);
    let refused = table.house.join_practice(CommandId(3), &code, third.sink.clone()).await;
    assert_eq!(refused, Err(Refusal::Taken));
    assert_eq!(
        table.house.join_practice(CommandId(4), "unknown", third.sink.clone()).await,
        Err(Refusal::NoSuchLink)
    );
    maker.play(game, Side::White, 0, "c3-d4");
    friend.moved(0).await;
    assert_eq!(
        table.house.follow(game, None, None, third.sink.clone(), None).await,
        Err(Refusal::NoSuchGame),
        "practice is not for watching"
    );
}

#[tokio::test(start_paused = true)]
async fn an_address_has_so_many_practice_games_and_an_ended_one_frees_its_place() {
    let setting = Setting { practice_per_address: 1, ..Setting::default() };
    let table = Table::over(std::sync::Arc::default(), setting);
    let mut guest = table.tab("guest", None);
    table.house.practise(request(Some(Level::Easy)), None, guest.sink.clone()).await.unwrap();
    let game = guest
        .until(|notice| match notice {
            Notice::PracticeSeat { game, .. } => Some(*game),
            _ => None,
        })
        .await;
    let refused = table.house.practise(request(Some(Level::Easy)), None, guest.sink.clone()).await;
    assert_eq!(refused, Err(Refusal::PracticeLimit { allowed: 1 }));
    guest.act(game, Side::White, SeatAct::Resign);
    guest.ended().await;
    table.house.practise(request(Some(Level::Easy)), None, guest.sink.clone()).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn the_bot_is_refused_to_who_has_a_staked_game_running() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    let refused = table.house.practise(request(Some(Level::Hard)), white.account, white.sink.clone()).await;
    assert_eq!(refused, Err(Refusal::PositionInPlay));
    white.act(game, Side::White, SeatAct::Resign);
    white.ended().await;
    table.house.practise(request(Some(Level::Hard)), white.account, white.sink.clone()).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn ended_practice_games_pile_up_nowhere() {
    let table = Table::new();
    let mut guest = table.tab("guest", None);
    for _ in 0..40 {
        table.house.practise(request(Some(Level::Easy)), None, guest.sink.clone()).await.unwrap();
        let seat = |notice: &Notice| match notice {
            Notice::PracticeSeat { game, .. } => Some(*game),
            _ => None,
        };
        let game = guest.until(seat).await;
        guest.act(game, Side::White, SeatAct::Resign);
        guest.ended().await;
    }
    assert!(table.house.registry().len() <= 6, "{} rooms", table.house.registry().len());
    tokio::time::sleep(std::time::Duration::from_secs(61)).await;
    assert!(table.house.registry().is_empty());
}

// the bot thinks in a thread of its own, for which a paused clock does not wait
#[tokio::test]
async fn the_bot_does_not_move_while_its_opponent_plays_for_a_stake() {
    let table = Table::new();
    let mut ana = table.player("ana");
    let asked = table.house.practise(request(Some(Level::Easy)), ana.account, ana.sink.clone()).await;
    asked.unwrap();
    let practice = ana
        .until(|notice| match notice {
            Notice::PracticeSeat { game, .. } => Some(*game),
            _ => None,
        })
        .await;
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    ana.play(practice, Side::White, 0, "c3-d4");
    ana.moved(0).await;
    let refused = |notice: &Notice| match notice {
        Notice::Answer(answer) if answer.game == Some(practice) => Some(answer.result.clone()),
        _ => None,
    };
    assert_eq!(ana.until(refused).await, Err(Refusal::PositionInPlay));
    white.act(game, Side::White, SeatAct::Resign);
    white.ended().await;
    while ana.notices.try_take().is_some() {}
    ana.moved(1).await;
}

/// A game against the bot, and its first snapshot.
async fn against_the_bot(guest: &mut crate::support::Tab, table: &Table, start: Option<&str>) -> ids::GameId {
    let start = start.map(|fen| {
        let fen = draughts::Fen::parse(Variant::Brazilian, fen).unwrap();
        draughts::Position::from_setup(fen.setup()).unwrap()
    });
    let asked = PracticeRequest { start, ..request(Some(Level::Easy)) };
    table.house.practise(asked, None, guest.sink.clone()).await.unwrap();
    let game = guest
        .until(|notice| match notice {
            Notice::PracticeSeat { game, .. } => Some(*game),
            _ => None,
        })
        .await;
    guest.snapshot().await;
    game
}

#[tokio::test]
async fn a_move_is_taken_back_with_the_bots_answer_and_the_version_goes_on() {
    let table = Table::new();
    let mut guest = table.tab("guest", None);
    let game = against_the_bot(&mut guest, &table, None).await;
    let id = guest.act(game, Side::White, SeatAct::TakeBack);
    assert_eq!(guest.answer(id).await.result, Err(Refusal::NothingToTakeBack));
    guest.play(game, Side::White, 0, "c3-d4");
    guest.moved(0).await;
    guest.moved(1).await;
    guest.act(game, Side::White, SeatAct::TakeBack);
    let back = guest.snapshot().await;
    assert_eq!((back.ply, back.legal.len()), (0, 7));
    assert!(back.version.0 > 3, "whoever drops what is not newer takes this");
    guest.play(game, Side::White, 0, "c3-b4");
    guest.moved(0).await;
    guest.moved(1).await;
}

#[tokio::test]
async fn a_hint_is_a_legal_move_of_ones_own_turn() {
    let table = Table::new();
    let mut guest = table.tab("guest", None);
    // one move wins two men, the others none
    let game = against_the_bot(&mut guest, &table, Some("W:Wc3,a1:Bd4,f6,b8")).await;
    let id = guest.act(game, Side::White, SeatAct::Hint);
    let (ply, text) = guest
        .until(|notice| match notice {
            Notice::Hint { id: of, ply, path, variant, .. } if *of == id => {
                Some((*ply, path.text(*variant).to_string()))
            }
            _ => None,
        })
        .await;
    assert_eq!((ply, text.as_str()), (0, "c3xe5xg7"));
}

#[tokio::test]
async fn practice_does_not_start_where_nothing_can_be_moved() {
    let table = Table::new();
    let guest = table.tab("guest", None);
    let fen = draughts::Fen::parse(Variant::Brazilian, "W:Wa1:Bb2,c3").unwrap();
    let start = Some(draughts::Position::from_setup(fen.setup()).unwrap());
    let asked = PracticeRequest { start, ..request(None) };
    let refused = table.house.practise(asked, None, guest.sink.clone()).await;
    assert!(matches!(refused, Err(Refusal::BadPosition { .. })), "{refused:?}");
}
