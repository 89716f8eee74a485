//! What each event does to money. Pure: it reads the tournament as it stood before the event. Knows no ledger.

use super::entrant::EntryStatus;
use super::event::{Change, Settlement, ShareKind};
use super::state::Tournament;
use crate::{Holder, MoneyLeg, MoneyMove, MoneyOf};
use ids::{AccountId, Amount, EntryId};
use std::collections::BTreeSet;

impl Tournament {
    /// The movements that belong in the transaction of an event, before which the tournament stood as it does now.
    /// None is of nothing.
    #[must_use]
    pub fn money(&self, change: &Change) -> Vec<MoneyMove> {
        let mut moves = Vec::new();
        match change {
            Change::Announced => {
                moves.push(self.of_event(
                    MoneyLeg::Guarantee,
                    Holder::Promo,
                    self.escrow(),
                    self.terms.guarantee,
                ));
            }
            Change::Registered(new) => moves.push(self.hold(new.entry, new.account)),
            Change::LateEntered(new) => {
                moves.push(self.hold(new.entry, new.account));
                moves.push(self.capture(new.entry));
            }
            Change::Unregistered(entry) => moves.extend(self.release(*entry)),
            Change::Started { players, released } => {
                moves.extend(players.iter().map(|entry| self.capture(*entry)));
                moves.extend(released.iter().filter_map(|entry| self.release(*entry)));
                let back = self.not_needed(players.len());
                moves.push(self.of_event(MoneyLeg::GuaranteeBack, self.escrow(), Holder::Promo, back));
            }
            Change::Cancelled { .. } => {
                moves.extend(self.entries.keys().filter_map(|entry| self.release(*entry)));
                let back = self.terms.guarantee;
                moves.push(self.of_event(MoneyLeg::OverlayBack, self.escrow(), Holder::Promo, back));
            }
            Change::Aborted(settlement) | Change::Paid(settlement) => {
                moves.extend(self.settlement(settlement));
            }
            _ => {}
        }
        moves.retain(|one| one.amount > Amount::ZERO);
        moves
    }

    /// The part of the guarantee that so many contributions cover.
    pub(super) fn not_needed(&self, players: usize) -> Amount {
        let players = i64::try_from(players).unwrap_or(i64::MAX);
        Amount(self.terms.guarantee.0.min(self.terms.contribution.0.saturating_mul(players)))
    }

    fn settlement(&self, settlement: &Settlement) -> Vec<MoneyMove> {
        let mut moves = Vec::new();
        for share in &settlement.shares {
            let leg = match share.kind {
                ShareKind::Prize => MoneyLeg::Prize,
                ShareKind::Refund => MoneyLeg::Refund,
            };
            moves.extend(self.account_of(share.entry).map(|account| {
                of_entry(share.entry, leg, self.escrow(), Holder::Wallet(account), share.amount)
            }));
        }
        let fees_back: BTreeSet<EntryId> = settlement.fees_back.iter().copied().collect();
        for player in &self.players {
            let (entry, fee) = (player.entry, self.terms.fee);
            let held = Holder::Entry(entry);
            moves.push(if fees_back.contains(&entry) {
                of_entry(entry, MoneyLeg::FeeRefund, held, Holder::Wallet(player.account), fee)
            } else {
                of_entry(entry, MoneyLeg::Fee, held, Holder::House, fee)
            });
        }
        moves.push(self.of_event(
            MoneyLeg::OverlayBack,
            self.escrow(),
            Holder::Promo,
            settlement.overlay_back,
        ));
        moves
    }

    fn hold(&self, entry: EntryId, account: AccountId) -> MoneyMove {
        let (wallet, held) = (Holder::Wallet(account), Holder::Entry(entry));
        of_entry(entry, MoneyLeg::Hold, wallet, held, self.terms.buy_in())
    }

    fn capture(&self, entry: EntryId) -> MoneyMove {
        let contribution = self.terms.contribution;
        of_entry(entry, MoneyLeg::Capture, Holder::Entry(entry), self.escrow(), contribution)
    }

    /// The whole hold goes back, unless it did before.
    fn release(&self, entry: EntryId) -> Option<MoneyMove> {
        let found = self.entries.get(&entry)?;
        let held = matches!(found.status, EntryStatus::Registered | EntryStatus::CheckedIn);
        let wallet = Holder::Wallet(found.account);
        held.then(|| of_entry(entry, MoneyLeg::Release, Holder::Entry(entry), wallet, self.terms.buy_in()))
    }

    const fn escrow(&self) -> Holder {
        Holder::Tournament(self.id)
    }

    const fn of_event(&self, leg: MoneyLeg, from: Holder, to: Holder, amount: Amount) -> MoneyMove {
        MoneyMove { of: MoneyOf::Tournament(self.id), leg, from, to, amount }
    }
}

const fn of_entry(entry: EntryId, leg: MoneyLeg, from: Holder, to: Holder, amount: Amount) -> MoneyMove {
    MoneyMove { of: MoneyOf::Entry(entry), leg, from, to, amount }
}
