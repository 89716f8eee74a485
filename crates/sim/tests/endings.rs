//! Makes tests/data/games/endings.pdn, the endings that the real games lack, from seeds. Knows the rules, no server.
//!
//! `UPDATE=1 cargo test -p sim --test endings` writes the file anew.
#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

use draughts::pdn::{self, PdnGame, PdnResult};
use draughts::{DrawCounters, DrawReason, Move, Path, Position, RuleSet, Side, Variant};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

const VARIANT: Variant = Variant::Brazilian;

/// A game that is being made up.
#[derive(Clone)]
struct Line {
    position: Position,
    counters: DrawCounters,
    moves: Vec<(Move, Path)>,
}

impl Line {
    fn new() -> Self {
        let position = Position::initial(VARIANT);
        Self { counters: DrawCounters::new(RuleSet::Dream, &position), position, moves: Vec::new() }
    }

    fn play(&mut self, mv: Move) {
        let path = self.position.paths(&mv)[0];
        let after = self.position.play(&mv);
        self.counters.after(&self.position, &mv, &after);
        self.position = after;
        self.moves.push((mv, path));
    }

    fn after(&self, mv: &Move) -> Self {
        let mut line = self.clone();
        line.play(*mv);
        line
    }

    /// Whether nobody has won and no rule draws.
    fn goes_on(&self) -> bool {
        !self.position.legal_moves().is_empty() && self.counters.verdict().is_none()
    }

    fn can_capture(&self) -> bool {
        self.position.legal_moves().iter().any(Move::is_capture)
    }

    /// Plays `plies` random moves; `None` when the game ends before.
    fn random(mut self, random: &mut SmallRng, plies: usize) -> Option<Self> {
        for _ in 0..plies {
            let legal = self.position.legal_moves();
            self.play(legal[random.random_range(0..legal.len())]);
            if !self.goes_on() {
                return None;
            }
        }
        Some(self)
    }

    /// Moves that are quiet for both: a king's, with nothing to take before and after it.
    fn quiet(&self) -> Vec<Move> {
        let legal = self.position.legal_moves();
        let quiet = |mv: &&Move| {
            let after = self.after(mv);
            !mv.is_capture()
                && !mv.is_man_move()
                && !after.can_capture()
                && !after.position.legal_moves().is_empty()
        };
        legal.iter().filter(quiet).copied().collect()
    }

    /// On to where both sides have kings that can move in peace: the first way found, by plies and by seed.
    fn until_kings(seed: u64) -> Option<Self> {
        let mut random = SmallRng::seed_from_u64(seed);
        let mut line = Self::new();
        for _ in 0..120 {
            if !line.goes_on() {
                return None;
            }
            let quiet = line.quiet();
            if line.counters.quiet() == 0 && quiet.iter().any(|mv| !line.after(mv).quiet().is_empty()) {
                return Some(line);
            }
            let legal = line.position.legal_moves();
            let crowning = legal.iter().find(|mv| mv.crowns()).copied();
            line.play(crowning.unwrap_or_else(|| legal[random.random_range(0..legal.len())]));
        }
        None
    }

    /// One king of each goes to and fro until the position stands for the third time.
    fn until_repetition(&self) -> Option<Self> {
        for mine in self.quiet() {
            for theirs in self.after(&mine).quiet() {
                let mut line = self.clone();
                let there = [mine, theirs].map(|mv| (mv.from(), mv.to()));
                let and_back = [mine, theirs].map(|mv| (mv.to(), mv.from()));
                for (from, to) in [there, and_back].concat().repeat(2) {
                    let quiet = line.quiet();
                    let Some(mv) = quiet.iter().find(|mv| mv.from() == from && mv.to() == to) else { break };
                    line.play(*mv);
                }
                if line.counters.verdict() == Some(DrawReason::Repetition) {
                    return Some(line);
                }
            }
        }
        None
    }

    /// Kings alone move, to positions that have not stood, until the quiet plies draw.
    fn until_quiet_draw(mut self, random: &mut SmallRng) -> Option<Self> {
        while self.counters.verdict().is_none() {
            let fresh: Vec<Move> =
                self.quiet().into_iter().filter(|mv| self.after(mv).counters.repetition() == 1).collect();
            if fresh.is_empty() {
                return None;
            }
            self.play(fresh[random.random_range(0..fresh.len())]);
        }
        (self.counters.verdict() == Some(DrawReason::QuietPlies)).then_some(self)
    }
}

fn written(number: usize, event: &str, line: &Line, result: PdnResult) -> String {
    let tags = [
        ("Event", event),
        ("Site", "?"),
        ("Date", "2026.11.30"),
        ("Round", &number.to_string()),
        ("White", "Ana"),
        ("Black", "Beto"),
        ("Termination", "Normal"),
    ];
    let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned()));
    pdn::write(&PdnGame::of(&Position::initial(VARIANT), &line.moves, result, tags.to_vec()))
}

/// The shortest that any of the seeds finds.
fn shortest(find: impl Fn(u64) -> Option<Line>) -> Line {
    (0..400).filter_map(find).min_by_key(|line| line.moves.len()).expect("one of the seeds finds it")
}

fn endings() -> String {
    let opened = |plies| shortest(|seed| Line::new().random(&mut SmallRng::seed_from_u64(seed), plies));
    let to_move = opened(12);
    assert_eq!(to_move.position.side_to_move(), Side::White);
    let waiting = opened(15);
    assert_eq!(waiting.position.side_to_move(), Side::Black);
    let repetition = shortest(|seed| Line::until_kings(seed)?.until_repetition());
    let quiet =
        shortest(|seed| Line::until_kings(seed)?.until_quiet_draw(&mut SmallRng::seed_from_u64(seed)));
    [
        written(1, "White resigns on his turn", &to_move, PdnResult::BlackWins),
        written(2, "White resigns on Black's turn", &waiting, PdnResult::BlackWins),
        written(3, "A draw is agreed", &opened(20), PdnResult::Draw),
        written(4, "The third repetition", &repetition, PdnResult::Draw),
        written(5, "Fifty quiet plies", &quiet, PdnResult::Draw),
    ]
    .join("\n")
}

#[test]
fn the_file_of_endings_is_what_its_seeds_make() {
    let path = format!("{}/../../tests/data/games/endings.pdn", env!("CARGO_MANIFEST_DIR"));
    let made = endings();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == made, "{path} is stale: run `UPDATE=1 cargo test -p sim --test endings`");
}
