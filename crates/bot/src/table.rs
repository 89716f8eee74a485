//! What searches found out about positions. Knows keys, no position; threads share it without locks.

use std::sync::atomic::{AtomicU64, Ordering};

/// How a score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    AtMost,
    AtLeast,
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) score: i16,
    /// How many plies below the position were searched.
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
    /// The best move's place in the list of legal moves.
    pub(crate) best: Option<u8>,
}

/// Two words that are written one after the other: `check` tells whether both are of the same entry, as it is the key with the
/// entry's own bits mixed in.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    word: AtomicU64,
}

/// As many slots as fit a line of the processor's cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// A table of fixed size. When a bucket is full the entry goes that is worth least: of an old search, or of little depth.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

const NO_MOVE: u8 = u8::MAX;

impl Table {
    /// A table that takes at most so many bytes, and 64 KiB at least.
    pub(crate) fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).max(1 << 10);
        let buckets = 1usize << buckets.ilog2();
        Self { buckets: (0..buckets).map(|_| Bucket::default()).collect(), age: 0 }
    }

    /// What was found before now counts as old.
    pub(crate) fn begin_search(&mut self) {
        self.age = (self.age + 1) & 63;
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = 0;
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let word = slot.word.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ word == key && word != 0).then(|| unpack(word))
        })
    }

    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let mut least = (i32::MAX, 0);
        let slots = &self.bucket(key).0;
        let mut best = entry.best;
        for (n, slot) in slots.iter().enumerate() {
            let word = slot.word.load(Ordering::Relaxed);
            let same = slot.check.load(Ordering::Relaxed) ^ word == key;
            if word == 0 || same {
                if same && word != 0 {
                    best = best.or(unpack(word).best);
                }
                least = (i32::MIN, n);
                break;
            }
            let old = i32::from(self.age.wrapping_sub(age_of(word)) & 63);
            let worth = i32::from(unpack(word).depth) - 8 * old;
            if worth < least.0 {
                least = (worth, n);
            }
        }
        let word = pack(Entry { best, ..entry }, self.age);
        let slot = &slots[least.1];
        slot.check.store(key ^ word, Ordering::Relaxed);
        slot.word.store(word, Ordering::Relaxed);
    }
}

/// Bit 63 marks a slot in use: the word of an entry is never 0.
const fn pack(entry: Entry, age: u8) -> u64 {
    let best = match entry.best {
        Some(best) => best,
        None => NO_MOVE,
    };
    1 << 63
        | entry.score as u16 as u64
        | (entry.depth as u8 as u64) << 16
        | (best as u64) << 24
        | (entry.bound as u64) << 32
        | (age as u64) << 40
}

const fn unpack(word: u64) -> Entry {
    let best = (word >> 24) as u8;
    Entry {
        score: word as u16 as i16,
        depth: (word >> 16) as u8 as i8,
        bound: match word >> 32 & 3 {
            0 => Bound::AtMost,
            1 => Bound::AtLeast,
            _ => Bound::Exact,
        },
        best: if best == NO_MOVE { None } else { Some(best) },
    }
}

const fn age_of(word: u64) -> u8 {
    (word >> 40) as u8 & 63
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry = Entry { score: -123, depth: -2, bound: Bound::AtLeast, best: Some(7) };

    #[test]
    fn an_entry_is_found_by_its_key_alone() {
        let table = Table::new(0);
        for entry in [ENTRY, Entry { best: None, score: 30_000, depth: 90, bound: Bound::Exact }] {
            table.put(42, entry);
            assert_eq!(table.get(42), Some(Entry { best: entry.best.or(ENTRY.best), ..entry }));
            assert_eq!(table.get(42 | 1 << 50), None);
        }
        assert_eq!(table.get(0), None, "an empty slot is no entry");
    }

    #[test]
    fn a_full_bucket_gives_up_what_is_old_or_shallow() {
        let mut table = Table::new(0);
        let key = |n: u64| n << 40 | 5;
        for n in 0..4 {
            table.put(key(n), Entry { depth: 10 + n as i8, ..ENTRY });
        }
        table.put(key(4), ENTRY);
        assert_eq!(table.get(key(0)), None);
        assert_eq!((table.get(key(3)).is_some(), table.get(key(4)).is_some()), (true, true));
        table.begin_search();
        table.begin_search();
        table.put(key(5), ENTRY);
        table.put(key(6), ENTRY);
        assert_eq!(table.get(key(1)), None, "old, and the next in depth");
        assert!(table.get(key(5)).is_some());
        table.clear();
        assert_eq!(table.get(key(5)), None);
    }
}
