//! A journal, a bank and a placement in memory, with faults on demand.

mod beside;

use async_trait::async_trait;
use competition::{
    CancelCause, Holder, LocalDateTime, Match, MatchEvent, MoneyMove, PairColours, PerSeat, Points, Seat,
    Tournament,
};
use draughts::{Position, Side};
use game::{GameEvent, Outcome, PerSide};
use ids::{AccountId, Amount, EntryId, GameId, LadderId, MatchId, Millis, TournamentId, Version, WallTime};
use rooms::{
    Append, AppendError, Bank, BankError, CountedMatch, EndedGame, EventBook, GateAct, Journal, MatchStep,
    NewGame, NewNotice, NotedGame, PairFacts, Placement, ScheduledStart, Settlement, StakeGate, Stamped,
    StartError, StepError, StoredGame, StoredLadder, StoredMatch, StoredOrder, StoredTournament,
    TournamentHead, TournamentStep, Wallet,
};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// What goes wrong next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The append takes this long.
    Stall(Duration),
    /// The append is refused; nothing was written.
    Refuse,
    /// So many appends are written, but their answers are lost.
    LoseAnswers(u32),
    /// The append is written, and its room fails by a mistake of ours.
    Fail,
}

#[derive(Clone, Default)]
pub(crate) struct Rows {
    pub(crate) games: HashMap<GameId, StoredGame>,
    pub(crate) wallets: HashMap<AccountId, (i64, i64)>,
    pub(crate) settlements: u32,
    pub(crate) fault: Option<Fault>,
    pub(crate) appends: u32,
    /// Games in the order in which the rater took them.
    pub(crate) rated: Vec<GameId>,
    /// How often the rater is not answered.
    pub(crate) rating_outages: u32,
    pub(crate) taken_over: bool,
    pub(crate) matches: BTreeMap<MatchId, StoredMatch>,
    pub(crate) tournaments: BTreeMap<TournamentId, StoredTournament>,
    /// What each tournament's row says of it after its last step.
    pub(crate) tournament_heads: BTreeMap<TournamentId, TournamentHead>,
    /// Whose each entry is.
    pub(crate) entries: BTreeMap<EntryId, AccountId>,
    /// What any two players have in common.
    pub(crate) pair_facts: PairFacts,
    /// How often it is not told who shares an address.
    pub(crate) share_outages: u32,
    /// Orders, with their answers.
    pub(crate) orders: Vec<(StoredOrder, Option<Option<String>>)>,
    pub(crate) ladders: BTreeMap<LadderId, StoredLadder>,
    /// Matches of challenges that are settled.
    pub(crate) counted: Vec<CountedMatch>,
    pub(crate) late_cancels: Vec<(AccountId, WallTime)>,
    /// From which local minute each schedule counts, and what became of its starts: a tournament, or missed.
    pub(crate) schedules: BTreeMap<String, LocalDateTime>,
    pub(crate) starts: BTreeMap<(String, LocalDateTime), Option<TournamentId>>,
    /// What each escrow of an event, or the house, has.
    pub(crate) held: HashMap<Holder, i64>,
    /// Games whose end the director has taken note of.
    pub(crate) noted: HashSet<GameId>,
    /// How often the answer to a director's step is lost.
    pub(crate) lost_steps: u32,
    /// Ratings that are not the first one.
    pub(crate) ratings: HashMap<AccountId, i32>,
    /// Who has blocked whom.
    pub(crate) blocks: HashSet<(AccountId, AccountId)>,
    /// How many games any two have behind them.
    pub(crate) pair_games: usize,
    /// How often it was asked what stands between two.
    pub(crate) standings_asked: usize,
    /// The notices of all steps, in order.
    pub(crate) notices: Vec<NewNotice>,
}

/// The rows, shared by all ports.
#[derive(Default)]
pub(crate) struct Memory(Mutex<Rows>);

impl Memory {
    pub(crate) fn rows(&self) -> MutexGuard<'_, Rows> {
        self.0.lock().unwrap()
    }

    /// The rows as a process that starts now would find them; whoever still runs on the old ones is dead to it.
    pub(crate) fn after_a_crash(&self) -> Arc<Self> {
        Arc::new(Self(Mutex::new(self.rows().clone())))
    }

    fn wallet_of(rows: &Rows, account: AccountId) -> Wallet {
        let (balance, version) = rows.wallets.get(&account).copied().unwrap_or_default();
        Wallet { account, balance: Amount(balance), version }
    }

    fn write(&self, append: Append) -> Result<(), AppendError> {
        let mut rows = self.rows();
        let stored = rows.games.get_mut(&append.game).ok_or(AppendError::Fenced)?;
        if stored.events.len() != append.after.0 as usize {
            return Err(AppendError::Fenced);
        }
        for stamped in append.events {
            if let GameEvent::Ended { ending, .. } = &stamped.event {
                stored.ended = Some(*ending);
            }
            stored.events.push(stamped);
        }
        rows.appends += 1;
        Ok(())
    }

    pub(crate) fn version(&self, game: GameId) -> Version {
        Version(u32::try_from(self.rows().games[&game].events.len()).unwrap())
    }
}

#[async_trait]
impl Journal for Memory {
    async fn append(&self, append: Append) -> Result<(), AppendError> {
        let fault = self.rows().fault.take();
        match fault {
            None => self.write(append),
            Some(Fault::Stall(time)) => {
                tokio::time::sleep(time).await;
                self.write(append)
            }
            Some(Fault::Refuse) => Err(AppendError::Unavailable),
            Some(Fault::LoseAnswers(more)) => {
                self.rows().fault = (more > 1).then(|| Fault::LoseAnswers(more - 1));
                self.write(append)?;
                Err(AppendError::Fenced)
            }
            Some(Fault::Fail) => {
                self.write(append)?;
                panic!("planted: the room fails after the commit");
            }
        }
    }

    fn age(&self) -> Millis {
        Millis::ZERO
    }
}

#[async_trait]
impl Bank for Memory {
    async fn start(&self, new: NewGame) -> Result<PerSide<Wallet>, StartError> {
        let mut rows = self.rows();
        for side in [Side::White, Side::Black] {
            let account = new.players[side].account;
            let live = rows.games.values().filter(|game| {
                game.ended.is_none()
                    && (game.players.white.account == account || game.players.black.account == account)
            });
            if live.count() >= new.game_limit as usize {
                return Err(StartError::GameLimit { account });
            }
            let balance = Self::wallet_of(&rows, account).balance;
            if balance < new.terms.stake {
                return Err(StartError::InsufficientFunds { account, balance, stake: new.terms.stake });
            }
        }
        if let Some(of) = new.rematch_of {
            if let Some(made) = rows.games[&of].rematch {
                return Err(StartError::RematchExists(made));
            }
            rows.games.get_mut(&of).unwrap().rematch = Some(new.game);
        }
        for side in [Side::White, Side::Black] {
            let wallet = rows.wallets.get_mut(&new.players[side].account).unwrap();
            wallet.0 -= new.terms.stake.0;
            wallet.1 += 1;
        }
        let wallets = PerSide {
            white: Self::wallet_of(&rows, new.players.white.account),
            black: Self::wallet_of(&rows, new.players.black.account),
        };
        rows.games.insert(new.game, stored_game(&new));
        Ok(wallets)
    }

    async fn settle_due(&self, _limit: u32, _at: WallTime) -> Result<Vec<Settlement>, BankError> {
        let mut rows = self.rows();
        let due: Vec<GameId> = rows
            .games
            .values()
            .filter(|game| game.ended.is_some() && !game.settled && game.terms.event.is_none())
            .map(|game| game.game)
            .collect();
        let mut settled = Vec::new();
        for id in due {
            let game = rows.games.get_mut(&id).unwrap();
            game.settled = true;
            let (outcome, players) = (game.ended.unwrap().outcome, game.players.clone());
            let (stake, pot) = (game.terms.stake.0, game.terms.stake.0 * 2);
            let fee = match outcome {
                Outcome::Won(_) => pot * i64::from(game.terms.fee.0) / 10_000,
                _ => 0,
            };
            let share = |side| match outcome {
                Outcome::Won(winner) if winner == side => pot - fee,
                Outcome::Won(_) => 0,
                _ => stake,
            };
            let received = PerSide { white: Amount(share(Side::White)), black: Amount(share(Side::Black)) };
            for side in [Side::White, Side::Black] {
                let wallet = rows.wallets.get_mut(&players[side].account).unwrap();
                wallet.0 += received[side].0;
                wallet.1 += 1;
            }
            rows.settlements += 1;
            settled.push(Settlement {
                game: id,
                outcome,
                pot: Amount(pot),
                fee: Amount(fee),
                received,
                wallets: PerSide {
                    white: Self::wallet_of(&rows, players.white.account),
                    black: Self::wallet_of(&rows, players.black.account),
                },
            });
        }
        Ok(settled)
    }

    async fn settlements(&self, _games: &[GameId]) -> Result<Vec<Settlement>, BankError> {
        Ok(Vec::new())
    }

    async fn wallet(&self, account: AccountId) -> Result<Wallet, BankError> {
        Ok(Self::wallet_of(&self.rows(), account))
    }

    async fn times_white(&self, _: draughts::Variant, account: AccountId) -> Result<u64, BankError> {
        let rows = self.rows();
        Ok(rows.games.values().filter(|game| game.players.white.account == account).count() as u64)
    }

    async fn barred_until(&self, _account: AccountId) -> Result<Option<WallTime>, BankError> {
        Ok(None)
    }
}

#[async_trait]
impl EventBook for Memory {
    async fn step_matches(&self, steps: &[MatchStep]) -> Result<Vec<Wallet>, StepError> {
        let mut rows = self.rows();
        let mut after = rows.clone();
        let mut touched = Vec::new();
        for step in steps {
            after.mark_done(step.order)?;
            after.step(step, &mut touched)?;
        }
        *rows = after;
        if rows.lost_steps > 0 {
            rows.lost_steps -= 1;
            return Err(StepError::Stale);
        }
        Ok(touched.into_iter().map(|account| Self::wallet_of(&rows, account)).collect())
    }

    async fn open_matches(&self) -> Result<Vec<StoredMatch>, BankError> {
        Ok(self.rows().matches.values().filter(|stored| !is_over(stored)).cloned().collect())
    }

    async fn load_match(&self, of: MatchId) -> Result<Option<StoredMatch>, BankError> {
        Ok(self.rows().matches.get(&of).cloned())
    }

    async fn matches_of(&self, account: AccountId, _limit: u32) -> Result<Vec<StoredMatch>, BankError> {
        let own = |stored: &&StoredMatch| {
            let players = [&stored.players.first, &stored.players.second];
            players.into_iter().flatten().any(|player| player.account == account)
        };
        Ok(self.rows().matches.values().filter(own).cloned().collect())
    }

    async fn ended_games(&self, _limit: u32) -> Result<Vec<EndedGame>, BankError> {
        let rows = self.rows();
        let ended = rows.games.values().filter(|game| !rows.noted.contains(&game.game));
        let ended = ended.filter_map(|game| {
            Some(EndedGame {
                game: game.game,
                event: game.terms.event?.event,
                players: PerSide { white: game.players.white.account, black: game.players.black.account },
                ending: game.ended?,
                plies: u16::try_from(game.events.len()).unwrap(),
                thinking: PerSide::default(),
                left: PerSide::default(),
                at: game.last_event_at,
            })
        });
        Ok(ended.collect())
    }

    async fn step_tournament(&self, step: TournamentStep) -> Result<Vec<Wallet>, StepError> {
        let mut rows = self.rows();
        let mut after = rows.clone();
        let mut touched = Vec::new();
        after.mark_done(step.order)?;
        after.step_tournament(&step, &mut touched)?;
        after.tournament_heads.insert(step.of, step.head.clone());
        *rows = after;
        if rows.lost_steps > 0 {
            rows.lost_steps -= 1;
            return Err(StepError::Stale);
        }
        Ok(touched.into_iter().map(|account| Self::wallet_of(&rows, account)).collect())
    }

    async fn open_tournaments(&self) -> Result<Vec<StoredTournament>, BankError> {
        let open = |stored: &&StoredTournament| {
            let state = Tournament::replay(stored.of, stored.terms.clone(), &stored.events).unwrap();
            !state.phase().is_over()
        };
        Ok(self.rows().tournaments.values().filter(open).cloned().collect())
    }

    async fn load_tournament(&self, of: TournamentId) -> Result<Option<StoredTournament>, BankError> {
        Ok(self.rows().tournaments.get(&of).cloned())
    }

    async fn put_schedule(&self, name: &str, since: LocalDateTime) -> Result<LocalDateTime, BankError> {
        let mut rows = self.rows();
        let since = *rows.schedules.entry(name.to_owned()).or_insert(since);
        let own = rows.starts.keys().filter(|(schedule, _)| schedule == name).map(|(_, local)| *local);
        Ok(own.max().map_or(since, |last| last.max(since)))
    }

    async fn skip_start(&self, start: &ScheduledStart) -> Result<(), BankError> {
        let key = (start.schedule.clone(), start.occurrence.local);
        self.rows().starts.entry(key).or_insert(None);
        Ok(())
    }

    async fn note(&self, noted: &[NotedGame]) -> Result<(), BankError> {
        self.rows().noted.extend(noted.iter().map(|noted| noted.game));
        Ok(())
    }

    async fn purse(&self) -> Result<Amount, BankError> {
        Ok(Amount(1_000_000))
    }

    async fn pair_colours(
        &self,
        _: draughts::Variant,
        _: AccountId,
        _: AccountId,
    ) -> Result<PairColours, BankError> {
        Ok(PairColours::default())
    }

    async fn late_cancels(&self, account: AccountId, since: WallTime) -> Result<Vec<WallTime>, BankError> {
        let rows = self.rows();
        let own = rows.late_cancels.iter().filter(|(who, at)| *who == account && *at >= since);
        Ok(own.map(|(_, at)| *at).collect())
    }
}

/// A game that was just made, as its rows tell it.
fn stored_game(new: &NewGame) -> StoredGame {
    let started = Stamped { event: GameEvent::Started, received_at: None, decided_at: new.at };
    StoredGame {
        game: new.game,
        start: Position::initial(new.terms.variant),
        terms: new.terms.clone(),
        players: new.players.clone(),
        events: vec![started],
        ended: None,
        settled: false,
        rematch_of: new.rematch_of,
        rematch: None,
        watchable: new.watchable,
        started_at: new.at,
        last_event_at: new.at,
    }
}

fn is_over(stored: &StoredMatch) -> bool {
    let replayed = Match::replay(stored.of, stored.limits.clone(), stored.events.clone()).unwrap();
    replayed.state().is_terminal()
}

impl Rows {
    fn step(&mut self, step: &MatchStep, touched: &mut Vec<AccountId>) -> Result<(), StepError> {
        let stored = self.matches.entry(step.of).or_insert_with(|| StoredMatch {
            of: step.of,
            players: PerSeat::default(),
            limits: step.head.limits.clone(),
            events: Vec::new(),
        });
        if stored.events.len() != step.after.0 as usize {
            return Err(StepError::Stale);
        }
        stored.events.extend(step.events.iter().cloned());
        let named = |account: AccountId| rooms::Player { account, name: account.to_string() };
        stored.players = PerSeat { first: Some(named(step.head.first)), second: step.head.second.map(named) };
        for event in &step.events {
            if let MatchEvent::Cancelled { cause: CancelCause::AloneLate(seat) } = event {
                let who = if *seat == Seat::First { Some(step.head.first) } else { step.head.second };
                self.late_cancels.extend(who.map(|who| (who, step.at)));
            }
        }
        self.tell(&step.notices);
        self.carry_out(&step.money, &step.games, &step.noted, touched)
    }

    fn step_tournament(
        &mut self,
        step: &TournamentStep,
        touched: &mut Vec<AccountId>,
    ) -> Result<(), StepError> {
        let terms = step.terms.clone();
        let stored = self.tournaments.entry(step.of).or_insert_with(|| StoredTournament {
            of: step.of,
            terms: terms.expect("the first step has the terms"),
            events: Vec::new(),
            players: Vec::new(),
        });
        if stored.events.len() != step.after.0 as usize {
            return Err(StepError::Stale);
        }
        stored.events.extend(step.events.iter().cloned());
        for entry in &step.entries {
            self.entries.insert(entry.entry, entry.account);
        }
        self.tell(&step.notices);
        if let Some(start) = &step.start {
            let key = (start.schedule.clone(), start.occurrence.local);
            if self.starts.insert(key, Some(step.of)).is_some() {
                return Err(StepError::Stale);
            }
        }
        self.carry_out(&step.money, &step.games, &step.noted, touched)
    }

    /// A notice is told once: a second one of its subject, kind and account is a mistake of ours.
    fn tell(&mut self, notices: &[NewNotice]) {
        for new in notices {
            let subject = |other: &NewNotice| {
                (other.notice.of, other.notice.part, other.notice.body.kind(), other.notice.account)
            };
            let again = self.notices.iter().find(|other| subject(other) == subject(new));
            assert_eq!(again, None, "told twice");
            self.notices.push(new.clone());
        }
    }

    fn carry_out(
        &mut self,
        money: &[MoneyMove],
        games: &[NewGame],
        noted: &[NotedGame],
        touched: &mut Vec<AccountId>,
    ) -> Result<(), StepError> {
        for movement in money {
            for (holder, sign) in [(movement.from, -1), (movement.to, 1)] {
                let amount = sign * movement.amount.0;
                let Holder::Wallet(account) = holder else {
                    *self.held.entry(holder).or_default() += amount;
                    continue;
                };
                let wallet = self.wallets.entry(account).or_default();
                if wallet.0 + amount < 0 {
                    let balance = Amount(wallet.0);
                    return Err(StepError::NotCovered { account, balance, amount: movement.amount });
                }
                *wallet = (wallet.0 + amount, wallet.1 + 1);
                touched.push(account);
            }
        }
        for new in games {
            let game = stored_game(new);
            assert!(self.games.insert(new.game, game).is_none(), "game {} is made twice", new.game);
        }
        for noted in noted {
            assert!(self.noted.insert(noted.game), "the end of game {} is taken note of twice", noted.game);
        }
        Ok(())
    }

    /// What the escrow of a match has.
    pub(crate) fn escrow(&self, of: MatchId) -> i64 {
        self.held.get(&Holder::Match(of)).copied().unwrap_or(0)
    }
}

#[async_trait]
impl Placement for Memory {
    async fn take_lease(&self) -> Result<(), BankError> {
        Ok(())
    }

    async fn unfinished(&self) -> Result<Vec<StoredGame>, BankError> {
        Ok(self.rows().games.values().filter(|game| game.ended.is_none()).cloned().collect())
    }

    async fn load(&self, game: GameId) -> Result<Option<StoredGame>, BankError> {
        Ok(self.rows().games.get(&game).cloned())
    }

    async fn unfinished_ids(&self) -> Result<Vec<GameId>, BankError> {
        let rows = self.rows();
        Ok(rows.games.values().filter(|game| game.ended.is_none()).map(|game| game.game).collect())
    }

    fn is_owner(&self) -> bool {
        !self.rows().taken_over
    }

    fn was_away(&self) -> Option<Millis> {
        None
    }
}

impl StakeGate for Memory {
    fn may(&self, _account: AccountId, _act: GateAct, _amount: Amount) -> Result<(), String> {
        Ok(())
    }
}

/// Takes paid games without arithmetic: what it makes of ratings is the store's, which has its own tests.
#[async_trait]
impl rooms::Ratings for Memory {
    async fn rate_due(&self, limit: u32) -> Result<Vec<rooms::RatedGame>, BankError> {
        let mut rows = self.rows();
        if rows.rating_outages > 0 {
            rows.rating_outages -= 1;
            return Err(BankError("away".to_owned()));
        }
        let paid = rows.games.values().filter(|game| game.settled && !rows.rated.contains(&game.game));
        let mut due: Vec<_> = paid.map(|game| (game.last_event_at, game.game)).collect();
        due.sort_unstable();
        let due: Vec<GameId> = due.into_iter().map(|(_, game)| game).take(limit as usize).collect();
        rows.rated.extend(&due);
        Ok(due.into_iter().map(rooms::RatedGame::PairGain).collect())
    }

    async fn rating_now(
        &self,
        account: AccountId,
        _: draughts::Variant,
        _: game::TimeControl,
        _: WallTime,
    ) -> Result<rooms::RatingNow, BankError> {
        let rating = self.rows().ratings.get(&account).copied().unwrap_or(1500);
        Ok(rooms::RatingNow { rating: Points::whole(rating), deviation: Points::whole(350) })
    }
}
