//! `damas pair`: the Swiss pairing of whole tournaments against that of another program. Knows no rule of pairing.

use anyhow::{Context, ensure};
use competition::swiss::{
    Bye, Colour, PastRound, REMATCH_AGE, Score, SwissError, SwissEvent, SwissPairing, SwissPlayer, pair,
};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;

/// Pairs every round of a file's tournaments anew and compares games, colours and bye; exit code 1 when any differs.
///
/// A line of the file: {"players":[{"id":1}],"rounds":[{"games":[{"white":1,"black":2,"result":"1"}],"byes":[{"player":3,
/// "kind":"U"}]}],"points":[1,0,1]}. Players are numbered in pairing order; results are White's: 1, 0, = and, unplayed, +
/// and -; kinds are U (the pairing's bye), H, Z and F. Without points nothing tells a game that both players forfeited.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// The file to compare with
    #[arg(long, value_name = "FILE")]
    check: PathBuf,
    /// How many differences to show
    #[arg(long, value_name = "COUNT", default_value_t = 10)]
    show: usize,
}

#[derive(Debug, Deserialize)]
struct Tournament {
    players: Vec<serde::de::IgnoredAny>,
    rounds: Vec<Round>,
    /// What everyone has in the end.
    #[serde(default)]
    points: Vec<f64>,
}

#[derive(Debug, Deserialize)]
struct Round {
    games: Vec<Game>,
    byes: Vec<Missing>,
}

#[derive(Debug, Deserialize)]
struct Game {
    white: usize,
    black: usize,
    result: Outcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
enum Outcome {
    #[serde(rename = "1")]
    White,
    #[serde(rename = "0")]
    Black,
    #[serde(rename = "=")]
    Draw,
    #[serde(rename = "+")]
    WhiteByForfeit,
    #[serde(rename = "-")]
    BlackByForfeit,
    /// Never written: only the points tell.
    #[serde(skip)]
    Neither,
}

#[derive(Debug, Deserialize)]
struct Missing {
    player: usize,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
enum Kind {
    U,
    H,
    Z,
    F,
}

/// Prints the first differences and how many rounds are equal and different; whether all are equal.
///
/// # Errors
/// When the file cannot be read or contradicts itself, or standard output fails.
pub(crate) fn run(args: &Args) -> anyhow::Result<bool> {
    let name = args.check.display().to_string();
    let file = File::open(&args.check).with_context(|| format!("could not open {name}"))?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    let all_equal = compare(BufReader::new(file), &name, args.show, &mut out)?;
    out.flush()?;
    Ok(all_equal)
}

fn compare(lines: impl BufRead, name: &str, show: usize, mut out: impl Write) -> anyhow::Result<bool> {
    let (mut equal, mut different) = (0, 0);
    for (at, line) in lines.lines().enumerate() {
        let place = || format!("{name}:{}", at + 1);
        let line = line.with_context(place)?;
        if line.trim().is_empty() {
            continue;
        }
        let mut tournament: Tournament = serde_json::from_str(&line).with_context(place)?;
        tournament.check().with_context(place)?;
        tournament.mend();
        for round in 0..tournament.rounds.len() {
            let expected = tournament.rounds[round].shown();
            let got = match pair(&tournament.before(round)) {
                Ok(pairing) => shown(&pairing),
                Err(error @ SwissError::NoCompletePairing { .. }) => [error.to_string()].into(),
                Err(error) => return Err(error).with_context(place),
            };
            if got == expected {
                equal += 1;
                continue;
            }
            different += 1;
            if different <= show {
                let list = |one: &BTreeSet<String>, other: &BTreeSet<String>| {
                    one.difference(other).cloned().collect::<Vec<_>>().join(", ")
                };
                let (expected, got) = (list(&expected, &got), list(&got, &expected));
                writeln!(out, "{}: round {}: expected {expected}; got {got}", place(), round + 1)?;
            }
        }
    }
    writeln!(out, "{equal} rounds equal, {different} different")?;
    Ok(different == 0)
}

fn shown(pairing: &SwissPairing) -> BTreeSet<String> {
    let boards = pairing.boards.iter().map(|&(white, black)| format!("{}-{}", white + 1, black + 1));
    boards.chain(pairing.bye.map(|player| format!("bye {}", player + 1))).collect()
}

impl Round {
    /// The games and the bye that the pairing gave.
    fn shown(&self) -> BTreeSet<String> {
        let games = self.games.iter().map(|game| format!("{}-{}", game.white, game.black));
        let byes = self.byes.iter().filter(|missing| missing.kind == Kind::U);
        games.chain(byes.map(|missing| format!("bye {}", missing.player))).collect()
    }
}

impl Tournament {
    /// Everyone is in every round, once.
    fn check(&self) -> anyhow::Result<()> {
        for (at, round) in self.rounds.iter().enumerate() {
            let games = round.games.iter().flat_map(|game| [game.white, game.black]);
            let mut named: Vec<usize> =
                games.chain(round.byes.iter().map(|missing| missing.player)).collect();
            named.sort_unstable();
            ensure!(
                named.iter().copied().eq(1..=self.players.len()),
                "round {} does not name each of the {} players once",
                at + 1,
                self.players.len()
            );
        }
        Ok(())
    }

    /// The format writes a game that both lose by forfeit as lost by White. So when a point is missing in the end, nobody
    /// got that of the last such game.
    fn mend(&mut self) {
        for (at, &points) in self.points.iter().enumerate() {
            let sum: f64 = self.rounds.iter().map(|round| points_of(round, at + 1)).sum();
            let games = self.rounds.iter_mut().rev().flat_map(|round| &mut round.games);
            let lost = games
                .into_iter()
                .find(|game| game.black == at + 1 && game.result == Outcome::BlackByForfeit)
                .filter(|_| sum - points == 1.0);
            if let Some(game) = lost {
                game.result = Outcome::Neither;
            }
        }
    }

    /// The event before the round of this index.
    fn before(&self, at: usize) -> SwissEvent {
        let mut players = vec![SwissPlayer::default(); self.players.len()];
        for round in &self.rounds[..at] {
            for game in &round.games {
                let (white, black) = (game.white - 1, game.black - 1);
                let (one, other) = past(game.result, white, black);
                players[white].past.push(one);
                players[black].past.push(other);
            }
            for missing in &round.byes {
                players[missing.player - 1].past.push(PastRound::Bye(missing.kind.bye()));
            }
        }
        for missing in self.rounds[at].byes.iter().filter(|missing| missing.kind != Kind::U) {
            players[missing.player - 1].absent = true;
        }
        let (round, rounds) = (at + 1, self.rounds.len());
        SwissEvent {
            players,
            round,
            rounds,
            forbidden: Vec::new(),
            first_colour: self.first_colour(),
            rematch_age: REMATCH_AGE,
        }
    }

    /// The side of player 1, or of the first who has one, in the first round.
    fn first_colour(&self) -> Colour {
        let games = self.rounds.first().map(|round| &round.games[..]).unwrap_or_default();
        let first = games.iter().map(|game| game.white.min(game.black)).min();
        let white = games.iter().any(|game| Some(game.white) == first);
        if white || first.is_none() { Colour::White } else { Colour::Black }
    }
}

fn points_of(round: &Round, player: usize) -> f64 {
    let games = round.games.iter().map(|game| match game.result {
        Outcome::White | Outcome::WhiteByForfeit if game.white == player => 1.0,
        Outcome::Black | Outcome::BlackByForfeit if game.black == player => 1.0,
        Outcome::Draw if game.white == player || game.black == player => 0.5,
        _ => 0.0,
    });
    let byes = round.byes.iter().filter(|missing| missing.player == player);
    let byes = byes.map(|missing| match missing.kind {
        Kind::U | Kind::F => 1.0,
        Kind::H => 0.5,
        Kind::Z => 0.0,
    });
    games.chain(byes).sum()
}

/// What a game was to White and to Black.
fn past(result: Outcome, white: usize, black: usize) -> (PastRound, PastRound) {
    let played = |one, other| {
        (
            PastRound::Played { opponent: black, colour: Colour::White, score: one },
            PastRound::Played { opponent: white, colour: Colour::Black, score: other },
        )
    };
    let forfeit = |one, other| {
        (PastRound::Forfeit { opponent: black, won: one }, PastRound::Forfeit { opponent: white, won: other })
    };
    match result {
        Outcome::White => played(Score::Win, Score::Loss),
        Outcome::Black => played(Score::Loss, Score::Win),
        Outcome::Draw => played(Score::Draw, Score::Draw),
        Outcome::WhiteByForfeit => forfeit(true, false),
        Outcome::BlackByForfeit => forfeit(false, true),
        Outcome::Neither => forfeit(false, false),
    }
}

impl Kind {
    const fn bye(self) -> Bye {
        match self {
            Self::U => Bye::Pairing,
            Self::F => Bye::FullPoint,
            Self::H => Bye::HalfPoint,
            Self::Z => Bye::ZeroPoint,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::compare;

    fn check(line: &str, wanted: &str) {
        let mut out = Vec::new();
        let told = match compare(line.as_bytes(), "file", 10, &mut out) {
            Ok(equal) => format!("{equal}: {}", String::from_utf8(out).unwrap().trim_end()),
            Err(error) => format!("{error:#}"),
        };
        assert_eq!(told, wanted);
    }

    #[test]
    fn a_round_that_differs_is_shown_and_one_that_is_no_round_is_an_error() {
        let three = |white, black, bye| {
            format!(
                r#"{{"players":[{{}},{{}},{{}}],"rounds":[{{"games":[{{"white":{white},"black":{black},"result":"-"}}],"byes":[{{"player":{bye},"kind":"U"}}]}}]}}"#
            )
        };
        check(&three(1, 2, 3), "true: 1 rounds equal, 0 different");
        check(
            &three(1, 3, 2),
            "false: file:1: round 1: expected 1-3, bye 2; got 1-2, bye 3\n0 rounds equal, 1 different",
        );
        check(&three(1, 4, 3), "file:1: round 1 does not name each of the 3 players once");
        check("\n", "true: 0 rounds equal, 0 different");
    }
}
