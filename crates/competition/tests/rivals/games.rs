//! The state table from the first game to the end: what leads where, and what it does to the books.

use crate::scene::{
    End, FIRST, SECOND, books, checking_in, end, limits, mini, per_game, play, playing, playing_by,
};
use crate::world::{ANA, BEA, World, all_here, minute, minutes, player, terms};
use competition::{
    DecidedBy, Finish, GameOver, GameResult, GameSlot, LostBy, LostGame, MatchCommand, MatchError,
    MatchState, MatchTerms, PerColour, PerSeat, ReviewHold, RivalsLimits, Ruling, Seat, Stage, StakeMode,
    StartAt, StopCause, TickFacts, WonPot, rematch_id,
};
use ids::{Amount, Millis, WallTime};

#[test]
fn a_game_is_made_with_what_the_store_needs() {
    for (terms, stake) in [(terms(), None), (per_game(), Some(Amount(100)))] {
        let world = playing(terms);
        let start = world.start.expect("a game runs");
        let slot = GameSlot::Regular { number: 1, replay: 0 };
        assert_eq!((start.slot, start.game), (slot, slot.game_id(world.played.id())));
        assert_eq!(start.players, PerColour { white: BEA, black: ANA }, "first meeting: the challenged one");
        assert_eq!((start.stake, start.rated), (stake, true));
        assert_eq!(start.first_move_window, Some(Millis(30_000)));
        let closes = PerColour { white: minute(605), black: minute(605) };
        assert_eq!(start.absent_at, Some(closes), "the rest of the check-in's grace");
    }
}

#[test]
fn a_match_is_decided_by_its_score_or_as_soon_as_the_lead_is_more_than_what_is_left() {
    let (a, b, d) = (End::Won(FIRST), End::Won(SECOND), End::Draw);
    for (games, ends, winner, by, expected) in [
        (4, vec![a, a, a], Some(FIRST), DecidedBy::Lead, (85, -100, 15)),
        (6, vec![a, a, d, a], Some(FIRST), DecidedBy::Lead, (85, -100, 15)),
        (1, vec![b], Some(SECOND), DecidedBy::Score, (-100, 85, 15)),
        (4, vec![b, d, d, b], Some(SECOND), DecidedBy::Score, (-100, 85, 15)),
        (4, vec![a, a, b, d], Some(FIRST), DecidedBy::Score, (85, -100, 15)),
        (4, vec![a, a, b, b], None, DecidedBy::Score, (0, 0, 0)),
        (4, vec![d, d, d, d], None, DecidedBy::Score, (0, 0, 0)),
        (4, vec![a, a, d], Some(FIRST), DecidedBy::Lead, (85, -100, 15)),
    ] {
        let mut world = playing(MatchTerms { games, ..terms() });
        play(&mut world, &ends);
        let outcome = world.played.outcome().expect("decided");
        assert_eq!((outcome.winner, outcome.by), (winner, by), "{ends:?}");
        assert_eq!(books(&world), (-100, -100, 0), "the pot is held until it is settled");
        world.tick(all_here());
        assert_eq!((world.state(), books(&world)), (MatchState::Settled, expected), "{ends:?}");
        world.tick(all_here());
        assert_eq!(world.state(), MatchState::Closed);
    }
}

#[test]
fn where_each_game_has_its_stake_each_settles_alone_and_an_early_decision_gives_the_rest_back() {
    let (a, d) = (End::Won(FIRST), End::Draw);
    let mut world = playing(per_game());
    play(&mut world, &[a]);
    assert_eq!(books(&world), (-400 + 185, -400, 15));
    let mut world = playing(per_game());
    play(&mut world, &[a, a, d]);
    assert_eq!((world.state(), books(&world)), (MatchState::Decided, (170, -200, 30)));
    let mut world = playing(per_game());
    world.granted(&MatchCommand::AgreeToPlayOn { by: ANA }, minute(601));
    world.granted(&MatchCommand::AgreeToPlayOn { by: BEA }, minute(601));
    play(&mut world, &[a, a, a, End::Won(SECOND)]);
    assert_eq!(books(&world), (3 * 85 - 100, 85 - 300, 60), "both agreed to play on");
    assert_eq!(world.played.outcome().expect("decided").winner, Some(FIRST));
    let mut world = playing(terms());
    let play_on = MatchCommand::AgreeToPlayOn { by: ANA };
    assert_eq!(world.ask(&play_on, minute(601)), Err(MatchError::OneStake));
}

#[test]
fn two_absences_in_a_row_lose_the_match_and_of_both_make_it_level() {
    let (a, b, both) = (End::Absent(FIRST), End::Absent(SECOND), End::BothAbsent);
    let w = End::Won(FIRST);
    for (ends, winner, by) in [
        (vec![a, a], Some(SECOND), DecidedBy::Absence),
        (vec![w, b, b], Some(FIRST), DecidedBy::Absence),
        (vec![both, b], Some(FIRST), DecidedBy::Absence),
        (vec![a, both], Some(SECOND), DecidedBy::Absence),
        (vec![w, both, both], None, DecidedBy::BothAbsent),
        (vec![a, End::Draw, a], Some(SECOND), DecidedBy::Lead),
        (vec![a, b, a, b], None, DecidedBy::Score),
        (vec![a, End::Void, a], Some(SECOND), DecidedBy::Absence),
    ] {
        let mut world = playing(per_game());
        play(&mut world, &ends);
        let outcome = world.played.outcome().expect("decided");
        assert_eq!((outcome.winner, outcome.by), (winner, by), "{ends:?}");
    }
    let mut world = playing(per_game());
    play(&mut world, &[both, both]);
    assert_eq!(books(&world), (0, 0, 0), "what was unplayed and what nobody came to is given back");
}

#[test]
fn a_voided_game_is_played_again_once_with_the_same_colours_and_then_is_unplayed() {
    for terms in [terms(), per_game()] {
        let mut world = playing(terms);
        let first = world.start.expect("a game runs");
        play(&mut world, &[End::Void]);
        world.tick(all_here());
        let again = world.start.expect("it is played again");
        assert_eq!(again.slot, GameSlot::Regular { number: 1, replay: 1 });
        assert_eq!((again.white, again.clocks), (first.white, first.clocks));
        assert_ne!(again.game, first.game);
        end(&mut world, End::Void, minute(610));
        world.tick(all_here());
        let next = world.start.expect("the match goes on");
        assert_eq!(
            (next.slot, next.white),
            (GameSlot::Regular { number: 2, replay: 0 }, first.white.other())
        );
        assert_eq!(world.played.points(), PerSeat { first: 0, second: 0 });
    }
}

#[test]
fn a_break_is_a_minute_which_both_may_end_and_each_may_extend_once() {
    let mut world = playing(terms());
    play(&mut world, &[End::Draw]);
    assert_eq!(world.played.due(), Some(minute(603)));
    world.granted(&MatchCommand::ExtendBreak { by: ANA }, minute(602));
    assert_eq!(world.played.due(), Some(minute(605)));
    let again = MatchCommand::ExtendBreak { by: ANA };
    assert_eq!(world.ask(&again, minute(602)), Err(MatchError::NoExtensionLeft { allowed: 1 }));
    world.granted(&MatchCommand::ExtendBreak { by: BEA }, minute(602));
    assert_eq!(world.played.due(), Some(minute(607)));
    world.granted(&MatchCommand::Ready { by: ANA }, minute(603));
    assert_eq!(world.played.due(), Some(minute(607)));
    assert_eq!(world.ask(&MatchCommand::Ready { by: ANA }, minute(603)), Ok(vec![]));
    world.granted(&MatchCommand::Ready { by: BEA }, minute(604));
    assert_eq!(world.tick(all_here()), minute(604));
    assert_eq!(world.state(), MatchState::Playing);
    let sixty = PerColour { white: minute(605), black: minute(605) };
    assert_eq!(world.start.expect("runs").absent_at, Some(sixty), "sixty seconds after the break");
}

#[test]
fn coming_late_uses_up_a_budget_but_nobody_who_is_there_loses_the_window_for_his_first_move() {
    let mut world = playing(MatchTerms { games: 8, ..terms() });
    let mut at = minute(602);
    for (late, left) in [(0, 60), (50, 60), (45, 30), (60, 30)] {
        let start = world.start.expect("a game runs");
        let equal = PerColour::default();
        let (result, finish) = (GameResult::Draw, Finish::Played);
        let over = GameOver { result, finish, plies: 60, thinking: equal, left: equal, at };
        let late = PerSeat { first: Millis(late * 1_000), second: Millis::ZERO };
        world.granted(&MatchCommand::GameOver { game: start.game, over, late }, at);
        at = world.tick(all_here());
        let next = world.start.expect("the next runs");
        let absent_at = next.absent_at.expect("with a window");
        let (ana, bea) = match next.white {
            FIRST => (absent_at.white, absent_at.black),
            SECOND => (absent_at.black, absent_at.white),
        };
        let least = if next.white == FIRST { left } else { 60 };
        assert_eq!((ana.since(at), bea.since(at)), (Millis(least * 1_000), Millis(60_000)), "{late:?}");
        at = at.plus(minutes(3));
    }
}

#[test]
fn a_stop_pays_who_leads_and_gives_a_level_pot_back() {
    let stops = [
        (vec![MatchCommand::Stop { cause: StopCause::Regulator }], StopCause::Regulator),
        (vec![MatchCommand::Stop { cause: StopCause::Operator }], StopCause::Operator),
        (
            vec![MatchCommand::AgreeToStop { by: ANA }, MatchCommand::AgreeToStop { by: BEA }],
            StopCause::Consent,
        ),
    ];
    for (commands, cause) in stops {
        for (first, state, per_match, per_game_books) in [
            (End::Won(SECOND), MatchState::Decided, (-100, 85, 15), (-100, 85, 15)),
            (End::Draw, MatchState::Voided, (0, 0, 0), (0, 0, 0)),
        ] {
            for (terms, expected) in [(terms(), per_match), (per_game(), per_game_books)] {
                let mut world = playing(terms);
                play(&mut world, &[first]);
                for command in &commands {
                    world.granted(command, minute(602));
                }
                let own_stakes = world.played.terms().stake_mode == StakeMode::PerGame;
                let state = if own_stakes { MatchState::Decided } else { state };
                assert_eq!(world.state(), state, "{cause:?}");
                if state == MatchState::Decided {
                    assert_eq!(world.played.outcome().expect("decided").by, DecidedBy::Stop(cause));
                    world.tick(all_here());
                }
                assert_eq!(books(&world), expected, "{cause:?} after {first:?}");
            }
        }
    }
    let mut world = playing(terms());
    world.granted(&MatchCommand::Stop { cause: StopCause::Operator }, minute(601));
    assert_eq!(world.state(), MatchState::Playing, "the game that runs is played to its end");
    play(&mut world, &[End::Won(FIRST)]);
    assert_eq!(world.state(), MatchState::Decided);
}

#[test]
fn a_limit_stops_a_match_only_where_the_next_game_has_its_own_stake() {
    let mut barred = all_here();
    barred.barred.second = true;
    let mut world = playing(terms());
    play(&mut world, &[End::Won(FIRST)]);
    world.tick(barred.clone());
    assert_eq!(world.state(), MatchState::Playing);
    let mut world = playing(per_game());
    play(&mut world, &[End::Won(FIRST)]);
    world.tick(barred.clone());
    assert_eq!((world.state(), books(&world)), (MatchState::Decided, (85, -100, 15)));
    let mut world = checking_in(per_game(), &limits());
    for seat in Seat::BOTH {
        world.granted(&MatchCommand::CheckIn { by: player(seat) }, minute(590));
    }
    world.tick(barred.clone());
    assert_eq!((world.state(), books(&world)), (MatchState::Cancelled, (0, 0, 0)));
}

#[test]
fn a_level_match_goes_to_a_mini_match_whose_first_white_had_black_last() {
    let (a, b, d) = (End::Won(FIRST), End::Won(SECOND), End::Draw);
    let mut world = playing(mini());
    play(&mut world, &[a, b]);
    assert_eq!(world.state(), MatchState::MiniMatch);
    let black_last = world.played.games()[1].white.other();
    world.tick(all_here());
    let start = world.start.expect("a game of it runs");
    assert!(matches!(start.slot, GameSlot::Mini(key) if key.stage == Stage::Half && key.leg == 1));
    assert_eq!((start.white, start.rated, start.stake), (black_last, false, None));
    assert_eq!((start.clocks.white, start.increment), (Millis(150_000), Millis(1_000)));
    end(&mut world, a, minute(620));
    world.tick(all_here());
    end(&mut world, d, minute(630));
    let outcome = world.played.outcome().expect("decided");
    assert_eq!((outcome.winner, outcome.by), (Some(FIRST), DecidedBy::MiniMatch));
    world.tick(all_here());
    assert_eq!(books(&world), (85, -100, 15), "the same pot and one fee");

    let mut world = playing(mini());
    play(&mut world, &[d; 16]);
    assert_eq!(world.state(), MatchState::Decided);
    let last = world.played.games().last().expect("played");
    assert!(matches!(last.slot, GameSlot::Mini(key) if key.stage == Stage::SuddenDeath && key.leg == 10));
    world.tick(all_here());
    assert_eq!(books(&world), (0, 0, 0), "level to the end");
}

#[test]
fn absences_in_a_row_count_on_in_the_mini_match() {
    let mut world = playing(mini());
    play(&mut world, &[End::Won(FIRST), End::Absent(FIRST), End::Absent(FIRST)]);
    let outcome = world.played.outcome().expect("decided");
    assert_eq!((outcome.winner, outcome.by), (Some(SECOND), DecidedBy::Absence));
}

/// The hold on the pot that `loser` lost, of two of whom nothing else is known.
fn hold_of(world: &World, loser: Seat, at: WallTime) -> Option<ReviewHold> {
    let lost = world.played.lost_by(loser).map(|game| LostGame {
        by: if game.over.finish == Finish::Forfeit { LostBy::Forfeit } else { LostBy::Resignation },
        plies: game.over.plies,
    });
    let pot = WonPot {
        stake: world.played.terms().stake,
        highest: world.played.limits().stake_max,
        lost: lost.collect(),
        same_device: false,
        same_address: false,
        same_payment: false,
        flow: 0,
    };
    world.played.limits().review.hold(&pot, at)
}

#[test]
fn a_suspicious_pot_is_held_a_day_and_a_disputed_one_three_then_the_result_stands() {
    let high = MatchTerms { stake: Amount(250), games: 1, ..terms() };
    let low = MatchTerms { stake: Amount(249), games: 1, ..terms() };
    for (terms, last, loser, held) in [
        (high.clone(), End::Quick(FIRST), Some(SECOND), true),
        (high.clone(), End::Absent(FIRST), Some(FIRST), true),
        (high.clone(), End::Won(FIRST), Some(SECOND), false),
        (low.clone(), End::Quick(FIRST), Some(SECOND), false),
        (low.clone(), End::Draw, None, false),
        (MatchTerms { stake_mode: StakeMode::PerGame, ..high }, End::Quick(FIRST), Some(SECOND), false),
    ] {
        let mut world = playing(terms);
        play(&mut world, &[last]);
        let due = world.played.due().expect("decided");
        let hold = loser.and_then(|loser| hold_of(&world, loser, due));
        let at = world.tick(TickFacts { hold, ..all_here() });
        let state = if held { MatchState::Review } else { MatchState::Settled };
        assert_eq!(world.state(), state, "{last:?}");
        if held {
            assert_eq!(world.tick(all_here()), at.plus(minutes(24 * 60)));
            assert_eq!(world.state(), MatchState::Settled);
        }
    }
    let windowed = RivalsLimits { dispute_window: minutes(60), ..limits() };
    let mut world = playing_by(MatchTerms { games: 1, ..low }, &windowed);
    play(&mut world, &[End::Won(FIRST)]);
    assert_eq!(world.played.due(), Some(minute(662)));
    world.granted(&MatchCommand::Dispute { by: BEA }, minute(661));
    assert_eq!(world.ask(&MatchCommand::Dispute { by: BEA }, minute(661)), Ok(vec![]));
    assert_eq!(world.tick(all_here()), minute(661 + 72 * 60));
    assert_eq!(world.state(), MatchState::Settled);
}

#[test]
fn a_ruling_pays_as_it_says() {
    let windowed = RivalsLimits { dispute_window: minutes(60), ..limits() };
    for (ruling, state, expected) in [
        (Ruling::Stands, MatchState::Settled, (85, -100, 15)),
        (Ruling::Winner(Some(SECOND)), MatchState::Settled, (-100, 85, 15)),
        (Ruling::Winner(None), MatchState::Settled, (0, 0, 0)),
        (Ruling::Void, MatchState::Voided, (0, 0, 0)),
    ] {
        let mut world = playing_by(MatchTerms { games: 1, ..terms() }, &windowed);
        play(&mut world, &[End::Won(FIRST)]);
        world.granted(&MatchCommand::Dispute { by: BEA }, minute(603));
        assert_eq!(books(&world), (-100, -100, 0), "what is held stays held");
        world.granted(&MatchCommand::Rule { ruling }, minute(604));
        assert_eq!((world.state(), books(&world)), (state, expected), "{ruling:?}");
        assert!(world.ask(&MatchCommand::Rule { ruling }, minute(605)).is_err());
    }
}

#[test]
fn a_match_has_one_rematch_with_the_same_terms_and_the_first_colour_swapped() {
    let mut world = playing(MatchTerms { games: 1, ..terms() });
    play(&mut world, &[End::Draw]);
    let settled = world.tick(all_here());
    assert_eq!(world.played.due(), Some(settled.plus(minutes(2))));
    let accept = MatchCommand::AcceptRematch { by: ANA };
    assert_eq!(world.ask(&accept, settled), Err(MatchError::NoRematchOffer));
    world.granted(&MatchCommand::OfferRematch { by: BEA }, settled);
    assert_eq!(world.ask(&MatchCommand::OfferRematch { by: BEA }, settled), Ok(vec![]));
    assert_eq!(world.ask(&MatchCommand::AcceptRematch { by: BEA }, settled), Err(MatchError::NoRematchOffer));
    world.granted(&accept, settled);
    assert_eq!(world.played.child(), Some(rematch_id(world.played.id())));
    assert_eq!(world.ask(&accept, settled), Ok(vec![]), "one child");
    let (proposal, _) = world.played.rematch().expect("offered");
    // Bea had White as the challenged one; she offers, so she is the first seat of the child and has Black
    assert_eq!((proposal.challenger, proposal.first_white), (BEA, Some(SECOND)));
    assert_eq!((proposal.terms.start, proposal.terms.stake), (StartAt::Now, Amount(100)));
    world.tick(all_here());
    assert_eq!(world.state(), MatchState::Closed);
    assert!(world.ask(&accept, settled).is_err());
}

#[test]
fn a_game_that_runs_for_very_long_is_shown_to_the_operator_again_and_again() {
    let mut world = playing(terms());
    let at = world.tick(all_here());
    assert_eq!(at, minute(600 + 12 * 60));
    assert_eq!(world.tick(all_here()), minute(600 + 24 * 60));
    assert_eq!(world.state(), MatchState::Playing);
}
