//! What a Swiss round is paired from, and what comes out. Knows no rule.

use serde::{Deserialize, Serialize};

/// The side of the board. White moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Colour {
    /// The side that moves first.
    White,
    /// The other.
    Black,
}

impl Colour {
    /// The other side.
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// What a player scored in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Score {
    /// One point.
    Win,
    /// Half a point.
    Draw,
    /// Nothing.
    Loss,
}

/// Why a player had no opponent in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Bye {
    /// `U`: the pairing left the player over. One point.
    Pairing,
    /// `F`: one point, given beforehand.
    FullPoint,
    /// `H`: half a point, asked for beforehand.
    HalfPoint,
    /// `Z`: not there. Nothing.
    ZeroPoint,
}

/// What a past round was to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PastRound {
    /// A game that was played.
    Played {
        /// The opponent, by place in the pairing order.
        opponent: usize,
        /// The player's side.
        colour: Colour,
        /// What the player scored.
        score: Score,
    },
    /// A game that was paired and not played: no colour counts, and the two may be paired again.
    Forfeit {
        /// The opponent, by place in the pairing order.
        opponent: usize,
        /// Whether the player got the point. Neither does when both were missing.
        won: bool,
    },
    /// No opponent.
    Bye(Bye),
}

/// A player of a Swiss event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwissPlayer {
    /// The rounds so far, each of them: a late entrant's first are zero-point or half-point byes.
    pub past: Vec<PastRound>,
    /// Not to be paired in this round.
    pub absent: bool,
}

/// A Swiss event before a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwissEvent {
    /// The players in pairing order: by rating, then by entry.
    pub players: Vec<SwissPlayer>,
    /// The round to pair, from 1.
    pub round: usize,
    /// How many rounds the event has.
    pub rounds: usize,
    /// Pairs that must not meet, by place in the pairing order.
    pub forbidden: Vec<(usize, usize)>,
    /// The first player's side in the first round.
    pub first_colour: Colour,
    /// How many rounds ago two must have met for [`Relaxation::OldRematch`] to let them meet again.
    pub rematch_age: usize,
}

/// A round that is paired.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwissPairing {
    /// (White, Black) in the order of the boards, by place in the pairing order.
    pub boards: Vec<(usize, usize)>,
    /// Who has the bye.
    pub bye: Option<usize>,
}

/// What had to be forgiven for a round to be complete; each includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Relaxation {
    /// Nothing: the round follows the rules.
    None,
    /// C3: two with the same absolute colour preference may meet.
    Colours,
    /// C2: somebody may have a second bye.
    SecondBye,
    /// C1: two may meet again who met at least [`SwissEvent::rematch_age`] rounds ago.
    OldRematch,
}

/// The usual [`SwissEvent::rematch_age`].
pub const REMATCH_AGE: usize = 3;

/// The most players of an event: their pairs are a table of bits.
pub const MOST_PLAYERS: usize = 10_000;

/// Why a round is not paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SwissError {
    /// No pairing of everyone is legal.
    #[error("no complete pairing of the {players} players is legal in round {round}")]
    NoCompletePairing {
        /// How many were to be paired.
        players: usize,
        /// The round.
        round: usize,
    },
    /// The round is not one of the event.
    #[error("round {round} is not one of 1 to {rounds}")]
    Round {
        /// The round asked for.
        round: usize,
        /// How many there are.
        rounds: usize,
    },
    /// More players than can be.
    #[error("{found} players, {most} are the most", most = MOST_PLAYERS)]
    TooManyPlayers {
        /// How many there are.
        found: usize,
    },
    /// A history has too many or too few rounds.
    #[error("player {player} has a history of {found} rounds, before this round it must be {expected}")]
    History {
        /// The player, by place in the pairing order.
        player: usize,
        /// The length of the history.
        found: usize,
        /// What it must be.
        expected: usize,
    },
    /// Two histories contradict each other.
    #[error("player {player} has met {opponent} in round {round}, whose history does not say so")]
    Opponent {
        /// The player, by place in the pairing order.
        player: usize,
        /// The opponent named.
        opponent: usize,
        /// The round, from 1.
        round: usize,
    },
    /// A forbidden pair is not one of two players of the event.
    #[error("the forbidden pair {first} and {second} is not one of two players of the event")]
    Forbidden {
        /// One of the pair.
        first: usize,
        /// The other.
        second: usize,
    },
    /// The scores are too many for the arithmetic of the criteria.
    #[error("a bracket needs weights of {bits} bits, {most} are the most")]
    TooWide {
        /// Bits needed.
        bits: usize,
        /// Bits at most.
        most: usize,
    },
}

impl SwissEvent {
    /// # Errors
    /// What contradicts itself.
    pub(super) fn check(&self) -> Result<(), SwissError> {
        if self.round == 0 || self.round > self.rounds {
            return Err(SwissError::Round { round: self.round, rounds: self.rounds });
        }
        if self.players.len() > MOST_PLAYERS {
            return Err(SwissError::TooManyPlayers { found: self.players.len() });
        }
        for (player, entry) in self.players.iter().enumerate() {
            let (found, expected) = (entry.past.len(), self.round - 1);
            if found != expected {
                return Err(SwissError::History { player, found, expected });
            }
            for (at, past) in entry.past.iter().enumerate() {
                if !self.is_mirrored(player, at, *past) {
                    let opponent = past.opponent().unwrap_or(player);
                    return Err(SwissError::Opponent { player, opponent, round: at + 1 });
                }
            }
        }
        let count = self.players.len();
        let wrong = self.forbidden.iter().find(|pair| pair.0 == pair.1 || pair.0.max(pair.1) >= count);
        wrong.map_or(Ok(()), |&(first, second)| Err(SwissError::Forbidden { first, second }))
    }

    fn is_mirrored(&self, player: usize, at: usize, past: PastRound) -> bool {
        let Some(opponent) = past.opponent() else { return true };
        let theirs = self.players.get(opponent).and_then(|other| other.past.get(at));
        opponent != player
            && match (past, theirs) {
                (
                    PastRound::Played { colour, .. },
                    Some(PastRound::Played { opponent, colour: other, .. }),
                ) => *opponent == player && *other == colour.other(),
                (PastRound::Forfeit { won, .. }, Some(PastRound::Forfeit { opponent, won: other })) => {
                    *opponent == player && !(won && *other)
                }
                _ => false,
            }
    }
}

impl PastRound {
    /// Whom the player was paired with.
    pub(super) fn opponent(self) -> Option<usize> {
        match self {
            Self::Played { opponent, .. } | Self::Forfeit { opponent, .. } => Some(opponent),
            Self::Bye(_) => None,
        }
    }

    /// What it was worth, in half points.
    pub(super) fn half_points(self) -> u32 {
        match self {
            Self::Played { score: Score::Win, .. } | Self::Forfeit { won: true, .. } => 2,
            Self::Played { score: Score::Draw, .. } | Self::Bye(Bye::HalfPoint) => 1,
            Self::Bye(Bye::Pairing | Bye::FullPoint) => 2,
            Self::Played { score: Score::Loss, .. }
            | Self::Forfeit { won: false, .. }
            | Self::Bye(Bye::ZeroPoint) => 0,
        }
    }

    /// The side, when it was played.
    pub(super) fn colour(self) -> Option<Colour> {
        match self {
            Self::Played { colour, .. } => Some(colour),
            Self::Forfeit { .. } | Self::Bye(_) => None,
        }
    }
}
