//! What events ask of money, as transfers of the ledger. Knows no state of an event.

use competition::{Holder, MoneyLeg, MoneyMove, MoneyOf};
use ids::AccountId;
use ledger::{Account, Leg, Subject, Transfer, TransferError};
use uuid::Uuid;

/// The operator's purse for guarantees and pools: an account like a player's, so that it never falls below zero.
pub const HOUSE_PROMO: AccountId = AccountId(Uuid::from_u128(0x68_6f75_7365_5f70_726f_6d6f_0000_0001));

/// The transfer that a movement is.
pub(crate) fn transfer(movement: &MoneyMove) -> Result<Transfer, TransferError> {
    let subject = match movement.of {
        MoneyOf::Match(id) => Subject { kind: "match", id: id.0 },
        MoneyOf::Game(id) => Subject { kind: "game", id: id.0 },
        MoneyOf::Entry(id) => Subject { kind: "entry", id: id.0 },
        MoneyOf::Tournament(id) => Subject { kind: "event", id: id.0 },
        MoneyOf::Ladder(id) => Subject { kind: "ladder", id: id.0 },
        MoneyOf::LadderPlace(id, place) => Subject::ladder_place(id.0, place),
    };
    let (debit, credit) = (account(movement.from), account(movement.to));
    Transfer::of_event(subject, leg(movement.leg), debit, credit, movement.amount)
}

const fn account(holder: Holder) -> Account {
    match holder {
        Holder::Wallet(account) => Account::Wallet(account),
        Holder::Match(id) => Account::Escrow(id.0),
        Holder::Game(id) => Account::Escrow(id.0),
        Holder::Entry(id) => Account::Escrow(id.0),
        Holder::Tournament(id) => Account::Escrow(id.0),
        Holder::Ladder(id) => Account::Escrow(id.0),
        Holder::House => Account::House,
        Holder::Promo => Account::Wallet(HOUSE_PROMO),
    }
}

const fn leg(leg: MoneyLeg) -> Leg {
    match leg {
        MoneyLeg::StakeFirst => Leg::StakeFirst,
        MoneyLeg::StakeSecond => Leg::StakeSecond,
        MoneyLeg::RefundFirst => Leg::RefundFirst,
        MoneyLeg::RefundSecond => Leg::RefundSecond,
        MoneyLeg::StakeWhite => Leg::StakeWhite,
        MoneyLeg::StakeBlack => Leg::StakeBlack,
        MoneyLeg::RefundWhite => Leg::RefundWhite,
        MoneyLeg::RefundBlack => Leg::RefundBlack,
        MoneyLeg::Payout => Leg::Payout,
        MoneyLeg::Fee => Leg::Fee,
        MoneyLeg::Hold => Leg::EntryHold,
        MoneyLeg::Release => Leg::EntryRelease,
        MoneyLeg::Capture => Leg::EntryCapture,
        MoneyLeg::Refund => Leg::EntryRefund,
        MoneyLeg::FeeRefund => Leg::FeeRefund,
        MoneyLeg::Prize => Leg::Prize,
        MoneyLeg::Guarantee => Leg::Guarantee,
        MoneyLeg::GuaranteeBack => Leg::GuaranteeBack,
        MoneyLeg::OverlayBack => Leg::OverlayBack,
    }
}

/// The wallets that the transfers touch.
pub(crate) fn wallets(transfers: &[Transfer]) -> Vec<AccountId> {
    transfers
        .iter()
        .flat_map(|transfer| [transfer.debit, transfer.credit])
        .filter_map(|account| account.wallet())
        .collect()
}
