//! What the operator orders of matches and tournaments. Each order is done once: that it is stands in the step that does it.

use super::tournament_step::open_tournament;
use super::tournaments::{AnnouncedBy, CommandFailed};
use super::{Director, step};
use crate::event_book::StepError;
use crate::house::House;
use crate::orders;
use crate::refusal::Refusal;
use competition::tournament::{CaseId, ReviewOutcome, SuspendedBy, TournamentCommand};
use competition::{CancelCause, MatchCommand, MatchState, Order, StopCause};
use ids::{AccountId, MatchId, OrderId, TournamentId};
use tracing::warn;

/// Why an order led to nothing.
#[derive(Debug, thiserror::Error)]
enum OrderFailed {
    /// It can't be carried out.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It is tried again: the database did not answer, or the event has gone on meanwhile.
    #[error("it is tried again: {0}")]
    Again(StepError),
}

impl From<StepError> for OrderFailed {
    fn from(failed: StepError) -> Self {
        match failed {
            StepError::NotCovered { balance, amount, .. } => {
                Self::Refused(Refusal::InsufficientFunds { balance, stake: amount })
            }
            StepError::PairLimit(_) => Self::Refused(Refusal::PairLimit),
            StepError::Stale | StepError::Unavailable => Self::Again(failed),
        }
    }
}

impl From<CommandFailed> for OrderFailed {
    fn from(failed: CommandFailed) -> Self {
        match failed {
            CommandFailed::Refused(refused) => Self::Refused(Refusal::Tournament(refused)),
            CommandFailed::Step(failed) => failed.into(),
        }
    }
}

/// Whether a step has said that the order is done; if not, it is said beside it.
type Carried = Result<bool, OrderFailed>;

impl Director {
    /// Carries out an order and answers it.
    pub(super) async fn carry_out(&mut self, house: &House, id: OrderId, order: Order) {
        let refused = match self.obey(house, id, order).await {
            Ok(true) => return,
            Ok(false) => None,
            Err(again @ (OrderFailed::Again(_) | OrderFailed::Refused(Refusal::Unavailable))) => {
                warn!("order {id} was not carried out yet: {again}");
                return;
            }
            Err(OrderFailed::Refused(refused)) => Some(refused),
        };
        orders::answer(self.orders.as_ref(), id, refused.as_ref()).await;
    }

    async fn obey(&mut self, house: &House, id: OrderId, order: Order) -> Carried {
        match order {
            Order::AnnounceTournament(mut terms) => {
                // the configuration in force is the server's, whatever the command has read
                terms.config_hash = house.catalogue.hash().to_owned();
                let of = TournamentId(id.0);
                if self.tournaments.contains_key(&of) {
                    return Ok(false);
                }
                self.announce(house, of, *terms, AnnouncedBy::Order(id)).await?;
                Ok(true)
            }
            Order::Suspend(of) => {
                self.order_tournament(house, of, id, &TournamentCommand::Suspend(SuspendedBy::Operator)).await
            }
            Order::Resume(of) => self.order_tournament(house, of, id, &TournamentCommand::Resume).await,
            Order::Abort(of) => self.order_tournament(house, of, id, &TournamentCommand::Abort).await,
            Order::CancelTournament(of) => {
                self.order_tournament(house, of, id, &TournamentCommand::Cancel).await
            }
            Order::RuleTournament(of, outcome) => self.rule_tournament(house, of, id, outcome).await,
            Order::RemovePlayer(of, account) => self.remove_player(house, of, id, account).await,
            Order::CancelMatch(of) => self.cancel_match(house, of, id).await,
            Order::RuleMatch(of, ruling) => {
                self.order_match(house, of, id, &MatchCommand::Rule { ruling }).await
            }
            // the keeper of the ladders has them
            Order::AnnounceLadder(_) | Order::CancelLadder(_) => Ok(false),
        }
    }

    async fn order_tournament(
        &mut self,
        house: &House,
        of: TournamentId,
        id: OrderId,
        command: &TournamentCommand,
    ) -> Carried {
        let Some(open) = self.tournaments.get(&of) else {
            return self.order_past_tournament(house, of, command).await;
        };
        let before = open.state.version();
        self.command_by_order(house, of, command, id).await?;
        Ok(self.tournaments.get(&of).is_none_or(|open| open.state.version() != before))
    }

    /// A tournament that is over takes no step: what is ordered is so already, or its state says why not.
    async fn order_past_tournament(
        &self,
        house: &House,
        of: TournamentId,
        command: &TournamentCommand,
    ) -> Carried {
        let stored = self.book.load_tournament(of).await.map_err(|_away| Refusal::Unavailable)?;
        let (_, past) =
            open_tournament(stored.ok_or(Refusal::NoSuchTournament)?).ok_or(Refusal::Unavailable)?;
        let events = past.state.decide(command, house.clock().wall()).map_err(Refusal::Tournament)?;
        // one that is not over was announced just now, and is here in a moment
        if events.is_empty() { Ok(false) } else { Err(Refusal::Unavailable.into()) }
    }

    /// The case that is open ends so; where none is open, one is for this.
    async fn rule_tournament(
        &mut self,
        house: &House,
        of: TournamentId,
        id: OrderId,
        outcome: ReviewOutcome,
    ) -> Carried {
        let open = self.tournaments.get(&of).ok_or(Refusal::NoSuchTournament)?;
        let first = open.state.open_cases().next().map(|(case, _)| case);
        let case = match first {
            Some(case) => case,
            None => {
                let case = CaseId(id.0);
                self.command_tournament(house, of, &TournamentCommand::OpenCase(case), None).await?;
                case
            }
        };
        self.order_tournament(house, of, id, &TournamentCommand::Review { case, outcome }).await
    }

    async fn remove_player(
        &mut self,
        house: &House,
        of: TournamentId,
        id: OrderId,
        account: AccountId,
    ) -> Carried {
        let open = self.tournaments.get(&of).ok_or(Refusal::NoSuchTournament)?;
        let entry = open.state.entry_of(account).ok_or(Refusal::NotEntered)?;
        // a case that waits for this ends with it: what is left is paid when the protest window is over
        let command = match open.state.open_cases().next() {
            Some((case, _)) => TournamentCommand::Review { case, outcome: ReviewOutcome::Removed { entry } },
            None => TournamentCommand::Remove(entry),
        };
        self.order_tournament(house, of, id, &command).await
    }

    async fn cancel_match(&mut self, house: &House, of: MatchId, id: OrderId) -> Carried {
        let Some(open) = self.matches.get(&of) else {
            let cancel = MatchCommand::CancelByPlatform { cause: CancelCause::Operator };
            return self.order_past_match(house, of, &cancel).await;
        };
        let played = matches!(
            open.state.state(),
            MatchState::Playing | MatchState::Break | MatchState::MiniMatch | MatchState::Decided
        );
        let command = if played {
            MatchCommand::Stop { cause: StopCause::Operator }
        } else {
            MatchCommand::CancelByPlatform { cause: CancelCause::Operator }
        };
        self.order_match(house, of, id, &command).await
    }

    /// A match that is over takes no step: what is ordered is so already, or its state says why not.
    async fn order_past_match(&self, house: &House, of: MatchId, command: &MatchCommand) -> Carried {
        let stored = self.book.load_match(of).await.map_err(|_away| Refusal::Unavailable)?;
        let (_, past) = step::open(stored.ok_or(Refusal::NoSuchMatch)?).ok_or(Refusal::Unavailable)?;
        if past.state.state() == MatchState::Cancelled {
            return Ok(false);
        }
        let events = past.state.decide(command, house.clock().wall()).map_err(Refusal::Match)?;
        if events.is_empty() { Ok(false) } else { Err(Refusal::Unavailable.into()) }
    }

    async fn order_match(
        &mut self,
        house: &House,
        of: MatchId,
        id: OrderId,
        command: &MatchCommand,
    ) -> Carried {
        let now = house.clock().wall();
        let Some(open) = self.matches.get(&of) else {
            return self.order_past_match(house, of, command).await;
        };
        let events = open.state.decide(command, now).map_err(Refusal::Match)?;
        if events.is_empty() {
            return Ok(false);
        }
        let mut prepared = step::next_step(open, events, None, now);
        prepared.step.order = Some(id);
        let done = self.commit(house, vec![prepared]).await;
        if done == Err(StepError::Stale) {
            self.reload(of).await;
        }
        done?;
        Ok(true)
    }
}
