//! What can be done with a batch of boards. Knows no way of doing it.

use super::boards::{Blocks, Boards};
use super::room::Room;
use crate::layout::{Mover, Rules};

/// A way of working on batches. Who has a value of it has made sure that the machine knows its instructions.
pub(super) trait Batches: Copy {
    /// Adds all children of the boards to `children`.
    fn expand<R: Rules, S: Mover>(self, boards: Blocks<'_>, room: &mut Room, children: &mut Boards);

    /// Counts all children of the boards.
    fn count<R: Rules, S: Mover>(self, boards: Blocks<'_>, room: &mut Room) -> u64;
}
