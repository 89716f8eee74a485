//! What the two encodings share: a directory, a payload, and the work on them in parts. Knows no format.

use std::ops::Range;

/// Blocks, and where each of them is.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Encoded {
    pub(crate) directory: Vec<u8>,
    pub(crate) payload: Vec<u8>,
}

/// Cuts `blocks` blocks into a range for each thread and answers what each made of its range, in order.
pub(crate) fn in_parts(
    blocks: u64,
    threads: usize,
    encode: impl Fn(Range<u64>) -> Encoded + Sync,
) -> Vec<Encoded> {
    let of_each = blocks.div_ceil(threads.max(1) as u64).max(1);
    let ranges = (0..threads.max(1) as u64)
        .map(|part| (part * of_each).min(blocks)..((part + 1) * of_each).min(blocks))
        .filter(|range| !range.is_empty());
    std::thread::scope(|scope| {
        let encode = &encode;
        let parts: Vec<_> = ranges.map(|range| scope.spawn(move || encode(range))).collect();
        let whole = |part: std::thread::ScopedJoinHandle<_>| part.join().expect("encoding does not panic");
        parts.into_iter().map(whole).collect()
    })
}
