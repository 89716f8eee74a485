//! One random life of a tournament: players with habits, an operator with whims, a director who asks again, restarts.

mod boards;
pub(crate) mod faults;
pub(crate) mod ledger;
mod promises;
pub(crate) mod rows;
pub(crate) mod terms;
mod whims;

use boards::Board;
use competition::tournament::{CaseId, Facts, Looked, Phase};
use competition::{
    GameOver, Holder, Tournament, TournamentCommand, TournamentError, TournamentEvent, TournamentTerms,
    standings,
};
use faults::Fault;
use ids::{AccountId, GameId, Millis, TournamentId, WallTime};
use ledger::Ledger;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rows::Counts;
use std::collections::{BTreeMap, HashSet};
use terms::Kind;
use uuid::Uuid;

/// How somebody behaves.
#[derive(Clone, Copy, Debug)]
struct Habits {
    account: AccountId,
    rating: i32,
    no_show: f64,
    withdraws: f64,
    draws: f64,
}

pub(crate) struct Life {
    rng: SmallRng,
    seed: u64,
    first_terms: TournamentTerms,
    state: Tournament,
    events: Vec<TournamentEvent>,
    ledger: Ledger,
    now: WallTime,
    people: Vec<Habits>,
    entered: u64,
    boards: BTreeMap<GameId, Board>,
    made: HashSet<GameId>,
    /// What everybody was told: part, kind and account of each notice.
    told: HashSet<(u32, &'static str, AccountId)>,
    whims: f64,
    /// Whether the operator will stop it once two rounds are complete.
    doomed: bool,
    pub(crate) counts: Counts,
    pub(crate) steps: u64,
    /// What is wrong in this world.
    pub(crate) fault: Option<Fault>,
}

impl Life {
    pub(crate) fn new(seed: u64, kind: Kind) -> Self {
        let mut rng = SmallRng::seed_from_u64(seed);
        let (terms, entrants) = terms::random(&mut rng, kind);
        let id = TournamentId(Uuid::from_u128(0xe000_0000 + u128::from(seed)));
        let mut ledger = Ledger::default();
        ledger.fund(Holder::Promo, terms.guarantee.0 + 10);
        // now and then a day on which hardly anybody comes
        let bad_day = rng.random_bool(0.15);
        let people = (0..entrants + 3).map(|at| {
            let unreliable = rng.random_bool(0.15);
            Habits {
                account: AccountId(Uuid::from_u128(0xa000_0000 + u128::from(at))),
                rating: rng.random_range(1000..2400),
                no_show: if bad_day {
                    0.6
                } else if unreliable {
                    0.35
                } else {
                    0.02
                },
                withdraws: if unreliable { 0.06 } else { 0.01 },
                draws: rng.random_range(0.05..0.6),
            }
        });
        let people: Vec<Habits> = people.collect();
        for one in &people {
            ledger.fund(Holder::Wallet(one.account), 1_000_000);
        }
        let whims = if rng.random_bool(0.35) { 0.025 } else { 0.001 };
        Self {
            doomed: rng.random_bool(0.15),
            seed,
            state: Tournament::new(id, terms.clone()),
            now: terms.registration_at.minus(Millis(3_600_000)),
            first_terms: terms,
            events: Vec::new(),
            ledger,
            people,
            entered: 0,
            boards: BTreeMap::new(),
            made: HashSet::new(),
            told: HashSet::new(),
            whims,
            counts: Counts::new(),
            steps: 0,
            fault: None,
            rng,
        }
    }

    /// Lives it to its end.
    pub(crate) fn live(&mut self) {
        let purse = self.state.terms().guarantee;
        self.ask(TournamentCommand::Announce { purse });
        while !matches!(self.state.phase(), Phase::Archived | Phase::Cancelled | Phase::Aborted) {
            self.steps += 1;
            assert!(self.steps < 200_000, "seed {}: no end in sight at {:?}", self.seed, self.state.phase());
            self.whim();
            if matches!(self.state.phase(), Phase::Cancelled | Phase::Aborted) {
                break;
            }
            self.go_on();
            if self.rng.random_bool(0.02) || self.steps < 3 {
                self.restart();
            }
        }
        assert_eq!(self.ledger.escrows(), 0, "seed {}: money is left in escrow", self.seed);
        assert_eq!(self.state.due(), None);
        self.restart();
    }

    pub(crate) fn large(&self) -> bool {
        self.state.players().len() > 64
    }

    /// To the next instant at which something happens: a tick, or the end of a game.
    fn go_on(&mut self) {
        let due =
            self.state.due().unwrap_or_else(|| panic!("{} waits for nothing", self.state.phase().name()));
        let running = self.state.phase().is_running();
        let next = if running { self.boards.iter().min_by_key(|(_, board)| board.ends) } else { None };
        match next.map(|(game, board)| (*game, *board)) {
            Some((game, board)) if board.ends < due => {
                self.now = self.now.max(board.ends);
                self.boards.remove(&game);
                let suspended = matches!(self.state.phase(), Phase::Suspended { .. });
                if suspended && self.rng.random_bool(0.7) {
                    let ends = board.ends.plus(Millis(300_000));
                    self.boards.insert(game, Board { ends, ..board });
                } else {
                    let over = GameOver { at: self.now, ..board.over };
                    self.ask(TournamentCommand::GameOver { game, over });
                }
            }
            _ => {
                if due > self.now {
                    let early = WallTime(due.0 - 1).max(self.now);
                    let nothing = self.decide(&TournamentCommand::Tick(self.facts()), early);
                    assert_eq!(nothing, Ok(Vec::new()), "seed {}: a tick before it is due", self.seed);
                }
                self.now = self.now.max(due);
                let facts = self.facts();
                let before = self.events.len();
                self.ask(TournamentCommand::Tick(facts));
                assert!(self.events.len() > before, "seed {}: due at {due:?}, but nothing came", self.seed);
            }
        }
    }

    fn facts(&self) -> Facts {
        let refused = self.state.entries().keys().filter(|entry| entry.0.as_u128() % 29 == 7).copied();
        let waiting = self.boards.iter().filter(|(_, board)| !(board.there.white && board.there.black));
        let present = self.people.iter().filter(|one| one.rating % 17 != self.now.0 as i32 % 17);
        Facts {
            refused: refused.collect(),
            waiting: waiting.map(|(game, board)| (*game, board.there)).collect(),
            present: present.map(|one| one.account).collect(),
            // of some of them something has to be looked at
            looked: if self.seed.is_multiple_of(5) {
                Looked::Suspicious(CaseId(uuid::Uuid::nil()))
            } else {
                Looked::Clean
            },
        }
    }

    fn decide(
        &self,
        command: &TournamentCommand,
        at: WallTime,
    ) -> Result<Vec<TournamentEvent>, TournamentError> {
        self.state.decide(command, at)
    }

    /// Asks, records, and now and then asks the same again.
    fn ask(&mut self, command: TournamentCommand) {
        let Ok(events) = self.decide(&command, self.now) else { return };
        for event in &events {
            let event = self.planted(event);
            let moves = self.state.money(&event.change);
            for one in self.fault.map_or(moves.clone(), |fault| fault.of_money(moves)) {
                self.ledger.post(&one);
            }
            let from = self.state.phase();
            self.before(&event.change);
            self.check_notices(&event.change);
            let times = 1 + u8::from(self.fault.is_some_and(|fault| fault.repeats(&event.change)));
            for _ in 0..times {
                self.state.apply(&event).unwrap_or_else(|error| panic!("seed {}: {error}", self.seed));
            }
            rows::count(&mut self.counts, from, &event.change, self.state.phase());
            rows::notice(&mut self.counts, &self.state, &event.change);
            self.events.push(event.clone());
            self.after(&event.change);
        }
        let tick = matches!(command, TournamentCommand::Tick(_));
        if !tick && !events.is_empty() && self.rng.random_bool(0.3) {
            let again = self.decide(&command, self.now);
            let same = match &again {
                Ok(events) => events.is_empty(),
                Err(_) => {
                    matches!(command, TournamentCommand::Amend { .. } | TournamentCommand::Announce { .. })
                }
            };
            assert!(same, "seed {}: {command:?} twice: {again:?}", self.seed);
        }
        self.check();
    }

    fn planted(&self, event: &TournamentEvent) -> TournamentEvent {
        match self.fault {
            Some(fault) => {
                let change = fault.of_change(&self.state, event.change.clone());
                TournamentEvent { at: event.at, change }
            }
            None => event.clone(),
        }
    }

    /// The node dies: what its successor reads from the rows is the same tournament.
    fn restart(&mut self) {
        let rows: Vec<String> =
            self.events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
        let events: Vec<TournamentEvent> =
            rows.iter().map(|row| serde_json::from_str(row).unwrap()).collect();
        assert_eq!(events, self.events, "seed {}", self.seed);
        let mut events = events;
        if self.fault == Some(Fault::LostRow) && events.len() > 20 {
            events.remove(self.rng.random_range(1..events.len()));
        }
        let again = Tournament::replay(self.state.id(), self.first_terms.clone(), &events).unwrap();
        assert!(again == self.state, "seed {}: what is read from the rows is another tournament", self.seed);
        assert_eq!(standings(&again), standings(&self.state), "seed {}", self.seed);
        assert_eq!(again.due(), self.state.due());
        self.state = again;
    }
}
