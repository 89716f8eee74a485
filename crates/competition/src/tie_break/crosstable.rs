//! A table of results, a row a player and a column a round. Points are half points: 2 a win, 1 a draw. Knows no
//! ranking.

/// What a player made of one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreOf {
    /// A game at the board.
    Played {
        /// Half points made.
        half_points: u32,
        /// Whether with White.
        white: bool,
    },
    /// A game that was not played: lost or won by forfeit.
    Forfeit {
        /// Half points made.
        half_points: u32,
    },
}

impl ScoreOf {
    /// Half points made.
    #[must_use]
    pub const fn half_points(self) -> u32 {
        match self {
            Self::Played { half_points, .. } | Self::Forfeit { half_points } => half_points,
        }
    }
}

/// One round of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundOf {
    /// Paired, against the player of that row.
    Against {
        /// The opponent's row.
        opponent: usize,
        /// What was made of it.
        score: ScoreOf,
    },
    /// The pairing's own bye, or a full point given otherwise: not of his own will.
    Bye {
        /// Half points given.
        half_points: u32,
    },
    /// A half-point or zero-point bye: asked for, missed by a late entry, or after a withdrawal. C.07 art. 16.1.1.
    Requested {
        /// Half points given.
        half_points: u32,
    },
    /// No round of his at all: the free round of an odd round robin.
    Free,
}

impl RoundOf {
    /// Half points given for it.
    #[must_use]
    pub const fn half_points(self) -> u32 {
        match self {
            Self::Against { score, .. } => score.half_points(),
            Self::Bye { half_points } | Self::Requested { half_points } => half_points,
            Self::Free => 0,
        }
    }

    /// Voluntary: a requested bye or a loss by forfeit. C.07 art. 16.1.2.
    pub(super) const fn is_voluntary_unplayed(self) -> bool {
        match self {
            Self::Requested { .. } => true,
            Self::Against { score: ScoreOf::Forfeit { half_points }, .. } => half_points == 0,
            _ => false,
        }
    }
}

/// The results that count. A row's index is the player's place in the order of seeding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crosstable {
    /// Whether all pairings were fixed beforehand: then forfeits count as games. C.07 art. 15.2.
    pub round_robin: bool,
    /// A row a player, all of the same length.
    pub rows: Vec<Vec<RoundOf>>,
}

impl Crosstable {
    /// A player's half points.
    #[must_use]
    pub fn half_points(&self, row: usize) -> u32 {
        self.rows[row].iter().map(|round| round.half_points()).sum()
    }

    /// Rounds with the points of a win, played or not. C.07 art. 7.1.
    #[must_use]
    pub fn wins(&self, row: usize) -> u32 {
        count(&self.rows[row], |round| round.half_points() >= 2)
    }

    /// Games won at the board with Black. C.07 art. 7.4.
    #[must_use]
    pub fn wins_with_black(&self, row: usize) -> u32 {
        let won = |round: &RoundOf| {
            matches!(round, RoundOf::Against { score: ScoreOf::Played { half_points: 2, white: false }, .. })
        };
        count(&self.rows[row], won)
    }
}

fn count(rounds: &[RoundOf], that: impl Fn(&RoundOf) -> bool) -> u32 {
    u32::try_from(rounds.iter().filter(|round| that(round)).count()).unwrap_or(u32::MAX)
}
