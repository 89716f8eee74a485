//! Where a tournament stands. Knows no entry and no round.

use ids::WallTime;

/// Where a tournament stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// DRAFT: not announced.
    Draft,
    /// ANNOUNCED: registration has not begun.
    Announced,
    /// REG_OPEN.
    RegOpen,
    /// CHECKIN.
    CheckIn {
        /// When it starts.
        start: WallTime,
        /// Whether the start was put off already.
        extended: bool,
    },
    /// PAIRING of a round.
    Pairing {
        /// The round.
        round: u16,
    },
    /// PLAYING a round.
    Playing {
        /// The round.
        round: u16,
    },
    /// ROUND_DONE.
    RoundDone {
        /// The round.
        round: u16,
    },
    /// SUSPENDED.
    Suspended {
        /// The round.
        round: u16,
        /// Whether while it was played; else after its end.
        playing: bool,
    },
    /// FINISHED.
    Finished,
    /// REVIEW.
    Review {
        /// The end of the protest window.
        until: WallTime,
    },
    /// PAID.
    Paid,
    /// ARCHIVED.
    Archived,
    /// CANCELLED before the start.
    Cancelled,
    /// ABORTED after it.
    Aborted,
}

impl Phase {
    /// Its name, as errors and pages say it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draft => "DRAFT",
            Self::Announced => "ANNOUNCED",
            Self::RegOpen => "REG_OPEN",
            Self::CheckIn { .. } => "CHECKIN",
            Self::Pairing { .. } => "PAIRING",
            Self::Playing { .. } => "PLAYING",
            Self::RoundDone { .. } => "ROUND_DONE",
            Self::Suspended { .. } => "SUSPENDED",
            Self::Finished => "FINISHED",
            Self::Review { .. } => "REVIEW",
            Self::Paid => "PAID",
            Self::Archived => "ARCHIVED",
            Self::Cancelled => "CANCELLED",
            Self::Aborted => "ABORTED",
        }
    }

    /// Whether no money is held any more and nothing more will be played.
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Paid | Self::Archived | Self::Cancelled | Self::Aborted)
    }

    /// Whether rounds are played.
    #[must_use]
    pub const fn is_running(self) -> bool {
        matches!(
            self,
            Self::Pairing { .. } | Self::Playing { .. } | Self::RoundDone { .. } | Self::Suspended { .. }
        )
    }
}
