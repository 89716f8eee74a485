//! The people of a season: what each does when, and what each makes of what he is told. They reach the house as sockets do, and know
//! no rows.

mod board;
mod hear;
mod lobby;
mod matches;
mod operator;
mod person;
mod tournaments;

use super::auditor::Auditor;
use super::clock::SeasonClock;
use super::gate::Gate;
use super::world::OrderDesk;
use board::Board;
use competition::Order;
use ids::{CommandId, GameId, MatchId, Millis, OrderId, SeekId, TournamentId, WallTime};
use matches::Seen;
use person::{Habits, Numbers, Person, Tab};
use rand::rngs::SmallRng;
use rand::{Rng as _, SeedableRng as _};
use rooms::{Following, GameClock as _, House, MatchAct, Player, TournamentAct};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use tournaments::Field;

/// What is planned.
#[derive(Clone, Debug)]
enum Task {
    /// A tournament is announced.
    Announce,
    /// Somebody challenges somebody.
    Challenge,
    /// Somebody connects.
    Return(usize),
    /// Somebody's connection goes.
    Leave(usize),
    /// Somebody sits down to a game.
    Come(usize, GameId),
    /// Somebody's move is due.
    Turn(usize, GameId, u16),
    /// Somebody answers a draw offer.
    Agree(usize, GameId, u32),
    /// Somebody asks something of a match.
    Match(usize, MatchId, MatchAct),
    /// Somebody asks something of a tournament.
    Tournament(usize, TournamentId, TournamentAct),
    /// Somebody opens a seat in the lobby.
    Seek,
    /// Somebody takes one.
    Sit(usize, SeekId),
    /// Somebody excludes himself from stakes, or comes back to them.
    Exclude(usize, bool),
    /// Somebody enters one.
    Enter(usize, TournamentId, bool),
    /// The operator orders something; when he did.
    Order(Box<Order>, WallTime),
    /// He orders something that can't be.
    Mistake,
    /// He takes an order back that nobody has carried out.
    TakeBack(OrderId),
    /// A tournament that he has ordered to be announced is followed.
    Follow(TournamentId),
}

/// What somebody has asked.
#[derive(Clone, Debug)]
struct Asked {
    what: Task,
    tries: u8,
}

/// What the crowd sees of the server that runs now.
pub(super) struct Now<'a> {
    pub(super) house: &'a Arc<House>,
    pub(super) clock: &'a SeasonClock,
    pub(super) auditor: &'a Auditor,
    pub(super) gate: &'a Gate,
    pub(super) desk: &'a Arc<dyn OrderDesk>,
}

/// All people.
pub(super) struct Crowd {
    rng: SmallRng,
    people: Vec<Person>,
    of_account: HashMap<ids::AccountId, usize>,
    tasks: BTreeMap<(WallTime, u64), (Task, u8)>,
    planned: u64,
    boards: BTreeMap<GameId, Board>,
    seen: BTreeMap<(MatchId, usize), Seen>,
    fields: BTreeMap<TournamentId, Field>,
    asked: HashMap<CommandId, Asked>,
    numbers: Numbers,
    hall: Tab,
    following: Vec<Following>,
    large: bool,
    far: bool,
}

impl Crowd {
    /// These people, who will enter so many tournaments and challenge each other so often within the season's first days.
    pub(super) fn new(seed: u64, players: Vec<Player>, plan: &super::SeasonPlan, from: WallTime) -> Self {
        let mut rng = SmallRng::seed_from_u64(seed);
        let people = players.into_iter().map(|player| Person {
            account: player.account,
            name: player.name,
            rating: rng.random_range(1_000..2_400),
            habits: Habits::random(&mut rng),
            tab: None,
        });
        let people: Vec<Person> = people.collect();
        let of_account = people.iter().enumerate().map(|(at, person)| (person.account, at)).collect();
        let mut numbers = Numbers::default();
        let hall = numbers.wide_tab();
        let mut crowd = Self {
            rng,
            people,
            of_account,
            tasks: BTreeMap::new(),
            planned: 0,
            boards: BTreeMap::new(),
            seen: BTreeMap::new(),
            fields: BTreeMap::new(),
            asked: HashMap::new(),
            numbers,
            hall,
            following: Vec::new(),
            large: plan.large,
            far: plan.far,
        };
        // an event every few minutes, so that several run at once
        let span = 20 * 60_000 * u64::from(plan.tournaments.max(1));
        let (announced, challenges) = (plan.tournaments, plan.challenges);
        let begun = [
            (announced, Task::Announce),
            (challenges, Task::Challenge),
            (challenges / 2, Task::Seek),
            (announced, Task::Mistake),
        ];
        for (count, task) in begun {
            for _ in 0..count {
                let wait = crowd.rng.random_range(1_000..span);
                crowd.plan(from.plus(Millis(wait)), task.clone());
            }
        }
        for person in 0..crowd.people.len() {
            if crowd.chance(0.2) {
                let out = crowd.within(from, 600_000, span);
                crowd.plan(out, Task::Exclude(person, true));
                let back = crowd.within(out, 600_000, 7_200_000);
                crowd.plan(back, Task::Exclude(person, false));
            }
        }
        crowd
    }

    fn plan(&mut self, at: WallTime, task: Task) {
        self.plan_again(at, task, 0);
    }

    fn plan_again(&mut self, at: WallTime, task: Task, tries: u8) {
        self.planned += 1;
        self.tasks.insert((at, self.planned), (task, tries));
    }

    fn chance(&mut self, likely: f64) -> bool {
        self.rng.random_bool(likely.clamp(0.0, 1.0))
    }

    /// An instant within a span of milliseconds from `at`.
    fn within(&mut self, at: WallTime, from: u64, to: u64) -> WallTime {
        at.plus(Millis(self.rng.random_range(from..to.max(from + 1))))
    }

    /// A new process runs: everybody connects to it again, and looks where he plays.
    pub(super) fn reconnect(&mut self, now: &Now<'_>) {
        self.asked.clear();
        self.hall = self.numbers.wide_tab();
        self.following.clear();
        let at = now.clock.wall();
        let open = now.auditor.open_tournaments();
        self.ordered_meanwhile(now, &open);
        for of in open {
            let id = self.numbers.command();
            self.following.push(now.house.follow_tournament(of, self.hall.sink.clone(), id));
        }
        for person in 0..self.people.len() {
            self.people[person].tab = None;
            let when = self.within(at, 0, 8_000);
            self.plan(when, Task::Return(person));
        }
        for board in self.boards.values_mut() {
            board.forget();
        }
    }

    /// The next instant at which something is planned.
    pub(super) fn next(&self) -> Option<WallTime> {
        self.tasks.keys().next().map(|(at, _)| *at)
    }

    /// Whether nobody has anything in mind that could begin an event.
    pub(super) fn is_done(&self) -> bool {
        !self.tasks.values().any(|(task, _)| matches!(task, Task::Announce | Task::Challenge))
    }

    /// Whether a game is on.
    pub(super) fn plays(&self) -> bool {
        !self.boards.is_empty()
    }

    /// Does what is due.
    pub(super) async fn act(&mut self, now: &Now<'_>) {
        let wall = now.clock.wall();
        while let Some(entry) = self.tasks.first_entry() {
            if entry.key().0 > wall {
                return;
            }
            let (task, tries) = entry.remove();
            self.carry_out(now, task, tries).await;
        }
    }

    async fn carry_out(&mut self, now: &Now<'_>, task: Task, tries: u8) {
        match task.clone() {
            Task::Announce => self.announce(now).await,
            Task::Challenge => self.challenge(now),
            Task::Return(person) => self.arrive(now, person).await,
            Task::Leave(person) => {
                self.leave(now, person).await;
                let back = self.within(now.clock.wall(), 3_000, 100_000);
                self.plan(back, Task::Return(person));
            }
            Task::Come(person, game) => self.come(now, person, game).await,
            Task::Turn(person, game, ply) => self.turn(now, person, game, ply),
            Task::Agree(person, game, offer) => self.agree(now, person, game, offer),
            Task::Seek => self.seek(now),
            Task::Sit(person, seek) => self.sit(now, person, seek),
            Task::Order(order, at) => {
                self.give(now, *order, at).await;
            }
            Task::Mistake => self.mistake(now),
            Task::TakeBack(id) => self.take_back(now, id).await,
            Task::Follow(of) => self.follow_announced(now, of, tries),
            Task::Exclude(person, out) => now.gate.exclude(self.people[person].account, out),
            Task::Match(person, of, act) => {
                let Some((id, sink)) = self.asks(person, task, tries) else { return };
                let Person { account, name, .. } = &self.people[person];
                now.house.act_in_match(*account, name.clone(), sink, id, of, act);
            }
            Task::Tournament(person, of, act) => {
                let Some((id, sink)) = self.asks(person, task, tries) else { return };
                let Person { account, name, .. } = &self.people[person];
                now.house.act_in_tournament(*account, name.clone(), sink, id, of, act);
            }
            Task::Enter(person, of, late) => {
                let Some(terms) = self.fields.get(&of).map(|field| field.terms) else { return };
                let Some((id, sink)) = self.asks(person, task, tries) else { return };
                let Person { account, name, rating, .. } = &self.people[person];
                let (entry, rating) = (now.house.new_entry(), *rating);
                let act = if late {
                    TournamentAct::EnterLate { entry, rating, terms }
                } else {
                    TournamentAct::Register { entry, rating, terms }
                };
                now.house.act_in_tournament(*account, name.clone(), sink, id, of, act);
            }
        }
    }

    /// The number and the address of what a person asks; `None` while he is away, when he asks nothing.
    fn asks(&mut self, person: usize, what: Task, tries: u8) -> Option<(CommandId, rooms::Sink)> {
        let sink = self.people[person].tab.as_ref()?.sink.clone();
        let id = self.numbers.command();
        self.asked.insert(id, Asked { what, tries });
        Some((id, sink))
    }

    async fn arrive(&mut self, now: &Now<'_>, person: usize) {
        if self.people[person].tab.is_some() {
            return;
        }
        let tab = self.numbers.tab();
        let account = self.people[person].account;
        now.house.arrive(account, tab.sink.clone());
        now.house.show_matches(account, tab.sink.clone(), self.numbers.command());
        self.people[person].tab = Some(tab);
        // what a client is greeted with: the games that he plays
        for game in now.house.registry().playing(account) {
            let Some(room) = now.house.room(game) else { continue };
            if let Some(side) = room.info().side_of(account) {
                self.on_game(now, person, game, side);
            }
        }
    }

    async fn leave(&mut self, now: &Now<'_>, person: usize) {
        let Some(tab) = self.people[person].tab.take() else { return };
        let games: Vec<GameId> =
            self.boards.iter().filter(|(_, board)| board.has(person)).map(|(game, _)| *game).collect();
        now.house.depart(Some(self.people[person].account), tab.sink.number(), &games).await;
        for game in games {
            if let Some(board) = self.boards.get_mut(&game) {
                board.left(person);
            }
        }
    }
}
