//! How long the engine may think for a move, as the protocol says it. Knows no clock.

use super::line::Line;
use bot::Limits;
use std::time::Duration;

/// Time kept back for the way to the interface.
const KEPT_BACK: Duration = Duration::from_millis(10);
/// Moves that the rest of a game's time is shared among, unless it is said.
const MOVES: u32 = 30;

/// What a `level` line may say.
const SAID: &str = "level takes move-time, or time with moves and inc, in seconds, and depth and nodes, whole numbers; or infinite";

/// The limits of a `level` line.
///
/// # Errors
/// When something in it is not one of these, or says nothing that can be.
pub(crate) fn limits(level: &Line) -> anyhow::Result<Limits> {
    let time = |key: &str| -> anyhow::Result<Option<Duration>> {
        let seconds = number::<f64>(level, key)?;
        let time = seconds.map(Duration::try_from_secs_f64);
        time.transpose().map_err(|_| anyhow::anyhow!("{key} is no number of seconds, 0 or more; {SAID}"))
    };
    let mut limits = Limits::NONE;
    if let Some(each) = time("move-time")? {
        limits = Limits::time(each.saturating_sub(KEPT_BACK));
    } else if let Some(left) = time("time")? {
        let moves = number(level, "moves")?.unwrap_or(MOVES).clamp(1, MOVES);
        // the increment comes before the move
        let increment = time("inc")?.unwrap_or_default();
        let share = (left / moves + increment.mul_f64(0.8)).min(left.mul_f64(0.7) + increment.mul_f64(0.2));
        limits = Limits::time(share.saturating_sub(KEPT_BACK));
    }
    let (depth, nodes) = (number(level, "depth")?, number(level, "nodes")?);
    let bounded = limits.hard.is_some() || depth.is_some() || nodes.is_some();
    anyhow::ensure!(bounded || level.get("infinite").is_some(), SAID);
    limits.depth = depth.unwrap_or(Limits::DEEPEST);
    limits.nodes = nodes.unwrap_or(u64::MAX);
    Ok(limits)
}

fn number<T: std::str::FromStr>(level: &Line, key: &str) -> anyhow::Result<Option<T>> {
    let Some(text) = level.get(key) else { return Ok(None) };
    text.parse().map(Some).map_err(|_| anyhow::anyhow!("{key}={text} can't be; {SAID}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_gets_its_time_or_a_share_of_what_is_left() {
        let hard = |text: &str| limits(&Line::read(text)).unwrap().hard.map(|hard| hard.as_millis());
        assert_eq!(hard("level move-time=1"), Some(990));
        assert_eq!(hard("level time=60"), Some(1_990));
        assert_eq!(hard("level moves=1 time=10"), Some(6_990));
        assert_eq!(hard("level time=0.001"), Some(0));
        assert_eq!(hard("level infinite"), None);
        assert_eq!(
            limits(&Line::read("level depth=9 nodes=100")).unwrap(),
            Limits { depth: 9, nodes: 100, ..Limits::NONE }
        );
    }

    #[test]
    fn a_level_that_says_nothing_that_can_be_is_an_error() {
        for text in [
            "level",
            "level foo=1",
            "level depth=abc",
            "level depth=-1",
            "level move-time=nan",
            "level time=x",
        ] {
            assert!(limits(&Line::read(text)).is_err(), "{text}");
        }
    }
}
