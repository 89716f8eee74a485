//! How much and how often two players may stake against each other. Pure; whoever moves money asks it in the
//! transaction that holds the stakes, after the wallets are locked. Knows no wallet and no row.

use ids::{Amount, Millis, WallTime};
use serde::{Deserialize, Serialize};

/// The bounds on one pair of players, through every door together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PairLimits {
    /// How long what one won from the other counts.
    pub flow_window: Millis,
    /// The net flow and the next stake together are at most this many of the range's highest stake.
    pub flow_stakes: u32,
    /// How long a staked game counts.
    pub games_window: Millis,
    /// At most this many staked games of the two in that time, the next one included.
    pub games: u32,
}

impl Default for PairLimits {
    fn default() -> Self {
        Self {
            flow_window: Millis(7 * 24 * 3_600_000),
            flow_stakes: 10,
            games_window: Millis(24 * 3_600_000),
            games: 20,
        }
    }
}

/// What a staked game of the pair moved, or may move yet, seen from one of the two, the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PairFlow {
    /// The first lost this stake to the second.
    Lost(Amount),
    /// The first won this stake of the second.
    Won(Amount),
    /// Both got their stakes back.
    Nothing,
    /// It is not settled: this stake may still go either way, and counts against both.
    Open(Amount),
}

/// A staked game of a pair: in the lobby, by play now, a rematch, or a game of a match paid per game; or a match paid as
/// one, which is one stake and one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairGame {
    /// When the stakes were held: the game counts from then on.
    pub staked_at: WallTime,
    /// When they went where they went; `None` while they are held. What flowed counts from then on: a match may be agreed long
    /// before it is played.
    pub settled_at: Option<WallTime>,
    /// What it moved.
    pub flow: PairFlow,
}

/// What a pair has used of its limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairUse {
    /// What the first won from the second in the window, less what he lost: negative when he lost more.
    pub net: i128,
    /// What games that are not settled may add, either way.
    pub open: i128,
    /// Staked games in their window.
    pub games: usize,
}

/// What a pair may stake still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairLeft {
    /// The highest stake of the next game, at most that of the range; nothing when the bound is reached.
    pub stake: Amount,
    /// How many more games.
    pub games: u32,
}

/// Why a pair may not stake again now. The code is `pair_limit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairLimitError {
    /// Too much has gone, or might go, from one to the other.
    #[error("{flow} net between the two and the stake {stake} are more than {limit}")]
    Flow {
        /// What counts already: the size of the net flow, and all that is open.
        flow: i128,
        /// The stake asked for.
        stake: Amount,
        /// The most that both together may be.
        limit: i128,
    },
    /// Too many games.
    #[error("the two have played {games} staked games in the window, {limit} are allowed")]
    Games {
        /// Those that count already.
        games: usize,
        /// The most.
        limit: u32,
    },
}

impl PairUse {
    /// What counts of `games` at `at`; older ones may be among them, and do not.
    #[must_use]
    pub fn of<'a>(limits: &PairLimits, games: impl IntoIterator<Item = &'a PairGame>, at: WallTime) -> Self {
        let mut used = Self::default();
        for game in games {
            if game.staked_at.plus(limits.games_window) > at {
                used.games += 1;
            }
            let counts = game.settled_at.unwrap_or(game.staked_at).plus(limits.flow_window) > at;
            match game.flow {
                PairFlow::Lost(stake) if counts => used.net -= i128::from(stake.0),
                PairFlow::Won(stake) if counts => used.net += i128::from(stake.0),
                // what is open may be lost now, however long ago it was staked
                PairFlow::Open(stake) => used.open += i128::from(stake.0),
                PairFlow::Lost(_) | PairFlow::Won(_) | PairFlow::Nothing => {}
            }
        }
        used
    }
}

impl PairLimits {
    /// Whether a pair that has used `used` may put up `stake` each (of a match: the stakes of all its games), where the
    /// range of stakes ends at `highest`.
    ///
    /// # Errors
    /// [`PairLimitError`]: which bound it would pass.
    pub fn check(&self, used: &PairUse, stake: Amount, highest: Amount) -> Result<(), PairLimitError> {
        self.check_share(used, stake, highest, 1)
    }

    /// Whether play now may pair the two: within half of each bound.
    #[must_use]
    pub fn play_now(&self, used: &PairUse, stake: Amount, highest: Amount) -> bool {
        self.check_play_now(used, stake, highest).is_ok()
    }

    /// The same, with the reason.
    ///
    /// # Errors
    /// [`PairLimitError`]: half of which bound it would pass.
    pub fn check_play_now(
        &self,
        used: &PairUse,
        stake: Amount,
        highest: Amount,
    ) -> Result<(), PairLimitError> {
        self.check_share(used, stake, highest, 2)
    }

    /// What is left to a pair that has used `used`, where the range of stakes ends at `highest`.
    #[must_use]
    pub fn left(&self, used: &PairUse, highest: Amount) -> PairLeft {
        let limit = i128::from(self.flow_stakes) * i128::from(highest.0);
        let stake = (limit - used.net.abs() - used.open).clamp(0, i128::from(highest.0));
        let games = (self.games as usize).saturating_sub(used.games);
        PairLeft {
            stake: Amount(i64::try_from(stake).unwrap_or(0)),
            games: u32::try_from(games).unwrap_or(u32::MAX),
        }
    }

    /// The bounds divided by `share`.
    fn check_share(
        &self,
        used: &PairUse,
        stake: Amount,
        highest: Amount,
        share: u32,
    ) -> Result<(), PairLimitError> {
        let limit = i128::from(self.flow_stakes) * i128::from(highest.0) / i128::from(share);
        let flow = used.net.abs() + used.open;
        if flow + i128::from(stake.0) > limit {
            return Err(PairLimitError::Flow { flow, stake, limit });
        }
        let limit = self.games / share;
        if used.games >= limit as usize {
            return Err(PairLimitError::Games { games: used.games, limit });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{PairFlow::*, *};

    const HOUR: i64 = 3_600_000_000;
    const HIGHEST: Amount = Amount(1000);

    fn game(hour: i64, flow: PairFlow) -> PairGame {
        let staked_at = WallTime(hour * HOUR);
        let settled_at = (!matches!(flow, Open(_))).then_some(staked_at);
        PairGame { staked_at, settled_at, flow }
    }

    fn check(games: &[PairGame], hour: i64, stake: i64) -> Result<(), PairLimitError> {
        let limits = PairLimits::default();
        limits.check(&PairUse::of(&limits, games, WallTime(hour * HOUR)), Amount(stake), HIGHEST)
    }

    fn play_now(games: &[PairGame], hour: i64, stake: i64) -> bool {
        let limits = PairLimits::default();
        limits.play_now(&PairUse::of(&limits, games, WallTime(hour * HOUR)), Amount(stake), HIGHEST)
    }

    #[test]
    fn the_net_flow_of_a_week_and_the_stake_are_at_most_ten_of_the_highest() {
        for flow in [Lost(Amount(9000)), Won(Amount(9000)), Open(Amount(9000))] {
            let games = [game(0, flow)];
            assert_eq!(check(&games, 30, 1000), Ok(()), "{flow:?}");
            let error = PairLimitError::Flow { flow: 9000, stake: Amount(1001), limit: 10_000 };
            assert_eq!(check(&games, 30, 1001), Err(error), "{flow:?}");
        }
        let games = [game(0, Lost(Amount(9000))), game(1, Won(Amount(500))), game(2, Nothing)];
        assert_eq!(check(&games, 30, 1000), Ok(()), "what came back counts off");
        assert!(check(&games, 30, 1501).is_err());
    }

    #[test]
    fn a_flow_counts_for_a_week_and_an_open_stake_until_it_is_settled() {
        assert!(check(&[game(0, Lost(Amount(10_000)))], 7 * 24 - 1, 1).is_err());
        assert_eq!(check(&[game(0, Lost(Amount(10_000)))], 7 * 24, 1), Ok(()));
        assert!(check(&[game(0, Open(Amount(10_000)))], 30 * 24, 1).is_err());
    }

    #[test]
    fn what_flowed_counts_from_when_it_was_paid_and_the_game_from_when_it_was_staked() {
        // agreed on the first hour for a week later
        let agreed = PairGame { settled_at: Some(WallTime(8 * 24 * HOUR)), ..game(0, Lost(Amount(10_000))) };
        assert!(check(&[agreed], 9 * 24, 1).is_err());
        assert_eq!(check(&[agreed], 15 * 24, 1), Ok(()));
        let used = PairUse::of(&PairLimits::default(), &[agreed], WallTime(9 * 24 * HOUR));
        assert_eq!(used.games, 0);
    }

    #[test]
    fn a_pair_plays_at_most_twenty_staked_games_in_a_day() {
        let games: Vec<_> = (0..20).map(|_| game(0, Nothing)).collect();
        assert_eq!(check(&games[..19], 1, 1), Ok(()));
        assert_eq!(check(&games, 1, 1), Err(PairLimitError::Games { games: 20, limit: 20 }));
        assert_eq!(check(&games, 24, 1), Ok(()));
    }

    #[test]
    fn play_now_stops_at_half_of_either_bound() {
        assert!(play_now(&[game(0, Lost(Amount(4000)))], 1, 1000));
        assert!(!play_now(&[game(0, Lost(Amount(4000)))], 1, 1001));
        let games: Vec<_> = (0..10).map(|_| game(0, Nothing)).collect();
        assert!(play_now(&games[..9], 1, 1));
        assert!(!play_now(&games, 1, 1));
    }

    #[test]
    fn what_is_left_is_what_the_check_lets_through() {
        let limits = PairLimits::default();
        for (lost, games) in [(0, 1), (9_500, 1), (10_000, 1), (12_000, 3), (100, 20), (100, 30)] {
            let mut staked = vec![game(0, Nothing); games - 1];
            staked.push(game(0, Lost(Amount(lost))));
            let used = PairUse::of(&limits, &staked, WallTime(HOUR));
            let left = limits.left(&used, HIGHEST);
            let may = |stake: i64| limits.check(&used, Amount(stake), HIGHEST).is_ok();
            assert_eq!(
                left.games > 0 && left.stake.0 > 0,
                may(left.stake.0.max(1)),
                "{lost} {games}: {left:?}"
            );
            assert!(left.stake == HIGHEST || !may(left.stake.0 + 1), "{lost} {games}: {left:?}");
        }
    }

    #[test]
    fn fifty_stakes_one_after_the_other_stop_at_the_bound() {
        let mut games = Vec::new();
        for _ in 0..50 {
            if check(&games, 1, 1000).is_ok() {
                games.push(game(1, Lost(Amount(1000))));
            }
        }
        assert_eq!(games.len(), 10);
    }

    #[test]
    fn the_largest_amounts_do_not_overflow() {
        let games = [game(0, Lost(Amount(i64::MAX))), game(0, Lost(Amount(i64::MAX)))];
        assert!(check(&games, 1, i64::MAX).is_err());
    }
}
