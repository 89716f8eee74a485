//! What a socket's player asks of Rivals matches: from the frame to the house. The director answers.

use super::command::Subject;
use super::session::Session;
use crate::wire;
use competition::{Clock, CounterTerms, LevelRule, StakeMode, StartAt, TermsHash};
use ids::{CommandId, WallTime};
use protocol::{ClientMsg, ClockSetting, Code};
use rooms::{MatchAct, MatchChoice, Player, Refusal};

/// The longest name that is looked for.
const NAME: usize = 64;

/// Why a frame asks nothing of the house: its code, and what is wrong.
type Wrong = (Code, String);

impl Session {
    /// Proposes a match, asks something of one or shows some; only somebody signed in may.
    pub(super) async fn ask_of_match(&self, subject: Subject, message: ClientMsg) {
        let Some(signed) = &self.signed else {
            return self.outbox.say(subject.rejected(Code::NotSignedIn, "sign in to play a match"));
        };
        let (account, name, sink) = (signed.account, signed.name.clone(), self.outbox.sink().clone());
        let asked = match message {
            ClientMsg::MatchAct { id, of, act } => own_act(act).map(|act| {
                self.app.house.act_in_match(account, name, sink, id, of, act);
            }),
            ClientMsg::MatchWatch { id } => {
                self.app.house.show_matches(account, sink, id);
                Ok(())
            }
            ClientMsg::MatchFind { id, of } => {
                self.app.house.show_match(of, sink, id);
                Ok(())
            }
            proposal => self.propose(proposal).await,
        };
        if let Err((code, text)) = asked {
            self.outbox.say(subject.rejected(code, text));
        }
    }

    /// Proposes a match to the player of that name, or to anybody.
    async fn propose(&self, message: ClientMsg) -> Result<(), Wrong> {
        let (Some(signed), Some((id, opponent, choice))) = (&self.signed, self.choice(message)?) else {
            return Ok(());
        };
        let terms = self
            .app
            .house
            .catalogue()
            .match_terms(&choice)
            .map_err(|refusal| (crate::error::refusal_code(&refusal), refusal.to_string()))?;
        let challenged = match opponent {
            Some(name) => Some(self.player_called(&name).await?),
            None => None,
        };
        let sink = self.outbox.sink().clone();
        self.app.house.challenge(signed.account, signed.name.clone(), sink, id, challenged, terms);
        Ok(())
    }

    /// What a proposal chooses; `None` for every other frame.
    fn choice(&self, message: ClientMsg) -> Result<Option<(CommandId, Option<String>, MatchChoice)>, Wrong> {
        let ClientMsg::MatchPropose {
            id,
            opponent,
            variant,
            rules,
            clock,
            games,
            stake_mode,
            stake,
            start,
            level,
            watchable,
            terms,
        } = message
        else {
            return Ok(None);
        };
        let out_of_range = |text| (Code::OutOfRange, text);
        let choice = MatchChoice {
            variant: wire::variant(&variant).map_err(out_of_range)?,
            rule_set: wire::rule_set(&self.app.config, &rules).map_err(out_of_range)?,
            time_control: wire::time_control(clock),
            games,
            stake_mode: match stake_mode {
                protocol::StakeMode::PerMatch => StakeMode::PerMatch,
                protocol::StakeMode::PerGame => StakeMode::PerGame,
            },
            stake,
            start: start_at(start),
            level: match level {
                protocol::LevelRule::Drawn => LevelRule::Drawn,
                protocol::LevelRule::MiniMatch => LevelRule::MiniMatch,
            },
            watchable,
            hash: terms,
        };
        Ok(Some((id, opponent, choice)))
    }

    async fn player_called(&self, name: &str) -> Result<Player, Wrong> {
        let unknown = || (Code::NoSuchPlayer, "no player has that name".to_owned());
        if name.len() > NAME {
            return Err(unknown());
        }
        match self.app.database.find_account_by_name(name).await {
            Ok(Some(found)) => Ok(Player { account: found.account, name: found.name }),
            Ok(None) => Err(unknown()),
            Err(error) => {
                tracing::warn!("a challenged player was not looked up: {error}");
                Err((Code::Unavailable, Refusal::Unavailable.to_string()))
            }
        }
    }
}

/// When a match starts, as it came from the wire.
fn start_at(start: Option<i64>) -> StartAt {
    start.map_or(StartAt::Now, |millis| StartAt::At(WallTime(millis.saturating_mul(1000))))
}

const fn clock(clock: ClockSetting) -> Clock {
    Clock { initial: clock.initial_ms, increment: clock.increment_ms }
}

/// What is asked of a match, as it came from the wire.
fn own_act(act: protocol::MatchAct) -> Result<MatchAct, Wrong> {
    Ok(match act {
        protocol::MatchAct::Counter { clock: setting, games, stake, start } => {
            MatchAct::Counter(CounterTerms { clock: clock(setting), games, stake, start: start_at(start) })
        }
        protocol::MatchAct::Accept { terms } => {
            let hash = terms.parse().map_err(|_| {
                (
                    Code::TermsChanged,
                    "`terms` is the `hash` of the match's terms, as `match` has it".to_owned(),
                )
            })?;
            MatchAct::Accept(TermsHash(hash))
        }
        protocol::MatchAct::Decline => MatchAct::Decline,
        protocol::MatchAct::Withdraw => MatchAct::Withdraw,
        protocol::MatchAct::Reconfirm => MatchAct::Reconfirm,
        protocol::MatchAct::OfferCancel => MatchAct::OfferCancel,
        protocol::MatchAct::CancelAlone => MatchAct::CancelAlone,
        protocol::MatchAct::CheckIn => MatchAct::CheckIn,
        protocol::MatchAct::ExtendBreak => MatchAct::ExtendBreak,
        protocol::MatchAct::Ready => MatchAct::Ready,
        protocol::MatchAct::PlayOn => MatchAct::PlayOn,
        protocol::MatchAct::AgreeToStop => MatchAct::AgreeToStop,
        protocol::MatchAct::Dispute => MatchAct::Dispute,
        protocol::MatchAct::OfferRematch => MatchAct::OfferRematch,
        protocol::MatchAct::AcceptRematch => MatchAct::AcceptRematch,
    })
}
