//! Counts the moves of a batch of boards, stage by stage: what one stage cannot tell goes to the next. Knows no
//! instruction.

use super::boards::{Blocks, Boards, LANES};
use super::king;
use super::lane::Lane;
use super::room::Room;
use super::vector::{Instructions, Several, Vector};
use crate::count;
use crate::layout::{Mover, Rules};

/// The number of all moves of the boards.
#[inline(always)]
pub(super) fn count<R: Rules, S: Mover, I: Instructions>(set: I, boards: Blocks<'_>, room: &mut Room) -> u64 {
    room.clear();
    let mut counted = first::<R, S, I>(set, boards, room);
    counted += with_kings::<R, S, I>(set, room.kings.blocks(), &mut room.search);
    counted += second::<R, S, I>(set, room.deeper.blocks(), &mut room.deepest);
    counted += third::<R, S, I>(set, room.deepest.blocks(), &mut room.search);
    for board in room.search.iter() {
        counted += count::count::<R, S>(board, &mut room.counting);
    }
    counted
}

#[inline(always)]
fn first<R: Rules, S: Mover, I: Instructions>(set: I, boards: Blocks<'_>, room: &mut Room) -> u64 {
    let mut counted = set.each(0);
    for (block, part) in parts::<I>(boards) {
        let several = set.boards(boards, block, part);
        let Several { own, other, kings } = several;
        let kings = own & kings;
        let lane = Lane::of::<R, S>(set, own, own, other);
        let verdict = lane.first::<R, S>();
        counted = counted + lane.count_first::<R, S>().where_zero(verdict.deeper | verdict.crowned | kings);
        set.choose(verdict.deeper.where_zero(kings), several, &mut room.deeper);
        set.choose(verdict.crowned.where_zero(kings), several, &mut room.search);
        set.choose(kings, several, &mut room.kings);
    }
    set.sum(counted)
}

#[inline(always)]
fn with_kings<R: Rules, S: Mover, I: Instructions>(set: I, boards: Blocks<'_>, search: &mut Boards) -> u64 {
    let mut moves = set.each(0);
    for (block, part) in parts::<I>(boards) {
        let several = set.boards(boards, block, part);
        let counted = king::count::<R, S, I>(set, several);
        moves = moves + counted.moves;
        set.choose(counted.search, several, search);
    }
    set.sum(moves)
}

#[inline(always)]
fn second<R: Rules, S: Mover, I: Instructions>(set: I, boards: Blocks<'_>, deepest: &mut Boards) -> u64 {
    let mut counted = set.each(0);
    for (block, part) in parts::<I>(boards) {
        let several = set.boards(boards, block, part);
        let lane = Lane::of::<R, S>(set, several.own, several.own, several.other);
        let deeper = lane.second::<R, S>();
        counted = counted + lane.count_second::<R>().where_zero(deeper);
        set.choose(deeper, several, deepest);
    }
    set.sum(counted)
}

#[inline(always)]
fn third<R: Rules, S: Mover, I: Instructions>(set: I, boards: Blocks<'_>, search: &mut Boards) -> u64 {
    let mut counted = set.each(0);
    for (block, part) in parts::<I>(boards) {
        let several = set.boards(boards, block, part);
        let lane = Lane::of::<R, S>(set, several.own, several.own, several.other);
        let deeper = lane.third::<R, S>();
        counted = counted + lane.count_third::<R>().where_zero(deeper);
        set.choose(deeper, several, search);
    }
    set.sum(counted)
}

/// All boards, as many as are worked on at a time.
#[inline(always)]
pub(super) fn parts<I: Instructions>(boards: Blocks<'_>) -> impl Iterator<Item = (usize, usize)> {
    let parts = LANES / I::Vector::LANES;
    (0..boards.len() * parts).map(move |n| (n / parts, n % parts))
}
