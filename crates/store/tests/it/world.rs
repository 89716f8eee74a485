//! Players with money, games between them, and the owner that a server would have. What every test of money needs.

use crate::cluster::{fresh_address, open};
use competition::{PairLimits, ReviewTerms};
use draughts::{Position, RuleSet, Side, Variant};
use game::{EndReason, Ending, Game, GameCommand, GameEvent, Outcome, PerSide, TimeControl};
use ids::{AccountId, Amount, BasisPoints, GameId, Millis, Moment, SessionId, Version, WallTime};
use rooms::{
    Append, AppendError, Funding, GateAct, NewGame, Player, StakeGate, StakedTerms, Stamped, StartError,
    Wallet,
};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use store::{AbortBar, Address, Database, JournalMode, NewDevPlayer, NewSession, Owner, ReviewRules};
use uuid::Uuid;

pub(crate) const NOON: WallTime = WallTime(1_764_504_000_000_000);
pub(crate) const STAKE: i64 = 1_000;
pub(crate) const BAR: AbortBar = AbortBar { after: 3, within: Millis(3_600_000), barred: Millis(900_000) };

/// Lets everybody do everything.
pub(crate) struct OpenGate;

impl StakeGate for OpenGate {
    fn may(&self, _: AccountId, _: GateAct, _: Amount) -> Result<(), String> {
        Ok(())
    }
}

/// A database with a server's owner of its games.
pub(crate) struct World {
    pub(crate) address: Address,
    pub(crate) database: Database,
    pub(crate) owner: Owner,
}

/// An id that no other has in this run.
pub(crate) fn id() -> Uuid {
    static LAST: AtomicU64 = AtomicU64::new(1);
    Uuid::from_u128(u128::from(LAST.fetch_add(1, Ordering::Relaxed)))
}

/// Bounds on a pair that no test meets by chance.
pub(crate) fn pairs() -> PairLimits {
    PairLimits { games: 1_000_000, flow_stakes: 1_000_000, ..PairLimits::default() }
}

/// Reviews as published, for stakes up to four times [`STAKE`].
pub(crate) fn reviews() -> ReviewRules {
    ReviewRules {
        terms: ReviewTerms::default(),
        same_address: true,
        highest: HashMap::from([(Variant::Brazilian, Amount(4 * STAKE))]),
        pairs: pairs(),
    }
}

pub(crate) fn owner_of(database: &Database) -> Owner {
    Owner::new(database, Arc::new(OpenGate), BAR, pairs(), reviews(), Millis(10_000), JournalMode::Durable)
}

impl World {
    pub(crate) async fn new() -> Self {
        let address = fresh_address().await;
        let database = open(address.clone()).await;
        let owner = owner_of(&database);
        owner.placement.take_lease().await.unwrap();
        database.record_config_version(&terms().config_hash, "text").await.unwrap();
        Self { address, database, owner }
    }

    /// Players with that balance each.
    pub(crate) async fn players(&self, count: usize, balance: i64) -> Vec<Player> {
        players(&self.database, count, balance).await
    }

    pub(crate) async fn start(&self, new: NewGame) -> Result<PerSide<Wallet>, StartError> {
        self.owner.bank.start(new).await
    }

    /// A running game between two new players with `balance` each.
    pub(crate) async fn game(&self, balance: i64) -> Running {
        let players = self.players(2, balance).await;
        let new = game_between(&players[0], &players[1]);
        self.start(new.clone()).await.unwrap();
        Running::new(new)
    }

    pub(crate) async fn append(&self, append: Append) -> Result<(), AppendError> {
        self.owner.journal.append(append).await
    }

    /// Ends a game that way in the rows, without playing it.
    pub(crate) async fn end(&self, running: &Running, ending: Ending) {
        let mut append = running.append(vec![GameEvent::Ended { ending, left: None }]);
        append.after = self.version(running.new.game).await;
        self.append(append).await.unwrap();
    }

    pub(crate) async fn version(&self, game: GameId) -> Version {
        let stored = self.database.find_game(game).await.unwrap().unwrap();
        Version(u32::try_from(stored.events.len()).unwrap())
    }

    pub(crate) async fn balance(&self, player: &Player) -> i64 {
        self.owner.bank.wallet(player.account).await.unwrap().balance.0
    }

    pub(crate) async fn balances(&self, players: &PerSide<Player>) -> (i64, i64) {
        (self.balance(&players.white).await, self.balance(&players.black).await)
    }

    /// Changes rows behind everybody's back.
    pub(crate) async fn execute(&self, sql: &'static str) {
        let mut connection = sqlx::ConnectOptions::connect(self.address.options()).await.unwrap();
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    }

    pub(crate) async fn count(&self, sql: &'static str) -> i64 {
        let mut connection = sqlx::ConnectOptions::connect(self.address.options()).await.unwrap();
        sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap()
    }

    #[track_caller]
    pub(crate) fn assert_clean(&self) -> impl Future<Output = ()> {
        let database = self.database.clone();
        async move {
            let report = database.check_ledger().await.unwrap();
            assert!(report.is_clean(), "{report}");
        }
    }
}

/// New players, with a session each.
pub(crate) async fn players(database: &Database, count: usize, balance: i64) -> Vec<Player> {
    let new: Vec<NewDevPlayer> = (0..count)
        .map(|_| {
            let account = AccountId(id());
            let (name, mut token_hash) = (format!("player {account}"), [0; 32]);
            token_hash[..16].copy_from_slice(account.0.as_bytes());
            let expires_at = WallTime(4_000_000_000_000_000);
            let session = SessionId(id());
            NewDevPlayer {
                name,
                session: NewSession { session, account, token_hash, expires_at, address: None },
            }
        })
        .collect();
    database.create_dev_players(&new, Amount(balance), NOON).await.unwrap();
    new.into_iter().map(|player| Player { account: player.session.account, name: player.name }).collect()
}

pub(crate) fn terms() -> StakedTerms {
    StakedTerms {
        variant: Variant::Brazilian,
        rule_set: RuleSet::Dream,
        time_control: TimeControl { initial: Millis(300_000), increment: Millis(3_000) },
        first_move_window: Some(Millis(30_000)),
        max_draw_offers: 3,
        stake: Amount(STAKE),
        funding: Funding::Stakes,
        event: None,
        fee: BasisPoints(500),
        config_hash: "0123".to_owned(),
    }
}

pub(crate) fn game_between(white: &Player, black: &Player) -> NewGame {
    NewGame {
        game: GameId(id()),
        terms: terms(),
        players: PerSide { white: white.clone(), black: black.clone() },
        rematch_of: None,
        at: NOON,
        game_limit: 1,
        highest_stake: Amount(100_000),
        watchable: true,
        play_now: false,
    }
}

/// A game as its room would hold it.
pub(crate) struct Running {
    pub(crate) new: NewGame,
    pub(crate) game: Game,
    pub(crate) events: Vec<GameEvent>,
}

impl Running {
    pub(crate) fn new(new: NewGame) -> Self {
        let mut game = Game::new(new.terms.game_terms(), Position::initial(Variant::Brazilian));
        let started = game.started();
        game.apply(&started).unwrap();
        Self { new, game, events: vec![started] }
    }

    /// Those events as an append at the game's version; the game itself does not move on.
    pub(crate) fn append(&self, events: Vec<GameEvent>) -> Append {
        let stamp = |event| Stamped { event, received_at: Some(NOON), decided_at: NOON };
        Append {
            game: self.new.game,
            variant: Variant::Brazilian,
            after: self.game.version(),
            events: events.into_iter().map(stamp).collect(),
        }
    }

    /// What the command leads to, as an append; the game moves on by it.
    pub(crate) fn decide(&mut self, command: &GameCommand) -> Append {
        let events = self.game.decide(command, Moment(1_000_000)).unwrap();
        let append = self.append(events);
        for stamped in &append.events {
            self.game.apply(&stamped.event).unwrap();
            self.events.push(stamped.event.clone());
        }
        self.game.turn_published(Moment(1_000_000));
        append
    }

    /// The next move, the first of the legal ones.
    pub(crate) fn play(&mut self) -> Append {
        let position = *self.game.position();
        let mv = position.legal_moves()[0];
        let path = position.paths(&mv)[0].text(Variant::Brazilian).to_string();
        let (side, ply) = (position.side_to_move(), self.game.ply());
        self.decide(&GameCommand::Move { side, ply, text: path.parse().unwrap() })
    }
}

pub(crate) const fn ending(outcome: Outcome, reason: EndReason) -> Ending {
    Ending { outcome, reason, blame: None }
}

pub(crate) const WHITE_WON: Ending = ending(Outcome::Won(Side::White), EndReason::Resignation);
