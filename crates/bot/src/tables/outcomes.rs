//! Outcomes in blocks, small and read without unpacking. Knows no position and no file.
//!
//! A block is 256 positions in a row. One in which all are worth the same takes no room but its entry in the directory;
//! one with two outcomes takes a bit a position, one with three a fifth of a byte. An entry has the kind of the block in
//! its highest three bits, and where it begins in the others.

use super::encode::{Encoded, in_parts};
use super::value::Outcome;

/// Positions of a block.
const BLOCK: u64 = 256;
const KIND: u32 = 29;
const OF_BYTE: u64 = 5;
const THREES: [u8; OF_BYTE as usize] = [1, 3, 9, 27, 81];

/// The outcomes of a block's kind, by number; a kind with one entry is a block without a payload.
const KINDS: [&[Outcome]; 7] = {
    use Outcome::{Draw, Loss, Win};
    [&[Draw], &[Win], &[Loss], &[Draw, Win], &[Draw, Loss], &[Win, Loss], &[Draw, Win, Loss]]
};

/// The length of the directory in bytes.
pub(crate) const fn directory_len(positions: u64) -> u64 {
    positions.div_ceil(BLOCK) * 4
}

/// Blocks of the outcomes of `positions` positions.
pub(crate) fn encode(positions: u64, threads: usize, outcome: impl Fn(u64) -> Outcome + Sync) -> Encoded {
    let parts = in_parts(positions.div_ceil(BLOCK), threads, |blocks| {
        let mut part = Encoded::default();
        let mut block = Vec::new();
        for number in blocks {
            block.clear();
            block.extend((number * BLOCK..positions.min((number + 1) * BLOCK)).map(&outcome));
            let kind = kind_of(&block);
            let entry = (kind as u32) << KIND | part.payload.len() as u32;
            part.directory.extend(entry.to_le_bytes());
            encode_block(&block, KINDS[kind], &mut part.payload);
        }
        part
    });
    let mut all = Encoded::default();
    for part in parts {
        let begin = u32::try_from(all.payload.len()).expect("checked below for the part before");
        for entry in part.directory.chunks_exact(4) {
            let entry = u32::from_le_bytes(entry.try_into().expect("chunks of four")) + begin;
            all.directory.extend(entry.to_le_bytes());
        }
        all.payload.extend(part.payload);
        assert!(all.payload.len() < 1 << KIND, "a directory entry has {KIND} bits for where a block begins");
    }
    all
}

fn kind_of(block: &[Outcome]) -> usize {
    let has = |kind: &[Outcome]| block.iter().all(|outcome| kind.contains(outcome));
    KINDS.iter().position(|kind| has(kind)).expect("the last kind has every outcome")
}

fn encode_block(block: &[Outcome], kind: &[Outcome], payload: &mut Vec<u8>) {
    let digit = |outcome: &Outcome| kind.iter().position(|of| of == outcome).expect("the kind has it") as u8;
    match kind.len() {
        1 => {}
        2 => payload.extend(
            block
                .chunks(8)
                .map(|eight| eight.iter().rev().fold(0, |byte, outcome| byte << 1 | digit(outcome))),
        ),
        _ => payload.extend(
            block
                .chunks(OF_BYTE as usize)
                .map(|five| five.iter().rev().fold(0, |byte, outcome| byte * 3 + digit(outcome))),
        ),
    }
}

/// The outcome of a number; `None` where the bytes are not those of so many positions.
#[inline(always)]
pub(crate) fn read(directory: &[u8], payload: &[u8], number: u64) -> Option<Outcome> {
    let at = (number / BLOCK * 4) as usize;
    let entry = u32::from_le_bytes(directory.get(at..at + 4)?.try_into().ok()?);
    let kind = *KINDS.get((entry >> KIND) as usize)?;
    let begin = (entry & ((1 << KIND) - 1)) as usize;
    let within = number % BLOCK;
    match kind.len() {
        1 => kind.first().copied(),
        2 => {
            let byte = payload.get(begin + (within / 8) as usize)?;
            kind.get(usize::from(byte >> (within % 8) & 1)).copied()
        }
        _ => {
            let byte = payload.get(begin + (within / OF_BYTE) as usize)?;
            kind.get(usize::from(byte / THREES[(within % OF_BYTE) as usize] % 3)).copied()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Draw, Loss, Win};

    #[test]
    fn every_kind_of_block_is_read_back_whoever_encoded_which_part() {
        let outcome = |number: u64| match number / BLOCK {
            0 => Draw,
            1 => Win,
            2 => Loss,
            3 => [Draw, Win][usize::from(number.is_multiple_of(3))],
            4 => [Draw, Loss][usize::from(number.is_multiple_of(5))],
            5 => [Win, Loss][usize::from(number.is_multiple_of(7))],
            _ => [Draw, Win, Loss][(number / 2 % 3) as usize],
        };
        let positions = 8 * BLOCK + 77;
        let encoded = encode(positions, 1, outcome);
        assert_eq!(encode(positions, 3, outcome), encoded);
        assert_eq!(encoded.directory.len() as u64, directory_len(positions));
        assert_eq!(encoded.payload.len(), 3 * 32 + 2 * 52 + 16);
        for number in 0..positions {
            assert_eq!(read(&encoded.directory, &encoded.payload, number), Some(outcome(number)), "{number}");
        }
        assert_eq!(read(&encoded.directory, &encoded.payload, positions + BLOCK), None);
        assert_eq!(read(&encoded.directory, &[], 3 * BLOCK), None);
    }
}
