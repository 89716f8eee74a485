//! What a socket's player asks of play now, from the frame to the house, and what play now says, from the notice to the frame.

use super::command::Subject;
use super::session::Session;
use crate::error::refusal_code;
use crate::wire;
use competition::StakeRange;
use protocol::{ClientMsg, Code, PlayNowState, ServerMsg};
use rooms::{PlayNowNotice, PlayNowOver, PlayNowRequest, PlayNowWaiting};

impl Session {
    /// Waits for an opponent, or no longer; only somebody signed in may.
    pub(super) fn ask_of_play_now(&self, subject: Subject, message: ClientMsg) {
        let Some(signed) = &self.signed else {
            return self.outbox.say(subject.rejected(Code::NotSignedIn, "sign in to play for a stake"));
        };
        let (account, name, sink) = (signed.account, signed.name.clone(), self.outbox.sink().clone());
        match message {
            ClientMsg::PlayNowWider { id } => self.app.house.play_now_wider(account, name, sink, id),
            ClientMsg::PlayNowCancel { id } => self.app.house.cancel_play_now(account, name, sink, id),
            message => match self.request(message) {
                Ok(Some(request)) => self.app.house.play_now(account, name, sink, request),
                Ok(None) => {}
                Err(text) => self.outbox.say(subject.rejected(Code::OutOfRange, text)),
            },
        }
    }

    /// What a `play_now` asks for; `None` for every other frame.
    fn request(&self, message: ClientMsg) -> Result<Option<PlayNowRequest>, String> {
        let ClientMsg::PlayNow {
            id,
            variant,
            rules,
            clock,
            stake_lowest,
            stake_highest,
            latency_limit_ms,
            terms,
        } = message
        else {
            return Ok(None);
        };
        Ok(Some(PlayNowRequest {
            id,
            variant: wire::variant(&variant)?,
            rule_set: wire::rule_set(&self.app.config, &rules)?,
            time_control: wire::time_control(clock),
            stakes: StakeRange { lowest: stake_lowest, highest: stake_highest },
            latency_limit: latency_limit_ms,
            terms,
            address: self.address,
        }))
    }
}

/// What play now says, as its player sees it.
pub(super) fn play_now_message(notice: &PlayNowNotice) -> ServerMsg {
    match notice {
        PlayNowNotice::Waiting(state) => ServerMsg::PlayNowWaiting(Box::new(waiting(state))),
        PlayNowNotice::Over(over) => ServerMsg::PlayNowOver { reason: reason(over) },
    }
}

fn waiting(state: &PlayNowWaiting) -> PlayNowState {
    PlayNowState {
        id: state.id,
        variant: state.variant.to_string(),
        rules: state.rule_set.to_string(),
        clock: wire::clock_setting(state.time_control),
        stake_lowest: state.stakes.lowest,
        stake_highest: state.stakes.highest,
        since_ms: wire::server_ms(state.since),
        rating: state.rating.shown(),
        deviation: state.deviation.shown(),
        window: state.window.shown(),
        waiting: state.waiting,
        asks_wider: state.asks,
        wider: state.wider,
        latency: wire::latency(state.latency),
        latency_limit_ms: state.latency_limit,
    }
}

fn reason(over: &PlayNowOver) -> protocol::PlayNowOver {
    match over {
        PlayNowOver::Cancelled => protocol::PlayNowOver::Cancelled,
        PlayNowOver::GaveUp => protocol::PlayNowOver::GaveUp,
        PlayNowOver::Left => protocol::PlayNowOver::Left,
        PlayNowOver::Playing => protocol::PlayNowOver::Playing,
        PlayNowOver::Refused(refusal) => {
            let (code, message) = (refusal_code(refusal), refusal.to_string());
            protocol::PlayNowOver::Refused { code, message }
        }
    }
}
