//! Tie-breaks over a table of results: who stands before whom among players of equal points. Knows no tournament, no
//! money.
//!
//! FIDE Handbook C.07, Play-Off and Tie-Break Regulations in force from 1 March 2026. Each formula names its article.
//! There are no lots (4.2): who is equal in all of the list stands in the order of seeding.

mod crosstable;
mod direct_encounter;
mod order;
mod unplayed;

pub use crosstable::{Crosstable, RoundOf, ScoreOf};
pub use order::{Ranked, rank};

use serde::{Deserialize, Serialize};

/// The text by which unplayed rounds are treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TieBreakEdition {
    /// FIDE C.07 in force from 1 March 2026 (approved 2 February 2026).
    #[default]
    FideMarch2026,
}

/// One criterion of a tie-break list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TieBreak {
    /// Points in the games of the tied players with each other, if all of them have met. C.07 art. 6.
    DirectEncounter,
    /// Buchholz without its least value. C.07 art. 8.1, 14.1 and 16.5.
    BuchholzCut1,
    /// The sum of the opponents' points. C.07 art. 8.1.
    Buchholz,
    /// The sum of the opponents' points, each times the points made against him. C.07 art. 9.1.
    SonnebornBerger,
    /// Rounds with the points of a win, played or not. C.07 art. 7.1.
    Wins,
    /// Games won at the board with Black. C.07 art. 7.4.
    WinsWithBlack,
}

impl TieBreak {
    /// The published list of a Swiss tournament.
    pub const SWISS: [Self; 6] = [
        Self::DirectEncounter,
        Self::BuchholzCut1,
        Self::Buchholz,
        Self::SonnebornBerger,
        Self::Wins,
        Self::WinsWithBlack,
    ];
    /// The published list of a round robin.
    pub const ROUND_ROBIN: [Self; 3] = [Self::DirectEncounter, Self::SonnebornBerger, Self::Wins];
}
