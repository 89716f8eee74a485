//! Seasons over a real PostgreSQL, which dies at random steps: every promise holds after every step, and in the end the books are right.
//!
//! `SEASONS=13 cargo test -p tests --test it seasons -- --nocapture` makes it a long run; `TEST_SEED=7` plays that one alone.

use crate::support::Folder;
use async_trait::async_trait;
use competition::{
    Holder, LocalDateTime, MatchEvent, NoticeOf, PairColours, PairLimits, ReviewTerms, RivalsLimits,
    TournamentEvent, TournamentTerms,
};
use draughts::Variant;
use game::{PerSide, TimeControl};
use ids::{AccountId, Amount, GameId, MatchId, Millis, OrderId, SessionId, TournamentId, WallTime};
use rooms::{
    Append, AppendError, Bank, BankError, EndedGame, EventBook, GateAct, Journal, MatchStep, NewGame,
    NotedGame, OrderBook, Placement, Player, RatedGame, RatingNow, Ratings, ScheduledStart, Settlement,
    StakeGate, StartError, StepError, StoredGame, StoredMatch, StoredOrder, StoredTournament, TournamentStep,
    Wallet,
};
use sim::{Audit, NoticeRow, OrderAnswer, OrderDesk, SeasonPlan, SeasonPorts, SeasonReport, World, season};
use sqlx::{PgPool, Row as _};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};
use store::embedded::{Cluster, EmbeddedOptions};
use store::{
    AbortBar, Correction, Database, DatabaseOptions, HOUSE_PROMO, JournalMode, NewDevPlayer, NewSession,
    Owner, Party, ReviewRules,
};
use tokio::runtime::{Handle, Runtime};
use uuid::Uuid;

/// When the accounts are made.
const BEFORE: WallTime = WallTime(1_700_000_000_000_000);

struct OpenGate;

impl StakeGate for OpenGate {
    fn may(&self, _: AccountId, _: GateAct, _: Amount) -> Result<(), String> {
        Ok(())
    }
}

/// Orders that wait, by when they were given in virtual time.
type Waiting = BTreeMap<OrderId, WallTime>;

/// A database in real time, whose processes live in virtual time.
struct RealWorld {
    runtime: Runtime,
    database: Database,
    pool: PgPool,
    owner: Option<Owner>,
    given: Arc<Mutex<Waiting>>,
    cluster: Cluster,
    _folder: Folder,
}

impl RealWorld {
    fn new() -> Self {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let folder = Folder::new("seasons");
        let secret: [u8; 32] = rand::random();
        let options = EmbeddedOptions::new(folder.0.join("pg"), std::env::var_os("PATH"), secret);
        let cluster = Cluster::start(&options).unwrap();
        let address = cluster.address();
        let (database, pool) = runtime.block_on(async {
            let database = Database::open(&DatabaseOptions::new(address.clone())).await.unwrap();
            database.migrate().await.unwrap();
            database.record_config_version("5ea5", "a season").await.unwrap();
            let pool = sqlx::postgres::PgPoolOptions::new().max_connections(2);
            (database, pool.connect_with(address.options().clone()).await.unwrap())
        });
        Self { runtime, database, pool, owner: None, given: Arc::default(), cluster, _folder: folder }
    }

    fn accounts(&self, wanted: &[(String, Amount)]) -> Vec<Player> {
        let mut players = Vec::with_capacity(wanted.len());
        for (name, balance) in wanted {
            // the same season has the same accounts
            let account = AccountId(Uuid::new_v5(&Uuid::nil(), name.as_bytes()));
            let mut token_hash = [0; 32];
            token_hash[..16].copy_from_slice(account.0.as_bytes());
            let session = NewSession {
                session: SessionId(Uuid::from_u128(rand::random())),
                account,
                token_hash,
                expires_at: WallTime(4_000_000_000_000_000),
                address: None,
            };
            let new = NewDevPlayer { name: name.clone(), session };
            self.runtime.block_on(self.database.create_dev_players(&[new], *balance, BEFORE)).unwrap();
            players.push(Player { account, name: name.clone() });
        }
        players
    }

    fn assert_books_are_right(&self) {
        let report = self.runtime.block_on(self.database.check_ledger()).unwrap();
        assert!(report.is_clean(), "{report}");
    }

    fn close(mut self) {
        self.runtime.block_on(self.pool.close());
        self.runtime.block_on(self.database.close());
        self.cluster.stop().unwrap();
    }
}

impl World for RealWorld {
    fn people(&mut self, wanted: &[(String, Amount)]) -> Vec<Player> {
        self.accounts(wanted)
    }

    fn fund(&mut self, purse: Amount) {
        // the house has earned something
        let name = "rich".to_owned();
        let rich = self.accounts(&[(name.clone(), purse)]);
        let moves = [
            ("earned", Party::Wallet(rich[0].account), Party::House),
            ("funded", Party::House, Party::Wallet(HOUSE_PROMO)),
        ];
        for (what, from, to) in moves {
            let correction = Correction {
                name: format!("{what} {name}"),
                from,
                to,
                amount: purse,
                reason: "a season".to_owned(),
                by: "a test".to_owned(),
            };
            assert!(self.runtime.block_on(self.database.correct(&correction)).unwrap());
        }
    }

    fn start(&mut self, _at: WallTime) -> SeasonPorts {
        let bar = AbortBar { after: 3, within: Millis(3_600_000), barred: Millis(900_000) };
        let pairs = PairLimits { games: 1_000_000, flow_stakes: 1_000_000, ..PairLimits::default() };
        let owner = self.runtime.block_on(async {
            let gate = Arc::new(OpenGate);
            // what is held for a review has tests of its own; here a pot is paid when its game is over
            let terms = ReviewTerms { early_ply: 0, flow_stakes: u32::MAX, ..ReviewTerms::default() };
            let reviews = ReviewRules { terms, same_address: false, highest: HashMap::new(), pairs };
            let owner =
                Owner::new(&self.database, gate, bar, pairs, reviews, Millis(10_000), JournalMode::Durable);
            owner.placement.take_lease().await.unwrap();
            owner
        });
        let there = Arc::new(Elsewhere {
            runtime: self.runtime.handle().clone(),
            journal: Arc::clone(&owner.journal),
            placement: Arc::clone(&owner.placement),
            bank: Arc::clone(&owner.bank),
            events: Arc::clone(&owner.events),
            ratings: Arc::clone(&owner.ratings),
            orders: Arc::clone(&owner.orders),
            database: self.database.clone(),
            given: Arc::clone(&self.given),
            pool: self.pool.clone(),
        });
        self.owner = Some(owner);
        SeasonPorts {
            journal: Arc::clone(&there) as _,
            placement: Arc::clone(&there) as _,
            bank: Arc::clone(&there) as _,
            events: Arc::clone(&there) as _,
            ratings: Arc::clone(&there) as _,
            orders: Arc::clone(&there) as _,
            desk: Arc::clone(&there) as _,
            audit: there,
        }
    }

    fn killed(&mut self) {
        if let Some(owner) = self.owner.take() {
            self.runtime.block_on(owner.close());
        }
    }
}

/// The store's ports, asked from a runtime whose time is virtual: while a call waits for the database no virtual time passes.
struct Elsewhere {
    runtime: Handle,
    journal: Arc<dyn Journal>,
    placement: Arc<dyn Placement>,
    bank: Arc<dyn Bank>,
    events: Arc<dyn EventBook>,
    ratings: Arc<dyn Ratings>,
    orders: Arc<dyn OrderBook>,
    database: Database,
    given: Arc<Mutex<Waiting>>,
    pool: PgPool,
}

impl Elsewhere {
    async fn there<T: Send + 'static>(&self, call: impl Future<Output = T> + Send + 'static) -> T {
        let runtime = self.runtime.clone();
        // virtual time stands still as long as a blocking task runs
        tokio::task::spawn_blocking(move || runtime.block_on(call)).await.unwrap()
    }
}

/// Passes a call on to the port of that name, with arguments that live as long as the call.
macro_rules! pass {
    ($self:ident . $port:ident . $call:ident ( $($argument:expr),* )) => {{
        let port = Arc::clone(&$self.$port);
        $self.there(async move { port.$call($($argument),*).await }).await
    }};
}

#[async_trait]
impl Journal for Elsewhere {
    async fn append(&self, append: Append) -> Result<(), AppendError> {
        pass!(self.journal.append(append))
    }

    fn age(&self) -> Millis {
        // real time that passes while virtual time stands still says nothing
        Millis::ZERO
    }
}

#[async_trait]
impl Placement for Elsewhere {
    async fn take_lease(&self) -> Result<(), BankError> {
        pass!(self.placement.take_lease())
    }

    async fn unfinished(&self) -> Result<Vec<StoredGame>, BankError> {
        pass!(self.placement.unfinished())
    }

    async fn load(&self, game: GameId) -> Result<Option<StoredGame>, BankError> {
        pass!(self.placement.load(game))
    }

    async fn unfinished_ids(&self) -> Result<Vec<GameId>, BankError> {
        pass!(self.placement.unfinished_ids())
    }

    fn is_owner(&self) -> bool {
        self.placement.is_owner()
    }

    fn was_away(&self) -> Option<Millis> {
        self.placement.was_away()
    }
}

#[async_trait]
impl Bank for Elsewhere {
    async fn start(&self, new: NewGame) -> Result<PerSide<Wallet>, StartError> {
        pass!(self.bank.start(new))
    }

    async fn settle_due(&self, limit: u32, at: WallTime) -> Result<Vec<Settlement>, BankError> {
        pass!(self.bank.settle_due(limit, at))
    }

    async fn settlements(&self, games: &[GameId]) -> Result<Vec<Settlement>, BankError> {
        let games = games.to_vec();
        pass!(self.bank.settlements(&games))
    }

    async fn wallet(&self, account: AccountId) -> Result<Wallet, BankError> {
        pass!(self.bank.wallet(account))
    }

    async fn times_white(&self, variant: Variant, account: AccountId) -> Result<u64, BankError> {
        pass!(self.bank.times_white(variant, account))
    }

    async fn barred_until(&self, account: AccountId) -> Result<Option<WallTime>, BankError> {
        pass!(self.bank.barred_until(account))
    }
}

#[async_trait]
impl Ratings for Elsewhere {
    async fn rate_due(&self, limit: u32) -> Result<Vec<RatedGame>, BankError> {
        pass!(self.ratings.rate_due(limit))
    }

    async fn rating_now(
        &self,
        account: AccountId,
        variant: Variant,
        time_control: TimeControl,
        at: WallTime,
    ) -> Result<RatingNow, BankError> {
        pass!(self.ratings.rating_now(account, variant, time_control, at))
    }
}

#[async_trait]
impl EventBook for Elsewhere {
    async fn step_matches(&self, steps: &[MatchStep]) -> Result<Vec<Wallet>, StepError> {
        let steps = steps.to_vec();
        pass!(self.events.step_matches(&steps))
    }

    async fn open_matches(&self) -> Result<Vec<StoredMatch>, BankError> {
        pass!(self.events.open_matches())
    }

    async fn load_match(&self, of: MatchId) -> Result<Option<StoredMatch>, BankError> {
        pass!(self.events.load_match(of))
    }

    async fn matches_of(&self, account: AccountId, limit: u32) -> Result<Vec<StoredMatch>, BankError> {
        pass!(self.events.matches_of(account, limit))
    }

    async fn step_tournament(&self, step: TournamentStep) -> Result<Vec<Wallet>, StepError> {
        pass!(self.events.step_tournament(step))
    }

    async fn open_tournaments(&self) -> Result<Vec<StoredTournament>, BankError> {
        pass!(self.events.open_tournaments())
    }

    async fn load_tournament(&self, of: TournamentId) -> Result<Option<StoredTournament>, BankError> {
        pass!(self.events.load_tournament(of))
    }

    async fn put_schedule(&self, name: &str, since: LocalDateTime) -> Result<LocalDateTime, BankError> {
        let name = name.to_owned();
        pass!(self.events.put_schedule(&name, since))
    }

    async fn skip_start(&self, start: &ScheduledStart) -> Result<(), BankError> {
        let start = start.clone();
        pass!(self.events.skip_start(&start))
    }

    async fn note(&self, noted: &[NotedGame]) -> Result<(), BankError> {
        let noted = noted.to_vec();
        pass!(self.events.note(&noted))
    }

    async fn purse(&self) -> Result<Amount, BankError> {
        pass!(self.events.purse())
    }

    async fn ended_games(&self, limit: u32) -> Result<Vec<EndedGame>, BankError> {
        pass!(self.events.ended_games(limit))
    }

    async fn pair_colours(
        &self,
        variant: Variant,
        first: AccountId,
        second: AccountId,
    ) -> Result<PairColours, BankError> {
        pass!(self.events.pair_colours(variant, first, second))
    }

    async fn late_cancels(&self, account: AccountId, since: WallTime) -> Result<Vec<WallTime>, BankError> {
        pass!(self.events.late_cancels(account, since))
    }
}

#[async_trait]
impl OrderBook for Elsewhere {
    async fn waiting_orders(&self, limit: u32) -> Result<Vec<StoredOrder>, BankError> {
        // it is asked every second of a season: the database only while something waits
        let asked: Vec<OrderId> = self.given.lock().unwrap().keys().copied().collect();
        if asked.is_empty() {
            return Ok(Vec::new());
        }
        let waiting = pass!(self.orders.waiting_orders(limit))?;
        // one that is given meanwhile is not among them
        let waits = |id: &OrderId| !asked.contains(id) || waiting.iter().any(|order| order.id == *id);
        self.given.lock().unwrap().retain(|id, _| waits(id));
        Ok(waiting)
    }

    async fn answer_order(&self, id: OrderId, refused: Option<String>) -> Result<(), BankError> {
        pass!(self.orders.answer_order(id, refused))
    }
}

/// What `damas tournament …` and `damas rivals cancel` do.
#[async_trait]
impl OrderDesk for Elsewhere {
    async fn give(&self, order: &StoredOrder, at: WallTime) -> Result<(), BankError> {
        let (database, StoredOrder { id, order }) = (self.database.clone(), order.clone());
        let given = self.there(async move { database.order(id, &order, "a season", "a test").await });
        given.await.map_err(|error| BankError(error.to_string()))?;
        self.given.lock().unwrap().insert(id, at);
        Ok(())
    }

    async fn ages(&self, now: WallTime) -> Result<(), BankError> {
        let given: Vec<(Uuid, i64)> = {
            let given = self.given.lock().unwrap();
            given.iter().map(|(id, at)| (id.0, i64::try_from(now.since(*at).0).unwrap())).collect()
        };
        if given.is_empty() {
            return Ok(());
        }
        let (ids, ages): (Vec<Uuid>, Vec<i64>) = given.into_iter().unzip();
        let pool = self.pool.clone();
        let aged = self.there(async move {
            sqlx::query(
                "update operator_order set ordered_at = clock_timestamp() - age * interval '1 millisecond'
                from unnest($1::uuid[], $2::int8[]) as waiting (id, age) where order_id = id and done_at is null",
            )
            .bind(ids)
            .bind(ages)
            .execute(&pool)
            .await
        });
        aged.await.map(|_| ()).map_err(failed)
    }

    async fn answers(&self, orders: &[OrderId]) -> Result<Vec<OrderAnswer>, BankError> {
        let (database, orders) = (self.database.clone(), orders.to_vec());
        let answers = self.there(async move {
            let mut answers = Vec::with_capacity(orders.len());
            for id in orders {
                answers.push(match database.order_answer(id).await? {
                    None | Some(store::OrderAnswer::Waits) => OrderAnswer::Waits,
                    Some(store::OrderAnswer::Done) => OrderAnswer::Done,
                    Some(store::OrderAnswer::Refused(why)) => OrderAnswer::Refused(why),
                });
            }
            Ok::<_, store::StoreError>(answers)
        });
        answers.await.map_err(|error| BankError(error.to_string()))
    }

    async fn take_back(&self, order: OrderId) -> Result<(), BankError> {
        let database = self.database.clone();
        let taken = self.there(async move { database.take_order_back(order).await });
        taken.await.map(|_| ()).map_err(|error| BankError(error.to_string()))
    }
}

/// A holder's kind and key in the books.
fn words(holder: Holder) -> (&'static str, Uuid) {
    match holder {
        Holder::Wallet(account) => ("wallet", account.0),
        Holder::Promo => ("wallet", HOUSE_PROMO.0),
        Holder::House => ("house", Uuid::nil()),
        Holder::Match(id) => ("escrow", id.0),
        Holder::Game(id) => ("escrow", id.0),
        Holder::Entry(id) => ("escrow", id.0),
        Holder::Tournament(id) => ("escrow", id.0),
        Holder::Ladder(id) => ("escrow", id.0),
    }
}

fn failed(error: sqlx::Error) -> BankError {
    BankError(error.to_string())
}

#[async_trait]
impl Audit for Elsewhere {
    async fn held(&self, holders: &[Holder]) -> Result<Vec<i64>, BankError> {
        let (kinds, ids): (Vec<&str>, Vec<Uuid>) = holders.iter().map(|holder| words(*holder)).unzip();
        let pool = self.pool.clone();
        let held = self.there(async move {
            sqlx::query_scalar(
                "select coalesce(case kind
                    when 'wallet' then (select balance_minor from wallet where account_id = id)
                    when 'house' then (select sum(amount_minor) from entry where account_kind = 'house')
                    else (select sum(amount_minor) from entry where account_kind = 'escrow' and holder_id = id)
                end, 0)::bigint
                from unnest($1::text[], $2::uuid[]) with ordinality as asked (kind, id, number) order by number",
            )
            .bind(kinds)
            .bind(ids)
            .fetch_all(&pool)
            .await
        });
        held.await.map_err(failed)
    }

    async fn total(&self) -> Result<i64, BankError> {
        let pool = self.pool.clone();
        let total = self.there(async move {
            sqlx::query_scalar(
                "select coalesce(sum(amount_minor), 0)::bigint from entry where account_kind <> 'world'",
            )
            .fetch_one(&pool)
            .await
        });
        total.await.map_err(failed)
    }

    async fn moved_twice(&self) -> Result<Option<String>, BankError> {
        let pool = self.pool.clone();
        let twice = self.there(async move {
            sqlx::query_scalar(
                "select subject_kind || ' ' || subject_id || ' ' || leg from transfer
                where subject_kind in ('match', 'game', 'entry', 'event')
                group by subject_kind, subject_id, leg having count(*) > 1 limit 1",
            )
            .fetch_optional(&pool)
            .await
        });
        twice.await.map_err(failed)
    }

    async fn match_log(
        &self,
        of: MatchId,
        from: usize,
    ) -> Result<Option<(RivalsLimits, Vec<MatchEvent>)>, BankError> {
        let stored = self.load_match(of).await?;
        Ok(stored.map(|stored| (stored.limits, stored.events.into_iter().skip(from).collect())))
    }

    async fn tournament_log(
        &self,
        of: TournamentId,
        from: usize,
    ) -> Result<Option<(TournamentTerms, Vec<TournamentEvent>)>, BankError> {
        let stored = self.load_tournament(of).await?;
        Ok(stored.map(|stored| (stored.terms, stored.events.into_iter().skip(from).collect())))
    }

    async fn notices(&self, of: NoticeOf, since: WallTime) -> Result<(u64, Vec<NoticeRow>), BankError> {
        let (kind, subject) = match of {
            NoticeOf::Match(of) => ("match", of.0),
            NoticeOf::Tournament(of) => ("tournament", of.0),
        };
        let pool = self.pool.clone();
        let told = self.there(async move {
            // an instant in microseconds, as it was written
            sqlx::query(
                "select account_id, part, other_account_id, title, body::text as body,
                    (extract(epoch from created_at) * 1000000)::bigint >= $3 as newest
                from notice where subject_kind = $1 and subject_id = $2",
            )
            .bind(kind)
            .bind(subject)
            .bind(since.0)
            .fetch_all(&pool)
            .await
        });
        let rows = told.await.map_err(failed)?;
        let newest = rows.iter().filter(|row| row.get::<bool, _>("newest"));
        let newest = newest.map(|row| NoticeRow {
            account: AccountId(row.get("account_id")),
            part: u32::try_from(row.get::<i64, _>("part")).unwrap(),
            other: row.get::<Option<Uuid>, _>("other_account_id").map(AccountId),
            title: row.get("title"),
            body: serde_json::from_str(row.get("body")).unwrap(),
        });
        Ok((rows.len() as u64, newest.collect()))
    }
}

#[test]
fn seasons_over_a_postgresql_that_dies_hold_their_promises() {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let count = number("SEASONS").unwrap_or(1);
    let seeds = number("TEST_SEED").map_or(1..count + 1, |seed| seed..seed + 1);
    let mut all = SeasonReport::default();
    for seed in seeds {
        let mut world = RealWorld::new();
        // the settler asks the database every second of a season, so none of them takes half a day
        let plan = SeasonPlan { crashes: 0.04, far: false, ..SeasonPlan::new(seed) };
        let plan = if count > 1 { plan } else { SeasonPlan { tournaments: 5, challenges: 30, ..plan } };
        let report = season(&plan, &mut world).unwrap();
        println!("{report} {:?} {:?}", report.crashes, report.orders);
        assert!(report.is_clean(), "{report}\nrepeat it with TEST_SEED={seed}");
        world.assert_books_are_right();
        world.close();
        all.add(&report);
    }
    println!("{all}\n{:?}\n{:?}\n{:?}", all.tournaments, all.crashes, all.orders);
    assert!(all.orders.values().sum::<u64>() > 0, "the operator has ordered nothing");
}

#[test]
fn the_command_plays_a_season_and_counts_the_rows_of_the_state_tables() {
    let args = ["season", "--seed", "3", "--players", "40", "--events", "4", "--crashes"];
    let played = std::process::Command::new(crate::support::binary()).args(args).output().unwrap();
    let said = String::from_utf8(played.stdout).unwrap();
    assert!(played.status.success(), "{said}");
    assert!(said.lines().last().is_some_and(|line| line.ends_with("all held")), "{said}");
    assert!(said.contains("tournament: DRAFT | announce | ANNOUNCED"), "{said}");
}
