//! A puzzle as the browser client reads it, and how it is proven again. Knows no way to find one.

use super::judge::{Asked, CHECKED, Judge};
use bot::Tables;
use draughts::{Fen, Move, Path, Position, Variant};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::sync::Arc;

/// A position and its one solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Puzzle {
    /// The variant and some digits that come from the position: the same position has the same name in every file.
    pub(crate) id: String,
    pub(crate) variant: String,
    pub(crate) asks: Asked,
    /// 1 easy, 2 medium, 3 hard.
    pub(crate) level: u8,
    /// Whether people played the game that it comes from.
    pub(crate) people: bool,
    /// The moves of who solves it, each with the answer.
    pub(crate) steps: Vec<Step>,
    /// How best play goes on behind the solution, to be looked at.
    pub(crate) rest: Vec<Played>,
}

/// A ply and the position after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Played {
    pub(crate) path: String,
    pub(crate) captured: Vec<String>,
    pub(crate) fen: String,
}

impl Played {
    pub(crate) fn new(position: &Position, mv: &Move) -> Self {
        Self {
            path: texts(position, mv).swap_remove(0),
            captured: squares(position.variant(), mv),
            fen: position.play(mv).fen().to_string(),
        }
    }
}

/// One move to be found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Step {
    pub(crate) fen: String,
    /// The legal moves, as the protocol tells them.
    pub(crate) legal: Vec<Legal>,
    /// The one that keeps the result.
    pub(crate) plays: String,
    /// The position after it.
    pub(crate) then: String,
    /// The answer; none where the puzzle is solved.
    pub(crate) reply: Option<Reply>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Legal {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) captured: Vec<String>,
    pub(crate) paths: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Reply {
    pub(crate) path: String,
    pub(crate) captured: Vec<String>,
}

/// The most moves that have to be found in one puzzle.
pub(crate) const MOST_STEPS: usize = 6;

fn find(position: &Position, path: &str) -> Result<Move, String> {
    let moves = position.legal_moves();
    let found = moves.iter().find(|mv| texts(position, mv).iter().any(|text| text == path));
    found.copied().ok_or_else(|| format!("{path} is not legal"))
}

fn texts(position: &Position, mv: &Move) -> Vec<String> {
    position.paths(mv).iter().map(|path: &Path| path.text(position.variant()).to_string()).collect()
}

fn squares(variant: Variant, mv: &Move) -> Vec<String> {
    mv.captured().iter().map(|square| square.name(variant).to_string()).collect()
}

impl Step {
    pub(crate) fn new(position: &Position, mv: &Move, reply: Option<&Move>) -> Self {
        let variant = position.variant();
        let legal = position.legal_moves();
        let legal = legal.iter().map(|mv| Legal {
            from: mv.from().name(variant).to_string(),
            to: mv.to().name(variant).to_string(),
            captured: squares(variant, mv),
            paths: texts(position, mv),
        });
        let after = position.play(mv);
        Self {
            fen: position.fen().to_string(),
            legal: legal.collect(),
            plays: texts(position, mv).swap_remove(0),
            then: after.fen().to_string(),
            reply: reply.map(|reply| Reply {
                path: texts(&after, reply).swap_remove(0),
                captured: squares(variant, reply),
            }),
        }
    }
}

impl Puzzle {
    /// Proves the puzzle anew: the line is legal, what is kept of the rules is what the rules say, and at each move one alone
    /// keeps the result, by a bounded search and the tables.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub(crate) fn check(&self, tables: &Arc<Tables>) -> Result<(), String> {
        let variant: Variant = self.variant.parse().map_err(|_| format!("no variant {}", self.variant))?;
        if !(1..=MOST_STEPS).contains(&self.steps.len()) || !(1..=3).contains(&self.level) {
            return Err("its length or its level".to_owned());
        }
        let mut judge = Judge::new(tables);
        let mut expected: Option<Position> = None;
        let mut end = Position::initial(variant);
        for (n, step) in self.steps.iter().enumerate() {
            let fen = Fen::parse(variant, &step.fen).map_err(|error| error.to_string())?;
            let position = Position::from_setup(fen.setup()).map_err(|error| error.to_string())?;
            if expected.is_some_and(|expected| expected != position) {
                return Err(format!("move {n} does not follow from the one before"));
            }
            let mv = find(&position, &step.plays)?;
            let after = position.play(&mv);
            let reply = step.reply.as_ref().map(|reply| find(&after, &reply.path)).transpose()?;
            if Self::id_of(&position) != self.id && n == 0
                || Step::new(&position, &mv, reply.as_ref()) != *step
            {
                return Err(format!("move {n} is told otherwise than the rules say"));
            }
            if n == 0 && position.legal_moves().len() < 3 {
                return Err("there is little to choose".to_owned());
            }
            // what is forced keeps what there is to keep
            if position.legal_moves().len() > 1 {
                let found = judge.only(&position, CHECKED);
                if found != Some((mv, self.asks)) {
                    return Err(format!("{} is not the only move of {}: {found:?}", step.plays, step.fen));
                }
            }
            if reply.is_none() != (n + 1 == self.steps.len()) {
                return Err(format!("the answer to move {n}"));
            }
            expected = reply.map(|reply| after.play(&reply));
            end = after;
        }
        for played in &self.rest {
            let mv = find(&end, &played.path)?;
            if Played::new(&end, &mv) != *played {
                return Err(format!("{} is told otherwise than the rules say", played.path));
            }
            end = end.play(&mv);
        }
        Ok(())
    }

    /// The position that it begins with.
    pub(crate) fn start(&self) -> Option<Position> {
        let fen = Fen::parse(self.variant.parse().ok()?, &self.steps.first()?.fen).ok()?;
        Position::from_setup(fen.setup()).ok()
    }

    pub(crate) fn id_of(position: &Position) -> String {
        format!("{}-{:06x}", position.variant(), position.key() & 0xff_ffff)
    }
}

/// The file: one puzzle a line, so that a change is seen as one.
///
/// # Errors
/// Never in fact.
pub(crate) fn text(puzzles: &[Puzzle]) -> anyhow::Result<String> {
    let mut text = String::from("[\n");
    for (n, puzzle) in puzzles.iter().enumerate() {
        let comma = if n + 1 < puzzles.len() { "," } else { "" };
        writeln!(text, "{}{comma}", serde_json::to_string(puzzle)?)?;
    }
    text.push_str("]\n");
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bot::tables::{BuildOptions, build};
    use std::collections::HashSet;
    use std::sync::atomic::AtomicBool;

    /// What the tables of the test reach to; they are made anew in each run.
    const fn pieces(variant: Variant) -> u32 {
        if matches!(variant, Variant::International) { 3 } else { 4 }
    }

    fn check_all(variant: Variant) -> usize {
        let file = format!("{}/../../web/src/trainer/puzzles/{variant}.json", env!("CARGO_MANIFEST_DIR"));
        let puzzles: Vec<Puzzle> = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        let folder = std::env::temp_dir().join(format!("damas-puzzles-{}-{variant}", std::process::id()));
        let tables = Arc::new(Tables::none());
        let options = BuildOptions { variant, pieces: pieces(variant), threads: 1 };
        build(&tables, &folder, options, &AtomicBool::new(false), &mut |_| ()).unwrap();
        let ids: HashSet<&str> = puzzles.iter().map(|puzzle| &*puzzle.id).collect();
        assert_eq!(ids.len(), puzzles.len(), "two puzzles share a name");
        for puzzle in &puzzles {
            assert_eq!(puzzle.variant, variant.to_string());
            if let Err(wrong) = puzzle.check(&tables) {
                panic!("{}: {wrong}; made anew as docs/puzzles.md says", puzzle.id);
            }
        }
        std::fs::remove_dir_all(folder).unwrap();
        puzzles.len()
    }

    #[test]
    fn every_stored_puzzle_is_legal_and_has_one_solution() {
        let counts = std::thread::scope(|scope| {
            let checks = Variant::ALL.map(|variant| scope.spawn(move || check_all(variant)));
            checks.map(|check| check.join().unwrap())
        });
        assert!(counts.iter().sum::<usize>() >= 100, "{counts:?}");
        assert!(counts[0] >= 60, "{counts:?}");
    }

    #[test]
    fn a_puzzle_with_two_solutions_or_an_illegal_line_is_refused() {
        let tables = Arc::new(Tables::none());
        // three kings against one that stands beside them: many moves win
        let position =
            Position::from_setup(Fen::parse(Variant::Brazilian, "W:WKa1,Kc1,e5:Bh2").unwrap().setup())
                .unwrap();
        let mv = position.legal_moves()[0];
        let mut puzzle = Puzzle {
            id: Puzzle::id_of(&position),
            variant: "brazilian".to_owned(),
            asks: Asked::Win,
            level: 1,
            people: false,
            steps: vec![Step::new(&position, &mv, None)],
            rest: Vec::new(),
        };
        assert!(puzzle.check(&tables).unwrap_err().contains("only move"));
        puzzle.steps[0].plays = "a1-a2".to_owned();
        assert!(puzzle.check(&tables).unwrap_err().contains("not legal"));
        puzzle.steps.clear();
        assert!(puzzle.check(&tables).is_err());
    }
}
