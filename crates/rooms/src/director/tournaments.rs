//! What players and the operator ask of tournaments, what time brings, and what the ends of their games lead to.

use super::ends::over;
use super::rivals::refusal;
use super::tournament_step::{OpenTournament, PreparedTournament, Told, open_tournament, tournament_step};
use super::{BACK_OFF, Director, STEPS_A_TICK};
use crate::event_book::{EndedGame, NotedGame, ScheduledStart, StepError};
use crate::event_game::EventId;
use crate::handle::Control;
use crate::house::House;
use crate::lobby::Actor;
use crate::notice::Notice;
use crate::ports::{GateAct, Player};
use crate::refusal::Refusal;
use competition::tournament::{Facts, NewEntry, Phase, TournamentCommand};
use competition::{TermsHash, Tournament, TournamentError, TournamentEvent, TournamentTerms};
use ids::{AccountId, EntryId, OrderId, TournamentId, WallTime};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use tracing::{error, warn};

/// From so many players on a round is paired beside the runtime's threads.
const MANY: usize = 64;

/// What a player asks of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentAct {
    /// To enter: the buy-in is held.
    Register {
        /// The new entry's key.
        entry: EntryId,
        /// The rating that seeds him.
        rating: i32,
        /// The name of the terms that he saw.
        terms: TermsHash,
    },
    /// To take the entry back.
    Unregister,
    /// Here.
    CheckIn,
    /// Not here after all.
    UndoCheckIn,
    /// To enter after the start.
    EnterLate {
        /// The new entry's key.
        entry: EntryId,
        /// The rating that seeds him.
        rating: i32,
        /// The name of the terms that he saw.
        terms: TermsHash,
    },
    /// To leave after the start.
    Withdraw,
}

/// Who announces a tournament, and what is written down with that.
pub(super) enum AnnouncedBy {
    /// The program that runs the house.
    House,
    /// A schedule: the start is announced once.
    Schedule(ScheduledStart),
    /// The operator: the order is carried out once.
    Order(OrderId),
}

impl Director {
    /// Loads all tournaments that are not over.
    pub(super) async fn load_tournaments(&mut self) -> Result<(), crate::ports::BankError> {
        let stored = self.book.open_tournaments().await?;
        self.tournaments = stored.into_iter().filter_map(open_tournament).collect();
        if let Some(house) = self.house.upgrade() {
            house.boards.fill(self.tournaments.values().map(|open| Arc::new(open.view())).collect());
        }
        Ok(())
    }

    /// Announces a tournament: the operator's, or one of a schedule.
    pub(super) async fn announce(
        &mut self,
        house: &House,
        of: TournamentId,
        terms: TournamentTerms,
        by: AnnouncedBy,
    ) -> Result<(), Refusal> {
        if !house.directs() {
            return Err(Refusal::Unavailable);
        }
        let purse = self.book.purse().await.map_err(|_| Refusal::Unavailable)?;
        let draft = Tournament::new(of, terms);
        let events = draft.decide(&TournamentCommand::Announce { purse }, house.clock().wall())?;
        let open = OpenTournament { state: Arc::new(draft), names: Arc::new(HashMap::new()) };
        let mut prepared = tournament_step(&open, events, None, house.clock().wall());
        match by {
            AnnouncedBy::House => {}
            AnnouncedBy::Schedule(start) => prepared.step.start = Some(start),
            AnnouncedBy::Order(order) => prepared.step.order = Some(order),
        }
        let Err(refused) = self.commit_tournament(house, prepared).await else { return Ok(()) };
        if refused == StepError::Stale {
            // the answer to the commit may be lost: then the tournament stands in the rows
            self.reload_tournament(house, of).await;
        }
        match refused {
            _ if self.tournaments.contains_key(&of) => Ok(()),
            StepError::NotCovered { balance, amount, .. } => {
                Err(Refusal::InsufficientFunds { balance, stake: amount })
            }
            StepError::Stale | StepError::PairLimit(_) | StepError::Unavailable => Err(Refusal::Unavailable),
        }
    }

    /// Carries out what a player asks.
    pub(super) async fn act_in_tournament(
        &mut self,
        house: &House,
        actor: &Actor,
        of: TournamentId,
        act: TournamentAct,
    ) -> Result<(), Refusal> {
        if !house.directs() {
            return Err(Refusal::Unavailable);
        }
        let account = actor.account;
        let state = Arc::clone(&self.tournaments.get(&of).ok_or(Refusal::NoSuchTournament)?.state);
        let own = state.entry_of(account).ok_or(Refusal::NotEntered);
        let command = match act {
            TournamentAct::Register { entry, rating, terms } => {
                check_terms(&state, terms)?;
                check_entry(house, account, &state)?;
                TournamentCommand::Register(NewEntry { entry, account, rating })
            }
            TournamentAct::EnterLate { entry, rating, terms } => {
                check_terms(&state, terms)?;
                check_entry(house, account, &state)?;
                self.check_free(account, EventId::Tournament(of))?;
                TournamentCommand::LateEntry(NewEntry { entry, account, rating })
            }
            TournamentAct::Unregister => TournamentCommand::Unregister(own?),
            TournamentAct::CheckIn => {
                self.check_free(account, EventId::Tournament(of))?;
                TournamentCommand::CheckIn(own?)
            }
            TournamentAct::UndoCheckIn => TournamentCommand::UndoCheckIn(own?),
            TournamentAct::Withdraw => TournamentCommand::Withdraw(own?),
        };
        let entrant = Player { account, name: actor.name.clone() };
        self.command_tournament(house, of, &command, Some(entrant)).await.map_err(|failed| match failed {
            CommandFailed::Refused(refused) => Refusal::Tournament(refused),
            CommandFailed::Step(refused) => refusal(&refused, account),
        })
    }

    /// Nobody is in two events that have begun.
    pub(super) fn check_free(&self, account: AccountId, but: EventId) -> Result<(), Refusal> {
        if self.events_with(account).any(|on| on != but) { Err(Refusal::InEvent) } else { Ok(()) }
    }

    /// The events that have begun and that a player has checked in to.
    pub(super) fn events_with(&self, account: AccountId) -> impl Iterator<Item = EventId> {
        let matches = self.matches.iter().filter(move |(_, open)| open.state.in_event(account));
        let tournaments = self.tournaments.iter().filter(move |(_, open)| open.state.keeps(account));
        matches.map(|(of, _)| EventId::Match(*of)).chain(tournaments.map(|(of, _)| EventId::Tournament(*of)))
    }

    pub(super) async fn command_tournament(
        &mut self,
        house: &House,
        of: TournamentId,
        command: &TournamentCommand,
        entrant: Option<Player>,
    ) -> Result<(), CommandFailed> {
        let Some(open) = self.tournaments.get(&of) else { return Ok(()) };
        let events = decide(Arc::clone(&open.state), command, house.clock().wall()).await?;
        self.record_tournament(house, of, events, entrant, None).await.map_err(CommandFailed::Step)
    }

    /// Carries out a command that an order of the operator is.
    pub(super) async fn command_by_order(
        &mut self,
        house: &House,
        of: TournamentId,
        command: &TournamentCommand,
        order: OrderId,
    ) -> Result<(), CommandFailed> {
        let Some(open) = self.tournaments.get(&of) else { return Ok(()) };
        let events = decide(Arc::clone(&open.state), command, house.clock().wall()).await?;
        self.record_tournament(house, of, events, None, Some(order)).await.map_err(CommandFailed::Step)
    }

    async fn record_tournament(
        &mut self,
        house: &House,
        of: TournamentId,
        events: Vec<TournamentEvent>,
        entrant: Option<Player>,
        order: Option<OrderId>,
    ) -> Result<(), StepError> {
        let Some(open) = self.tournaments.get(&of).filter(|_| !events.is_empty()) else { return Ok(()) };
        let mut prepared = tournament_step(open, events, entrant, house.clock().wall());
        prepared.step.order = order;
        let done = self.commit_tournament(house, prepared).await;
        if done == Err(StepError::Stale) {
            self.reload_tournament(house, of).await;
        }
        done
    }

    async fn commit_tournament(
        &mut self,
        house: &House,
        prepared: PreparedTournament,
    ) -> Result<(), StepError> {
        let PreparedTournament { step, after, told } = prepared;
        let (of, games, notices) = (step.of, step.games.clone(), step.notices.clone());
        let wallets = self.book.step_tournament(step).await?;
        for wallet in wallets {
            house.people().tell(wallet.account, &Notice::Wallet(wallet));
        }
        if after.state.phase().is_over() {
            self.tournaments.remove(&of);
        } else {
            self.tournaments.insert(of, after.clone());
        }
        for game in games {
            house.open_event_game(game);
        }
        for told in told {
            let (game, control) = match told {
                Told::Resigned(game, side) => (game, Control::Resign { side }),
                Told::Dropped(game) => (game, Control::Void),
            };
            if let Some(room) = house.room(game) {
                room.control(control);
            }
        }
        self.tell_rooms_of_suspension(house, of);
        house.boards.show(Arc::new(after.view()));
        crate::player_notice::tell(house, &notices);
        Ok(())
    }

    /// The games of a suspended tournament stand still for as long as that is said again and again; those of another go on.
    fn tell_rooms_of_suspension(&self, house: &House, of: TournamentId) {
        let Some(open) = self.tournaments.get(&of) else { return };
        let suspended = matches!(open.state.phase(), Phase::Suspended { .. });
        if !suspended && !self.suspended.contains(&of) {
            return;
        }
        for room in open.state.live_games().filter_map(|game| house.room(game.id)) {
            room.control(if suspended { Control::Suspend } else { Control::GoOn });
        }
    }

    /// Says it again of all that are suspended, and remembers which these are.
    pub(super) fn renew_suspensions(&mut self, house: &House) {
        let is_suspended = |open: &OpenTournament| matches!(open.state.phase(), Phase::Suspended { .. });
        let now: BTreeSet<TournamentId> =
            self.tournaments.iter().filter(|(_, open)| is_suspended(open)).map(|(of, _)| *of).collect();
        for of in &now {
            self.tell_rooms_of_suspension(house, *of);
        }
        self.suspended = now;
    }

    async fn reload_tournament(&mut self, house: &House, of: TournamentId) {
        loop {
            match self.book.load_tournament(of).await {
                Ok(stored) => {
                    self.tournaments.remove(&of);
                    let Some((of, found)) = stored.and_then(open_tournament) else { return };
                    // nobody has been told of what was recorded without an answer
                    house.boards.show(Arc::new(found.view()));
                    if !found.state.phase().is_over() {
                        self.tournaments.insert(of, found);
                    }
                    return;
                }
                Err(refused) => {
                    warn!("tournament {of} was not read: {refused}");
                    tokio::time::sleep(BACK_OFF).await;
                }
            }
            if self.house.strong_count() == 0 {
                return;
            }
        }
    }

    /// What time brings to every tournament.
    pub(super) async fn tick_tournaments(&mut self, house: &House) {
        let now = house.clock().wall();
        let due = |open: &OpenTournament| open.state.due().is_some_and(|due| due <= now);
        let ids: Vec<TournamentId> =
            self.tournaments.iter().filter(|(_, open)| due(open)).map(|(of, _)| *of).collect();
        for of in ids {
            for _ in 0..STEPS_A_TICK {
                let Some(open) = self.tournaments.get(&of) else { break };
                let (state, before) = (Arc::clone(&open.state), open.state.version());
                let looked = self.look_at(&state).await;
                let facts = Facts { looked, ..self.tournament_facts(house, &state) };
                let command = TournamentCommand::Tick(facts);
                match self.command_tournament(house, of, &command, None).await {
                    Ok(()) => {}
                    Err(failed) => {
                        warn!("tournament {of} took no step: {failed}");
                        break;
                    }
                }
                if self.tournaments.get(&of).is_none_or(|open| open.state.version() == before) {
                    break;
                }
            }
        }
    }

    /// What only the house can see. Who does not come to his game is found by the game's own room.
    fn tournament_facts(&self, house: &House, state: &Tournament) -> Facts {
        let mut facts = Facts::default();
        if state.asks_gates(house.clock().wall()) {
            let kept_out = state.entries().iter().filter(|(_, entry)| {
                check_entry(house, entry.account, state).is_err()
                    || self.check_free(entry.account, EventId::Tournament(state.id())).is_err()
            });
            facts.refused = kept_out.map(|(entry, _)| *entry).collect();
        }
        let here = |account: &AccountId| house.people().sockets(*account) > 0;
        facts.present =
            state.players().iter().map(|player| player.account).filter(here).collect::<BTreeSet<_>>();
        facts
    }

    /// A game of a tournament has ended.
    pub(super) async fn tournament_game_over(&mut self, house: &House, of: TournamentId, game: &EndedGame) {
        let command = TournamentCommand::GameOver { game: game.game, over: over(game) };
        let before = self.tournaments.get(&of).map(|open| open.state.version());
        match self.command_tournament(house, of, &command, None).await {
            Ok(()) if self.tournaments.get(&of).map(|open| open.state.version()) != before => {}
            // the tournament knows of it, or is over: there is nothing more to be noted but that
            Ok(()) | Err(CommandFailed::Refused(_)) => {
                let noted = [NotedGame { game: game.game, settle: false }];
                if let Err(refused) = self.book.note(&noted).await {
                    warn!(game.id = %game.game, "the end of game {} was not noted: {refused}", game.game);
                }
            }
            Err(CommandFailed::Step(refused)) => {
                error!(game.id = %game.game, "the end of game {} was not taken note of: {refused}", game.game);
            }
        }
    }
}

/// What a command leads to. With many players a round takes long to pair: then it is thought about beside the runtime's threads, which
/// have moves to carry.
async fn decide(
    state: Arc<Tournament>,
    command: &TournamentCommand,
    at: WallTime,
) -> Result<Vec<TournamentEvent>, CommandFailed> {
    if !matches!(command, TournamentCommand::Tick(_)) || state.players().len() < MANY {
        return Ok(state.decide(command, at)?);
    }
    let command = command.clone();
    let thought = tokio::task::spawn_blocking(move || state.decide(&command, at)).await;
    Ok(thought.expect("a decision is pure and does not panic")?)
}

/// Why a command led to nothing.
#[derive(Debug, thiserror::Error)]
pub(super) enum CommandFailed {
    /// The tournament refuses it.
    #[error(transparent)]
    Refused(#[from] TournamentError),
    /// It was not recorded.
    #[error(transparent)]
    Step(#[from] StepError),
}

fn check_entry(house: &House, account: AccountId, state: &Tournament) -> Result<(), Refusal> {
    let buy_in = state.terms().buy_in();
    house.gate.may(account, GateAct::Match, buy_in).map_err(|reason| Refusal::StakesRefused { reason })
}

/// The terms may be changed until somebody has entered: whoever enters says which he saw.
fn check_terms(state: &Tournament, seen: TermsHash) -> Result<(), Refusal> {
    let now = state.terms().hash();
    if seen == now { Ok(()) } else { Err(Refusal::TermsChanged { now: now.0.to_string() }) }
}
