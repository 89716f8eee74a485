//! What a Swiss round is paired from: the histories of all players in the order of seeding. Knows no pairing rule.

use super::state::Tournament;
use crate::pairing::swiss::{
    Bye, Colour, PastRound, Relaxation, Score, SwissError, SwissEvent, SwissPairing, SwissPlayer,
};
use crate::{RoundOf, ScoreOf};

/// Pairs a round, and says what had to be forgiven.
pub type SwissEngine = fn(&SwissEvent) -> Result<(SwissPairing, Relaxation), SwissError>;

impl Tournament {
    /// What a round of a Swiss is paired from. Seed 1 has White in the first round.
    #[must_use]
    pub fn swiss_event(&self, round: u16) -> SwissEvent {
        let mut place = vec![0; self.players.len()];
        for (at, player) in self.seeds.iter().enumerate() {
            place[*player] = at;
        }
        let players = self.seeds.iter().map(|player| SwissPlayer {
            past: self.past_of(*player, &place),
            absent: !self.players[*player].is_active(),
        });
        SwissEvent {
            players: players.collect(),
            round: usize::from(round),
            rounds: usize::from(self.rounds_planned().unwrap_or(0)),
            forbidden: Vec::new(),
            first_colour: Colour::White,
            rematch_age: usize::from(self.terms.limits.rematch_age),
        }
    }

    fn past_of(&self, player: usize, place: &[usize]) -> Vec<PastRound> {
        let past = |round: RoundOf| match round {
            RoundOf::Bye { .. } => PastRound::Bye(Bye::Pairing),
            RoundOf::Requested { half_points: 1 } => PastRound::Bye(Bye::HalfPoint),
            RoundOf::Requested { .. } | RoundOf::Free => PastRound::Bye(Bye::ZeroPoint),
            RoundOf::Against { opponent, score } => {
                let half_points = self.after_removals(player, opponent, score.half_points());
                let opponent = place[opponent];
                match score {
                    ScoreOf::Forfeit { .. } => PastRound::Forfeit { opponent, won: half_points == 2 },
                    ScoreOf::Played { white, .. } => PastRound::Played {
                        opponent,
                        colour: if white { Colour::White } else { Colour::Black },
                        score: match half_points {
                            2 => Score::Win,
                            1 => Score::Draw,
                            _ => Score::Loss,
                        },
                    },
                }
            }
        };
        self.rounds_of(player).into_iter().map(past).collect()
    }

    /// F12: whom one met stands, but who was removed gives up the point.
    fn after_removals(&self, player: usize, opponent: usize, half_points: u32) -> u32 {
        match (self.players[player].is_removed(), self.players[opponent].is_removed()) {
            (false, true) => 2,
            (true, false) => 0,
            _ => half_points,
        }
    }
}
