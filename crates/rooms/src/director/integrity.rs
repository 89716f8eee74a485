//! What is looked at before an event's money goes out: the pot of a match that was won, and tournaments of players who share an
//! address. The rule is `competition`'s; what is known of players comes through a port.

use super::{Director, OpenMatch};
use crate::house::House;
use crate::ports::BankError;
use competition::tournament::{CaseId, Phase, TournamentCommand};
use competition::{Finish, LostBy, LostGame, MatchGame, ReviewHold, StakeMode, WonPot};
use ids::{AccountId, TournamentId, WallTime};
use tracing::warn;
use uuid::Uuid;

/// What the names of cases that the house opens begin with.
const CASES: Uuid = Uuid::from_u128(0x5b1e_9c44_70aa_5d0d_9a36_1f02_c8d7_e45b);

impl Director {
    /// The hold on the pot of a match that is about to be settled; where each game has its stake the settler asks for each.
    pub(super) async fn hold_of(
        &self,
        open: &OpenMatch,
        at: WallTime,
    ) -> Result<Option<ReviewHold>, BankError> {
        let state = &open.state;
        let due = state.settles_at().is_some_and(|settles_at| settles_at <= at);
        if !due || state.terms().stake_mode == StakeMode::PerGame {
            return Ok(None);
        }
        let Some(seat) = state.outcome().and_then(|outcome| outcome.winner) else { return Ok(None) };
        let (Some(winner), Some(loser)) = (state.player(seat), state.player(seat.other())) else {
            return Ok(None);
        };
        let facts = self.reviews.pair_facts(winner, loser, at).await?;
        let pot = WonPot {
            stake: state.terms().stake,
            highest: state.limits().stake_max,
            lost: state.lost_by(seat.other()).map(lost).collect(),
            same_device: false,
            same_address: facts.same_address,
            same_payment: false,
            flow: facts.flow + i128::from(state.terms().stake.0),
        };
        Ok(state.limits().review.hold(&pot, at))
    }

    /// A tournament for money that has just finished, and two of whose players share an address, has a case before it is paid.
    pub(super) async fn look_at_finished(&mut self, house: &House) {
        let finished: Vec<(TournamentId, Vec<AccountId>)> = self
            .tournaments
            .iter()
            .filter(|(_, open)| open.state.phase() == Phase::Finished && open.state.terms().buy_in().0 > 0)
            .map(|(of, open)| (*of, open.state.players().iter().map(|player| player.account).collect()))
            .collect();
        for (of, players) in finished {
            match self.reviews.share_an_address(&players).await {
                Ok(false) => {}
                Ok(true) => {
                    let case = CaseId(Uuid::new_v5(&CASES, of.0.as_bytes()));
                    let open = TournamentCommand::OpenCase(case);
                    if let Err(failed) = self.command_tournament(house, of, &open, None).await {
                        warn!("no case of tournament {of} was opened: {failed}");
                    }
                }
                Err(refused) => warn!("what the players of tournament {of} share was not read: {refused}"),
            }
        }
    }
}

/// A lost game, as reviews see it. A match does not know how a game was lost at the board; so early that it matters it was given up.
fn lost(game: &MatchGame) -> LostGame {
    let by = match game.over.finish {
        Finish::Forfeit => LostBy::Forfeit,
        Finish::Played => LostBy::Resignation,
    };
    LostGame { by, plies: game.over.plies }
}
