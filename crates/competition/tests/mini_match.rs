//! The mini-match, rule by rule.

use competition::{
    Clock, Finish, GameOver, GameResult, MiniError, MiniGame, MiniKey, MiniLimits, MiniMatch, MiniStep,
    PerColour, PerSeat, Seat, Stage,
};
use ids::{Millis, WallTime};

fn clock(initial: u64, increment: u64) -> Clock {
    Clock { initial: Millis(initial * 1000), increment: Millis(increment * 1000) }
}

fn over(result: GameResult) -> GameOver {
    GameOver {
        result,
        finish: Finish::Played,
        plies: 40,
        thinking: PerColour { white: Millis(1000), black: Millis(1000) },
        left: PerColour { white: Millis(7000), black: Millis(7000) },
        at: WallTime(0),
    }
}

fn forfeit(result: GameResult) -> GameOver {
    GameOver { finish: Finish::Forfeit, plies: 0, ..over(result) }
}

#[track_caller]
fn game(mini: &MiniMatch) -> MiniGame {
    match mini.next() {
        MiniStep::Game(game) => game,
        other => panic!("no game comes next but {other:?}"),
    }
}

#[track_caller]
fn play(mini: &mut MiniMatch, over: &GameOver) {
    let key = game(mini).key;
    mini.record(key, over).expect("it is the next game");
}

/// The game as a won one of that seat.
fn won(mini: &MiniMatch, seat: Seat) -> GameOver {
    over(if game(mini).white == seat { GameResult::White } else { GameResult::Black })
}

fn rivals() -> MiniMatch {
    MiniMatch::new(clock(600, 5), Seat::First, MiniLimits::default())
}

/// As many draws as lead to the sudden death.
fn sudden_death() -> MiniMatch {
    let mut mini = rivals();
    for _ in 0..4 {
        play(&mut mini, &over(GameResult::Draw));
    }
    assert_eq!(game(&mini).key.stage, Stage::SuddenDeath);
    mini
}

#[test]
fn the_clocks_of_a_and_b_follow_from_the_base() {
    for (base, half, blitz) in [
        (clock(600, 5), clock(300, 2), clock(180, 2)),
        (clock(60, 0), clock(60, 1), clock(60, 1)),
        (clock(301, 3), clock(150, 1), clock(150, 1)),
        (clock(180, 2), clock(90, 1), clock(90, 1)),
        (clock(360, 4), clock(180, 2), clock(180, 2)),
        // by initial + 60 × increment: 90 + 600 s is longer than 180 + 120 s
        (clock(180, 20), clock(90, 10), clock(180, 2)),
    ] {
        let limits = MiniLimits::default();
        assert_eq!(limits.clock(Stage::Half, base), half, "A of {base:?}");
        assert_eq!(limits.clock(Stage::Blitz, base), blitz, "B of {base:?}");
    }
}

#[test]
fn the_stages_follow_each_other_with_alternating_colours_and_their_own_clocks() {
    let mut mini = rivals();
    let mut seen = Vec::new();
    while let MiniStep::Game(game) = mini.next() {
        assert_eq!((game.key.replay, game.rated), (0, false));
        seen.push((
            game.key.stage,
            game.key.leg,
            game.white,
            game.clocks.white.0 / 1000,
            game.first_move_window,
        ));
        mini.record(game.key, &over(GameResult::Draw)).unwrap();
    }
    let (first, second) = (Seat::First, Seat::Second);
    let mut expected = vec![
        (Stage::Half, 1, first, 300, true),
        (Stage::Half, 2, second, 300, true),
        (Stage::Blitz, 1, first, 180, true),
        (Stage::Blitz, 2, second, 180, true),
        (Stage::SuddenDeath, 1, first, 120, false),
    ];
    for leg in 2..=10 {
        expected.push((Stage::SuddenDeath, leg, if leg % 2 == 1 { first } else { second }, 7, false));
    }
    assert_eq!(seen, expected);
    assert_eq!(mini.next(), MiniStep::Level);
}

#[test]
fn a_stage_is_decided_only_after_both_its_games() {
    let mut mini = rivals();
    let won_by_first = won(&mini, Seat::First);
    play(&mut mini, &won_by_first);
    assert_eq!(game(&mini).key.leg, 2);
    let mut level = mini.clone();
    let back = won(&level, Seat::Second);
    play(&mut level, &back);
    assert_eq!(game(&level).key, MiniKey { stage: Stage::Blitz, leg: 1, replay: 0 });
    play(&mut mini, &over(GameResult::Draw));
    assert_eq!(mini.next(), MiniStep::Decided(Seat::First));
}

#[test]
fn in_the_sudden_death_the_first_win_decides_and_time_left_carries_on() {
    let mut mini = sudden_death();
    assert_eq!(
        game(&mini).clocks,
        PerColour { white: Millis(120_000), black: Millis(120_000) },
        "what was left in the stages before does not count"
    );
    let white = game(&mini).white;
    let mut draw = over(GameResult::Draw);
    draw.left = PerColour { white: Millis(90_000), black: Millis(45_000) };
    play(&mut mini, &draw);
    let next = game(&mini);
    assert_eq!(next.white, white.other());
    assert_eq!(next.clocks, PerColour { white: Millis(45_000), black: Millis(90_000) });
    assert_eq!(next.increment, Millis::ZERO);
    let last = won(&mini, Seat::Second);
    play(&mut mini, &last);
    assert_eq!(mini.next(), MiniStep::Decided(Seat::Second));
    assert_eq!(mini.record(next.key, &last), Err(MiniError::Over));
}

#[test]
fn after_ten_level_games_less_own_thinking_time_wins_beyond_two_seconds() {
    for (more, step) in [
        (0, MiniStep::Level),
        (2_000, MiniStep::Level),
        (2_001, MiniStep::Decided(Seat::Second)),
        (60_000, MiniStep::Decided(Seat::Second)),
    ] {
        let mut mini = rivals();
        let mut draw = over(GameResult::Draw);
        let first_had_white = game(&mini).white == Seat::First;
        assert!(first_had_white);
        draw.thinking.white = Millis(draw.thinking.white.0 + more);
        play(&mut mini, &draw);
        while let MiniStep::Game(game) = mini.next() {
            mini.record(game.key, &over(GameResult::Draw)).unwrap();
        }
        assert_eq!(mini.next(), step, "the first thought {more} ms more");
    }
}

#[test]
fn a_voided_game_is_replayed_once_and_then_level() {
    let mut mini = rivals();
    let before = game(&mini);
    play(&mut mini, &over(GameResult::Void));
    let replay = game(&mini);
    assert_eq!(replay, MiniGame { key: MiniKey { replay: 1, ..before.key }, ..before });
    assert_eq!(
        mini.record(before.key, &over(GameResult::Void)),
        Err(MiniError::NotNext { given: before.key, expected: replay.key }),
        "the same end told twice"
    );
    play(&mut mini, &over(GameResult::Void));
    assert_eq!(game(&mini).key, MiniKey { stage: Stage::Half, leg: 2, replay: 0 });
    assert_eq!(mini.points(), PerSeat { first: 1, second: 1 });
    assert_eq!(mini.thinking(), PerSeat::default(), "a voided game's time does not count");
}

#[test]
fn a_replay_in_the_sudden_death_starts_with_what_the_voided_game_started_with() {
    let mut mini = sudden_death();
    let before = game(&mini);
    play(&mut mini, &over(GameResult::Void));
    assert_eq!(game(&mini).clocks, before.clocks);
}

#[test]
fn a_forfeit_loses_its_leg_and_two_lose_the_tie() {
    let mut mini = MiniMatch::tie(clock(300, 3), Seat::First, MiniLimits::default());
    assert!(game(&mini).rated);
    play(&mut mini, &forfeit(GameResult::White));
    let back = won(&mini, Seat::Second);
    play(&mut mini, &back);
    assert_eq!(game(&mini).key.stage, Stage::Half, "one each");
    let away = forfeit(won(&mini, Seat::First).result);
    play(&mut mini, &away);
    assert_eq!(mini.next(), MiniStep::Decided(Seat::First), "the second one's second forfeit");
}

#[test]
fn both_absent_are_both_out_unless_the_match_counts_absences_itself() {
    let mut mini = rivals();
    play(&mut mini, &forfeit(GameResult::Neither));
    assert_eq!(mini.next(), MiniStep::BothOut);
    let own = MiniLimits { forfeits_lose: None, absent_both_out: None, ..MiniLimits::default() };
    let mut mini = MiniMatch::new(clock(600, 5), Seat::First, own);
    for _ in 0..14 {
        play(&mut mini, &forfeit(GameResult::Neither));
    }
    assert_eq!((mini.next(), mini.points()), (MiniStep::Level, PerSeat::default()));
}
