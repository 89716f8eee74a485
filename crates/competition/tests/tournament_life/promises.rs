//! What must hold, whatever happens.

use super::Life;
use competition::swiss::Relaxation;
use competition::tournament::{Change, Format, PairedRound, Phase, Settlement, ShareKind, TableOutcome};
use competition::{Holder, standings};
use ids::AccountId;
use std::collections::{BTreeMap, BTreeSet};

impl Life {
    /// What must hold before a change.
    pub(super) fn before(&self, change: &Change) {
        match change {
            Change::RoundPaired(paired) => self.check_pairing(paired),
            Change::Paid(settlement) => self.check_prizes(settlement),
            Change::Aborted(settlement) => self.check_abort(settlement),
            _ => {}
        }
    }

    /// Nobody is told the same twice, and whoever gets money without having asked for it is told how much.
    pub(super) fn check_notices(&mut self, change: &Change) {
        let (seed, notices) = (self.seed, self.state.notices(change));
        let mut got: BTreeMap<AccountId, i64> = BTreeMap::new();
        for each in self.state.money(change) {
            if let (Holder::Wallet(account), false) = (each.to, matches!(change, Change::Unregistered(_))) {
                *got.entry(account).or_default() += each.amount.0;
            }
        }
        for notice in notices {
            let account = notice.account;
            let money = notice.body.money().0;
            assert_eq!(money, got.remove(&account).unwrap_or(0), "seed {seed}: {notice:?}");
            let subject = (notice.part, notice.body.kind(), account);
            assert!(self.told.insert(subject), "seed {seed}: told twice: {notice:?}");
        }
        assert!(got.is_empty(), "seed {seed}: {got:?} came without a word, by {change:?}");
    }

    fn check_pairing(&self, paired: &PairedRound) {
        let seed = self.seed;
        assert!(self.state.rounds().iter().all(|round| round.number != paired.round), "a round twice");
        let number = |entry| self.state.players().iter().position(|player| player.entry == entry).unwrap();
        let swiss = matches!(self.state.terms().format, Format::Swiss { .. });
        let strict = swiss && paired.relaxation < Some(Relaxation::OldRematch);
        for game in paired.tables.iter().filter_map(|table| table.game.as_ref()) {
            let seats = [number(game.white), number(game.black)];
            for player in seats.map(|player| &self.state.players()[player]) {
                assert!(player.is_active(), "seed {seed}: {player:?} is paired");
            }
            let met = self.state.rounds().iter().flat_map(|round| &round.tables).any(|table| {
                let played = table.ended.last().is_some_and(|ended| !ended.forfeit);
                played && seats.iter().all(|player| table.seat_of(*player).is_some())
            });
            assert!(!strict || !met, "seed {seed}: {seats:?} meet again in round {}", paired.round);
        }
        if let (true, Some(bye)) = (paired.relaxation < Some(Relaxation::SecondBye), paired.bye) {
            let had = self.state.rounds().iter().any(|round| round.bye == Some(number(bye)));
            assert!(!had, "seed {seed}: a second bye");
        }
        if swiss {
            let active = self.state.players().iter().filter(|player| player.is_active()).count();
            let seated = 2 * paired.tables.len() + usize::from(paired.bye.is_some());
            assert_eq!(seated, active, "seed {seed}: somebody is forgotten");
        }
    }

    fn check_prizes(&self, settlement: &Settlement) {
        let seed = self.seed;
        let paid: i64 = settlement.shares.iter().map(|share| share.amount.0).sum();
        assert_eq!(paid + settlement.overlay_back.0, self.state.pool().0, "seed {seed}");
        let amounts = settlement.shares.iter().map(|share| share.amount);
        assert!(amounts.is_sorted_by(|better, worse| better >= worse), "seed {seed}: prizes increase");
        let table = standings(&self.state);
        for pair in table.windows(2) {
            let equal = pair[0].place == pair[1].place;
            match self.state.terms().format {
                Format::Knockout { .. } => {}
                _ => assert_eq!(equal, pair[0].half_points == pair[1].half_points, "seed {seed}: {pair:?}"),
            }
        }
        for (standing, share) in table.iter().zip(&settlement.shares) {
            assert_eq!((standing.entry, standing.place), (share.entry, share.place), "seed {seed}");
        }
        self.check_points();
    }

    /// Each table of a Swiss gives a point, each bye one, each late entry half a one: no point comes or goes.
    fn check_points(&self) {
        let untouched = self.state.players().iter().all(|player| !player.is_removed());
        if !untouched || !matches!(self.state.terms().format, Format::Swiss { .. }) {
            return;
        }
        let rounds = self.state.rounds();
        let tables = rounds.iter().flat_map(|round| &round.tables);
        let won = tables.filter(|table| table.outcome != Some(TableOutcome::BothLost)).count();
        let byes = rounds.iter().filter(|round| round.bye.is_some()).count();
        let late = self.state.players().iter().filter(|player| player.from_round > 1);
        let late = late.filter(|player| usize::from(player.from_round) <= rounds.len() + 1).count();
        let points: u32 = standings(&self.state).iter().map(|row| row.half_points).sum();
        assert_eq!(points as usize, 2 * (won + byes) + late, "seed {}: points", self.seed);
    }

    fn check_abort(&self, settlement: &Settlement) {
        let paid: i64 = settlement.shares.iter().map(|share| share.amount.0).sum();
        assert_eq!(paid + settlement.overlay_back.0, self.state.pool().0, "seed {}", self.seed);
        let of = |kind| settlement.shares.iter().filter(move |share| share.kind == kind);
        let refunds: Vec<i64> = of(ShareKind::Refund).map(|share| share.amount.0).collect();
        let titled = of(ShareKind::Prize).any(|share| share.place == 1);
        let best_prize = of(ShareKind::Prize).filter(|_| !titled).map(|share| share.amount.0).max();
        if let (false, Some(prize)) = (refunds.is_empty(), best_prize) {
            let average = refunds.iter().sum::<i64>() / refunds.len() as i64;
            assert!(average >= prize, "seed {}: who is in gets less than who is out", self.seed);
        }
    }

    /// What must hold after every step.
    pub(super) fn check(&self) {
        let seed = self.seed;
        self.ledger.check();
        let event = self.ledger.of(Holder::Tournament(self.state.id()));
        assert_eq!(
            event,
            self.state.held_of_event().0,
            "seed {seed}: escrow of the event, {:?}",
            self.state.phase()
        );
        for entry in self.state.entries().keys() {
            let held = self.ledger.of(Holder::Entry(*entry));
            assert_eq!(held, self.state.held_of_entry(*entry).0, "seed {seed}: escrow of {entry}");
        }
        let mut busy = BTreeSet::new();
        for game in self.state.live_games() {
            for entry in [game.white, game.black] {
                assert!(busy.insert(entry), "seed {seed}: {entry} is in two live games");
            }
        }
        let waits =
            !matches!(self.state.phase(), Phase::Draft | Phase::Archived | Phase::Cancelled | Phase::Aborted);
        assert_eq!(self.state.due().is_some(), waits, "seed {seed}: {:?}", self.state.phase());
        if self.state.phase().is_over() {
            assert_eq!(self.ledger.escrows(), 0, "seed {seed}: money is left in escrow");
            assert_eq!(self.state.live_games().count(), 0, "seed {seed}: a game is on after the end");
        }
    }
}
