//! The Swiss pairing against the published program's pairings in `data/dutch.jsonl`.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

use competition::swiss::{
    Bye, Colour, PastRound, REMATCH_AGE, Score, SwissEvent, SwissPairing, SwissPlayer, pair,
};
use serde::Deserialize;
use std::collections::BTreeSet;

#[derive(Deserialize)]
struct Tournament {
    seed: u64,
    players: Vec<serde_json::Value>,
    rounds: Vec<Round>,
    /// What everyone has in the end.
    points: Vec<f64>,
}

#[derive(Deserialize)]
struct Round {
    games: Vec<Game>,
    byes: Vec<Missing>,
}

#[derive(Deserialize)]
struct Game {
    white: usize,
    black: usize,
    result: String,
}

#[derive(Deserialize)]
struct Missing {
    player: usize,
    kind: String,
}

impl Tournament {
    /// The side of player 1, or of the first who has one, in the first round.
    fn first_colour(&self) -> Colour {
        let games = &self.rounds[0].games;
        let first = games.iter().flat_map(|game| [game.white, game.black]).min().unwrap();
        if games.iter().any(|game| game.white == first) { Colour::White } else { Colour::Black }
    }

    /// The file writes a game that both lose by forfeit as lost by White; only the points at the end tell. So Black did
    /// not get the point of the last such game when a point is missing.
    fn mend(&mut self) {
        for player in 1..=self.players.len() {
            let points = |round: &Round| -> f64 {
                let games = round.games.iter().map(|game| match game.result.as_str() {
                    "1" | "+" if game.white == player => 1.0,
                    "0" | "-" if game.black == player => 1.0,
                    "=" if game.white == player || game.black == player => 0.5,
                    _ => 0.0,
                });
                let byes = round.byes.iter().filter(|missing| missing.player == player);
                let byes = byes.map(|missing| match missing.kind.as_str() {
                    "U" | "F" => 1.0,
                    "H" => 0.5,
                    _ => 0.0,
                });
                games.sum::<f64>() + byes.sum::<f64>()
            };
            let sum: f64 = self.rounds.iter().map(points).sum();
            if sum - self.points[player - 1] == 1.0 {
                let games = self.rounds.iter_mut().rev().flat_map(|round| &mut round.games);
                let lost = games.into_iter().find(|game| game.black == player && game.result == "-");
                lost.unwrap().result = "--".to_owned();
            }
        }
    }

    /// The event before the round of this index.
    fn before(&self, at: usize) -> SwissEvent {
        let mut players = vec![SwissPlayer::default(); self.players.len()];
        for round in &self.rounds[..at] {
            for game in &round.games {
                let (white, black) = (game.white - 1, game.black - 1);
                let (one, other) = match game.result.as_str() {
                    "1" => (Score::Win, Score::Loss),
                    "0" => (Score::Loss, Score::Win),
                    _ => (Score::Draw, Score::Draw),
                };
                let forfeit = game.result.contains(['+', '-']);
                players[white].past.push(if forfeit {
                    PastRound::Forfeit { opponent: black, won: game.result == "+" }
                } else {
                    PastRound::Played { opponent: black, colour: Colour::White, score: one }
                });
                players[black].past.push(if forfeit {
                    PastRound::Forfeit { opponent: white, won: game.result == "-" }
                } else {
                    PastRound::Played { opponent: white, colour: Colour::Black, score: other }
                });
            }
            for missing in &round.byes {
                let bye = match missing.kind.as_str() {
                    "U" => Bye::Pairing,
                    "F" => Bye::FullPoint,
                    "H" => Bye::HalfPoint,
                    _ => Bye::ZeroPoint,
                };
                players[missing.player - 1].past.push(PastRound::Bye(bye));
            }
        }
        for missing in self.rounds[at].byes.iter().filter(|missing| missing.kind != "U") {
            players[missing.player - 1].absent = true;
        }
        SwissEvent {
            players,
            round: at + 1,
            rounds: self.rounds.len(),
            forbidden: Vec::new(),
            first_colour: self.first_colour(),
            rematch_age: REMATCH_AGE,
        }
    }
}

fn shown(pairing: &SwissPairing) -> BTreeSet<String> {
    let boards = pairing.boards.iter().map(|&(white, black)| format!("{}-{}", white + 1, black + 1));
    boards.chain(pairing.bye.map(|player| format!("bye {}", player + 1))).collect()
}

#[test]
fn every_round_of_the_reference_is_paired_with_the_same_games_colours_and_bye() {
    let file = include_str!("data/dutch.jsonl");
    let (mut equal, mut different) = (0, 0);
    for line in file.lines() {
        let mut tournament: Tournament = serde_json::from_str(line).unwrap();
        tournament.mend();
        for (at, round) in tournament.rounds.iter().enumerate() {
            let games = round.games.iter().map(|game| format!("{}-{}", game.white, game.black));
            let byes = round.byes.iter().filter(|missing| missing.kind == "U");
            let wanted: BTreeSet<String> =
                games.chain(byes.map(|missing| format!("bye {}", missing.player))).collect();
            match pair(&tournament.before(at)) {
                Ok(pairing) if shown(&pairing) == wanted => equal += 1,
                found => {
                    different += 1;
                    if different <= 60 {
                        let found = found.map(|pairing| shown(&pairing));
                        println!(
                            "seed {} of {} players, round {} of {}:\n  wanted {wanted:?}\n  found {found:?}",
                            tournament.seed,
                            tournament.players.len(),
                            at + 1,
                            tournament.rounds.len(),
                        );
                    }
                }
            }
        }
    }
    println!("{equal} rounds equal, {different} different");
    assert_eq!(different, 0);
}
