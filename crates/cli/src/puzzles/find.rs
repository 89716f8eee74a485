//! Finds puzzles among the positions of games. Knows no file.

use super::judge::{Asked, BOUNDED, DEEP, Judge};
use super::kept::{MOST_STEPS, Played, Puzzle, Step};
use bot::Tables;
use draughts::{Move, Position, Side, Variant};
use std::collections::HashMap;
use std::sync::Arc;

/// Puzzles of one balance of material that are kept at most.
const ALIKE: usize = 4;
/// Plies that are shown behind a solution at most.
const LONGEST_REST: usize = 8;
/// Of a hundred puzzles so many may ask for a draw.
const DRAWS: usize = 25;

/// Positions of the first look.
const GLANCE: u64 = 6_000;

/// A move that alone keeps the result, and the answer.
struct Solved {
    position: Position,
    mv: Move,
    reply: Option<Move>,
}

/// Collects puzzles of one variant.
pub(crate) struct Finder {
    judge: Judge,
    tables: Arc<Tables>,
    variant: Variant,
    /// Those found so far.
    pub(crate) found: Vec<Puzzle>,
    alike: HashMap<[u32; 4], usize>,
}

impl Finder {
    pub(crate) fn new(variant: Variant, tables: Tables) -> Self {
        let tables = Arc::new(tables);
        let judge = Judge::new(&tables);
        Self { judge, tables, variant, found: Vec::new(), alike: HashMap::new() }
    }

    /// Begins with the puzzles of an older file that hold.
    pub(crate) fn keep(&mut self, puzzles: Vec<Puzzle>) {
        for puzzle in puzzles {
            if puzzle.check(&self.tables).is_ok()
                && let Some(start) = puzzle.start()
            {
                *self.alike.entry(material(&start)).or_default() += 1;
                self.found.push(puzzle);
            }
        }
    }

    /// Takes at most one puzzle of a game of the bot: of those that hold when they are looked at for long, the one with most moves.
    pub(crate) fn look_into(&mut self, game: &[Position], by_the_bot: bool) {
        let most = if self.variant == Variant::International { 14 } else { 12 };
        let mut lines: Vec<(Asked, Vec<Solved>)> = Vec::new();
        for position in game {
            let moves = position.legal_moves();
            let fits =
                (4..=most).contains(&position.piece_count()) && moves.len() >= 3 && !moves[0].is_capture();
            // what is left of a puzzle is no other one
            let part = lines.iter().flat_map(|(_, line)| line).any(|step| step.position == *position);
            if fits
                && !part
                && self.alike.get(&material(position)).is_none_or(|alike| *alike < ALIKE)
                && let Some((_, asks)) = self.judge.only(position, GLANCE)
            {
                lines.push((asks, self.line(position, asks, BOUNDED)));
            }
        }
        lines.sort_by_key(|(_, line)| std::cmp::Reverse(line.len()));
        let draws = self.found.iter().filter(|found| found.asks == Asked::Draw).count();
        let enough = draws * 100 > DRAWS * (self.found.len() + 4);
        let tried =
            lines.iter().filter(|(asks, line)| !(line.is_empty() || enough && *asks == Asked::Draw)).take(3);
        for (asks, line) in tried {
            let start = line[0].position;
            if let Some(puzzle) = self.puzzle(&start, *asks, !by_the_bot)
                && self.found.iter().all(|found| found.id != puzzle.id)
            {
                *self.alike.entry(material(&start)).or_default() += 1;
                self.found.push(puzzle);
                // games of people are few
                if by_the_bot {
                    return;
                }
            }
        }
    }

    /// The moves that alone keep the result, each with the best answer, as far as a look of so many positions tells.
    fn line(&mut self, start: &Position, asks: Asked, nodes: u64) -> Vec<Solved> {
        let mut steps = Vec::new();
        let mut position = *start;
        while steps.len() < MOST_STEPS {
            let only = self.judge.only(&position, BOUNDED).filter(|(_, asked)| *asked == asks);
            let Some((mv, _)) = only else { break };
            if nodes > BOUNDED && self.judge.only(&position, nodes) != only {
                break;
            }
            let after = position.play(&mv);
            let reply = self.judge.lines(&after, nodes, 1).first().map(|(_, reply)| *reply);
            steps.push(Solved { position, mv, reply });
            let Some(reply) = reply else { break };
            position = after.play(&reply);
        }
        // what is forced at the end is not to be found, unless it shows what has been won
        while steps.last().is_some_and(|last| last.position.legal_moves().len() == 1 && !last.mv.is_capture())
        {
            steps.pop();
        }
        steps
    }

    fn puzzle(&mut self, start: &Position, asks: Asked, people: bool) -> Option<Puzzle> {
        let line = self.line(start, asks, DEEP);
        let last = line.last()?;
        if !is_worth_it(start, &last.position.play(&last.mv), line.len(), asks) {
            return None;
        }
        let steps: Vec<Step> = line
            .iter()
            .enumerate()
            .map(|(n, step)| {
                let reply = step.reply.as_ref().filter(|_| n + 1 < line.len());
                Step::new(&step.position, &step.mv, reply)
            })
            .collect();
        let rest = self.rest(&last.position.play(&last.mv), start);
        let puzzle = Puzzle {
            rest,
            id: Puzzle::id_of(start),
            variant: self.variant.to_string(),
            asks,
            level: self.level(start, line[0].mv, steps.len()),
            people,
            steps,
        };
        puzzle.check(&self.tables).is_ok().then_some(puzzle)
    }

    /// How best play goes on until a gain is on the board and nothing is to be taken.
    fn rest(&mut self, after: &Position, start: &Position) -> Vec<Played> {
        let (mut position, mut rest) = (*after, Vec::new());
        for mv in self.judge.best_line(after) {
            let quiet = !position.legal_moves().first().is_some_and(Move::is_capture);
            let side = start.side_to_move();
            if rest.len() >= LONGEST_REST || quiet && balance(&position, side) > balance(start, side) {
                break;
            }
            rest.push(Played::new(&position, &mv));
            position = position.play(&mv);
        }
        rest
    }

    /// How hard it is: how long the line, and how far one has to look for its first move.
    fn level(&mut self, start: &Position, first: Move, steps: usize) -> u8 {
        let sees = |judge: &mut Judge, nodes| {
            judge.lines(start, nodes, 1).first().is_some_and(|(_, mv)| *mv == first)
        };
        let quick = sees(&mut self.judge, 60);
        let soon = sees(&mut self.judge, 1_000);
        match (quick, soon) {
            (true, _) if steps <= 3 => 1,
            (true, _) | (_, true) if steps <= 4 => 2,
            _ if steps <= 2 => 2,
            _ => 3,
        }
    }
}

/// Whether there is something to find: two moves at least, or one that ends the game or draws where little is left.
fn is_worth_it(start: &Position, reached: &Position, steps: usize, asks: Asked) -> bool {
    steps > 1 || reached.legal_moves().is_empty() || asks == Asked::Draw && start.piece_count() <= 6
}

/// Men and kings of who is to move, and of the other.
fn material(position: &Position) -> [u32; 4] {
    let side = position.side_to_move();
    let count = |side: Side| {
        let own = position.squares_of(side).bits();
        [(own & !position.kings().bits()).count_ones(), (own & position.kings().bits()).count_ones()]
    };
    let ([men, kings], [other_men, other_kings]) = (count(side), count(side.other()));
    [men, kings, other_men, other_kings]
}

/// Pieces of a side less those of the other, a king being worth two.
fn balance(position: &Position, side: Side) -> i32 {
    let own = |side: Side| {
        let squares = position.squares_of(side).bits();
        squares.count_ones() as i32 + (squares & position.kings().bits()).count_ones() as i32
    };
    own(side) - own(side.other())
}
