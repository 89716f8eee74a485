//! Distances in deflated blocks. Knows no position and no file.
//!
//! A block is 4096 positions in a row, a byte each: 255 is that or more. What is drawn has no distance, and repeats the one
//! before it, which costs next to nothing. The directory says where each block ends.

use super::encode::{Encoded, in_parts};
use std::iter;

/// Positions of a block.
pub(crate) const BLOCK: usize = 4096;
/// The distance that stands for itself and all longer ones.
pub(crate) const LONGEST: u16 = 255;
/// How hard miniz tries, from 0 to 10.
const EFFORT: u8 = 6;

/// The length of the directory in bytes.
pub(crate) const fn directory_len(positions: u64) -> u64 {
    positions.div_ceil(BLOCK as u64) * 8
}

/// Blocks of the distances of `positions` positions; `None` has none.
pub(crate) fn encode(
    positions: u64,
    threads: usize,
    distance: impl Fn(u64) -> Option<u16> + Sync,
) -> Encoded {
    let parts = in_parts(positions.div_ceil(BLOCK as u64), threads, |blocks| {
        let mut part = Encoded::default();
        let mut block = Vec::with_capacity(BLOCK);
        for number in blocks {
            block.clear();
            let mut last = 0;
            let first = number * BLOCK as u64;
            for at in first..positions.min(first + BLOCK as u64) {
                last = distance(at).map_or(last, |distance| distance.min(LONGEST) as u8);
                block.push(last);
            }
            if block.iter().any(|distance| *distance != 0) {
                part.payload.extend(miniz_oxide::deflate::compress_to_vec(&block, EFFORT));
            }
            part.directory.extend((part.payload.len() as u64).to_le_bytes());
        }
        part
    });
    let mut all = Encoded::default();
    for part in parts {
        let begin = all.payload.len() as u64;
        for end in part.directory.chunks_exact(8) {
            let end = u64::from_le_bytes(end.try_into().expect("chunks of eight")) + begin;
            all.directory.extend(end.to_le_bytes());
        }
        all.payload.extend(part.payload);
    }
    all
}

/// Unpacks the block that holds a number, and answers where in it; `None` where the bytes are not those of so many positions.
/// An empty block is one of zeros.
pub(crate) fn unpack(
    directory: &[u8],
    payload: &[u8],
    number: u64,
    block: &mut [u8; BLOCK],
) -> Option<usize> {
    let at = usize::try_from(number / BLOCK as u64).ok()?;
    let end_of = |at: usize| {
        let bytes = directory.get(at * 8..at * 8 + 8)?;
        usize::try_from(u64::from_le_bytes(bytes.try_into().ok()?)).ok()
    };
    let begin = if at == 0 { 0 } else { end_of(at - 1)? };
    let deflated = payload.get(begin..end_of(at)?)?;
    let within = (number % BLOCK as u64) as usize;
    if deflated.is_empty() {
        block.fill(0);
        return Some(within);
    }
    let whole = iter::once(deflated);
    let inflated = miniz_oxide::inflate::decompress_slice_iter_to_slice(block, whole, false, true).ok()?;
    (within < inflated).then_some(within)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_distance_is_read_back_and_255_is_that_or_more() {
        let distance = |number: u64| match number / BLOCK as u64 {
            0 => None,
            1 => Some((number % 300) as u16),
            _ => (!number.is_multiple_of(3)).then_some((number * number % 61) as u16),
        };
        let positions = 3 * BLOCK as u64 + 1000;
        let encoded = encode(positions, 1, distance);
        assert_eq!(encode(positions, 3, distance), encoded);
        assert_eq!(encoded.directory.len() as u64, directory_len(positions));
        let mut block = [0; BLOCK];
        let mut read = |number| {
            let at = unpack(&encoded.directory, &encoded.payload, number, &mut block)?;
            Some(u16::from(block[at]))
        };
        for number in 0..positions {
            if let Some(distance) = distance(number) {
                assert_eq!(read(number), Some(distance.min(255)), "{number}");
            }
        }
        assert_eq!(read(positions), None);
        assert_eq!(read(positions + BLOCK as u64), None);
        assert_eq!(unpack(&encoded.directory, &[], 5000, &mut block), None);
    }
}
