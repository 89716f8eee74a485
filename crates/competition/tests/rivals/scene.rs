//! Matches brought to a point of their life, for the tests of a row.

use crate::world::{ANA, BEA, World, all_here, minute, minutes, player, terms};
use competition::{
    Finish, GameOver, GameResult, Holder, LevelRule, MatchCommand, MatchEvent, MatchState, MatchTerms,
    PerColour, PerSeat, RivalsLimits, Seat, StakeMode, StartAt,
};
use ids::{Amount, Millis, WallTime};

pub(crate) const FIRST: Seat = Seat::First;
pub(crate) const SECOND: Seat = Seat::Second;

pub(crate) fn limits() -> RivalsLimits {
    RivalsLimits { stake_max: Amount(1_000), ..RivalsLimits::default() }
}

/// A match that starts at minute 600, accepted at minute 1.
pub(crate) fn scheduled(terms: MatchTerms, limits: &RivalsLimits) -> World {
    let mut world = World::of(terms, limits);
    let accept = world.accept(SECOND);
    world.granted(&accept, minute(1));
    world
}

pub(crate) fn checking_in(terms: MatchTerms, limits: &RivalsLimits) -> World {
    let mut world = scheduled(terms, limits);
    assert_eq!(world.tick(all_here()), minute(585));
    world
}

pub(crate) fn playing_by(terms: MatchTerms, limits: &RivalsLimits) -> World {
    let mut world = checking_in(terms, limits);
    for seat in Seat::BOTH {
        world.granted(&MatchCommand::CheckIn { by: player(seat) }, minute(590));
    }
    assert_eq!(world.tick(all_here()), minute(600));
    assert_eq!(world.state(), MatchState::Playing);
    world
}

pub(crate) fn playing(terms: MatchTerms) -> World {
    playing_by(terms, &limits())
}

/// How a game ends in these tests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum End {
    Won(Seat),
    Quick(Seat),
    Draw,
    Absent(Seat),
    BothAbsent,
    Void,
}

/// Ends the game that runs, two minutes later.
pub(crate) fn end(world: &mut World, end: End, at: WallTime) -> Vec<MatchEvent> {
    let start = world.start.expect("a game runs");
    let won = |seat: Seat| if seat == start.white { GameResult::White } else { GameResult::Black };
    let (result, finish, plies) = match end {
        End::Won(seat) => (won(seat), Finish::Played, 60),
        End::Quick(seat) => (won(seat), Finish::Played, 19),
        End::Draw => (GameResult::Draw, Finish::Played, 60),
        End::Absent(seat) => (won(seat.other()), Finish::Forfeit, 0),
        End::BothAbsent => (GameResult::Neither, Finish::Forfeit, 0),
        End::Void => (GameResult::Void, Finish::Played, 30),
    };
    let equal = PerColour { white: Millis(60_000), black: Millis(60_000) };
    let over = GameOver { result, finish, plies, thinking: equal, left: equal, at };
    let late = PerSeat::default();
    world.granted(&MatchCommand::GameOver { game: start.game, over, late }, at)
}

/// Plays these games, with the breaks between them, as far as the match goes.
pub(crate) fn play(world: &mut World, ends: &[End]) {
    let mut at = minute(600);
    for (nth, each) in ends.iter().enumerate() {
        if nth > 0 {
            assert_eq!(world.tick(all_here()), at.plus(minutes(1)), "a break is a minute");
            at = at.plus(minutes(1));
        }
        at = at.plus(minutes(2));
        end(world, *each, at);
    }
}

pub(crate) fn books(world: &World) -> (i64, i64, i64) {
    (world.book(Holder::Wallet(ANA)), world.book(Holder::Wallet(BEA)), world.book(Holder::House))
}

pub(crate) fn per_game() -> MatchTerms {
    MatchTerms { stake_mode: StakeMode::PerGame, ..terms() }
}

pub(crate) fn mini() -> MatchTerms {
    MatchTerms { level: LevelRule::MiniMatch, games: 2, ..terms() }
}

pub(crate) fn now() -> MatchTerms {
    MatchTerms { start: StartAt::Now, ..terms() }
}
