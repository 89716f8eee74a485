//! How long the engine may think for a move, as the protocol says it. Knows no clock.

use super::line::Line;
use bot::Limits;
use std::time::Duration;

/// Time kept back for the way to the interface.
const KEPT_BACK: Duration = Duration::from_millis(10);
/// Moves that the rest of a game's time is shared among, unless it is said.
const MOVES: u32 = 30;

/// The limits of a `level` line.
pub(crate) fn limits(level: &Line) -> Limits {
    let time = |key| level.number::<f64>(key).and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let mut limits = Limits::NONE;
    if let Some(each) = time("move-time") {
        limits = Limits::time(each.saturating_sub(KEPT_BACK));
    } else if let Some(left) = time("time") {
        let moves = level.number("moves").unwrap_or(MOVES).clamp(1, MOVES);
        // the increment comes before the move
        let increment = time("inc").unwrap_or_default();
        let share = (left / moves + increment.mul_f64(0.8)).min(left.mul_f64(0.7) + increment.mul_f64(0.2));
        limits = Limits::time(share.saturating_sub(KEPT_BACK));
    }
    limits.depth = level.number("depth").unwrap_or(Limits::DEEPEST);
    limits.nodes = level.number("nodes").unwrap_or(u64::MAX);
    limits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_gets_its_time_or_a_share_of_what_is_left() {
        let hard = |text: &str| limits(&Line::read(text)).hard.map(|hard| hard.as_millis());
        assert_eq!(hard("level move-time=1"), Some(990));
        assert_eq!(hard("level time=60"), Some(1_990));
        assert_eq!(hard("level moves=1 time=10"), Some(6_990));
        assert_eq!(hard("level time=0.001"), Some(0));
        assert_eq!(hard("level infinite"), None);
        assert_eq!(
            limits(&Line::read("level depth=9 nodes=100")),
            Limits { depth: 9, nodes: 100, ..Limits::NONE }
        );
    }
}
