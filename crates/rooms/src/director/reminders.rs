//! What the rooms of tournaments' games have to know and may not have heard: a crash, a lost answer or an outage of the room can have
//! come between the step and its telling. It follows from the state, so it is said again until the game has ended.

use super::{Director, tournament_step};
use crate::event_game::EventId;
use crate::handle::Control;
use crate::house::House;
use competition::Tournament;
use draughts::Side;
use ids::{GameId, Moment, TournamentId};
use std::collections::HashMap;
use tracing::warn;

/// How often the rooms are looked through, in milliseconds.
const REMIND_EVERY: u64 = 10_000;

impl Director {
    /// Ends the games that their tournaments do not wait for any more, and those that a player has left.
    pub(super) async fn remind_rooms(&mut self, house: &House, now: Moment) {
        if self.reminded.is_some_and(|last| now.since(last).0 < REMIND_EVERY) {
            return;
        }
        self.reminded = Some(now);
        // the rooms of an event that is over stay for a while: its rows are read once for all of them
        let mut over: HashMap<TournamentId, bool> = HashMap::new();
        for room in house.registry().all() {
            let event = room.info().staked().and_then(|terms| terms.event);
            let Some(EventId::Tournament(of)) = event.map(|event| event.event) else { continue };
            let game = room.info().game;
            let told = match self.tournaments.get(&of) {
                Some(open) => reminder(&open.state, game),
                None => {
                    let known = over.get(&of).copied();
                    let over = match known {
                        Some(known) => known,
                        None => *over.entry(of).or_insert(self.is_over(of).await),
                    };
                    over.then_some(Control::Void)
                }
            };
            if let Some(told) = told {
                room.control(told);
            }
        }
    }

    /// Whether a tournament that is not among the open ones is over, by its rows.
    async fn is_over(&self, of: TournamentId) -> bool {
        match self.book.load_tournament(of).await {
            Ok(stored) => stored
                .and_then(tournament_step::open_tournament)
                .is_some_and(|(_, found)| found.state.phase().is_over()),
            Err(refused) => {
                warn!("tournament {of} was not read: {refused}");
                false
            }
        }
    }
}

/// What the room of a game has to be told by the state of its tournament, if anything.
fn reminder(state: &Tournament, game: GameId) -> Option<Control> {
    let Some(live) = state.live_games().find(|live| live.id == game) else { return Some(Control::Void) };
    let gone = |entry| {
        let player = state.players().iter().find(|player| player.entry == entry);
        player.is_some_and(|player| player.gone.is_some())
    };
    match (gone(live.white), gone(live.black)) {
        (true, _) => Some(Control::Resign { side: Side::White }),
        (_, true) => Some(Control::Resign { side: Side::Black }),
        (false, false) => None,
    }
}
