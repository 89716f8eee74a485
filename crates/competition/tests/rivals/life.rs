//! Random lives of matches: habits, faults, repeated commands, replays from the rows; the invariants after every step.

use crate::rows::ROWS;
use crate::world::{ANA, BEA, EVA, World, all_here, minute, minutes, player, terms};
use competition::{
    CancelCause, Clock, CounterTerms, Finish, GameOver, GameResult, GameSlot, LevelRule, MatchCommand,
    MatchEvent, MatchState, NoShowMoney, PairColours, PerColour, PerSeat, Proposal, ReviewHold, ReviewReason,
    RivalsLimits, Ruling, Seat, StakeMode, StartAt, StopCause,
};
use ids::{AccountId, Amount, BasisPoints, Millis, WallTime};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::collections::BTreeMap;

/// How the two of a match behave, in chances of a hundred.
struct Habits {
    no_show: PerSeat<u32>,
    forfeit: PerSeat<u32>,
    draw: u32,
    void: u32,
    both_absent: u32,
    meddles: u32,
}

struct Life {
    chance: SmallRng,
    habits: Habits,
    world: World,
    now: WallTime,
    last: Option<MatchCommand>,
}

fn one_in(chance: &mut SmallRng, n: u32) -> bool {
    chance.random_range(0..n) == 0
}

fn limits(chance: &mut SmallRng) -> RivalsLimits {
    let limits = RivalsLimits {
        no_show: if chance.random() { NoShowMoney::ForfeitStake } else { NoShowMoney::RefundAll },
        dispute_window: if chance.random() { minutes(60) } else { Millis::ZERO },
        stake_max: Amount(1_000),
        ..RivalsLimits::default()
    };
    assert_eq!(limits.validate(), Ok(()));
    limits
}

impl Life {
    fn new(seed: u64) -> Self {
        let mut chance = SmallRng::seed_from_u64(seed);
        let limits = limits(&mut chance);
        let mut offered = terms();
        offered.games = limits.games[chance.random_range(0..limits.games.len())];
        offered.stake = Amount(chance.random_range(1..=1_000));
        offered.fee = BasisPoints([0, 333, 750, 10_000][chance.random_range(0..4)]);
        offered.start = match chance.random_range(0..4) {
            0 | 1 => StartAt::Now,
            2 => StartAt::At(minute(chance.random_range(15..60))),
            _ => StartAt::At(minute(chance.random_range(60..3_000))),
        };
        if chance.random() {
            offered.stake_mode = StakeMode::PerGame;
        } else if !one_in(&mut chance, 3) {
            offered.level = LevelRule::MiniMatch;
        }
        let challenged = (!one_in(&mut chance, 10)).then_some(BEA);
        let proposal = Proposal { challenger: ANA, challenged, terms: offered, first_white: None };
        let world = World::propose(u128::from(seed) + 10, &limits, proposal, minute(0)).expect("valid terms");
        Self::of(chance, world, minute(0))
    }

    fn of(mut chance: SmallRng, world: World, now: WallTime) -> Self {
        let now_and_then = |chance: &mut SmallRng| if one_in(chance, 6) { 60 } else { 3 };
        let habits = Habits {
            no_show: PerSeat { first: now_and_then(&mut chance), second: now_and_then(&mut chance) },
            forfeit: PerSeat { first: now_and_then(&mut chance), second: now_and_then(&mut chance) },
            draw: if one_in(&mut chance, 3) { 90 } else { 30 },
            void: if one_in(&mut chance, 6) { 50 } else { 2 },
            both_absent: if one_in(&mut chance, 10) { 60 } else { 1 },
            meddles: if one_in(&mut chance, 2) { 12 } else { 2 },
        };
        Self { chance, habits, world, now, last: None }
    }

    fn percent(&mut self, percent: u32) -> bool {
        self.chance.random_range(0..100) < percent
    }

    fn any_seat(&mut self) -> Seat {
        Seat::BOTH[self.chance.random_range(0..2)]
    }

    /// Asks; whatever was granted is asked again at once now and then, and must change nothing or be refused.
    fn ask(&mut self, command: MatchCommand) {
        let granted = self.world.ask(&command, self.now);
        if granted.is_ok() {
            self.last = Some(command);
        }
        if one_in(&mut self.chance, 4)
            && let Some(last) = self.last.clone()
        {
            let before = self.world.played.clone();
            let again = self.world.played.decide(&last, self.now);
            assert_eq!(self.world.played, before, "deciding changes nothing");
            let may_differ = matches!(
                last,
                // a timer may have more to do
                MatchCommand::Tick(_)
            );
            if granted.is_ok() && !may_differ {
                assert!(
                    again.as_ref().is_ok_and(Vec::is_empty) || again.is_err(),
                    "{last:?} twice: {again:?}"
                );
            }
            if matches!(last, MatchCommand::Accept { .. }) && granted.is_ok() {
                assert_eq!(again, Ok(Vec::new()), "an acceptance told twice");
            }
        }
        if one_in(&mut self.chance, 20) {
            self.world.check_replay();
        }
    }

    /// To the timer that is due, a little late now and then, and what it does.
    fn tick(&mut self) {
        let due = self.world.played.due().expect("asked of a match that is not over");
        self.now = self.now.max(due);
        if one_in(&mut self.chance, 5) {
            self.now = self.now.plus(Millis(self.chance.random_range(0..20_000)));
        }
        if one_in(&mut self.chance, 200) {
            self.now = self.now.plus(minutes(90)); // the server was away
        }
        let mut facts = all_here();
        if self.world.state() == MatchState::CheckIn {
            for seat in Seat::BOTH {
                facts.present[seat] = !self.percent(5);
                facts.on_board[seat] = self.percent(10);
            }
        }
        for seat in Seat::BOTH {
            facts.barred[seat] = self.percent(3);
        }
        let hold =
            ReviewHold { reasons: vec![ReviewReason::OneWayFlow], until: self.now.plus(minutes(24 * 60)) };
        facts.hold = self.percent(10).then_some(hold);
        if self.world.state() != MatchState::CheckIn {
            let early = MatchCommand::Tick(facts.clone());
            let early = self.world.played.decide(&early, WallTime(due.0 - 1));
            assert_eq!(early, Ok(Vec::new()), "a timer that is not due");
        }
        let before = (self.world.played.version(), self.world.played.due());
        self.ask(MatchCommand::Tick(facts));
        let after = (self.world.played.version(), self.world.played.due());
        assert_ne!(before, after, "a tick that is due did nothing: {:?}", self.world.played);
    }

    /// Some time before the timer.
    fn pass(&mut self) {
        let due = self.world.played.due().expect("asked of a match that is not over");
        let wait = due.since(self.now).0;
        if wait > 0 {
            self.now = self.now.plus(Millis(self.chance.random_range(0..wait)));
        }
    }

    fn step(&mut self) {
        match self.world.state() {
            MatchState::Proposed | MatchState::Countered => self.answer(),
            MatchState::Scheduled => self.wait_for_start(),
            MatchState::CheckIn => self.check_in(),
            MatchState::Decided => self.dispute(),
            MatchState::Review => self.review(),
            MatchState::Settled => self.rematch(),
            _ if self.world.start.is_some() => self.play(),
            _ => self.take_a_break(),
        }
    }

    fn answer(&mut self) {
        self.pass();
        let seat = self.any_seat();
        let open = self.world.played.player(Seat::Second).is_none();
        let by = if open && seat == Seat::Second { EVA } else { player(seat) };
        let terms = self.world.played.terms().clone();
        match self.chance.random_range(0..24) {
            0 => self.ask(MatchCommand::Decline { by }),
            1 if one_in(&mut self.chance, 3) => self.ask(MatchCommand::Withdraw { by }),
            2 => self.ask(MatchCommand::FundingFailed { seat }),
            3 if one_in(&mut self.chance, 3) => self.tick(),
            4..=8 => {
                let clock = Clock { initial: Millis(180_000), ..terms.clock };
                let stake = Amount(self.chance.random_range(1..=1_000));
                let counter = CounterTerms { clock, games: terms.games, stake, start: terms.start };
                self.ask(MatchCommand::Counter { by, terms: counter });
            }
            _ => {
                let last_black =
                    [None, Some(Seat::First), Some(Seat::Second)][self.chance.random_range(0..3)];
                let history = PairColours { last_black, ..PairColours::default() };
                self.ask(MatchCommand::Accept { by, terms: terms.hash(), history });
            }
        }
    }

    /// A player of the match: in one with an open seat whoever has it.
    fn by(&self, seat: Seat) -> AccountId {
        self.world.played.player(seat).expect("both seats are taken")
    }

    fn wait_for_start(&mut self) {
        let seat = self.any_seat();
        let by = self.by(seat);
        match self.chance.random_range(0..40) {
            0..=2 => {
                self.pass();
                self.ask(MatchCommand::OfferCancel { by });
                let other = self.by(seat.other());
                if self.chance.random() {
                    self.ask(MatchCommand::OfferCancel { by: other });
                }
            }
            3 | 4 => {
                self.pass();
                self.ask(MatchCommand::CancelAlone { by });
            }
            5 => {
                let causes = [CancelCause::Operator, CancelCause::Regulator, CancelCause::Limit(seat)];
                let cause = causes[self.chance.random_range(0..3)];
                self.ask(MatchCommand::CancelByPlatform { cause });
            }
            6..=18 => {
                self.pass();
                self.ask(MatchCommand::Reconfirm { by });
                let other = self.by(seat.other());
                self.ask(MatchCommand::Reconfirm { by: other });
            }
            _ => self.tick(),
        }
    }

    fn check_in(&mut self) {
        for seat in Seat::BOTH {
            let by = self.by(seat);
            let no_show = self.habits.no_show[seat];
            if !self.percent(no_show) {
                self.ask(MatchCommand::CheckIn { by });
            }
        }
        if one_in(&mut self.chance, 5) {
            self.pass(); // a player came or went
            let mut facts = all_here();
            facts.present.first = self.percent(70);
            self.ask(MatchCommand::Tick(facts));
        }
        if self.world.state() == MatchState::CheckIn && one_in(&mut self.chance, 60) {
            let by = self.by(Seat::Second);
            self.ask(MatchCommand::CancelAlone { by });
        }
        if self.world.state() == MatchState::CheckIn {
            self.tick();
        }
    }

    fn play(&mut self) {
        let start = self.world.start.expect("a game runs");
        if one_in(&mut self.chance, 300) {
            self.tick(); // overdue
        }
        self.now = self.now.plus(Millis(self.chance.random_range(1_000..900_000)));
        let seat = self.any_seat();
        let meddles = self.habits.meddles;
        if self.percent(meddles) {
            let by = self.by(seat);
            self.ask(MatchCommand::AgreeToPlayOn { by });
        }
        if self.percent(1) {
            let cause = if self.chance.random() { StopCause::Operator } else { StopCause::Regulator };
            self.ask(MatchCommand::Stop { cause });
        }
        let over = self.game_over(start.white, start.absent_at.is_some());
        let late = PerSeat { first: Millis(self.chance.random_range(0..40_000)), second: Millis::ZERO };
        self.ask(MatchCommand::GameOver { game: start.game, over, late });
        if one_in(&mut self.chance, 10) {
            let again =
                self.world.played.decide(&MatchCommand::GameOver { game: start.game, over, late }, self.now);
            assert_eq!(again, Ok(Vec::new()), "an end told twice");
        }
    }

    fn game_over(&mut self, white: Seat, windowed: bool) -> GameOver {
        let wins = |seat: Seat| if seat == white { GameResult::White } else { GameResult::Black };
        let loser = self.any_seat();
        let absent = self.habits.forfeit[loser];
        let Habits { both_absent, void, draw, .. } = self.habits;
        let (result, finish) = if self.percent(void) {
            (GameResult::Void, Finish::Played)
        } else if windowed && self.percent(both_absent) {
            (GameResult::Neither, Finish::Forfeit)
        } else if windowed && self.percent(absent) {
            (wins(loser.other()), Finish::Forfeit)
        } else if self.percent(draw) {
            (GameResult::Draw, Finish::Played)
        } else {
            (wins(loser.other()), Finish::Played)
        };
        let spent = |chance: &mut SmallRng| Millis(chance.random_range(0..60_000));
        GameOver {
            result,
            finish,
            plies: if one_in(&mut self.chance, 12) { 6 } else { 60 },
            thinking: PerColour { white: spent(&mut self.chance), black: spent(&mut self.chance) },
            left: PerColour { white: spent(&mut self.chance), black: spent(&mut self.chance) },
            at: self.now,
        }
    }

    fn take_a_break(&mut self) {
        let seat = self.any_seat();
        let (by, other) = (self.by(seat), self.by(seat.other()));
        let meddles = self.habits.meddles;
        self.pass();
        if self.percent(meddles) {
            self.ask(MatchCommand::ExtendBreak { by });
        }
        if self.percent(meddles / 4 + 1) {
            self.ask(MatchCommand::AgreeToStop { by });
            if self.chance.random() {
                self.ask(MatchCommand::AgreeToStop { by: other });
                return;
            }
        }
        if self.percent(2) {
            let cause = if self.chance.random() { StopCause::Operator } else { StopCause::Regulator };
            self.ask(MatchCommand::Stop { cause });
            return;
        }
        if self.chance.random() {
            self.ask(MatchCommand::Ready { by });
            if self.chance.random() {
                self.ask(MatchCommand::Ready { by: other });
            }
        }
        self.tick();
    }

    fn dispute(&mut self) {
        self.pass();
        if self.percent(15) {
            let seat = self.any_seat();
            let by = self.by(seat);
            self.ask(MatchCommand::Dispute { by });
        }
        if self.world.state() == MatchState::Decided {
            self.tick();
        }
    }

    fn review(&mut self) {
        self.pass();
        let seat = self.any_seat();
        let ruling = match self.chance.random_range(0..5) {
            0 => Ruling::Stands,
            1 => Ruling::Winner(Some(seat)),
            2 => Ruling::Winner(None),
            3 => Ruling::Void,
            _ => return self.tick(),
        };
        self.ask(MatchCommand::Rule { ruling });
    }

    fn rematch(&mut self) {
        self.pass();
        if self.percent(20) {
            let seat = self.any_seat();
            let (by, other) = (self.by(seat), self.by(seat.other()));
            self.ask(MatchCommand::OfferRematch { by });
            if self.chance.random() {
                self.ask(MatchCommand::AcceptRematch { by: other });
            }
        }
        self.tick();
    }

    fn live(&mut self) {
        for _ in 0..2_000 {
            if self.world.state().is_terminal() {
                self.world.check_replay();
                self.check_end();
                return;
            }
            self.step();
        }
        panic!("the match does not end: {:?}", self.world.played);
    }

    /// What each has in the end follows from the result alone.
    fn check_end(&self) {
        let played = &self.world.played;
        let terms = played.terms();
        let wallet =
            |seat| played.player(seat).map_or(0, |id| self.world.book(competition::Holder::Wallet(id)));
        let has = (wallet(Seat::First), wallet(Seat::Second));
        let (stake, prize) = (terms.stake.0, terms.stake.0 - terms.pot_fee().0);
        let won = |winner| match winner {
            Some(Seat::First) => (prize, -stake),
            Some(Seat::Second) => (-stake, prize),
            None => (0, 0),
        };
        let mut due = (0, 0);
        if terms.stake_mode == StakeMode::PerGame {
            for game in played.games() {
                let (first, second) = won(game.winner());
                due = (due.0 + first, due.1 + second);
            }
        } else if played.state() == MatchState::Closed {
            due = won(played.outcome().expect("a closed match has an outcome").winner);
        }
        let forfeit =
            self.world.events.iter().any(|event| matches!(event, MatchEvent::NoShow { forfeit: true, .. }));
        if forfeit {
            due = won(played.walkover());
        }
        assert_eq!(has, due, "{:?} after {:?}", played.state(), self.world.events);
    }
}

/// The child of a match that has one, made as the store makes it.
fn child(parent: &Life, seed: u64) -> Option<Life> {
    parent.world.played.child()?;
    let offered_at = parent.now;
    let (proposal, accept) = parent.world.played.rematch().expect("a child was offered");
    let limits = parent.world.played.limits().clone();
    let first_white_before = parent.world.events.iter().find_map(|event| match event {
        MatchEvent::GameStarted(start) if start.slot == (GameSlot::Regular { number: 1, replay: 0 }) => {
            Some(start.players.white)
        }
        _ => None,
    });
    let mut world =
        World::propose(u128::from(seed) + 1_000_000, &limits, proposal, offered_at).expect("same terms");
    world.granted(&accept, offered_at);
    let mut life = Life::of(SmallRng::seed_from_u64(seed), world, offered_at);
    life.live();
    for event in &life.world.events {
        if let MatchEvent::GameStarted(start) = event
            && start.slot == (GameSlot::Regular { number: 1, replay: 0 })
        {
            assert_eq!(Some(start.players.black), first_white_before, "a rematch swaps the first colour");
        }
    }
    Some(life)
}

#[test]
fn ten_thousand_random_series_keep_every_invariant_and_take_every_row_of_the_table() {
    let mut rows: BTreeMap<&str, u64> = ROWS.into_iter().map(|row| (row, 0)).collect();
    let mut ends: BTreeMap<MatchState, u64> = BTreeMap::new();
    let (mut steps, mut children) = (0, 0);
    for seed in 0..10_000 {
        let lived = std::panic::catch_unwind(|| {
            let mut life = Life::new(seed);
            life.live();
            let child = child(&life, seed);
            (life, child)
        });
        let (life, child) = lived.unwrap_or_else(|_| panic!("seed {seed} fails"));
        children += u64::from(child.is_some());
        for life in [Some(life), child].into_iter().flatten() {
            for (row, taken) in &life.world.rows {
                *rows.entry(row).or_default() += taken;
            }
            *ends.entry(life.world.state()).or_default() += 1;
            steps += life.world.events.len();
        }
    }
    for row in ROWS {
        println!("{:>7}  {row}", rows[row]);
    }
    println!("ends: {ends:?}; {steps} events, {children} rematches");
    let rare: Vec<_> = rows.iter().filter(|(_, taken)| **taken < 20).collect();
    assert!(rare.is_empty(), "taken fewer than 20 times: {rare:?}");
    assert_eq!(rows.len(), ROWS.len(), "a row without a name");
}
