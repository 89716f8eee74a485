//! What is looked at before an event's money goes out: the pot of a match that was won, and tournaments of players who share an
//! address. The rule is `competition`'s; what is known of players comes through a port.

use super::{Director, OpenMatch};
use crate::ports::BankError;
use competition::tournament::{CaseId, Looked};
use competition::{Finish, LostBy, LostGame, MatchGame, ReviewHold, StakeMode, Tournament, WonPot};
use ids::{AccountId, WallTime};
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

    /// What is found of a tournament for money that has finished: two of its players share an address, or not. Where that can't be
    /// read nothing is known, and it is not paid before it is.
    pub(super) async fn look_at(&self, state: &Tournament) -> Looked {
        if !state.asks_what_players_share() {
            return Looked::Clean;
        }
        let players: Vec<AccountId> = state.players().iter().map(|player| player.account).collect();
        match self.reviews.share_an_address(&players).await {
            Ok(false) => Looked::Clean,
            Ok(true) => Looked::Suspicious(CaseId(Uuid::new_v5(&CASES, state.id().0.as_bytes()))),
            Err(refused) => {
                let of = state.id();
                warn!("what the players of tournament {of} share was not read, it is asked again: {refused}");
                Looked::Unknown
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
