//! What players ask of matches, and what the ends of their games lead to.

use super::handle::{MatchAct, Message};
use super::step::{first_step, next_step, of_profile};
use super::tournaments::AnnouncedBy;
use super::{Director, MatchView, OpenMatch};
use crate::event_book::StepError;
use crate::event_game::EventId;
use crate::house::House;
use crate::lobby::Actor;
use crate::notice::{Answer, Notice, Sink};
use crate::ports::{GateAct, Player};
use crate::refusal::Refusal;
use competition::{
    ChallengeFacts, CounterTerms, Match, MatchCommand, MatchState, MatchTerms, PairColours, PerSeat,
    Proposal, Seat, StartAt, rematch_id,
};
use game::TimeControl;
use ids::{AccountId, Amount, CommandId, MatchId};
use std::sync::Arc;
use tracing::warn;

/// How many open seats of others are shown at once: a socket's queue has its bound. One's own matches are bounded by themselves.
const SHOWN_OPEN: usize = 100;
/// How many of a player's matches are shown that are over.
const SHOWN: u32 = 20;

impl Director {
    pub(super) async fn handle(&mut self, house: &Arc<House>, message: Message) {
        match message {
            Message::Propose { actor, id, of, challenged, terms } => {
                let result = self.propose(house, &actor, of, challenged, *terms).await;
                answer(&actor.sink, id, None, result);
            }
            Message::Act { actor, id, of, act } => {
                let result = self.act(house, &actor, of, act).await;
                answer(&actor.sink, id, Some(EventId::Match(of)), result);
            }
            Message::Watch { account, sink, id } => self.show_own(account, &sink, id),
            Message::Announce { of, terms, done } => {
                let _gone = done.send(self.announce(house, of, *terms, AnnouncedBy::House).await);
            }
            Message::Order { id, order } => self.carry_out(house, id, *order).await,
            Message::ActInTournament { actor, id, of, act } => {
                let result = self.act_in_tournament(house, &actor, of, act).await;
                answer(&actor.sink, id, Some(EventId::Tournament(of)), result);
            }
            Message::Find { of, sink, id } => self.show_one(of, &sink, id),
        }
    }

    async fn propose(
        &mut self,
        house: &House,
        actor: &Actor,
        of: MatchId,
        challenged: Option<Player>,
        terms: MatchTerms,
    ) -> Result<(), Refusal> {
        if !house.directs() {
            return Err(Refusal::Unavailable);
        }
        if self.matches.contains_key(&of) {
            // a repeat of the command that made it
            return Ok(());
        }
        let now = house.clock().wall();
        if of_profile(&terms.profile).is_none() {
            return Err(Refusal::OutOfRange {
                what: format!("the game {:?}", terms.profile),
                allowed: "a kind of draughts and a rule set that are offered".to_owned(),
            });
        }
        let facts = self.challenge_facts(actor.account, challenged.as_ref(), &terms, house).await?;
        self.limits.may_challenge(&facts, terms.start, now)?;
        check_stake(house, actor.account, &terms, GateAct::Seek)?;
        let balance = house.bank.wallet(actor.account).await.map_err(|_| Refusal::Unavailable)?.balance;
        if balance < terms.hold() {
            return Err(Refusal::InsufficientFunds { balance, stake: terms.hold() });
        }
        let proposal = Proposal {
            challenger: actor.account,
            challenged: challenged.as_ref().map(|player| player.account),
            terms,
            first_white: None,
        };
        let events = Match::propose(&self.limits, proposal, now)?;
        let challenger = Player { account: actor.account, name: actor.name.clone() };
        let players = PerSeat { first: Some(challenger), second: challenged };
        let Some(prepared) = first_step(of, &self.limits, events, players, now) else {
            return Err(Refusal::Unavailable);
        };
        match self.commit(house, vec![prepared]).await {
            Ok(()) => Ok(()),
            Err(refused) => {
                if refused == StepError::Stale {
                    // the answer to the commit may be lost: then the match stands in the rows
                    self.reload(of).await;
                }
                if self.matches.contains_key(&of) { Ok(()) } else { Err(refusal(&refused, actor.account)) }
            }
        }
    }

    /// What is known of a player who would challenge another, or take up his challenge.
    async fn challenge_facts(
        &self,
        account: AccountId,
        other: Option<&Player>,
        terms: &MatchTerms,
        house: &House,
    ) -> Result<ChallengeFacts, Refusal> {
        let now = house.clock().wall();
        let own = |open: &&OpenMatch| {
            open.state.player(Seat::First) == Some(account)
                && matches!(open.state.state(), MatchState::Proposed | MatchState::Countered)
        };
        let open: Vec<&OpenMatch> = self.matches.values().filter(own).collect();
        let to_same = |open: &&OpenMatch| {
            other.is_some() && open.state.player(Seat::Second) == other.map(|player| player.account)
        };
        let since = now.minus(self.limits.late_cancels_within).minus(self.limits.late_cancel_bar);
        let late_cancels = self.book.late_cancels(account, since).await.map_err(|_| Refusal::Unavailable)?;
        let own_starts = self.matches.values().filter(|open| {
            open.state.seat_of(account).is_some() && open.state.state() == MatchState::Scheduled
        });
        let entered = self.tournaments.values().filter(|open| open.state.entry_of(account).is_some());
        let starts_soon = terms.start == StartAt::Now
            && own_starts
                .filter_map(|open| open.state.starts_at())
                .chain(entered.filter_map(|open| open.state.starts()))
                .any(|start| self.limits.starts_soon(terms.clock, start, now));
        let unavailable = match other {
            Some(other) => are_apart(house, account, other.account).await?,
            None => false,
        };
        Ok(ChallengeFacts {
            outgoing: u32::try_from(open.len()).unwrap_or(u32::MAX),
            open_to_same: open.iter().any(to_same),
            unavailable,
            late_cancels,
            in_event: self.events_with(account).next().is_some(),
            starts_soon,
        })
    }

    async fn act(&mut self, house: &House, actor: &Actor, of: MatchId, act: MatchAct) -> Result<(), Refusal> {
        if !house.directs() {
            return Err(Refusal::Unavailable);
        }
        let by = actor.account;
        if !self.matches.contains_key(&of) {
            return Err(Refusal::NoSuchMatch);
        }
        let command = match act {
            MatchAct::Accept(terms) => {
                self.check_acceptance(house, by, of).await?;
                MatchCommand::Accept { by, terms, history: self.history(of, by).await? }
            }
            MatchAct::AcceptRematch => return self.agree_to_rematch(house, actor, of).await,
            // an offer that meets the other's is an agreement
            MatchAct::OfferRematch if self.rematch_is_offered(of, by) => {
                return self.agree_to_rematch(house, actor, of).await;
            }
            MatchAct::CheckIn => {
                check_stake(house, by, self.matches[&of].state.terms(), GateAct::Match)?;
                self.check_free(by, EventId::Match(of))?;
                MatchCommand::CheckIn { by }
            }
            MatchAct::Counter(terms) => {
                check_counter(house, self.matches[&of].state.terms(), &terms)?;
                MatchCommand::Counter { by, terms }
            }
            MatchAct::Decline => MatchCommand::Decline { by },
            MatchAct::Withdraw => MatchCommand::Withdraw { by },
            MatchAct::Reconfirm => MatchCommand::Reconfirm { by },
            MatchAct::OfferCancel => MatchCommand::OfferCancel { by },
            MatchAct::CancelAlone => MatchCommand::CancelAlone { by },
            MatchAct::ExtendBreak => MatchCommand::ExtendBreak { by },
            MatchAct::Ready => MatchCommand::Ready { by },
            MatchAct::PlayOn => MatchCommand::AgreeToPlayOn { by },
            MatchAct::AgreeToStop => MatchCommand::AgreeToStop { by },
            MatchAct::Dispute => MatchCommand::Dispute { by },
            MatchAct::OfferRematch => {
                self.check_rematch(house, by, &self.matches[&of].state).await?;
                MatchCommand::OfferRematch { by }
            }
        };
        self.command(house, actor, of, command).await
    }

    async fn check_acceptance(&self, house: &House, by: AccountId, of: MatchId) -> Result<(), Refusal> {
        let state = &self.matches[&of].state;
        let terms = state.terms();
        let facts = self.challenge_facts(by, None, terms, house).await?;
        let facts = ChallengeFacts { outgoing: 0, open_to_same: false, ..facts };
        self.limits.may_challenge(&facts, terms.start, house.clock().wall())?;
        check_stake(house, by, terms, GateAct::Match)?;
        let other = Seat::BOTH.into_iter().filter_map(|seat| state.player(seat)).find(|player| *player != by);
        let Some(other) = other else { return Ok(()) };
        let unavailable = Refusal::Challenge(competition::ChallengeError::Unavailable);
        if are_apart(house, by, other).await? {
            return Err(unavailable);
        }
        check_stake(house, other, terms, GateAct::Match).map_err(|_| unavailable)
    }

    /// What the two have played before.
    async fn history(&self, of: MatchId, by: AccountId) -> Result<PairColours, Refusal> {
        let state = &self.matches[&of].state;
        let Some((variant, _)) = of_profile(&state.terms().profile) else {
            return Ok(PairColours::default());
        };
        let Some(first) = state.player(Seat::First) else { return Ok(PairColours::default()) };
        let second = state.player(Seat::Second).unwrap_or(by);
        self.book.pair_colours(variant, first, second).await.map_err(|_| Refusal::Unavailable)
    }

    /// Carries out a command of a player.
    async fn command(
        &mut self,
        house: &House,
        actor: &Actor,
        of: MatchId,
        command: MatchCommand,
    ) -> Result<(), Refusal> {
        let open = self.matches.get(&of).ok_or(Refusal::NoSuchMatch)?;
        let events = open.state.decide(&command, house.clock().wall())?;
        if events.is_empty() {
            return Ok(());
        }
        let own = Player { account: actor.account, name: actor.name.clone() };
        match self.record(house, of, events, Some(own)).await {
            Ok(()) => Ok(()),
            Err(refused) => {
                self.after_refusal(house, of, &refused).await;
                Err(refusal(&refused, actor.account))
            }
        }
    }

    /// A step was not recorded: a side that can't pay is told, and what is not known is read.
    pub(super) async fn after_refusal(&mut self, house: &House, of: MatchId, refused: &StepError) {
        match refused {
            StepError::NotCovered { account, .. } => {
                let Some(open) = self.matches.get(&of) else { return };
                let seat = open.state.seat_of(*account).unwrap_or(Seat::Second);
                let failed = MatchCommand::FundingFailed { seat };
                if let Ok(events) = open.state.decide(&failed, house.clock().wall())
                    && let Err(refused) = self.record(house, of, events, None).await
                {
                    warn!("that a stake of match {of} is not covered was not recorded: {refused}");
                    self.reload(of).await;
                }
            }
            StepError::Stale => self.reload(of).await,
            StepError::PairLimit(_) | StepError::Unavailable => {}
        }
    }

    /// Whether the other player's offer of a rematch stands.
    fn rematch_is_offered(&self, of: MatchId, by: AccountId) -> bool {
        let Some(open) = self.matches.get(&of) else { return false };
        let other =
            Seat::BOTH.into_iter().filter_map(|seat| open.state.player(seat)).find(|player| *player != by);
        other.is_some() && open.state.rematch_offered_by().and_then(|seat| open.state.player(seat)) == other
    }

    /// Whether a player may play a match once more now: what stands against a challenge stands against that.
    async fn check_rematch(&self, house: &House, by: AccountId, of: &Match) -> Result<(), Refusal> {
        let terms = of.terms();
        let others = Seat::BOTH.into_iter().filter_map(|seat| of.player(seat)).filter(|player| *player != by);
        for other in others {
            if are_apart(house, by, other).await? {
                return Err(Refusal::Challenge(competition::ChallengeError::Unavailable));
            }
        }
        let now_terms = MatchTerms { start: StartAt::Now, ..terms.clone() };
        let facts = self.challenge_facts(by, None, &now_terms, house).await?;
        let facts = ChallengeFacts { outgoing: 0, open_to_same: false, ..facts };
        self.limits.may_challenge(&facts, StartAt::Now, house.clock().wall())?;
        check_stake(house, by, terms, GateAct::Rematch)
    }

    /// Both agree to a rematch: the child is proposed and accepted in the step that says so.
    async fn agree_to_rematch(&mut self, house: &House, actor: &Actor, of: MatchId) -> Result<(), Refusal> {
        let now = house.clock().wall();
        let open = self.matches.get(&of).ok_or(Refusal::NoSuchMatch)?;
        let events = open.state.decide(&MatchCommand::AcceptRematch { by: actor.account }, now)?;
        if events.is_empty() {
            return Ok(());
        }
        let Some((proposal, accept)) = open.state.rematch() else { return Err(Refusal::NoRematch) };
        self.check_rematch(house, actor.account, &open.state).await?;
        let offerer = Seat::BOTH.into_iter().filter_map(|seat| open.state.player(seat));
        for other in offerer.filter(|player| *player != actor.account) {
            // why the other may not is not told
            let unavailable = Refusal::Challenge(competition::ChallengeError::Unavailable);
            self.check_rematch(house, other, &open.state).await.map_err(|refused| match refused {
                Refusal::Unavailable => Refusal::Unavailable,
                _ => unavailable,
            })?;
        }
        let parent = next_step(open, events, None, now);
        let players = PerSeat {
            first: player_of(open, proposal.challenger),
            second: proposal.challenged.and_then(|player| player_of(open, player)),
        };
        let child = rematch_id(of);
        let proposed = Match::propose(&self.limits, proposal, now)?;
        let made = first_step(child, &self.limits, proposed, players, now).ok_or(Refusal::Unavailable)?;
        let accepted = made.after.state.decide(&accept, now)?;
        let agreed = next_step(&made.after, accepted, None, now);
        match self.commit(house, vec![parent, made, agreed]).await {
            Ok(()) => Ok(()),
            Err(refused) => {
                if refused == StepError::Stale {
                    self.reload(of).await;
                    self.reload(child).await;
                }
                Err(refusal(&refused, actor.account))
            }
        }
    }

    /// All of a player's matches that are not over, the seats that are open to him, and, read beside the director, the newest that are
    /// over; then the answer, after which there are no more.
    fn show_own(&self, account: AccountId, sink: &Sink, id: CommandId) {
        let own = |open: &&OpenMatch| open.state.seat_of(account).is_some();
        self.matches.values().filter(own).for_each(|open| show(sink, open));
        // the newest seats: ids count up
        let seats = self.matches.values().rev().filter(|open| open.state.player(Seat::Second).is_none());
        seats.filter(|open| !own(open)).take(SHOWN_OPEN).for_each(|open| show(sink, open));
        let (book, sink) = (Arc::clone(&self.book), sink.clone());
        tokio::spawn(async move {
            match book.matches_of(account, SHOWN).await {
                Ok(stored) => {
                    let over = stored.into_iter().filter_map(super::step::open);
                    over.filter(|(_, open)| open.state.state().is_terminal())
                        .for_each(|(_, open)| show(&sink, &open));
                    answer(&sink, id, None, Ok(()));
                }
                Err(refused) => {
                    warn!("a player's matches were not read: {refused}");
                    answer(&sink, id, None, Err(Refusal::Unavailable));
                }
            }
        });
    }

    /// One match; one that is over is read beside the director.
    fn show_one(&self, of: MatchId, sink: &Sink, id: CommandId) {
        if let Some(open) = self.matches.get(&of) {
            return show(sink, open);
        }
        let (book, sink) = (Arc::clone(&self.book), sink.clone());
        tokio::spawn(async move {
            match book.load_match(of).await {
                Ok(stored) => match stored.and_then(super::step::open) {
                    Some((_, open)) => show(&sink, &open),
                    None => answer(&sink, id, Some(EventId::Match(of)), Err(Refusal::NoSuchMatch)),
                },
                Err(_) => answer(&sink, id, Some(EventId::Match(of)), Err(Refusal::Unavailable)),
            }
        });
    }
}

fn show(sink: &Sink, open: &OpenMatch) {
    sink.push(Notice::Match(Arc::new(MatchView {
        state: open.state.clone(),
        players: open.players.clone(),
    })));
}

fn player_of(open: &OpenMatch, account: AccountId) -> Option<Player> {
    let players = [&open.players.first, &open.players.second];
    players.into_iter().flatten().find(|player| player.account == account).cloned()
}

/// Whether either has blocked the other: which of the two, or that it is so, is not told.
async fn are_apart(house: &House, one: AccountId, other: AccountId) -> Result<bool, Refusal> {
    house.pair_book.is_blocked(one, other).await.map_err(|_| Refusal::Unavailable)
}

fn check_stake(house: &House, account: AccountId, terms: &MatchTerms, act: GateAct) -> Result<(), Refusal> {
    house.gate.may(account, act, terms.hold()).map_err(|reason| Refusal::StakesRefused { reason })
}

/// A counter-offer stays within what is offered for its kind of draughts now.
fn check_counter(house: &House, standing: &MatchTerms, counter: &CounterTerms) -> Result<(), Refusal> {
    let Some((variant, rule_set)) = of_profile(&standing.profile) else { return Ok(()) };
    let hash = house.catalogue.find(variant).map(|offer| offer.hash.clone()).unwrap_or_default();
    let clock = TimeControl { initial: counter.clock.initial, increment: counter.clock.increment };
    house.catalogue.terms(variant, rule_set, clock, counter.stake, &hash).map(|_| ())
}

/// What a step that was not recorded is to the one who asked: the other's money is not told in figures.
pub(super) fn refusal(refused: &StepError, asker: AccountId) -> Refusal {
    match refused {
        StepError::NotCovered { account, balance, amount } if *account == asker => {
            Refusal::InsufficientFunds { balance: *balance, stake: Amount(amount.0) }
        }
        StepError::NotCovered { .. } => Refusal::OpponentInsufficientFunds,
        StepError::PairLimit(_) => Refusal::PairLimit,
        StepError::Stale | StepError::Unavailable => Refusal::Unavailable,
    }
}

pub(super) fn answer(sink: &Sink, id: CommandId, of: Option<EventId>, result: Result<(), Refusal>) {
    sink.push(Notice::Answer(Answer { game: None, of, id, ply: None, result }));
}
