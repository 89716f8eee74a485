//! What was found out about positions in one search. Forgets the shallower when two meet.

use draughts::{Move, Position};
use std::hash::{Hash, Hasher};

/// How a score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) position: Position,
    pub(crate) depth: u32,
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    pub(crate) best: Option<Move>,
}

/// A table of fixed size.
pub(crate) struct Table(Vec<Option<Entry>>);

impl Table {
    /// Room for two to that power.
    pub(crate) fn new(power: u32) -> Self {
        Self(vec![None; 1 << power])
    }

    fn index(&self, position: &Position) -> usize {
        hash(position) as usize & (self.0.len() - 1)
    }

    pub(crate) fn get(&self, position: &Position) -> Option<Entry> {
        self.0[self.index(position)].filter(|entry| entry.position == *position)
    }

    pub(crate) fn put(&mut self, entry: Entry) {
        let index = self.index(&entry.position);
        let place = &mut self.0[index];
        if place.is_none_or(|old| old.position == entry.position || old.depth <= entry.depth) {
            *place = Some(entry);
        }
    }
}

/// A hash that is the same in every run.
pub(crate) fn hash(value: &impl Hash) -> u64 {
    let mut mixer = Mixer(0x9e37_79b9_7f4a_7c15);
    value.hash(&mut mixer);
    mixer.finish()
}

/// Mixes words by multiplication, as splitmix64 does.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }
}
