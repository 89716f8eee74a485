//! What a socket's player asks of ladder seasons: from the frame to the house. The keeper of the ladders answers.

use super::command::Subject;
use super::session::Session;
use ids::{CommandId, LadderId};
use protocol::Code;
use rooms::LadderAct;

impl Session {
    /// Asks something of a season; only somebody signed in may.
    pub(super) async fn climb(
        &self,
        subject: Subject,
        id: CommandId,
        season: LadderId,
        act: protocol::LadderAct,
    ) {
        let Some(signed) = &self.signed else {
            return self.outbox.say(subject.rejected(Code::NotSignedIn, "sign in to climb a ladder"));
        };
        let act = match act {
            protocol::LadderAct::Challenge { player } => match self.player_called(&player).await {
                Ok(player) => LadderAct::Challenge(player),
                Err((code, text)) => return self.outbox.say(subject.rejected(code, text)),
            },
            protocol::LadderAct::Enter => LadderAct::Enter,
            protocol::LadderAct::Leave => LadderAct::Leave,
            protocol::LadderAct::Accept { number } => LadderAct::Accept(number),
            protocol::LadderAct::Decline { number } => LadderAct::Decline(number),
            protocol::LadderAct::BeginLeave => LadderAct::BeginLeave,
            protocol::LadderAct::EndLeave => LadderAct::EndLeave,
        };
        let (account, name, sink) = (signed.account, signed.name.clone(), self.outbox.sink().clone());
        self.app.house.act_on_ladder(account, name, sink, id, season, act);
    }
}
