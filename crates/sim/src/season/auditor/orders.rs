//! The operator's orders: each is answered once, by the step that carries it out or beside it, or lapses. Knows no money.

use super::{Auditor, Found, Known, away};
use crate::season::world::{OrderAnswer, SeasonPorts};
use competition::tournament::{CancelledBy, Change, Phase, SuspendedBy};
use competition::{CancelCause, MatchEvent, MatchState, Order, StopCause, Tournament, TournamentEvent};
use ids::{MatchId, Millis, OrderId, TournamentId, WallTime};

/// For how long an order may be carried out.
const VALID: Millis = Millis(60_000);
/// By how much its answer may come later.
const LATE: Millis = Millis(5_000);

/// An order that was given.
pub(super) struct Given {
    order: Order,
    at: WallTime,
    /// Whether a step has carried it out.
    carried_out: bool,
    /// Its answer, once it has one.
    answer: Option<OrderAnswer>,
}

impl Auditor {
    /// The operator gives an order.
    pub(in crate::season) fn given(&self, id: OrderId, order: &Order, at: WallTime) {
        let given = Given { order: order.clone(), at, carried_out: false, answer: None };
        self.known().orders.insert(id, given);
    }

    /// Whether an order waits for its answer.
    pub(super) fn an_order_waits(&self) -> bool {
        self.known().orders.values().any(|given| given.answer.is_none())
    }

    /// What a step that was recorded says it carries out.
    pub(super) fn order_of(&self, order: Option<OrderId>) -> Result<Option<Order>, String> {
        let Some(id) = order else { return Ok(None) };
        let known = self.known();
        let given = known.orders.get(&id).ok_or_else(|| format!("nobody has given order {id}"))?;
        if given.carried_out {
            return Err(format!("order {id} is carried out twice"));
        }
        match &given.answer {
            Some(answer) => Err(format!("order {id} is carried out, it was answered before: {answer:?}")),
            None => Ok(Some(given.order.clone())),
        }
    }

    /// After a step that carries out an order: its row says so.
    pub(super) async fn check_carried_out(&self, ports: &SeasonPorts, order: Option<OrderId>) -> Found {
        let Some(id) = order else { return Ok(()) };
        let answer = answer_of(ports, id).await?;
        let mut known = self.known();
        if let Some(given) = known.orders.get_mut(&id) {
            given.carried_out = true;
            given.answer = Some(answer.clone());
        }
        *known.report.orders.entry("carried out").or_default() += 1;
        if answer == OrderAnswer::Done {
            Ok(())
        } else {
            Err(format!("order {id} is carried out, its row says {answer:?}"))
        }
    }

    /// After an answer that no step has written.
    pub(in crate::season) async fn check_answered(&self, ports: &SeasonPorts, id: OrderId) -> Found {
        let answer = answer_of(ports, id).await?;
        self.take_answer(id, answer)
    }

    fn take_answer(&self, id: OrderId, answer: OrderAnswer) -> Found {
        let mut known = self.known();
        let known = &mut *known;
        let Some(given) = known.orders.get_mut(&id) else {
            return Err(format!("nobody has given order {id}"));
        };
        if let Some(before) = &given.answer {
            return if *before == answer { Ok(()) } else { Err(format!("order {id} is answered twice")) };
        }
        given.answer = Some(answer.clone());
        let order = given.order.clone();
        let what = match &answer {
            OrderAnswer::Waits => return Err(format!("order {id} was answered, its row waits")),
            OrderAnswer::Done => "was so already",
            OrderAnswer::Refused(why) if why.starts_with("too late") => "too late",
            OrderAnswer::Refused(why) if why.starts_with("taken back") => "taken back",
            OrderAnswer::Refused(_) => "refused",
        };
        *known.report.orders.entry(what).or_default() += 1;
        match (what, &answer) {
            ("was so already", _) if !is_so(known, id, &order) => {
                Err(format!("order {id}, {order:?}, is answered as done, and is not"))
            }
            ("refused", OrderAnswer::Refused(why)) if could_be(known, &order) => {
                Err(format!("order {id}, {order:?}, is refused with \"{why}\", and could be carried out"))
            }
            _ => Ok(()),
        }
    }

    /// No order waits for longer than it is valid, where the server has run since `up`; none is too late before.
    pub(in crate::season) async fn check_orders(
        &self,
        ports: &SeasonPorts,
        now: WallTime,
        up: WallTime,
    ) -> Found {
        let waiting: Vec<(OrderId, WallTime)> = {
            let known = self.known();
            let waits = known.orders.iter().filter(|(_, given)| given.answer.is_none());
            waits.map(|(id, given)| (*id, given.at)).collect()
        };
        let ids: Vec<OrderId> = waiting.iter().map(|(id, _)| *id).collect();
        if ids.is_empty() {
            return Ok(());
        }
        let answers = ports.desk.answers(&ids).await.map_err(away)?;
        for ((id, at), answer) in waiting.into_iter().zip(answers) {
            match &answer {
                OrderAnswer::Waits if now > at.plus(VALID).max(up).plus(LATE) => {
                    return Err(format!("order {id} of {at:?} has no answer"));
                }
                OrderAnswer::Waits => continue,
                OrderAnswer::Done => return Err(format!("order {id} is done, nobody has said so")),
                OrderAnswer::Refused(why) if why.starts_with("too late") && now < at.plus(VALID) => {
                    return Err(format!("order {id} of {at:?} was too late at {now:?}"));
                }
                OrderAnswer::Refused(_) => {}
            }
            self.take_answer(id, answer)?;
        }
        Ok(())
    }

    /// At the end every order has the answer that it had.
    pub(super) async fn check_answers_stand(&self, ports: &SeasonPorts) -> Found {
        let (ids, answers): (Vec<OrderId>, Vec<Option<OrderAnswer>>) = {
            let known = self.known();
            known.orders.iter().map(|(id, given)| (*id, given.answer.clone())).unzip()
        };
        let now = ports.desk.answers(&ids).await.map_err(away)?;
        match ids.iter().zip(answers.iter().zip(now)).find(|(_, (then, now))| then.as_ref() != Some(now)) {
            Some((id, (then, now))) => {
                Err(format!("order {id} was answered with {then:?}, now with {now:?}"))
            }
            None => Ok(()),
        }
    }

    /// Whether an event is known.
    pub(in crate::season) fn knows(&self, of: TournamentId) -> bool {
        self.known().tournaments.contains_key(&of)
    }

    /// The tournaments and the matches that are over.
    pub(in crate::season) fn over(&self) -> (Vec<TournamentId>, Vec<MatchId>) {
        let known = self.known();
        let tournaments = known.tournaments.iter().filter(|(_, seen)| seen.state.phase().is_over());
        let matches = known.matches.iter().filter(|(_, state)| state.state().is_terminal());
        (tournaments.map(|(of, _)| *of).collect(), matches.map(|(of, _)| *of).collect())
    }
}

async fn answer_of(ports: &SeasonPorts, id: OrderId) -> Result<OrderAnswer, String> {
    let answers = ports.desk.answers(&[id]).await.map_err(away)?;
    Ok(answers.into_iter().next().unwrap_or(OrderAnswer::Waits))
}

/// Whether what is ordered is so.
fn is_so(known: &Known, id: OrderId, order: &Order) -> bool {
    let of = |of: &TournamentId| known.tournaments.get(of).map(|seen| &seen.state);
    match order {
        Order::Suspend(id) => of(id).is_some_and(|state| state.suspended_by() == Some(SuspendedBy::Operator)),
        Order::Resume(id) => of(id).is_some_and(|state| is_played(state.phase())),
        Order::Abort(id) => of(id).is_some_and(|state| state.phase() == Phase::Aborted),
        Order::CancelTournament(id) => of(id).is_some_and(|state| state.phase() == Phase::Cancelled),
        Order::AnnounceTournament(_) => known.tournaments.contains_key(&TournamentId(id.0)),
        Order::CancelMatch(id) => {
            let state = known.matches.get(id).map(|state| state.state());
            // it stops when its game is over, or has been cancelled before
            matches!(state, Some(MatchState::Playing | MatchState::Cancelled))
        }
        _ => true,
    }
}

/// Whether what is ordered can be carried out.
fn could_be(known: &Known, order: &Order) -> bool {
    let of = |of: &TournamentId| known.tournaments.get(of).map(|seen| seen.state.phase());
    match order {
        Order::Suspend(id) => of(id).is_some_and(is_played),
        Order::Abort(id) => of(id).is_some_and(|phase| phase.is_running()),
        Order::CancelTournament(id) => of(id).is_some_and(is_before_start),
        Order::CancelMatch(id) => known.matches.get(id).is_some_and(|state| {
            use MatchState::{Break, CheckIn, Playing, Scheduled};
            matches!(state.state(), Scheduled | CheckIn | Break | Playing)
        }),
        _ => false,
    }
}

const fn is_played(phase: Phase) -> bool {
    matches!(phase, Phase::Playing { .. } | Phase::RoundDone { .. })
}

const fn is_before_start(phase: Phase) -> bool {
    matches!(phase, Phase::Announced | Phase::RegOpen | Phase::CheckIn { .. })
}

/// An event that only the operator brings about comes of his order, and of the one that the step carries out; `before` is the tournament
/// as it stood.
pub(super) fn check_ordered(before: &Tournament, event: &TournamentEvent, order: Option<&Order>) -> Found {
    let of = before.id();
    let expected = match &event.change {
        Change::Suspended(SuspendedBy::Operator) => Order::Suspend(of),
        Change::Resumed if before.suspended_by() == Some(SuspendedBy::Operator) => Order::Resume(of),
        Change::Cancelled { why: CancelledBy::Operator } => Order::CancelTournament(of),
        // what can't be paired, or is suspended for too long, is aborted by itself
        Change::Aborted(_) if order.is_none() => {
            let by_itself = match before.phase() {
                Phase::Pairing { .. } => true,
                Phase::Suspended { .. } => before.due().is_some_and(|due| event.at >= due),
                _ => false,
            };
            return if by_itself { Ok(()) } else { Err(format!("nobody has ordered {of} to be aborted")) };
        }
        Change::Aborted(_) => Order::Abort(of),
        _ => return Ok(()),
    };
    if order == Some(&expected) {
        Ok(())
    } else {
        Err(format!("tournament {of} has {:?}, its step carries out {order:?}", event.change))
    }
}

/// The same for a match.
pub(super) fn check_match_ordered(of: MatchId, event: &MatchEvent, order: Option<&Order>) -> Found {
    let by_operator = matches!(
        event,
        MatchEvent::Cancelled { cause: CancelCause::Operator }
            | MatchEvent::StopAsked { cause: StopCause::Operator }
    );
    if by_operator && order != Some(&Order::CancelMatch(of)) {
        return Err(format!("match {of} has {event:?}, its step carries out {order:?}"));
    }
    Ok(())
}
