//! The record of a pair (R14): a fold over its finished matches and games. Knows no row, and not who looks at it.

use super::event::MatchOutcome;
use super::state::{Match, MatchGame, MatchState};
use crate::{ClockClass, Finish, GameResult, PerSeat, Seat};
use ids::{AccountId, Amount};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Wins, draws and losses of the pair's first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Won by him.
    pub wins: u32,
    /// Level.
    pub draws: u32,
    /// Won by the other.
    pub losses: u32,
}

impl Tally {
    fn add(&mut self, winner: Option<Seat>) {
        match winner {
            Some(Seat::First) => self.wins += 1,
            None => self.draws += 1,
            Some(Seat::Second) => self.losses += 1,
        }
    }
}

/// A match that is over, as the pair's record takes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedMatch {
    /// Who challenged.
    pub first: AccountId,
    /// Whom.
    pub second: AccountId,
    /// How fast its clock is.
    pub clock_class: ClockClass,
    /// How it ended; `None` after a no-show.
    pub outcome: Option<MatchOutcome>,
    /// Who came, after a no-show of one.
    pub walkover: Option<Seat>,
    /// All games that ended.
    pub games: Vec<MatchGame>,
    /// What each won or lost, fees taken off.
    pub net: PerSeat<Amount>,
}

impl FinishedMatch {
    /// A match as its record has it; `None` while it is not over, or if it never came to a result.
    #[must_use]
    pub fn of(played: &Match, clock_class: ClockClass, net: PerSeat<Amount>) -> Option<Self> {
        let over = matches!(played.state(), MatchState::Settled | MatchState::Closed | MatchState::NoShowOne);
        let (first, second) = (played.player(Seat::First)?, played.player(Seat::Second)?);
        over.then(|| Self {
            first,
            second,
            clock_class,
            outcome: played.outcome(),
            walkover: played.walkover(),
            games: played.games().to_vec(),
            net,
        })
    }
}

/// Wins in a row, of one of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Whose.
    pub of: Seat,
    /// How many matches.
    pub length: u32,
}

/// What two players have to show for all their matches. The seats are the pair's: its first player is the one with the
/// lesser id, whoever challenged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairRecord {
    /// Matches that were played.
    pub matches: Tally,
    /// Matches that one of them did not come to.
    pub walkovers: Tally,
    /// Games by clock class: with White of the first player, and with Black.
    pub games: BTreeMap<ClockClass, GamesByColour>,
    /// Games lost by forfeit, by who lost them; a game that neither came to is one of each.
    pub forfeits: PerSeat<u32>,
    /// Matches won in a row up to now; a draw ends it.
    pub current: Option<Run>,
    /// The longest such run.
    pub longest: Option<Run>,
    /// What each won or lost. Never written out with the rest: each may see his own only.
    #[serde(skip)]
    pub net: PerSeat<Amount>,
}

/// Games by the colour of the pair's first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GamesByColour {
    /// With White.
    pub white: Tally,
    /// With Black.
    pub black: Tally,
}

impl PairRecord {
    /// The record that these matches make, the oldest first. All are of the same two players; voided games do not count.
    #[must_use]
    pub fn of<'a>(matches: impl IntoIterator<Item = &'a FinishedMatch>) -> Self {
        let mut record = Self::default();
        for finished in matches {
            record.add(finished);
        }
        record
    }

    /// Whether somebody may see it: one of the two, or anybody if the profiles of both are public.
    #[must_use]
    pub const fn is_visible_to(viewer: Option<Seat>, both_public: bool) -> bool {
        viewer.is_some() || both_public
    }

    fn add(&mut self, finished: &FinishedMatch) {
        let pair_seat = |seat: Seat| if finished.first <= finished.second { seat } else { seat.other() };
        for game in &finished.games {
            self.add_game(game, pair_seat(game.white), finished.clock_class);
        }
        for seat in Seat::BOTH {
            let net = &mut self.net[pair_seat(seat)];
            *net = Amount(net.0.saturating_add(finished.net[seat].0));
        }
        if let Some(outcome) = finished.outcome {
            let winner = outcome.winner.map(pair_seat);
            self.matches.add(winner);
            self.add_run(winner);
        } else if let Some(present) = finished.walkover {
            self.walkovers.add(Some(pair_seat(present)));
        }
    }

    fn add_game(&mut self, game: &MatchGame, white: Seat, clock_class: ClockClass) {
        let winner = MatchGame { white, ..*game }.winner();
        match (game.over.result, game.over.finish) {
            (GameResult::Void, _) => {}
            (GameResult::Neither, _) => {
                self.forfeits.first += 1;
                self.forfeits.second += 1;
            }
            (_, Finish::Forfeit) => {
                if let Some(winner) = winner {
                    self.forfeits[winner.other()] += 1;
                }
            }
            (_, Finish::Played) => {
                let games = self.games.entry(clock_class).or_default();
                let tally = if white == Seat::First { &mut games.white } else { &mut games.black };
                tally.add(winner);
            }
        }
    }

    fn add_run(&mut self, winner: Option<Seat>) {
        self.current = winner.map(|of| match self.current {
            Some(run) if run.of == of => Run { of, length: run.length + 1 },
            _ => Run { of, length: 1 },
        });
        if let Some(run) = self.current
            && self.longest.is_none_or(|longest| run.length > longest.length)
        {
            self.longest = Some(run);
        }
    }
}
