//! The faults that can be planted in a season. Knows no row.

/// What is wrong in a season's world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plant {
    /// A stake or a buy-in that should go back does not.
    SkippedRelease,
    /// A contribution is captured twice.
    DoubleCapture,
    /// A buy-in is not held.
    LostHold,
    /// A round is paired again after a crash, from a log that does not have it.
    PairedAgain,
    /// The end of a game is never heard of.
    LostEnd,
    /// A game is made twice.
    GameTwice,
    /// One unit of a prize is lost.
    LostPrizeUnit,
    /// A fee is taken twice.
    FeeTwice,
    /// After a crash the standings are those of a while before.
    StaleStandings,
    /// An event that is paid is paid again.
    PaidAgain,
    /// Who has withdrawn is paired: the withdrawal is not in the rows that are read after a crash.
    WithdrawnPaired,
    /// A withdrawal is answered with yes and not recorded.
    SwallowedStep,
    /// After a restart nobody waits for who has not come.
    NoShowTimer,
    /// A stake for a game is taken from the match's escrow twice.
    StakeTwice,
    /// A notice is not written.
    LostNotice,
    /// A notice is written twice.
    NoticeTwice,
    /// An order that is carried out is there again after a crash, and is carried out once more.
    OrderTwice,
    /// A suspension is not in the rows that are read after a crash: the clocks of its games run.
    ClockRuns,
}

impl Plant {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::SkippedRelease,
        Self::DoubleCapture,
        Self::LostHold,
        Self::PairedAgain,
        Self::LostEnd,
        Self::GameTwice,
        Self::LostPrizeUnit,
        Self::FeeTwice,
        Self::StaleStandings,
        Self::PaidAgain,
        Self::WithdrawnPaired,
        Self::SwallowedStep,
        Self::NoShowTimer,
        Self::StakeTwice,
        Self::LostNotice,
        Self::NoticeTwice,
        Self::OrderTwice,
        Self::ClockRuns,
    ];

    /// Whether the auditor looks at the rows alone: what players are shown would give these away at once, and it is the promise about
    /// the rows that is to be tried.
    #[must_use]
    pub const fn is_for_the_rows(self) -> bool {
        matches!(
            self,
            Self::PairedAgain
                | Self::WithdrawnPaired
                | Self::SwallowedStep
                | Self::OrderTwice
                | Self::ClockRuns
        )
    }

    /// Whether it needs a crash.
    #[must_use]
    pub const fn needs_a_crash(self) -> bool {
        matches!(
            self,
            Self::PairedAgain
                | Self::StaleStandings
                | Self::WithdrawnPaired
                | Self::NoShowTimer
                | Self::OrderTwice
                | Self::ClockRuns
        )
    }
}
