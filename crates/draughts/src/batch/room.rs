//! Queues that the stages of a batch use again and again. Knows nothing of what it holds.

use super::boards::Boards;
use crate::capture::{Counting, Listing};

/// How many boards are worked on at a time: few enough to stay in the first cache with their children.
pub(super) const BATCH: usize = 256;

/// The boards of a batch, sorted by what their longest capture takes or by who can tell it.
#[derive(Debug, Default)]
pub(super) struct Room {
    pub(super) quiet: Boards,
    pub(super) single: Boards,
    /// Two or more.
    pub(super) deeper: Boards,
    pub(super) double: Boards,
    /// Three or more.
    pub(super) deepest: Boards,
    pub(super) triple: Boards,
    pub(super) kings: Boards,
    pub(super) search: Boards,
    pub(super) listing: Listing,
    pub(super) counting: Counting,
}

impl Room {
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        for boards in [
            &mut self.quiet,
            &mut self.single,
            &mut self.deeper,
            &mut self.double,
            &mut self.deepest,
            &mut self.triple,
            &mut self.kings,
            &mut self.search,
        ] {
            boards.truncate(0);
        }
    }
}
