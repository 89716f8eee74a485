//! What the director takes note of when games of events have ended, in the words of events. Knows no rule of one.

use super::{BACK_OFF, Director, ENDED_AT_ONCE, OpenMatch};
use crate::event_book::EndedGame;
use crate::event_game::EventId;
use crate::house::House;
use competition::{Finish, GameOver, GameResult, MatchCommand, PerColour, PerSeat};
use draughts::Side;
use game::{EndReason, Outcome};
use ids::Millis;
use tracing::{error, warn};

impl Director {
    /// Takes note of the games that have ended.
    pub(super) async fn take_note_of_ends(&mut self, house: &House) {
        let ended = match self.book.ended_games(ENDED_AT_ONCE).await {
            Ok(ended) => ended,
            Err(refused) => {
                warn!("the games that have ended were not read: {refused}");
                tokio::time::sleep(BACK_OFF).await;
                return;
            }
        };
        for game in ended {
            let of = match game.event {
                EventId::Match(of) => of,
                EventId::Tournament(of) => {
                    self.tournament_game_over(house, of, &game).await;
                    continue;
                }
            };
            let Some(open) = self.matches.get(&of) else {
                error!(game.id = %game.game, "game {} has ended, its match {of} is over", game.game);
                continue;
            };
            let over = MatchCommand::GameOver { game: game.game, over: over(&game), late: late(open, &game) };
            match open.state.decide(&over, house.clock().wall()) {
                Ok(events) => {
                    if let Err(refused) = self.record(house, of, events, None).await {
                        warn!("the end of game {} was not taken note of: {refused}", game.game);
                        self.after_refusal(house, of, &refused).await;
                    }
                }
                Err(refused) => {
                    error!(game.id = %game.game, "match {of} does not take the end of game {}: {refused}", game.game)
                }
            }
        }
    }
}

/// A game's end in the words of matches.
pub(super) fn over(game: &EndedGame) -> GameOver {
    let forfeit = game.ending.reason == EndReason::Forfeit;
    let result = match game.ending.outcome {
        Outcome::Won(Side::White) => GameResult::White,
        Outcome::Won(Side::Black) => GameResult::Black,
        Outcome::Draw => GameResult::Draw,
        Outcome::Void if forfeit => GameResult::Neither,
        Outcome::Void => GameResult::Void,
    };
    GameOver {
        result,
        finish: if forfeit { Finish::Forfeit } else { Finish::Played },
        plies: game.plies,
        thinking: PerColour { white: game.thinking.white, black: game.thinking.black },
        left: PerColour { white: game.left.white, black: game.left.black },
        at: game.at,
    }
}

/// How late each was: who did not come at all has used up what he may be late to one game. Who came has used up nothing.
fn late(open: &OpenMatch, game: &EndedGame) -> PerSeat<Millis> {
    let mut late = PerSeat::default();
    if game.ending.reason == EndReason::Forfeit {
        for side in
            Side::BOTH.into_iter().filter(|side| game.ending.blame.is_none_or(|blamed| blamed == *side))
        {
            if let Some(seat) = open.state.seat_of(game.players[side]) {
                late[seat] = open.state.limits().absence_per_game;
            }
        }
    }
    late
}
