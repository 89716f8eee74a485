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
    /// The challenger's stake of a match is held.
    StakeFirst,
    /// The challenged player's stake of a match is held.
    StakeSecond,
    /// What is left of the challenger's goes back.
    RefundFirst,
    /// What is left of the challenged player's goes back.
    RefundSecond,
    /// The buy-in of an entry, contribution and fee, is held.
    EntryHold,
    /// The whole hold goes back.
    EntryRelease,
    /// The contribution joins the pool.
    EntryCapture,
    /// A contribution, or a share of the pool, goes back after the start.
    EntryRefund,
    /// The fee goes back after the start.
    FeeRefund,
    /// What an entry won.
    Prize,
    /// The operator's guarantee.
    Guarantee,
    /// The part of it that was not needed, at the start.
    GuaranteeBack,
    /// What the operator had added, after an event that was called off.
    OverlayBack,
}

impl Leg {
    /// All of them.
    pub const ALL: [Self; 24] = [
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
        Self::StakeFirst,
        Self::StakeSecond,
        Self::RefundFirst,
        Self::RefundSecond,
        Self::EntryHold,
        Self::EntryRelease,
        Self::EntryCapture,
        Self::EntryRefund,
        Self::FeeRefund,
        Self::Prize,
        Self::Guarantee,
        Self::GuaranteeBack,
        Self::OverlayBack,
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
            Self::StakeFirst => "stake_first",
            Self::StakeSecond => "stake_second",
            Self::RefundFirst => "refund_first",
            Self::RefundSecond => "refund_second",
            Self::EntryHold => "entry_hold",
            Self::EntryRelease => "entry_release",
            Self::EntryCapture => "entry_capture",
            Self::EntryRefund => "entry_refund",
            Self::FeeRefund => "fee_refund",
            Self::Prize => "prize",
            Self::Guarantee => "guarantee",
            Self::GuaranteeBack => "guarantee_back",
            Self::OverlayBack => "overlay_back",
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
