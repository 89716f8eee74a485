//! The auditor: after every step reads the rows past the owners, folds them, and compares with what there is. Knows no player and
//! no crash. What it knows outlives the processes.

mod deadlines;
mod games;
mod matches;
mod notices;
mod orders;
mod refunds;
mod suspensions;
mod tournaments;

use super::verdict::{Broken, SeasonReport};
use super::world::SeasonPorts;
use competition::tournament::Phase;
use competition::{Holder, Match, MoneyMove, Tournament};
use games::Made;
use ids::{AccountId, GameId, MatchId, OrderId, TournamentId, WallTime};
use notices::Told;
use orders::Given;
use rooms::{BankError, Settlement};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use suspensions::Suspension;
use tokio_util::sync::CancellationToken;

/// How many versions of a tournament are kept, to compare with what players are told.
const VERSIONS: usize = 64;

/// Whatever is not as it should be, in words.
type Found = Result<(), String>;

/// A tournament as its rows make it.
struct SeenTournament {
    first: competition::TournamentTerms,
    log: Vec<competition::TournamentEvent>,
    state: Arc<Tournament>,
    versions: VecDeque<Arc<Tournament>>,
}

/// What the auditor knows.
#[derive(Default)]
struct Known {
    matches: BTreeMap<MatchId, Match>,
    tournaments: BTreeMap<TournamentId, SeenTournament>,
    /// What each holder must have, by the logs alone.
    ledger: HashMap<Holder, i64>,
    total: i64,
    games: HashMap<GameId, Made>,
    settled: BTreeSet<GameId>,
    /// Since when an event is as it is.
    since: BTreeMap<MatchId, WallTime>,
    tournaments_since: BTreeMap<TournamentId, WallTime>,
    /// Games that are on and that no event waits for, since when.
    unawaited: HashMap<GameId, WallTime>,
    told: Told,
    orders: BTreeMap<OrderId, Given>,
    suspended: HashMap<TournamentId, Vec<Suspension>>,
    digest: DefaultHasher,
    report: SeasonReport,
}

impl Known {
    fn post(&mut self, money: &[MoneyMove], touched: &mut BTreeMap<String, Holder>) {
        for movement in money {
            for (holder, amount) in [(movement.from, -movement.amount.0), (movement.to, movement.amount.0)] {
                *self.ledger.entry(holder).or_default() += amount;
                touched.insert(format!("{holder:?}"), holder);
            }
        }
    }

    fn of(&self, holder: Holder) -> i64 {
        self.ledger.get(&holder).copied().unwrap_or(0)
    }
}

/// The auditor.
#[derive(Default)]
pub(super) struct Auditor {
    known: Mutex<Known>,
    /// Held while the rows change and are looked at: nobody else changes them meanwhile.
    turn: tokio::sync::Mutex<()>,
    /// Cancelled at the first broken promise.
    broken: CancellationToken,
    /// Whether what players are shown is not looked at.
    rows_alone: bool,
}

impl Auditor {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An auditor of books in which these have this much.
    pub(super) fn new(seed: u64, rows_alone: bool, opening: impl IntoIterator<Item = (Holder, i64)>) -> Self {
        let auditor = Self { rows_alone, ..Self::default() };
        {
            let mut known = auditor.known();
            known.report.seed = seed;
            known.ledger.extend(opening);
            known.total = known.ledger.values().sum();
        }
        auditor
    }

    /// Its turn with the rows.
    pub(super) async fn turn(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.turn.lock().await
    }

    /// Completes when a promise was broken.
    pub(super) async fn broken(&self) {
        self.broken.cancelled().await;
    }

    /// Notes what was found, if it is the first.
    pub(super) fn judge(&self, found: Found, at: WallTime) {
        if let Err(what) = found {
            let mut known = self.known();
            let step = known.report.steps;
            known.report.broken.get_or_insert(Broken { what, step, at });
            self.broken.cancel();
        }
    }

    /// A crash, or a lost answer.
    pub(super) fn crashed(&self, how: &'static str) {
        *self.known().report.crashes.entry(how).or_default() += 1;
    }

    /// Something was refused.
    pub(super) fn refused(&self, why: &str) {
        let short: String = why
            .split([',', ':', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
            .next()
            .unwrap_or(why)
            .to_owned();
        *self.known().report.refused.entry(short).or_default() += 1;
    }

    /// A fault was planted where it could be.
    pub(super) fn planted(&self) {
        self.known().report.planted = true;
    }

    /// How often the state tables' rows were taken, and all other figures.
    pub(super) fn report(&self) -> SeasonReport {
        let known = self.known();
        SeasonReport { digest: known.digest.finish(), ..known.report.clone() }
    }

    /// The books after a step: those touched have what the logs say, nothing was made or lost, nothing moved twice.
    async fn check_books(&self, ports: &SeasonPorts, touched: &BTreeMap<String, Holder>) -> Found {
        let holders: Vec<Holder> = touched.values().copied().collect();
        let held = ports.audit.held(&holders).await.map_err(away)?;
        if let Some(twice) = ports.audit.moved_twice().await.map_err(away)? {
            return Err(format!("moved twice: {twice}"));
        }
        let total = ports.audit.total().await.map_err(away)?;
        let known = self.known();
        for (holder, held) in holders.into_iter().zip(held) {
            let should = known.of(holder);
            if held != should {
                return Err(format!("{holder:?} has {held}, its logs say {should}"));
            }
            if held < 0 {
                return Err(format!("{holder:?} has {held}"));
            }
        }
        if total != known.total {
            return Err(format!("all together is {total}, it was {}: money is made or lost", known.total));
        }
        Ok(())
    }

    /// What the settler has paid: each game once, and what its terms say.
    pub(super) async fn check_settled(&self, ports: &SeasonPorts, settled: &[Settlement]) -> Found {
        let mut touched = BTreeMap::new();
        for one in settled {
            self.settled(one, &mut touched)?;
        }
        if touched.is_empty() { Ok(()) } else { self.check_books(ports, &touched).await }
    }

    fn settled(&self, one: &Settlement, touched: &mut BTreeMap<String, Holder>) -> Found {
        let mut known = self.known();
        if !known.settled.insert(one.game) {
            return Err(format!("game {} is paid twice", one.game));
        }
        let Some(made) = known.games.get(&one.game).cloned() else {
            return Err(format!("game {} is paid, nobody has made it", one.game));
        };
        let pot = made.stake * 2;
        let decisive = matches!(one.outcome, game::Outcome::Won(_));
        let fee = if decisive { pot * i64::from(made.fee.0) / 10_000 } else { 0 };
        let paid = one.received.white.0 + one.received.black.0 + one.fee.0;
        if (one.pot.0, one.fee.0, paid) != (pot, fee, pot) {
            return Err(format!("game {} with a pot of {pot} is paid as {one:?}", one.game));
        }
        let mut post = |holder, amount| {
            *known.ledger.entry(holder).or_default() += amount;
            touched.insert(format!("{holder:?}"), holder);
        };
        post(Holder::Game(one.game), -pot);
        post(Holder::House, fee);
        post(Holder::Wallet(made.players.white), one.received.white.0);
        post(Holder::Wallet(made.players.black), one.received.black.0);
        Ok(())
    }

    /// The end of the season: everything is over, every escrow is empty, everybody has what the logs say.
    pub(super) async fn check_end(&self, ports: &SeasonPorts) -> Found {
        let (holders, open) = {
            let known = self.known();
            let open = known.matches.values().filter(|one| !one.state().is_terminal()).count()
                + known.tournaments.values().filter(|one| !one.state.phase().is_over()).count();
            let holders = known.ledger.keys().map(|holder| (format!("{holder:?}"), *holder));
            (holders.collect::<BTreeMap<_, _>>(), open)
        };
        if open > 0 {
            return Err(format!("{open} events are not over at the end"));
        }
        self.check_books(ports, &holders).await?;
        self.check_all_told(ports).await?;
        self.check_answers_stand(ports).await?;
        let known = self.known();
        let held = known.ledger.iter().find(|(holder, held)| is_escrow(**holder) && **held != 0);
        if let Some((holder, held)) = held {
            return Err(format!("{holder:?} keeps {held} at the end"));
        }
        drop(known);
        self.check_refolded()
    }

    /// Digests what happened.
    fn digest(known: &mut Known, what: &str) {
        what.hash(&mut known.digest);
    }

    /// What is over is counted.
    pub(super) fn count_ended(&self) {
        let mut known = self.known();
        let known = &mut *known;
        known.report.matches = 0;
        known.report.series = 0;
        for one in known.matches.values().filter(|one| one.state().is_terminal()) {
            known.report.matches += 1;
            known.report.series += u64::from(!one.games().is_empty());
        }
        known.report.games = known.games.values().filter(|made| made.event.is_some()).count() as u64;
        (known.report.cancelled, known.report.aborted) = (0, 0);
        known.report.tournaments = BTreeMap::new();
        known.report.large = BTreeMap::new();
        for seen in known.tournaments.values().filter(|seen| seen.state.phase().is_over()) {
            if seen.state.players().is_empty() {
                known.report.cancelled += 1;
                continue;
            }
            if seen.state.phase() == Phase::Aborted {
                known.report.aborted += 1;
                continue;
            }
            let format = tournaments::format_name(&seen.state);
            *known.report.tournaments.entry(format).or_default() += 1;
            if seen.state.players().len() > 64 {
                *known.report.large.entry(format).or_default() += 1;
            }
        }
    }

    /// How much time has passed.
    pub(super) fn passed(&self, from: WallTime, to: WallTime) {
        self.known().report.passed_ms = to.since(from).0;
    }

    /// A withdrawal was answered with yes: from then on the player is out.
    pub(super) fn check_withdrawn(&self, of: TournamentId, account: AccountId) -> Found {
        let known = self.known();
        let Some(seen) = known.tournaments.get(&of) else { return Ok(()) };
        let active =
            seen.state.players().iter().any(|player| player.account == account && player.is_active());
        if active && seen.state.phase().is_running() {
            return Err(format!("{account} was told that he is out of {of}, the rows know nothing of it"));
        }
        Ok(())
    }
}

const fn is_escrow(holder: Holder) -> bool {
    matches!(holder, Holder::Match(_) | Holder::Game(_) | Holder::Entry(_) | Holder::Tournament(_))
}

fn away(error: BankError) -> String {
    format!("the auditor was not answered: {error}")
}
