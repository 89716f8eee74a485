//! A match with books beside it: each step is decided, booked, folded and checked.

use crate::rows::{ROWS, row};
use competition::{
    Clock, EventNotice, GameMoney, GameResult, GameSlot, GameStart, Holder, LevelRule, Match, MatchCommand,
    MatchError, MatchEvent, MatchState, MatchTerms, MoneyLeg, MoneyMove, MoneyOf, NoticeOf, PairColours,
    Proposal, RivalsLimits, Seat, StakeMode, StartAt, TickFacts,
};
use ids::{AccountId, Amount, BasisPoints, GameId, MatchId, Millis, WallTime};
use std::collections::{BTreeMap, HashMap, HashSet};
use uuid::Uuid;

pub(crate) const ANA: AccountId = AccountId(Uuid::from_u128(1));
pub(crate) const BEA: AccountId = AccountId(Uuid::from_u128(2));
pub(crate) const EVA: AccountId = AccountId(Uuid::from_u128(3));

pub(crate) fn player(seat: Seat) -> AccountId {
    if seat == Seat::First { ANA } else { BEA }
}

pub(crate) const fn minutes(minutes: u64) -> Millis {
    Millis(minutes * 60_000)
}

/// An instant so many minutes after the tests' own zero.
pub(crate) fn minute(count: u64) -> WallTime {
    WallTime(1_800_000_000_000_000).plus(minutes(count))
}

pub(crate) fn terms() -> MatchTerms {
    MatchTerms {
        profile: "brazilian/dream".to_owned(),
        clock: Clock { initial: Millis(300_000), increment: Millis(3_000) },
        games: 4,
        stake_mode: StakeMode::PerMatch,
        stake: Amount(100),
        fee: BasisPoints(750),
        start: StartAt::At(minute(600)),
        level: LevelRule::Drawn,
        watchable: true,
        config_version: 7,
        config_hash: "abc".to_owned(),
    }
}

pub(crate) fn all_here() -> TickFacts {
    let present = competition::PerSeat { first: true, second: true };
    TickFacts { present, ..TickFacts::default() }
}

/// The match, its rows, its books.
pub(crate) struct World {
    pub(crate) played: Match,
    pub(crate) events: Vec<MatchEvent>,
    pub(crate) books: HashMap<Holder, i64>,
    pub(crate) rows: BTreeMap<&'static str, u64>,
    /// The game that runs.
    pub(crate) start: Option<GameStart>,
    booked: HashSet<(MoneyOf, MoneyLeg)>,
    /// Everything that was told, in order.
    pub(crate) told: Vec<EventNotice>,
    told_once: HashSet<(u32, &'static str, AccountId)>,
    settled_games: HashSet<GameId>,
    match_settled: bool,
}

impl World {
    pub(crate) fn propose(
        id: u128,
        limits: &RivalsLimits,
        proposal: Proposal,
        at: WallTime,
    ) -> Result<Self, MatchError> {
        let events = Match::propose(limits, proposal, at)?;
        let played = Match::replay(MatchId(Uuid::from_u128(id)), limits.clone(), events.clone())
            .expect("a proposal makes a match");
        let mut world = Self {
            played,
            events,
            books: HashMap::new(),
            rows: BTreeMap::new(),
            start: None,
            booked: HashSet::new(),
            told: Vec::new(),
            told_once: HashSet::new(),
            settled_games: HashSet::new(),
            match_settled: false,
        };
        world.rows.insert(ROWS[0], 1);
        world.tell(world.played.proposal_notices());
        world.check();
        Ok(world)
    }

    /// A challenge of Ana to Bea, at minute 0.
    #[track_caller]
    pub(crate) fn of(terms: MatchTerms, limits: &RivalsLimits) -> Self {
        let proposal = Proposal { challenger: ANA, challenged: Some(BEA), terms, first_white: None };
        Self::propose(77, limits, proposal, minute(0)).expect("these terms can be offered")
    }

    pub(crate) fn book(&self, holder: Holder) -> i64 {
        self.books.get(&holder).copied().unwrap_or(0)
    }

    pub(crate) fn state(&self) -> MatchState {
        self.played.state()
    }

    /// Asks, and if it is granted books, folds and checks each event.
    pub(crate) fn ask(
        &mut self,
        command: &MatchCommand,
        at: WallTime,
    ) -> Result<Vec<MatchEvent>, MatchError> {
        let events = self.played.decide(command, at)?;
        for event in &events {
            let before = self.played.clone();
            for each in before.money(event) {
                self.move_money(each);
            }
            self.check_notices(&before, event);
            self.played.apply(event).expect("what was decided fits");
            if let Some(row) = row(&before, command, event, &self.played) {
                *self.rows.entry(row).or_default() += 1;
            }
            if matches!(event, MatchEvent::NoShow { .. }) {
                let grace = self.played.starts_at().map(|start| start.plus(self.played.limits().grace));
                assert!(grace.is_some_and(|grace| at > grace), "a no-show before the grace has ended");
            }
            self.note(&before, event);
            self.settle_game(event);
            self.events.push(event.clone());
            assert_eq!(
                self.book(Holder::Match(self.played.id())),
                self.played.exposure().0,
                "the escrow is not what the state declares after {event:?}"
            );
        }
        self.check();
        Ok(events)
    }

    #[track_caller]
    pub(crate) fn granted(&mut self, command: &MatchCommand, at: WallTime) -> Vec<MatchEvent> {
        self.ask(command, at).unwrap_or_else(|refusal| panic!("{command:?} was refused: {refusal}"))
    }

    /// Whatever timer is due, at its own instant.
    #[track_caller]
    pub(crate) fn tick(&mut self, facts: TickFacts) -> WallTime {
        let due = self.played.due().expect("the match is not over");
        let events = self.granted(&MatchCommand::Tick(facts), due);
        assert!(!events.is_empty(), "a tick that is due does nothing in {:?}", self.played);
        due
    }

    pub(crate) fn accept(&self, by: Seat) -> MatchCommand {
        let terms = self.played.terms().hash();
        MatchCommand::Accept { by: player(by), terms, history: PairColours::default() }
    }

    fn move_money(&mut self, each: MoneyMove) {
        assert!(each.amount > Amount::ZERO, "a movement of nothing: {each:?}");
        assert!(self.booked.insert((each.of, each.leg)), "booked twice: {each:?}");
        *self.books.entry(each.from).or_default() -= each.amount.0;
        *self.books.entry(each.to).or_default() += each.amount.0;
        if !matches!(each.from, Holder::Wallet(_)) {
            assert!(self.book(each.from) >= 0, "{:?} gives more than it has", each.from);
        }
    }

    /// Nobody is told the same twice, and whoever gets money out of the match is told how much.
    fn check_notices(&mut self, before: &Match, event: &MatchEvent) {
        let notices = before.notices(event);
        for seat in Seat::BOTH {
            let Some(account) = before.player(seat) else { continue };
            let own = |each: &&MoneyMove| each.to == Holder::Wallet(account);
            let got: i64 = before.money(event).iter().filter(own).map(|each| each.amount.0).sum();
            let own = notices.iter().filter(|notice| notice.account == account);
            assert_eq!(own.map(|notice| notice.body.money().0).sum::<i64>(), got, "after {event:?}");
        }
        self.tell(notices);
    }

    fn tell(&mut self, notices: Vec<EventNotice>) {
        for notice in notices {
            assert_eq!(notice.of, NoticeOf::Match(self.played.id()));
            let subject = (notice.part, notice.body.kind(), notice.account);
            assert!(self.told_once.insert(subject), "told twice: {notice:?}");
            self.told.push(notice);
        }
    }

    fn note(&mut self, before: &Match, event: &MatchEvent) {
        match event {
            MatchEvent::GameStarted(start) => {
                if before.state() == MatchState::Break {
                    let over = self.events.iter().rev().find_map(|event| match event {
                        MatchEvent::BecameReady { until, .. } => Some(before.due() == Some(*until)),
                        MatchEvent::BreakBegan { .. } => Some(false),
                        _ => None,
                    });
                    let both = self
                        .events
                        .iter()
                        .rev()
                        .take(2)
                        .filter(|event| matches!(event, MatchEvent::BecameReady { .. }));
                    let ready = over == Some(true) && both.count() == 2;
                    *self.rows.entry(if ready { ROWS[29] } else { ROWS[30] }).or_default() += 1;
                }
                self.check_colours(start);
                self.start = Some(*start);
            }
            MatchEvent::GameEnded { .. } => self.start = None,
            MatchEvent::Settled { .. }
            | MatchEvent::Voided { .. }
            | MatchEvent::Cancelled { .. }
            | MatchEvent::NoShow { .. } => {
                assert!(!self.match_settled, "a match is settled once");
                self.match_settled = true;
            }
            _ => {}
        }
    }

    /// The N games alternate strictly, a replay keeps its colours.
    fn check_colours(&self, start: &GameStart) {
        let GameSlot::Regular { number, .. } = start.slot else { return };
        for game in self.played.games() {
            if let GameSlot::Regular { number: earlier, .. } = game.slot {
                let same = (number - earlier) % 2 == 0;
                assert_eq!(game.white == start.white, same, "games {earlier} and {number}");
            }
        }
    }

    /// What the settler does with a game of the lobby.
    fn settle_game(&mut self, event: &MatchEvent) {
        let MatchEvent::GameEnded { game, white, over, money, .. } = event else { return };
        if *money == GameMoney::Nothing {
            assert_eq!(self.book(Holder::Game(*game)), 0, "a game without stake has money");
            return;
        }
        assert!(self.settled_games.insert(*game), "a game is settled once");
        if *money == GameMoney::Settle {
            let winner = match over.result {
                GameResult::White => Some(*white),
                GameResult::Black => Some(white.other()),
                _ => None,
            };
            let (pot, fee) = (self.played.terms().pot(), self.played.terms().pot_fee());
            let of_game = |leg, to, amount| MoneyMove {
                of: MoneyOf::Game(*game),
                leg,
                from: Holder::Game(*game),
                to,
                amount,
            };
            let wallet = |seat| Holder::Wallet(self.played.player(seat).expect("both play"));
            let moves = match winner {
                Some(winner) => vec![
                    of_game(MoneyLeg::Payout, wallet(winner), Amount(pot.0 - fee.0)),
                    of_game(MoneyLeg::Fee, Holder::House, fee),
                ],
                None => vec![
                    of_game(MoneyLeg::RefundWhite, wallet(*white), self.played.terms().stake),
                    of_game(MoneyLeg::RefundBlack, wallet(white.other()), self.played.terms().stake),
                ],
            };
            for each in moves.into_iter().filter(|each| each.amount > Amount::ZERO) {
                self.move_money(each);
            }
        }
        assert_eq!(self.book(Holder::Game(*game)), 0, "the escrow of the game keeps something");
    }

    /// What holds after every step.
    pub(crate) fn check(&self) {
        let state = self.state();
        assert_eq!(self.books.values().sum::<i64>(), 0, "money was made or lost");
        assert_eq!(self.played.due().is_none(), state.is_terminal(), "{state:?} and its timer");
        let (mut games, mut escrow) = (0, 0);
        for (holder, amount) in &self.books {
            match holder {
                Holder::Game(_) => games += amount,
                Holder::Match(_) => escrow += amount,
                _ => {}
            }
        }
        assert_eq!(escrow, self.played.exposure().0);
        let running = self.start.and_then(|start| start.stake).map_or(0, |stake| stake.0 * 2);
        assert_eq!(games, running, "only the game that runs has its stakes");
        if state.is_terminal() {
            assert_eq!((games, escrow), (0, 0), "{state:?} keeps money");
        }
        assert_eq!(self.played.version().0 as usize, self.events.len());
    }

    /// The same match from its rows, which went through JSON.
    pub(crate) fn check_replay(&self) {
        let text = serde_json::to_string(&self.events).expect("events are rows");
        let rows: Vec<MatchEvent> = serde_json::from_str(&text).expect("rows are events");
        let again = Match::replay(self.played.id(), self.played.limits().clone(), rows).expect("rows fit");
        assert_eq!(again, self.played);
    }
}
