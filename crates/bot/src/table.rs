//! What searches found out about positions. Knows keys, no position; threads share it without locks.

use memmap2::MmapMut;
use std::sync::atomic::{AtomicU64, Ordering};
use zerocopy::{FromBytes as _, IntoBytes as _};

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

/// Words of a bucket: four slots of two words, as many as fit a line of the processor's cache.
///
/// A slot's first word is the key with the entry's own bits mixed in, so that two words written by different threads, or half an
/// entry, match no key.
const BUCKET: usize = 8;
/// The smallest table.
const LEAST: usize = 1 << 16;

/// Memory for a table of fixed size.
pub(crate) struct Table {
    memory: Memory,
    age: u8,
}

/// Pages of the system's large kind where it has them: entries are looked up all over the memory, and with small pages half of a
/// search goes into finding the page.
enum Memory {
    Mapped(MmapMut),
    Small(Vec<u64>),
}

/// The table as the threads of one search see it. When a bucket is full the entry goes that is worth least: of an old search, or
/// of little depth.
#[derive(Clone, Copy)]
pub(crate) struct Entries<'a> {
    words: &'a [AtomicU64],
    age: u8,
}

const NO_MOVE: u8 = u8::MAX;

impl Table {
    /// A table that takes at most so many bytes, and 64 KiB at least; so little, too, where the system has no more.
    pub(crate) fn new(bytes: usize) -> Self {
        let bytes = 1usize << bytes.max(LEAST).ilog2();
        let mapped = MmapMut::map_anon(bytes).ok().filter(|_| bytes > LEAST);
        let memory = mapped.map_or_else(|| Memory::Small(vec![0; LEAST / size_of::<u64>()]), Memory::Mapped);
        #[cfg(target_os = "linux")]
        if let Memory::Mapped(map) = &memory {
            // Only the speed depends on it.
            map.advise(memmap2::Advice::HugePage).ok();
        }
        Self { memory, age: 0 }
    }

    /// The entries for a new search; what was found before counts as old.
    pub(crate) fn begin_search(&mut self) -> Entries<'_> {
        self.age = (self.age + 1) & 63;
        Entries { age: self.age, words: self.words() }
    }

    fn words(&mut self) -> &mut [AtomicU64] {
        let bytes = match &mut self.memory {
            Memory::Mapped(map) => &mut map[..],
            Memory::Small(words) => words.as_mut_bytes(),
        };
        <[AtomicU64]>::mut_from_bytes(bytes)
            .expect("pages and vectors of words are aligned and whole words long")
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.words().fill_with(AtomicU64::default);
        self.age = 0;
    }
}

impl Entries<'_> {
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let buckets = self.words.len() / BUCKET;
        let at = (key as usize & (buckets - 1)) * BUCKET;
        &self.words[at..at + BUCKET]
    }

    /// Begins to bring the entry nearer to the processor. What is returned says nothing; used later, it keeps the compiler from
    /// leaving the look out.
    #[inline]
    pub(crate) fn fetch(&self, key: u64) -> u64 {
        self.bucket(key)[0].load(Ordering::Relaxed)
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).chunks_exact(2).find_map(|slot| {
            let word = slot[1].load(Ordering::Relaxed);
            (slot[0].load(Ordering::Relaxed) ^ word == key && word != 0).then(|| unpack(word))
        })
    }

    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let mut least = (i32::MAX, 0);
        let bucket = self.bucket(key);
        let mut best = entry.best;
        for (n, slot) in bucket.chunks_exact(2).enumerate() {
            let word = slot[1].load(Ordering::Relaxed);
            let same = slot[0].load(Ordering::Relaxed) ^ word == key;
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
        bucket[2 * least.1].store(key ^ word, Ordering::Relaxed);
        bucket[2 * least.1 + 1].store(word, Ordering::Relaxed);
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
        let mut table = Table::new(0);
        let table = table.begin_search();
        for entry in [ENTRY, Entry { best: None, score: 30_000, depth: 90, bound: Bound::Exact }] {
            table.put(42, entry);
            assert_eq!(table.get(42), Some(Entry { best: entry.best.or(ENTRY.best), ..entry }));
            assert_eq!(table.get(42 | 1 << 50), None);
        }
        assert_eq!(table.get(0), None, "an empty slot is no entry");
    }

    #[test]
    fn a_full_bucket_gives_up_what_is_old_or_shallow() {
        for bytes in [0, 1 << 20] {
            let mut table = Table::new(bytes);
            let key = |n: u64| n << 40 | 5;
            let entries = table.begin_search();
            for n in 0..4 {
                entries.put(key(n), Entry { depth: 10 + n as i8, ..ENTRY });
            }
            entries.put(key(4), ENTRY);
            assert_eq!(entries.get(key(0)), None);
            assert_eq!((entries.get(key(3)).is_some(), entries.get(key(4)).is_some()), (true, true));
            table.begin_search();
            let entries = table.begin_search();
            entries.put(key(5), ENTRY);
            entries.put(key(6), ENTRY);
            assert_eq!(entries.get(key(1)), None, "old, and the next in depth");
            assert!(entries.get(key(5)).is_some());
            table.clear();
            assert_eq!(table.begin_search().get(key(5)), None);
        }
    }
}
