//! The parts that a subject's money moves in. Each happens at most once for a subject.

/// Which part of its subject a transfer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Leg {
    /// Money comes in.
    Deposit,
    /// White's stake is held.
    StakeWhite,
    /// Black's stake is held.
    StakeBlack,
    /// The winner gets the pot less the fee.
    Payout,
    /// The house gets its fee.
    Fee,
    /// White gets the stake back whole.
    RefundWhite,
    /// Black gets the stake back whole.
    RefundBlack,
    /// Money that is to go out is held.
    WithdrawalHold,
    /// It has gone out.
    WithdrawalPaid,
    /// It did not go out, and comes back whole.
    WithdrawalBack,
    /// Something is put right afterwards, by name.
    Correction,
}

impl Leg {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Deposit,
        Self::StakeWhite,
        Self::StakeBlack,
        Self::Payout,
        Self::Fee,
        Self::RefundWhite,
        Self::RefundBlack,
        Self::WithdrawalHold,
        Self::WithdrawalPaid,
        Self::WithdrawalBack,
        Self::Correction,
    ];

    /// Its word in rows, and in the name that a transfer's id is derived from.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Deposit => "deposit",
            Self::StakeWhite => "stake_white",
            Self::StakeBlack => "stake_black",
            Self::Payout => "payout",
            Self::Fee => "fee",
            Self::RefundWhite => "refund_white",
            Self::RefundBlack => "refund_black",
            Self::WithdrawalHold => "withdrawal_hold",
            Self::WithdrawalPaid => "withdrawal_paid",
            Self::WithdrawalBack => "withdrawal_back",
            Self::Correction => "correction",
        }
    }
}

impl std::fmt::Display for Leg {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// The word is no leg.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no leg of a transfer")]
pub struct ParseLegError(String);

impl std::str::FromStr for Leg {
    type Err = ParseLegError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|leg| leg.word() == text).ok_or_else(|| ParseLegError(text.to_owned()))
    }
}
