//! What may be agreed to: terms, limits, their names, and what a pair's matches add up to.

use crate::world::{ANA, BEA, minute, terms};
use competition::{
    Clock, ClockClass, DecidedBy, Finish, FinishedMatch, GameOver, GameResult, GameSlot, GamesByColour,
    LevelRule, MatchGame, MatchOutcome, MatchTerms, PairRecord, PerColour, PerSeat, RivalsLimits,
    RivalsLimitsError, Run, Seat, StakeMode, StartAt, Tally, TermsError,
};
use ids::{Amount, BasisPoints, MatchId, Millis};
use std::collections::HashSet;
use uuid::Uuid;

#[test]
fn terms_that_can_not_be_offered_say_what_can() {
    let limits = RivalsLimits { stake_min: Amount(10), stake_max: Amount(500), ..RivalsLimits::default() };
    let lead = |lead_ms| TermsError::Lead { lead_ms, min: limits.min_lead, max: limits.max_lead };
    let start = |start| MatchTerms { start: StartAt::At(start), ..terms() };
    let stake = |given| TermsError::Stake { given, min: Amount(10), max: Amount(500) };
    let short = Clock { initial: Millis(59_999), increment: Millis::ZERO };
    let clock = TermsError::Clock { given: short, min: limits.clock_min, max: limits.clock_max };
    let games = |given| TermsError::Games { given, allowed: vec![1, 2, 4, 6, 8] };
    for (terms, expected) in [
        (terms(), Ok(())),
        (MatchTerms { games: 0, ..terms() }, Err(games(0))),
        (MatchTerms { games: 3, ..terms() }, Err(games(3))),
        (MatchTerms { stake: Amount(9), ..terms() }, Err(stake(Amount(9)))),
        (MatchTerms { stake: Amount(501), ..terms() }, Err(stake(Amount(501)))),
        (MatchTerms { stake: Amount(-100), ..terms() }, Err(stake(Amount(-100)))),
        (MatchTerms { clock: short, ..terms() }, Err(clock)),
        (start(minute(115)), Ok(())),
        (start(minute(114)), Err(lead(14 * 60_000))),
        (start(minute(40)), Err(lead(-60 * 60_000))),
        (start(minute(100 + 30 * 1_440)), Ok(())),
        (start(minute(101 + 30 * 1_440)), Err(lead(60_000 + 30 * 86_400_000))),
        (MatchTerms { fee: BasisPoints(10_001), ..terms() }, Err(TermsError::Fee(BasisPoints(10_001)))),
        (
            MatchTerms { level: LevelRule::MiniMatch, stake_mode: StakeMode::PerGame, ..terms() },
            Err(TermsError::MiniMatchPerGame),
        ),
    ] {
        assert_eq!(terms.validate(&limits, minute(100)), expected, "{terms:?}");
    }
}

#[test]
fn the_fee_is_rounded_down_to_the_players_good() {
    for (stake, fee, pot_fee) in [(199, 750, 29), (1, 750, 0), (100, 0, 0), (100, 10_000, 200), (50, 333, 3)]
    {
        let terms = MatchTerms { stake: Amount(stake), fee: BasisPoints(fee), ..terms() };
        assert_eq!(terms.pot_fee(), Amount(pot_fee), "{stake} at {fee}");
    }
}

#[test]
fn a_hash_names_exactly_one_agreement() {
    let clock = Clock { initial: Millis(60_000), increment: Millis(3_000) };
    let text = |profile: &str, config_hash: &str| MatchTerms {
        profile: profile.to_owned(),
        config_hash: config_hash.to_owned(),
        ..terms()
    };
    let all = [
        terms(),
        MatchTerms { clock, ..terms() },
        MatchTerms { games: 2, ..terms() },
        MatchTerms { stake_mode: StakeMode::PerGame, ..terms() },
        MatchTerms { stake: Amount(101), ..terms() },
        MatchTerms { fee: BasisPoints(751), ..terms() },
        MatchTerms { start: StartAt::Now, ..terms() },
        MatchTerms { start: StartAt::At(minute(601)), ..terms() },
        MatchTerms { level: LevelRule::MiniMatch, ..terms() },
        MatchTerms { watchable: false, ..terms() },
        MatchTerms { config_version: 8, ..terms() },
        text("a b", "c"),
        text("a", "b c"),
    ];
    let hashes: HashSet<_> = all.iter().map(MatchTerms::hash).collect();
    assert_eq!(hashes.len(), all.len());
    assert_eq!(terms().hash(), terms().hash());
}

#[test]
fn limits_that_can_not_be_played_by_are_refused_by_name() {
    let limits = RivalsLimits::default;
    assert_eq!(limits().validate(), Ok(()));
    assert_eq!(RivalsLimits { min_lead: Millis(120_000), ..limits() }.validate(), Ok(()), "the demo's");
    assert_eq!(RivalsLimits { games: vec![], ..limits() }.validate(), Err(RivalsLimitsError::Games));
    assert_eq!(RivalsLimits { games: vec![2, 0], ..limits() }.validate(), Err(RivalsLimitsError::Games));
    let most = Amount(Amount::MAX.0 / 2 / 8);
    let (min, max) = (Amount(1), Amount(most.0 + 1));
    let stakes = Err(RivalsLimitsError::Stakes { min, max, most });
    assert_eq!(RivalsLimits { stake_max: max, ..limits() }.validate(), stakes);
    let grace = RivalsLimits { grace: Millis(2 * 60_000), ..limits() }.validate();
    let expected = RivalsLimitsError::Bounds { name: "grace", given: 120_000, min: 180_000, max: 900_000 };
    assert_eq!(grace, Err(expected));
    let order = RivalsLimits { max_lead: Millis(60_000), ..limits() }.validate();
    assert!(matches!(order, Err(RivalsLimitsError::Order { low: "min_lead", high: "max_lead", .. })));
    let mut own = limits();
    own.mini.forfeits_lose = Some(2);
    assert_eq!(own.validate(), Err(RivalsLimitsError::MiniAbsences));
}

fn game(number: u8, white: Seat, result: GameResult, finish: Finish) -> MatchGame {
    let slot = GameSlot::Regular { number, replay: 0 };
    let equal = PerColour::default();
    let over = GameOver { result, finish, plies: 50, thinking: equal, left: equal, at: minute(0) };
    MatchGame { slot, game: slot.game_id(MatchId(Uuid::nil())), white, over }
}

#[test]
fn the_record_of_a_pair_is_the_same_whoever_challenged() {
    let outcome = |winner| Some(MatchOutcome { winner, by: DecidedBy::Score, points: PerSeat::default() });
    let blitz = |challenger, winner, games| FinishedMatch {
        first: challenger,
        second: if challenger == ANA { BEA } else { ANA },
        clock_class: ClockClass::Blitz,
        outcome: outcome(winner),
        walkover: None,
        games,
        net: PerSeat { first: Amount(85), second: Amount(-100) },
    };
    let (first, second) = (Seat::First, Seat::Second);
    let matches = [
        blitz(
            ANA,
            Some(first),
            vec![
                game(1, second, GameResult::White, Finish::Played), // Bea wins with White
                game(2, first, GameResult::White, Finish::Played),  // Ana wins with White
                game(3, second, GameResult::Black, Finish::Forfeit),
                game(4, first, GameResult::Void, Finish::Played),
            ],
        ),
        // Bea challenges: her seat is the match's first, Ana's the pair's
        blitz(BEA, Some(second), vec![game(1, second, GameResult::Draw, Finish::Played)]),
        blitz(BEA, Some(first), vec![game(1, first, GameResult::Neither, Finish::Forfeit)]),
        FinishedMatch { outcome: None, walkover: Some(first), ..blitz(BEA, None, vec![]) },
        blitz(ANA, None, vec![]),
    ];
    let record = PairRecord::of(&matches);
    assert_eq!(record.matches, Tally { wins: 2, draws: 1, losses: 1 });
    assert_eq!(record.walkovers, Tally { wins: 0, draws: 0, losses: 1 });
    let white = Tally { wins: 1, draws: 1, losses: 0 };
    let black = Tally { wins: 0, draws: 0, losses: 1 };
    assert_eq!(record.games.get(&ClockClass::Blitz), Some(&GamesByColour { white, black }));
    assert_eq!(record.forfeits, PerSeat { first: 1, second: 2 });
    assert_eq!((record.current, record.longest), (None, Some(Run { of: first, length: 2 })));
    assert_eq!(record.net, PerSeat { first: Amount(85 * 2 - 300), second: Amount(85 * 3 - 200) });
}
