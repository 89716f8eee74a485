//! What a socket's player asks of his notices.

use super::command::Subject;
use super::session::Session;
use crate::notices;
use protocol::{ClientMsg, Code, ServerMsg};
use rooms::Refusal;
use store::StoreError;

impl Session {
    /// Shows notices, or notes what was read; only somebody signed in has any.
    pub(super) async fn ask_of_notices(&self, subject: Subject, message: ClientMsg) {
        let Some(account) = self.account() else {
            return self.outbox.say(subject.rejected(Code::NotSignedIn, "sign in to see your notices"));
        };
        match message {
            ClientMsg::NoticesShow { id, before } => {
                match notices::page(&self.app, account, before, Some(id)).await {
                    Ok(page) => self.outbox.say(ServerMsg::Notices(page)),
                    Err(refused) => self.no_notices(subject, &refused),
                }
            }
            ClientMsg::NoticesRead { id, up_to } => match notices::read(&self.app, account, up_to).await {
                Ok(()) => self.outbox.say(ServerMsg::Done { id }),
                Err(refused) => self.no_notices(subject, &refused),
            },
            _ => {}
        }
    }

    fn no_notices(&self, subject: Subject, refused: &StoreError) {
        tracing::warn!(error = refused as &dyn std::error::Error, "a player's notices were not reached");
        self.outbox.say(subject.refused(&Refusal::Unavailable));
    }
}
