//! The games that events make: each once, and nobody in two that are on. Knows no money.

use super::{Auditor, Found, Known, away};
use crate::season::world::SeasonPorts;
use competition::Holder;
use game::PerSide;
use ids::{AccountId, BasisPoints, GameId, Millis, WallTime};
use rooms::{EventId, NewGame};
use std::collections::BTreeMap;

/// A game as it was made.
#[derive(Clone, Debug)]
pub(super) struct Made {
    /// Its event; `None` in the lobby.
    pub(super) event: Option<EventId>,
    pub(super) players: PerSide<AccountId>,
    pub(super) stake: i64,
    pub(super) fee: BasisPoints,
    pub(super) at: WallTime,
    /// When who has not come has lost it.
    pub(super) absent_at: Option<WallTime>,
    /// How long it may take: first moves and both clocks.
    pub(super) longest: Millis,
}

/// How long ago an event must have taken a player in for the lobby to know it, whatever runs at the same instant.
const SETTLED: Millis = Millis(2_000);
/// How many moves of each a game is given.
const MOVES: u64 = 200;

impl Made {
    fn new(new: &NewGame) -> Self {
        let event = new.terms.event;
        let clock = new.terms.time_control;
        let each = clock.initial.0 + clock.increment.0 * MOVES;
        let windows = new.terms.first_move_window.map_or(0, |window| 2 * window.0);
        Self {
            event: event.map(|event| event.event),
            players: PerSide { white: new.players.white.account, black: new.players.black.account },
            stake: new.terms.stake.0,
            fee: new.terms.fee,
            at: new.at,
            absent_at: event.and_then(|event| event.absent_at).map(|until| until.white.max(until.black)),
            longest: Millis(2 * each + windows),
        }
    }
}

impl Auditor {
    /// Takes note of the games that a step makes.
    pub(super) fn make(&self, games: &[NewGame]) -> Found {
        let mut known = self.known();
        for new in games {
            if new.terms.event.is_none() {
                return Err(format!("game {} of an event has none", new.game));
            }
            if known.games.insert(new.game, Made::new(new)).is_some() {
                return Err(format!("game {} is made twice", new.game));
            }
        }
        Ok(())
    }

    /// A game of the lobby was made: both have put up their stakes, and neither has been in an event for a while.
    pub(in crate::season) async fn check_seated(
        &self,
        ports: &SeasonPorts,
        new: &NewGame,
        at: WallTime,
    ) -> Found {
        let mut touched = BTreeMap::new();
        {
            let mut known = self.known();
            let stake = new.terms.stake.0;
            for account in [new.players.white.account, new.players.black.account] {
                if let Some(event) = known.keeps(account, at.minus(SETTLED)) {
                    return Err(format!("{account} sits down in the lobby and is in {event}"));
                }
                *known.ledger.entry(Holder::Wallet(account)).or_default() -= stake;
                *known.ledger.entry(Holder::Game(new.game)).or_default() += stake;
                touched.insert(format!("{account}"), Holder::Wallet(account));
            }
            touched.insert(format!("{}", new.game), Holder::Game(new.game));
            known.report.seats += 1;
            known.games.insert(new.game, Made::new(new));
        }
        self.check_books(ports, &touched).await
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
            // who plays on in the lobby as his event starts is a player of both for a while
            let of_event = made.event.is_some();
            for account in [made.players.white, made.players.black].into_iter().filter(|_| of_event) {
                if let Some(other) = playing.insert(account, game) {
                    return Err(format!("{account} is in two games that are on: {other} and {game}"));
                }
            }
        }
        Ok(())
    }
}

impl Known {
    /// An event that has had the player since before `at`, if there is one.
    fn keeps(&self, account: AccountId, at: WallTime) -> Option<String> {
        let matches = self.since.iter().filter(|(_, since)| **since < at);
        let found = matches.map(|(of, _)| (of, &self.matches[of])).find(|(_, state)| state.in_event(account));
        if let Some((of, state)) = found {
            return Some(format!("match {of}, {:?}", state.state()));
        }
        let tournaments = self.tournaments_since.iter().filter(|(_, since)| **since < at);
        let mut found = tournaments.map(|(of, _)| (of, &self.tournaments[of].state));
        let (of, state) = found.find(|(_, state)| state.keeps(account))?;
        Some(format!("tournament {of}, {}", state.phase().name()))
    }
}
