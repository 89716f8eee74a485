//! An opening book: positions near the start with the moves that are about as good as the best. Knows no file; the books that are
//! part of the program were grown by the bot itself (`damas bot book`).

use crate::engine::{Engine, Question, no_clock};
use crate::random::Random;
use crate::{Limits, Sight};
use draughts::{DrawCounters, Move, Position, RuleSet, Variant};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

/// A move this much worse than the best, in hundredths of a man, is still played.
const ABOUT_AS_GOOD: i16 = 8;
/// A move this much worse is not looked into.
const BAD: i32 = 60;
/// What a ply further from the start costs when the next position to look into is chosen.
const PLY: i32 = 12;
/// Moves that are looked at in a position.
const LINES: usize = 6;

/// Positions by their keys, each with moves, told by the key of the position that they lead to, and scores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book(BTreeMap<u64, Vec<(u64, i16)>>);

static GROWN: [LazyLock<Book>; 4] = [
    LazyLock::new(|| Book::included(include_bytes!("../books/brazilian.bin"))),
    LazyLock::new(|| Book::included(include_bytes!("../books/american.bin"))),
    LazyLock::new(|| Book::included(include_bytes!("../books/international.bin"))),
    LazyLock::new(|| Book::included(include_bytes!("../books/russian.bin"))),
];

/// Positions that a growing book has looked into, by their keys, with where their best moves lead and the scores of these.
type Grown = HashMap<u64, (Position, Vec<(Position, i16)>)>;

/// The bytes are no book: they end within an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the book ends within an entry, at byte {at}")]
pub struct BookError {
    at: usize,
}

impl Book {
    /// The variant's book that is part of the program.
    #[must_use]
    pub fn grown(variant: Variant) -> &'static Self {
        &GROWN[variant as usize]
    }

    fn included(bytes: &[u8]) -> Self {
        Self::read(bytes).expect("a test reads the books that are part of the program")
    }

    /// How many positions it knows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it knows none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A move that is about as good as the best; which one, the seed decides. `None` where the book knows nothing.
    #[must_use]
    pub fn choose(&self, position: &Position, seed: u64) -> Option<Move> {
        let moves = self.0.get(&position.key())?;
        let best = moves.iter().map(|(_, score)| *score).max()?;
        let good: Vec<u64> = moves
            .iter()
            .filter(|(_, score)| *score >= best - ABOUT_AS_GOOD)
            .map(|(after, _)| *after)
            .collect();
        let after = good[Random::new(seed).below(good.len())];
        position.legal_moves().into_iter().find(|mv| position.play(mv).key() == after)
    }

    /// A book from bytes: for each position its key, how many moves follow in one byte, and for each of them the key it leads to
    /// and its score; all numbers little-endian.
    ///
    /// # Errors
    /// When the bytes end within an entry.
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        let mut rest = bytes;
        let mut book = BTreeMap::new();
        while !rest.is_empty() {
            let at = bytes.len() - rest.len();
            let (key, moves) = entry(&mut rest).ok_or(BookError { at })?;
            book.insert(key, moves);
        }
        Ok(Self(book))
    }

    /// The bytes that [`Book::read`] reads.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (key, moves) in &self.0 {
            bytes.extend(key.to_le_bytes());
            bytes.push(moves.len() as u8);
            for (after, score) in moves {
                bytes.extend(after.to_le_bytes());
                bytes.extend(score.to_le_bytes());
            }
        }
        bytes
    }

    /// Grows a book of so many positions from the start, looking at `nodes` positions for each. What is nearest to best play and
    /// to the start comes first; at the end what is known of later positions is brought back to earlier ones.
    #[must_use]
    pub fn grow(
        engine: &mut Engine,
        variant: Variant,
        rule_set: RuleSet,
        positions: usize,
        nodes: u64,
        mut progress: impl FnMut(usize),
    ) -> Self {
        let mut known = Grown::new();
        let start = Position::initial(variant);
        let mut waiting = BinaryHeap::from([(Reverse(0), 0_usize)]);
        let mut places = vec![start];
        while known.len() < positions {
            let Some((Reverse(cost), place)) = waiting.pop() else { break };
            let position = places[place];
            if known.contains_key(&position.key()) {
                continue;
            }
            let found = lines(engine, &position, rule_set, nodes);
            let best = found.iter().map(|(_, score)| i32::from(*score)).max().unwrap_or(0);
            for (after, score) in &found {
                let loss = best - i32::from(*score);
                if loss <= BAD {
                    waiting.push((Reverse(cost + loss + PLY), places.len()));
                    places.push(*after);
                }
            }
            known.insert(position.key(), (position, found));
            progress(known.len());
        }
        back_up(&start, &mut known, &mut HashMap::new());
        let keys = |moves: Vec<(Position, i16)>| {
            moves.into_iter().map(|(after, score)| (after.key(), score)).collect()
        };
        Self(known.into_iter().map(|(key, (_, moves))| (key, keys(moves))).collect())
    }
}

/// Takes one entry off the bytes.
fn entry(bytes: &mut &[u8]) -> Option<(u64, Vec<(u64, i16)>)> {
    let key = u64::from_le_bytes(*bytes.split_off(..8)?.as_array()?);
    let moves = *bytes.split_off_first()?;
    let mut read = Vec::new();
    for _ in 0..moves {
        let after = u64::from_le_bytes(*bytes.split_off(..8)?.as_array()?);
        let score = i16::from_le_bytes(*bytes.split_off(..2)?.as_array()?);
        read.push((after, score));
    }
    Some((key, read))
}

/// The best moves of a position by where they lead, with their scores.
fn lines(engine: &mut Engine, position: &Position, rule_set: RuleSet, nodes: u64) -> Vec<(Position, i16)> {
    let answer = engine.answer(
        &Question {
            position,
            counters: &DrawCounters::new(rule_set, position),
            limits: Limits::nodes(nodes),
            sight: Sight::FULL,
            book: false,
            seed: 0,
            lines: LINES,
            clock: &no_clock,
            stop: &AtomicBool::new(false),
        },
        &mut |_| (),
    );
    let line = |line: &crate::Variation| {
        Some((position.play(line.moves.first()?), line.score.clamp(-9_999, 9_999) as i16))
    };
    answer.variations.iter().filter_map(line).collect()
}

/// Gives each move the score of the best play that the book knows after it. Positions before the start of a circle count as they
/// were searched.
fn back_up(position: &Position, known: &mut Grown, done: &mut HashMap<u64, Option<i16>>) -> Option<i16> {
    let key = position.key();
    if let Some(score) = done.get(&key) {
        return *score;
    }
    let (_, mut moves) = known.get(&key)?.clone();
    done.insert(key, None);
    for (after, score) in &mut moves {
        if let Some(reply) = back_up(after, known, done) {
            *score = -reply;
        }
    }
    let best = moves.iter().map(|(_, score)| *score).max();
    known.insert(key, (*position, moves));
    done.insert(key, best);
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_book_of_the_program_opens_the_game_in_several_ways_with_legal_moves() {
        for variant in Variant::ALL {
            let book = Book::grown(variant);
            let start = Position::initial(variant);
            let chosen: std::collections::BTreeSet<_> =
                (0..64).filter_map(|seed| book.choose(&start, seed)).collect();
            assert!(
                chosen.len() > 1 && chosen.iter().all(|mv| start.legal_moves().contains(mv)),
                "{variant}: {chosen:?}"
            );
        }
    }

    #[test]
    fn a_book_is_read_as_it_is_written_and_a_broken_one_is_refused() {
        let mut engine = Engine::new(1 << 16, 1);
        let book = Book::grow(&mut engine, Variant::Brazilian, RuleSet::Dream, 20, 500, |_| ());
        assert_eq!(book.len(), 20);
        let bytes = book.bytes();
        assert_eq!(Book::read(&bytes), Ok(book));
        assert!(Book::read(&bytes[..bytes.len() - 1]).is_err());
        assert_eq!(Book::read(&[]), Ok(Book::default()));
    }
}
