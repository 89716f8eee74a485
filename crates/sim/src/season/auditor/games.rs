//! The games that events make: each once, and nobody in two that are on. Knows no money.

use super::{Auditor, Found, away};
use crate::season::world::SeasonPorts;
use game::PerSide;
use ids::{AccountId, BasisPoints, GameId, Millis, WallTime};
use rooms::{EventId, NewGame};
use std::collections::BTreeMap;

/// A game as an event has made it.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub(super) event: EventId,
    pub(super) players: PerSide<AccountId>,
    pub(super) stake: i64,
    pub(super) fee: BasisPoints,
    pub(super) at: WallTime,
    /// When who has not come has lost it.
    pub(super) absent_at: Option<WallTime>,
    /// How long it may take: first moves and both clocks.
    pub(super) longest: Millis,
}

/// How many moves of each a game is given.
const MOVES: u64 = 200;

impl Auditor {
    /// Takes note of the games that a step makes.
    pub(super) fn make(&self, games: &[NewGame]) -> Found {
        let mut known = self.known();
        for new in games {
            let Some(event) = new.terms.event else {
                return Err(format!("game {} of an event has none", new.game));
            };
            let clock = new.terms.time_control;
            let each = clock.initial.0 + clock.increment.0 * MOVES;
            let windows = new.terms.first_move_window.map_or(0, |window| 2 * window.0);
            let made = Made {
                event: event.event,
                players: PerSide { white: new.players.white.account, black: new.players.black.account },
                stake: new.terms.stake.0,
                fee: new.terms.fee,
                at: new.at,
                absent_at: event.absent_at.map(|until| until.white.max(until.black)),
                longest: Millis(2 * each + windows),
            };
            if known.games.insert(new.game, made).is_some() {
                return Err(format!("game {} is made twice", new.game));
            }
        }
        Ok(())
    }

    /// Nobody is in two games that are on, and every game that is on was made by an event.
    pub(super) async fn check_live(&self, ports: &SeasonPorts) -> Found {
        let on: Vec<GameId> = ports.placement.unfinished_ids().await.map_err(away)?;
        let known = self.known();
        let mut playing: BTreeMap<AccountId, GameId> = BTreeMap::new();
        for game in on {
            let Some(made) = known.games.get(&game) else {
                return Err(format!("game {game} is on, no event has made it"));
            };
            for account in [made.players.white, made.players.black] {
                if let Some(other) = playing.insert(account, game) {
                    return Err(format!("{account} is in two games that are on: {other} and {game}"));
                }
            }
        }
        Ok(())
    }
}
