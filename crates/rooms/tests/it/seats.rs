//! Seats: tabs, repeats, offers, rematches, spectators, slow readers.

use crate::support::{HASH, Setting, Table, open};
use draughts::Side;
use game::{EndReason, GameError, GameEvent, Outcome};
use ids::Millis;
use rooms::{Notice, Refusal, RematchView, SeatAct};
use std::time::Duration;

#[tokio::test(start_paused = true)]
async fn s8_two_tabs_get_every_event_and_the_first_to_act_wins() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    let mut second = table.tab("second tab", white.account);
    second.follow(game).await;
    white.play(game, Side::White, 0, "c3-d4");
    white.moved(0).await;
    second.moved(0).await;
    black.moved(0).await;
    let same = second.play(game, Side::White, 0, "c3-d4");
    assert_eq!(second.answer(same).await.result, Ok(()), "the same move was played already");
    let other = second.play(game, Side::White, 0, "c3-b4");
    let refused = second.answer(other).await.result.unwrap_err();
    assert!(matches!(refused, Refusal::Game(GameError::StalePly { .. })), "{refused:?}");
    assert_eq!(table.memory.version(game).0, 2);
}

#[tokio::test(start_paused = true)]
async fn a_repeated_command_gets_the_same_answer_and_happens_once() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    let offer = white.act(game, Side::White, SeatAct::OfferDraw);
    let offered = |notice: &Notice| match notice {
        Notice::Events(publication, _) => publication
            .events
            .iter()
            .any(|stamped| matches!(stamped.event, GameEvent::DrawOffered { .. }))
            .then_some(()),
        _ => None,
    };
    black.until(offered).await;
    white.send_as(game, Side::White, offer, SeatAct::OfferDraw, table.now());
    assert_eq!(white.answer(offer).await.result, Ok(()));
    assert_eq!(black.follow(game).await.draw.offers_left.white, 2, "only one offer was made");
}

#[tokio::test(start_paused = true)]
async fn d5_an_offer_declined_can_t_be_accepted_and_nothing_moves_after_the_end() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    white.act(game, Side::White, SeatAct::OfferDraw);
    black.until(|notice| matches!(notice, Notice::Events(..)).then_some(())).await;
    black.act(game, Side::Black, SeatAct::DeclineDraw { offer: 1 });
    let accept = black.act(game, Side::Black, SeatAct::AcceptDraw { offer: 1 });
    let refused = black.answer(accept).await.result.unwrap_err();
    assert_eq!(refused, Refusal::Game(GameError::NoSuchOffer { offer: 1 }));
    white.act(game, Side::White, SeatAct::Resign);
    assert_eq!(black.ended().await.outcome, Outcome::Won(Side::Black));
    let id = white.play(game, Side::White, 2, "b2-c3");
    assert_eq!(white.answer(id).await.result, Err(Refusal::Game(GameError::GameOver)));
}

#[tokio::test(start_paused = true)]
async fn s12_a_rematch_needs_both_swaps_the_colours_and_is_made_once() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    white.act(game, Side::White, SeatAct::Resign);
    white.ended().await;
    let terms = || SeatAct::Rematch { terms: Some(HASH.to_owned()) };
    let asked = white.act(game, Side::White, terms());
    assert_eq!(white.answer(asked).await.result, Ok(()));
    black
        .until(|notice| match notice {
            Notice::Rematch { rematch: RematchView::Asked { by: Side::White, .. }, .. } => Some(()),
            _ => None,
        })
        .await;
    let agreed = black.act(game, Side::Black, terms());
    let again = black.act(game, Side::Black, terms());
    let (mut results, mut started) = (Vec::new(), None);
    while results.len() < 2 || started.is_none() {
        match black.next().await {
            Notice::Answer(answer) if answer.id == agreed || answer.id == again => {
                results.push(answer.result)
            }
            Notice::GameStarted { game, side, .. } => started = Some((game, side)),
            _ => {}
        }
    }
    let (child, side) = started.unwrap();
    assert_eq!(side, Side::White, "colours swapped");
    assert_eq!(white.game_started().await, (child, Side::Black));
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
    let rows = table.memory.rows();
    let children = rows.games.values().filter(|stored| stored.rematch_of == Some(game)).count();
    assert_eq!(children, 1);
}

#[tokio::test(start_paused = true)]
async fn a_rematch_in_other_terms_than_those_in_force_is_refused() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    white.act(game, Side::White, SeatAct::Resign);
    white.ended().await;
    let id = white.act(game, Side::White, SeatAct::Rematch { terms: Some("old".to_owned()) });
    let refused = white.answer(id).await.result.unwrap_err();
    assert_eq!(refused, Refusal::TermsChanged { now: HASH.to_owned() });
}

#[tokio::test(start_paused = true)]
async fn spectators_see_everything_later_the_result_too() {
    let setting = Setting { spectator_delay: Millis(5_000), ..Setting::default() };
    let table = Table::over(std::sync::Arc::default(), setting);
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    let mut watcher = table.tab("watcher", None);
    let seen = watcher.follow(game).await;
    assert_eq!(seen.ply, 0, "the moves were played less than five seconds ago");
    let resigned = table.now();
    white.act(game, Side::White, SeatAct::Resign);
    black.ended().await;
    let ending = watcher.ended().await;
    assert_eq!(ending.reason, EndReason::Resignation);
    assert!(table.now().since(resigned) >= Millis(5_000));
}

#[tokio::test(start_paused = true)]
async fn w5_a_slow_reader_is_cut_and_nobody_waits_for_it() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    let mut slow = table.tab("slow", None);
    slow.follow(game).await;
    open(game, &mut white, &mut black, 2).await;
    for round in 0..60u32 {
        // offers and their refusals, until the queue of 64 is full
        if black.follow(game).await.draw.offers_left.white == 0 {
            break;
        }
        white.act(game, Side::White, SeatAct::OfferDraw);
        black.until(|notice| matches!(notice, Notice::Events(..)).then_some(())).await;
        black.act(game, Side::Black, SeatAct::DeclineDraw { offer: round + 1 });
        white
            .until(|notice| match notice {
                Notice::Events(publication, _) => publication
                    .events
                    .iter()
                    .any(|stamped| matches!(stamped.event, GameEvent::DrawDeclined { .. }))
                    .then_some(()),
                _ => None,
            })
            .await;
    }
    for _ in 0..70 {
        table.house.depart(None, black.sink.number(), &[game]).await;
        white.until(|notice| matches!(notice, Notice::Presence { .. }).then_some(())).await;
        black.follow(game).await;
        while white.notices.try_take().is_some() {}
    }
    tokio::time::timeout(Duration::from_secs(1), slow.cut.cancelled()).await.expect("the slow one is cut");
    assert!(!white.cut.is_cancelled());
    white.play(game, Side::White, 2, "b2-c3");
    black.moved(2).await;
}

#[tokio::test(start_paused = true)]
async fn who_finds_no_room_among_the_spectators_is_told_so_once() {
    let table = Table::new();
    let (game, _white, _black) = table.game().await;
    let mut tabs = Vec::new();
    for _ in 0..100 {
        let mut tab = table.tab("watcher", None);
        tab.follow(game).await;
        tabs.push(tab);
    }
    let mut late = table.tab("late", None);
    table.house.follow(game, None, None, late.sink.clone(), None).await.unwrap();
    let Notice::Answer(answer) = late.next().await else { panic!() };
    assert_eq!((answer.game, answer.result), (Some(game), Err(Refusal::TooManySpectators)));
}
