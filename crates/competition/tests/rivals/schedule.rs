//! The state table from the challenge to the first game: what leads where, and what it does to the books.

use crate::scene::{FIRST, SECOND, books, checking_in, limits, now, per_game, scheduled};
use crate::world::{ANA, BEA, EVA, World, all_here, minute, player, terms};
use competition::{
    CancelCause, CounterTerms, Holder, MatchCommand, MatchError, MatchEvent, MatchState, MatchTerms,
    NoShowMoney, PairColours, Proposal, RivalsLimits, Seat, StartAt, TickFacts,
};
use ids::{AccountId, Amount, WallTime};

#[test]
fn a_challenge_expires_after_a_day_or_half_an_hour_before_the_start_or_after_half_the_lead() {
    for (start, expires) in [
        (StartAt::Now, minute(2)),
        (StartAt::At(minute(15)), WallTime(minute(7).0 + 30_000_000)),
        (StartAt::At(minute(60)), minute(30)),
        (StartAt::At(minute(600)), minute(570)),
        (StartAt::At(minute(10_000)), minute(1_440)),
    ] {
        let mut world = World::of(MatchTerms { start, ..terms() }, &limits());
        assert_eq!(world.played.due(), Some(expires), "{start:?}");
        let accept = world.accept(SECOND);
        let too_late = MatchError::TooLate { at: expires, due: expires };
        assert_eq!(world.ask(&accept, expires), Err(too_late));
        world.tick(TickFacts::default());
        assert_eq!(world.state(), MatchState::Expired);
    }
}

#[test]
fn the_answer_is_the_other_players_and_each_has_one_counter_offer() {
    let mut world = World::of(terms(), &limits());
    let clock = terms().clock;
    let counter =
        |stake| CounterTerms { clock, games: 4, stake: Amount(stake), start: StartAt::At(minute(600)) };
    for command in [
        MatchCommand::Counter { by: ANA, terms: counter(50) },
        MatchCommand::Decline { by: ANA },
        world.accept(FIRST),
    ] {
        assert_eq!(world.ask(&command, minute(1)), Err(MatchError::NotYours(SECOND)), "{command:?}");
    }
    assert_eq!(world.ask(&MatchCommand::Withdraw { by: BEA }, minute(1)), Err(MatchError::NotYours(FIRST)));
    assert_eq!(world.ask(&MatchCommand::Decline { by: EVA }, minute(1)), Err(MatchError::Stranger(EVA)));
    let same = MatchCommand::Counter { by: BEA, terms: counter(100) };
    assert_eq!(world.ask(&same, minute(1)), Err(MatchError::SameTerms));

    let old = world.accept(FIRST);
    world.granted(&MatchCommand::Counter { by: BEA, terms: counter(50) }, minute(1));
    assert_eq!(world.state(), MatchState::Countered);
    let standing = world.played.terms().hash();
    assert!(
        matches!(world.ask(&old, minute(2)), Err(MatchError::OtherTerms { standing: s, .. }) if s == standing)
    );
    world.granted(&MatchCommand::Counter { by: ANA, terms: counter(60) }, minute(2));
    let again = MatchCommand::Counter { by: BEA, terms: counter(70) };
    assert_eq!(world.ask(&again, minute(3)), Err(MatchError::NoCounterLeft { allowed: 1 }));
    let accept = world.accept(SECOND);
    world.granted(&accept, minute(3));
    assert_eq!((world.state(), books(&world)), (MatchState::Scheduled, (-60, -60, 0)));
}

#[test]
fn offers_end_where_the_table_says_and_hold_nothing() {
    for (command, state) in [
        (MatchCommand::Decline { by: BEA }, MatchState::Declined),
        (MatchCommand::Withdraw { by: ANA }, MatchState::Withdrawn),
    ] {
        let mut world = World::of(terms(), &limits());
        world.granted(&command, minute(1));
        assert_eq!((world.state(), books(&world)), (state, (0, 0, 0)));
        assert!(world.ask(&command, minute(1)).is_err(), "it has happened");
    }
}

#[test]
fn acceptance_holds_the_worst_case_once_and_a_failure_leaves_the_offer_standing() {
    for (terms, hold) in [(terms(), 100), (per_game(), 400)] {
        let mut world = World::of(terms, &limits());
        world.granted(&MatchCommand::FundingFailed { seat: SECOND }, minute(1));
        assert_eq!((world.state(), books(&world)), (MatchState::Proposed, (0, 0, 0)));
        let accept = world.accept(SECOND);
        world.granted(&accept, minute(1));
        assert_eq!((world.state(), books(&world)), (MatchState::Scheduled, (-hold, -hold, 0)));
        assert_eq!(world.ask(&accept, minute(2)), Ok(vec![]), "an acceptance told twice");
    }
}

#[test]
fn an_open_seat_is_taken_by_who_accepts_first_and_not_by_its_owner() {
    let proposal = Proposal { challenger: ANA, challenged: None, terms: now(), first_white: None };
    let mut world = World::propose(5, &limits(), proposal, minute(0)).expect("valid");
    let terms = world.played.terms().hash();
    let accept = |by: AccountId| MatchCommand::Accept { by, terms, history: PairColours::default() };
    assert_eq!(world.ask(&accept(ANA), minute(1)), Err(MatchError::NotYours(SECOND)));
    let change = CounterTerms { clock: now().clock, games: 2, stake: Amount(5), start: StartAt::Now };
    let counter = MatchCommand::Counter { by: EVA, terms: change };
    assert_eq!(world.ask(&counter, minute(1)), Err(MatchError::OpenSeat));
    world.granted(&accept(EVA), minute(1));
    assert_eq!(world.played.player(SECOND), Some(EVA));
    assert_eq!(world.book(Holder::Wallet(EVA)), -100);
    assert!(world.ask(&accept(BEA), minute(1)).is_err());
}

#[test]
fn check_in_opens_at_acceptance_or_a_quarter_of_an_hour_before_the_start_whichever_is_later() {
    let mut world = World::of(now(), &limits());
    let accept = world.accept(SECOND);
    world.granted(&accept, minute(1));
    assert_eq!((world.state(), world.played.starts_at()), (MatchState::CheckIn, Some(minute(1))));
    let mut world = World::of(MatchTerms { start: StartAt::At(minute(20)), ..terms() }, &limits());
    let accept = world.accept(SECOND);
    world.granted(&accept, minute(7));
    assert_eq!(world.state(), MatchState::CheckIn);
    let world = checking_in(terms(), &limits());
    assert_eq!(world.state(), MatchState::CheckIn);
}

#[test]
fn cancelling_gives_everything_back_and_marks_only_who_cancels_alone_and_late() {
    let free = minute(240);
    for (at, command, cause) in [
        (free, MatchCommand::CancelAlone { by: ANA }, CancelCause::Alone(FIRST)),
        (WallTime(free.0 + 1), MatchCommand::CancelAlone { by: BEA }, CancelCause::AloneLate(SECOND)),
        (
            minute(599),
            MatchCommand::CancelByPlatform { cause: CancelCause::Regulator },
            CancelCause::Regulator,
        ),
        (
            minute(599),
            MatchCommand::CancelByPlatform { cause: CancelCause::Limit(FIRST) },
            CancelCause::Limit(FIRST),
        ),
    ] {
        for terms in [terms(), per_game()] {
            let mut world = scheduled(terms, &limits());
            assert_eq!(world.granted(&command, at), vec![MatchEvent::Cancelled { cause }]);
            assert_eq!((world.state(), books(&world)), (MatchState::Cancelled, (0, 0, 0)));
        }
    }
    let mut world = checking_in(terms(), &limits());
    world.granted(&MatchCommand::OfferCancel { by: ANA }, minute(590));
    assert_eq!(world.ask(&MatchCommand::OfferCancel { by: ANA }, minute(590)), Ok(vec![]));
    world.granted(&MatchCommand::OfferCancel { by: BEA }, minute(591));
    assert_eq!((world.state(), books(&world)), (MatchState::Cancelled, (0, 0, 0)));
}

#[test]
fn who_has_not_checked_in_when_the_grace_ends_has_not_come() {
    for (come, state) in [
        (vec![], MatchState::NoShowBoth),
        (vec![FIRST], MatchState::NoShowOne),
        (vec![SECOND], MatchState::NoShowOne),
    ] {
        let mut world = checking_in(per_game(), &limits());
        for seat in &come {
            world.granted(&MatchCommand::CheckIn { by: player(*seat) }, minute(605));
        }
        let hint = MatchCommand::Tick(TickFacts::default());
        assert_eq!(world.ask(&hint, minute(605)), Ok(vec![]), "the last instant still counts");
        assert_eq!(world.tick(all_here()), WallTime(minute(605).0 + 1));
        assert_eq!((world.state(), books(&world)), (state, (0, 0, 0)));
        assert_eq!(world.played.walkover(), come.first().copied());
    }
}

#[test]
fn a_no_show_forfeits_a_stake_only_by_configuration_and_after_both_confirmed_anew() {
    let forfeits = RivalsLimits { no_show: NoShowMoney::ForfeitStake, ..limits() };
    for (limits, confirm, terms, expected) in [
        (&limits(), vec![FIRST, SECOND], terms(), (0, 0, 0)),
        (&forfeits, vec![FIRST], terms(), (0, 0, 0)),
        (&forfeits, vec![SECOND], terms(), (0, 0, 0)),
        (&forfeits, vec![FIRST, SECOND], terms(), (85, -100, 15)),
        (&forfeits, vec![FIRST, SECOND], per_game(), (85, -100, 15)),
    ] {
        let mut world = scheduled(terms, limits);
        for seat in confirm {
            world.granted(&MatchCommand::Reconfirm { by: player(seat) }, minute(300));
        }
        world.tick(all_here());
        world.granted(&MatchCommand::CheckIn { by: ANA }, minute(600));
        world.tick(all_here());
        assert_eq!((world.state(), books(&world)), (MatchState::NoShowOne, expected));
    }
    let far = MatchTerms { start: StartAt::At(minute(5_000)), ..terms() };
    let mut world = scheduled(far, &forfeits);
    let early = MatchError::TooEarly { at: minute(3_559), from: minute(3_560) };
    assert_eq!(world.ask(&MatchCommand::Reconfirm { by: ANA }, minute(3_559)), Err(early));
    world.granted(&MatchCommand::Reconfirm { by: ANA }, minute(3_560));
}

#[test]
fn a_start_waits_for_a_lobby_game_at_most_a_quarter_of_an_hour_and_for_who_went_away_until_the_grace_ends() {
    let mut on_board = all_here();
    on_board.on_board.first = true;
    let mut away = all_here();
    away.present.second = false;
    for (facts, until) in [(on_board, minute(615)), (away, minute(605))] {
        let both_in = |world: &mut World| {
            for seat in Seat::BOTH {
                world.granted(&MatchCommand::CheckIn { by: player(seat) }, minute(590));
            }
            assert_eq!(world.tick(facts.clone()), minute(600));
            assert_eq!(world.played.due(), Some(WallTime(until.0 + 1)));
        };
        let mut world = checking_in(terms(), &limits());
        both_in(&mut world);
        world.granted(&MatchCommand::Tick(all_here()), minute(604));
        assert_eq!(world.state(), MatchState::Playing, "as soon as it can");
        let mut world = checking_in(terms(), &limits());
        both_in(&mut world);
        world.tick(facts.clone());
        assert_eq!((world.state(), books(&world)), (MatchState::NoShowOne, (0, 0, 0)));
    }
}

#[test]
fn nobody_fails_to_come_while_the_server_is_away() {
    let mut world = scheduled(terms(), &limits());
    world.granted(&MatchCommand::Tick(all_here()), minute(700));
    assert_eq!(world.state(), MatchState::CheckIn);
    assert_eq!(world.played.due(), Some(WallTime(minute(705).0 + 1)), "its grace begins with its opening");
    let mut world = checking_in(terms(), &limits());
    world.granted(&MatchCommand::CheckIn { by: ANA }, minute(590));
    world.granted(&MatchCommand::Tick(all_here()), minute(700));
    world.granted(&MatchCommand::CheckIn { by: BEA }, minute(704));
    world.tick(all_here());
    assert_eq!(world.state(), MatchState::Playing);
}
