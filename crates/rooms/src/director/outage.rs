//! What an outage of the server does to tournaments: those that are played are suspended, and go on when it is over. Knows no
//! evidence.

use super::Director;
use super::tournaments::CommandFailed;
use crate::house::House;
use competition::TournamentError;
use competition::tournament::{Phase, SuspendedBy, TournamentCommand};
use ids::TournamentId;
use tracing::{info, warn};

impl Director {
    /// Suspends what is played while there is an outage, and lets what was suspended for one go on. What the operator has
    /// suspended waits for him.
    pub(super) async fn heed_outage(&mut self, house: &House) {
        let command = if house.has_outage() {
            TournamentCommand::Suspend(SuspendedBy::Outage)
        } else {
            TournamentCommand::Resume
        };
        let due: Vec<TournamentId> = self
            .tournaments
            .iter()
            .filter(|(_, open)| match command {
                TournamentCommand::Resume => open.state.suspended_by() == Some(SuspendedBy::Outage),
                _ => matches!(open.state.phase(), Phase::Playing { .. } | Phase::RoundDone { .. }),
            })
            .map(|(of, _)| *of)
            .collect();
        for of in due {
            match self.command_tournament(house, of, &command, None).await {
                Ok(()) => info!("tournament {of} by the server's own evidence: {command:?}"),
                // it is aborted by its next tick
                Err(CommandFailed::Refused(TournamentError::SuspendedTooLong { .. })) => {}
                Err(failed) => warn!("tournament {of} was not told of an outage's course: {failed}"),
            }
        }
    }
}
