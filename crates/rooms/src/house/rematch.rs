//! The house as the desk of its rooms: a rematch is a new game, and only the house makes games.

use super::{Door, House};
use crate::desk::Desk;
use crate::ports::{GateAct, Player};
use crate::refusal::Refusal;
use crate::view::{GameInfo, Kind, Seat};
use async_trait::async_trait;
use draughts::Side;
use game::PerSide;
use ids::GameId;

#[async_trait]
impl Desk for House {
    fn check_rematch(&self, info: &GameInfo, side: Side, terms: Option<&str>) -> Result<(), Refusal> {
        let Some(staked) = info.staked() else { return Ok(()) };
        if staked.event.is_some() {
            return Err(Refusal::NoRematch);
        }
        let fresh = self.catalogue.terms(
            staked.variant,
            staked.rule_set,
            staked.time_control,
            staked.stake,
            terms.unwrap_or_default(),
        )?;
        let Seat::Player { account, .. } = &info.seats[side] else { return Err(Refusal::NoRematch) };
        self.gate
            .may(*account, GateAct::Rematch, fresh.stake)
            .map_err(|reason| Refusal::StakesRefused { reason })
    }

    async fn make_rematch(&self, info: &GameInfo, asker: Side) -> Result<GameId, Refusal> {
        let game = GameId(self.uuid());
        let seats =
            PerSide { white: info.seats[Side::Black].clone(), black: info.seats[Side::White].clone() };
        let Some(old) = info.staked() else { return self.practice_again(info, game, seats) };
        let (
            Seat::Player { account: white, name: white_name },
            Seat::Player { account: black, name: black_name },
        ) = (&seats.white, &seats.black)
        else {
            return Err(Refusal::NoRematch);
        };
        let hash = self.catalogue.find(old.variant).map(|offer| offer.hash.clone()).unwrap_or_default();
        let terms = self.catalogue.terms(old.variant, old.rule_set, old.time_control, old.stake, &hash)?;
        let players = PerSide {
            white: Player { account: *white, name: white_name.clone() },
            black: Player { account: *black, name: black_name.clone() },
        };
        let asking = match asker {
            Side::White => *black,
            Side::Black => *white,
        };
        self.start_staked(game, terms, players, Door::Rematch(info.game), None)
            .await
            .map_err(|refused| Refusal::of_start(&refused, asking))?;
        Ok(game)
    }
}

impl House {
    /// A practice game once more, colours swapped; who plays it follows it with the same secret.
    fn practice_again(&self, info: &GameInfo, game: GameId, seats: PerSide<Seat>) -> Result<GameId, Refusal> {
        let kind = match &info.kind {
            Kind::Bot { side, level } => Kind::Bot { side: side.other(), level: *level },
            _ => Kind::Link,
        };
        let address = info.address.ok_or(Refusal::NoRematch)?;
        let place = self.practice.enter(address)?;
        let fresh = GameInfo {
            game,
            kind,
            terms: info.terms.clone(),
            start: info.start,
            seats,
            practiser: info.practiser,
            address: Some(address),
        };
        self.run_practice(fresh, place);
        Ok(game)
    }
}
