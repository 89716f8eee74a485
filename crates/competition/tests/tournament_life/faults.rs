//! Faults that are planted to see that a life catches them.

use competition::tournament::Change;
use competition::{MoneyLeg, MoneyMove, Tournament};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A hold is not released.
    SkippedRelease,
    /// A contribution is captured twice.
    DoubleCapture,
    /// A prize is not paid.
    ForgottenPrize,
    /// A prize is paid again under another name.
    PaidTwice,
    /// What was not needed of the guarantee stays.
    KeptGuarantee,
    /// The first prize and the last are exchanged.
    WrongPrizes,
    /// A round is paired again.
    PairedAgain,
    /// A result is counted twice.
    CountedTwice,
    /// Somebody who left is paired.
    PairedAbsent,
    /// A row is lost.
    LostRow,
}

impl Fault {
    pub(crate) const ALL: [Self; 10] = [
        Self::SkippedRelease,
        Self::DoubleCapture,
        Self::ForgottenPrize,
        Self::PaidTwice,
        Self::KeptGuarantee,
        Self::WrongPrizes,
        Self::PairedAgain,
        Self::CountedTwice,
        Self::PairedAbsent,
        Self::LostRow,
    ];

    /// The movements as the faulty bank makes them.
    pub(crate) fn of_money(self, mut moves: Vec<MoneyMove>) -> Vec<MoneyMove> {
        let first = |leg| moves.iter().position(|one: &MoneyMove| one.leg == leg);
        match self {
            Self::SkippedRelease => {
                first(MoneyLeg::Release).map(|at| moves.remove(at));
            }
            Self::ForgottenPrize => {
                first(MoneyLeg::Prize).map(|at| moves.remove(at));
            }
            Self::KeptGuarantee => {
                first(MoneyLeg::GuaranteeBack).map(|at| moves.remove(at));
            }
            Self::DoubleCapture => {
                let again = first(MoneyLeg::Capture).map(|at| moves[at]);
                moves.extend(again);
            }
            Self::PaidTwice => {
                let again = first(MoneyLeg::Prize).map(|at| MoneyMove { leg: MoneyLeg::Payout, ..moves[at] });
                moves.extend(again);
            }
            _ => {}
        }
        moves
    }

    /// The change as the faulty director records it.
    pub(crate) fn of_change(self, state: &Tournament, mut change: Change) -> Change {
        match (self, &mut change) {
            (Self::WrongPrizes, Change::Paid(settlement)) if settlement.shares.len() > 1 => {
                let last = settlement.shares.len() - 1;
                let worst = settlement.shares[last].amount;
                settlement.shares[last].amount = settlement.shares[0].amount;
                settlement.shares[0].amount = worst;
            }
            (Self::PairedAbsent, Change::RoundPaired(paired)) => {
                let gone = state.players().iter().find(|player| !player.is_active());
                let table = paired.tables.iter_mut().find(|table| table.game.is_some());
                if let (Some(gone), Some(table)) = (gone, table)
                    && let Some(game) = &mut table.game
                {
                    let seat =
                        if table.first == Some(game.white) { &mut table.first } else { &mut table.second };
                    *seat = Some(gone.entry);
                    game.white = gone.entry;
                }
            }
            _ => {}
        }
        change
    }

    /// Whether a change is recorded twice.
    pub(crate) const fn repeats(self, change: &Change) -> bool {
        matches!(
            (self, change),
            (Self::PairedAgain, Change::RoundPaired(_)) | (Self::CountedTwice, Change::GameDecided { .. })
        )
    }
}
