//! Who gets what at the end, and when an event is stopped. Pure arithmetic over the standings.

use super::event::{Settlement, Share, ShareKind, TableRole};
use super::state::Tournament;
use super::table::Table;
use super::terms::{CancellationRule, Format};
use crate::prize::{roll_forward, split};
use crate::standings::{Standing, standings};
use ids::{Amount, EntryId};

impl Tournament {
    /// The prizes: places by points alone, equals share, tie-breaks decide the odd unit.
    pub(super) fn paid_settlement(&self) -> Settlement {
        let table = standings(self);
        if table.is_empty() {
            // nobody is left to be paid: nothing stays in escrow
            return Settlement { overlay_back: self.pool(), ..Settlement::default() };
        }
        let prizes = self.prizes_of(&table);
        let shares = table.iter().zip(prizes).filter(|(_, amount)| *amount > Amount::ZERO);
        Settlement {
            shares: shares.map(|(standing, amount)| prize(standing, amount)).collect(),
            fees_back: Vec::new(),
            overlay_back: Amount::ZERO,
        }
    }

    /// The prize of each of the standings, if it ends with them: in an event without money nothing to each.
    #[must_use]
    pub fn prizes_of(&self, table: &[Standing]) -> Vec<Amount> {
        let groups: Vec<usize> =
            table.chunk_by(|one, other| one.place == other.place).map(<[Standing]>::len).collect();
        self.terms.prizes.of_groups(self.pool(), &groups)
    }

    /// What an abort pays now. F13.
    pub(super) fn abort_settlement(&self) -> Settlement {
        let back = self.terms.cancellation == CancellationRule::RollBack || self.complete == 0;
        if back { self.roll_back() } else { self.roll_forward() }
    }

    /// Everything goes back as paid.
    fn roll_back(&self) -> Settlement {
        let contribution = self.terms.contribution;
        let refund =
            |entry: EntryId| Share { entry, kind: ShareKind::Refund, place: 0, amount: contribution };
        let entries = self.players.iter().map(|player| player.entry);
        Settlement {
            shares: entries.clone().map(refund).filter(|share| share.amount > Amount::ZERO).collect(),
            fees_back: entries.collect(),
            overlay_back: self.overlay,
        }
    }

    /// The contributions are divided: prizes of places already decided, then half equally and half by points among
    /// who still plays. What the operator added goes back to him, so those prizes too are of the contributions alone.
    fn roll_forward(&self) -> Settlement {
        let pool = self.contributions();
        let table = standings(self);
        let mut shares = self.decided_prizes(&table, pool);
        let paid: i64 = shares.iter().map(|share| share.amount.0).sum();
        let left = Amount(pool.0 - paid);
        let open: Vec<&Standing> = table.iter().filter(|row| !self.is_placed(row.player)).collect();
        let active: Vec<&Standing> =
            open.iter().copied().filter(|row| self.players[row.player].is_active()).collect();
        // where all have left, their points count all the same
        let rest = if active.is_empty() { open } else { active.clone() };
        let extra = u32::from(matches!(self.terms.format, Format::Knockout { .. }));
        let points: Vec<u32> = rest.iter().map(|row| row.half_points + extra).collect();
        let amounts = roll_forward(left, &points);
        // nobody to divide it: it does not stay in escrow
        let nobody = if amounts.is_empty() { left } else { Amount::ZERO };
        let refunds = rest.iter().zip(amounts).filter(|(_, amount)| *amount > Amount::ZERO);
        shares.extend(refunds.map(|(row, amount)| Share {
            entry: row.entry,
            kind: ShareKind::Refund,
            place: 0,
            amount,
        }));
        Settlement {
            shares,
            fees_back: active.iter().map(|row| row.entry).collect(),
            overlay_back: Amount(self.overlay.0 + nobody.0),
        }
    }

    /// Whether a player's place in a knockout is decided: he is out, or has won the final.
    fn is_placed(&self, player: usize) -> bool {
        let last = self.rounds.last().filter(|round| Some(round.number) == self.rounds_planned());
        let title = last.and_then(|round| round.tables.iter().find(|table| table.role == TableRole::Bracket));
        let knockout = matches!(self.terms.format, Format::Knockout { .. });
        self.players[player].out_in.is_some() || knockout && title.and_then(Table::winner) == Some(player)
    }

    /// In a knockout, what the losers of ties have won whatever would have followed. Places of the present round are
    /// shared by all who lose in it; as not all of them are known, each gets the whole units of his share.
    fn decided_prizes(&self, table: &[Standing], pool: Amount) -> Vec<Share> {
        let Format::Knockout { .. } = self.terms.format else { return Vec::new() };
        let prizes = self.terms.prizes.of_places(pool, table.len());
        let open = self.tables().filter(|table| !table.is_decided());
        // each open tie will put one out and keep one
        let undecided = open.filter(|table| table.role == TableRole::Bracket).count();
        let present = u16::try_from(self.rounds.len()).unwrap_or(u16::MAX);
        let mut shares = Vec::new();
        for group in table.chunk_by(|one, other| one.place == other.place) {
            let out_in = group.iter().find_map(|row| self.players[row.player].out_in);
            let of_present = undecided > 0 && out_in == Some(present);
            let size = group.len() + if of_present { undecided } else { 0 };
            let last = group[0].place as usize - 1 + group.len();
            let sum: i64 = prizes[last.saturating_sub(size)..last].iter().map(|prize| prize.0).sum();
            let amounts = if of_present {
                let whole = sum / i64::try_from(size).unwrap_or(i64::MAX);
                vec![Amount(whole); group.len()]
            } else {
                split(Amount(sum), size)
            };
            let placed = group.iter().zip(amounts).filter(|(row, _)| self.is_placed(row.player));
            let won = placed.filter(|(_, amount)| *amount > Amount::ZERO);
            shares.extend(won.map(|(row, amount)| prize(row, amount)));
        }
        shares
    }
}

const fn prize(standing: &Standing, amount: Amount) -> Share {
    Share { entry: standing.entry, kind: ShareKind::Prize, place: standing.place, amount }
}
