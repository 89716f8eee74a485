//! What a socket's player asks of tournaments: from the frame to the house. The director answers.

use super::command::Subject;
use super::session::Session;
use crate::wire;
use competition::{Clock, RatingClass, TermsHash};
use ids::{AccountId, CommandId, TournamentId};
use protocol::{ClientMsg, Code};
use rooms::{Notice, Refusal, TournamentAct, TournamentPart, TournamentView};
use store::RatingRules;

/// Tournaments that one socket may follow at once.
pub(super) const FOLLOWED: usize = 8;

impl Session {
    /// Asks something of a tournament, follows one, or asks for a part of one.
    pub(super) async fn ask_of_tournament(&self, subject: Subject, message: ClientMsg) {
        match message {
            ClientMsg::TournamentAct { id, of, act } => {
                if let Err(refused) = self.act_in_tournament(id, of, act).await {
                    self.outbox.say(subject.rejected(refused.0, refused.1));
                }
            }
            ClientMsg::TournamentWatch { id, of } => {
                let follow = || self.app.house.follow_tournament(of, self.outbox.sink().clone(), id);
                if !self.follow_tournament(of, follow) {
                    let text =
                        format!("a socket follows {FOLLOWED} tournaments at most; `tournament_unwatch` one");
                    self.outbox.say(subject.rejected(Code::RateLimited, text));
                }
            }
            ClientMsg::TournamentUnwatch { of } => self.unfollow_tournament(of),
            ClientMsg::TournamentRound { id, of, round, from } => {
                self.show_part(subject, id, of, TournamentPart::Tables { round, from }).await;
            }
            ClientMsg::TournamentStandings { id, of, from } => {
                self.show_part(subject, id, of, TournamentPart::Standings { from }).await;
            }
            _ => {}
        }
    }

    async fn show_part(&self, subject: Subject, id: CommandId, of: TournamentId, part: TournamentPart) {
        match self.app.house.find_tournament(of).await {
            Ok(view) => {
                self.outbox.sink().push(Notice::TournamentPart { view, id, part });
            }
            Err(refused) => self.outbox.say(subject.refused(&refused)),
        }
    }

    async fn act_in_tournament(
        &self,
        id: CommandId,
        of: TournamentId,
        act: protocol::TournamentAct,
    ) -> Result<(), (Code, String)> {
        let Some(signed) = &self.signed else {
            return Err((Code::NotSignedIn, "sign in to play a tournament".to_owned()));
        };
        let act = match act {
            protocol::TournamentAct::Register { terms } => {
                let (terms, rating) = (seen(&terms)?, self.rating(signed.account, of).await?);
                TournamentAct::Register { entry: self.app.house.new_entry(), rating, terms }
            }
            protocol::TournamentAct::EnterLate { terms } => {
                let (terms, rating) = (seen(&terms)?, self.rating(signed.account, of).await?);
                TournamentAct::EnterLate { entry: self.app.house.new_entry(), rating, terms }
            }
            protocol::TournamentAct::Unregister => TournamentAct::Unregister,
            protocol::TournamentAct::CheckIn => TournamentAct::CheckIn,
            protocol::TournamentAct::UndoCheckIn => TournamentAct::UndoCheckIn,
            protocol::TournamentAct::Withdraw => TournamentAct::Withdraw,
        };
        let (account, name) = (signed.account, signed.name.clone());
        self.app.house.act_in_tournament(account, name, self.outbox.sink().clone(), id, of, act);
        Ok(())
    }

    /// The rating that a player enters with: his own of the game and the pace, or that of whoever has none yet.
    async fn rating(&self, account: AccountId, of: TournamentId) -> Result<i32, (Code, String)> {
        let refused = |refusal: Refusal| (crate::error::refusal_code(&refusal), refusal.to_string());
        let view = self.app.house.find_tournament(of).await.map_err(refused)?;
        let ratings = self.app.database.ratings_of(account).await.map_err(|error| {
            tracing::warn!(account.id = %account, "the ratings of an entrant were not read: {error}");
            refused(Refusal::Unavailable)
        })?;
        let rules = self.app.config.ratings.rules();
        let class = class_of(&view, &rules);
        let held = ratings.into_iter().find(|(other, _)| *other == class).map(|(_, held)| held.rating);
        let rating = held.unwrap_or_else(|| competition::Rating::new(&rules.terms)).rating.shown();
        Ok(i32::try_from(rating).unwrap_or(0))
    }
}

/// The class in which a tournament's games are rated.
fn class_of(view: &TournamentView, rules: &RatingRules) -> RatingClass {
    let terms = view.state.terms();
    let Clock { initial, increment } = terms.clock;
    RatingClass {
        variant: wire::variant_of_profile(&terms.profile).to_owned(),
        clock: rules.classes.of(Clock { initial, increment }),
    }
}

/// The name of the terms that a player saw.
fn seen(terms: &str) -> Result<TermsHash, (Code, String)> {
    let wrong = |_| {
        (
            Code::TermsChanged,
            "`terms` is the `hash` of the tournament's terms, as `tournament` has it".to_owned(),
        )
    };
    terms.parse().map(TermsHash).map_err(wrong)
}
