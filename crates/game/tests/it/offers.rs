//! Draw offers: who may make how many, how long they stand, what answers them.

use crate::table::Table;
use draughts::Side::{Black, White};
use game::{EndReason, GameCommand, GameError, GameEvent, Outcome};

#[test]
fn d1_each_player_has_three_offers_and_one_can_stand() {
    let mut table = Table::opened();
    for offer in 1..=3 {
        assert_eq!(table.offer(White), Ok(vec![GameEvent::DrawOffered { side: White, offer }]));
        assert_eq!(table.offer(White), Err(GameError::AlreadyOffered), "that is not counted");
        assert_eq!(table.game.offers_left(White), 3 - u8::try_from(offer).unwrap());
        table.say(&GameCommand::DeclineDraw { side: Black, offer }).unwrap();
        assert_eq!(table.game.offer(), None);
    }
    assert_eq!(table.offer(White), Err(GameError::NoOffersLeft { allowed: 3 }));
    assert_eq!(table.game.offers_left(Black), 3);
}

#[test]
fn d2_one_s_own_move_keeps_the_offer_and_the_opponent_s_ends_it() {
    let mut table = Table::opened();
    table.offer(White).unwrap();
    table.play("d4-e5");
    assert_eq!(table.game.offer(), Some((1, White)));
    let accept = GameCommand::AcceptDraw { side: Black, offer: 1 };
    assert!(table.game.decide(&accept, table.now).is_ok());
    table.play("f6xd4");
    assert_eq!(table.game.offer(), None);
    assert_eq!(table.refused(&accept), GameError::NoSuchOffer { offer: 1 });
    assert_eq!(table.game.offers_left(White), 2, "an offer that was made counts");
}

#[test]
fn d4_after_a_decline_both_may_offer_again_and_the_other_s_offer_costs_one_nothing() {
    let mut table = Table::opened();
    table.offer(White).unwrap();
    table.say(&GameCommand::DeclineDraw { side: Black, offer: 1 }).unwrap();
    assert_eq!(table.offer(Black), Ok(vec![GameEvent::DrawOffered { side: Black, offer: 2 }]));
    assert_eq!((table.game.offers_left(White), table.game.offers_left(Black)), (2, 2));
    table.say(&GameCommand::DeclineDraw { side: White, offer: 2 }).unwrap();
    assert_eq!(table.offer(White), Ok(vec![GameEvent::DrawOffered { side: White, offer: 3 }]));
}

#[test]
fn d5_an_answer_names_the_offer_and_what_was_declined_can_t_be_accepted() {
    let mut table = Table::opened();
    table.offer(White).unwrap();
    let accept = GameCommand::AcceptDraw { side: Black, offer: 1 };
    for (side, offer) in [(Black, 0), (Black, 2), (White, 1)] {
        let refused = GameError::NoSuchOffer { offer };
        assert_eq!(table.refused(&GameCommand::AcceptDraw { side, offer }), refused);
        assert_eq!(table.refused(&GameCommand::DeclineDraw { side, offer }), refused);
    }
    table.say(&GameCommand::DeclineDraw { side: Black, offer: 1 }).unwrap();
    assert_eq!(table.refused(&accept), GameError::NoSuchOffer { offer: 1 });
    table.offer(White).unwrap();
    assert_eq!(
        table.refused(&accept),
        GameError::NoSuchOffer { offer: 1 },
        "the second offer is another one"
    );
    table.say(&GameCommand::AcceptDraw { side: Black, offer: 2 }).unwrap();
    let ending = table.ending();
    assert_eq!((ending.outcome, ending.reason), (Outcome::Draw, EndReason::Agreement));
}

#[test]
fn d5_after_the_end_everything_is_refused() {
    let mut table = Table::opened();
    let played = table.move_command("d4-e5");
    table.offer(White).unwrap();
    table.say(&GameCommand::AcceptDraw { side: Black, offer: 1 }).unwrap();
    for command in [
        played,
        GameCommand::OfferDraw { side: White },
        GameCommand::AcceptDraw { side: Black, offer: 1 },
        GameCommand::DeclineDraw { side: Black, offer: 1 },
        GameCommand::Resign { side: Black },
        GameCommand::Flag,
        GameCommand::Pause,
        GameCommand::Void,
    ] {
        assert_eq!(table.refused(&command), GameError::GameOver, "{command:?}");
    }
    let version = table.game.version();
    assert!(table.game.apply(&GameEvent::DrawOffered { side: White, offer: 2 }).is_err());
    assert_eq!(table.game.version(), version);
}

#[test]
fn d6_an_offer_is_never_taken_back_so_accepting_and_moving_have_one_order() {
    // Black's accept and White's own move cross: the offer stands after the move, so the accept counts in either order.
    let mut table = Table::opened();
    table.offer(White).unwrap();
    table.play("d4-e5");
    table.say(&GameCommand::AcceptDraw { side: Black, offer: 1 }).unwrap();
    assert_eq!(table.ending().reason, EndReason::Agreement);

    // Black's move and Black's accept in another tab: what is handled first counts, the other is refused.
    let mut table = Table::opened();
    table.play("d4-e5");
    table.offer(White).unwrap();
    table.play("f6xd4");
    let accept = GameCommand::AcceptDraw { side: Black, offer: 1 };
    assert_eq!(table.refused(&accept), GameError::NoSuchOffer { offer: 1 });
}

#[test]
fn offering_while_the_opponent_s_offer_stands_accepts_it_even_with_none_left() {
    let mut table = Table::opened();
    for offer in 1..=3 {
        table.offer(White).unwrap();
        table.say(&GameCommand::DeclineDraw { side: Black, offer }).unwrap();
    }
    table.offer(Black).unwrap();
    table.offer(White).unwrap();
    let ending = table.ending();
    assert_eq!((ending.outcome, ending.reason), (Outcome::Draw, EndReason::Agreement));
    assert_eq!(table.game.offers_left(White), 0);
}

#[test]
fn offers_are_possible_from_ply_two_on_either_turn() {
    let mut table = Table::initial();
    table.play("c3-d4");
    assert_eq!(table.offer(White), Err(GameError::TooEarly { from: 2 }));
    assert_eq!(table.offer(Black), Err(GameError::TooEarly { from: 2 }));
    table.play("b6-a5");
    for side in [White, Black] {
        assert!(table.game.decide(&GameCommand::OfferDraw { side }, table.now).is_ok());
    }
}

#[test]
fn an_offer_survives_a_pause() {
    let mut table = Table::opened();
    table.offer(White).unwrap();
    table.say(&GameCommand::Pause).unwrap();
    let accept = GameCommand::AcceptDraw { side: Black, offer: 1 };
    assert_eq!(table.refused(&accept), GameError::Paused);
    let cause = game::ResumeCause::Restart;
    table.say(&GameCommand::Resume { cause, down: ids::Millis(1) }).unwrap();
    table.say(&accept).unwrap();
    assert_eq!(table.ending().reason, EndReason::Agreement);
}
