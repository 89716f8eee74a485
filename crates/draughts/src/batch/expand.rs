//! Makes all children of a batch of boards, sorted by how much their captures take: each kind of board is then worked on
//! without a choice between kinds. Knows no instruction.

use super::boards::{Blocks, Boards};
use super::count::parts;
use super::lane::{Lane, all_of};
use super::room::Room;
use super::vector::{Instructions, Several, Vector, shift};
use crate::generate::generate;
use crate::jumps::by_men;
use crate::layout::{DIRECTIONS, Mover, Rules, far_row};
use crate::perft::Children;

/// Adds the children of the boards to `children`.
#[inline(always)]
pub(super) fn expand<R: Rules, S: Mover, I: Instructions>(
    set: I,
    boards: Blocks<'_>,
    room: &mut Room,
    children: &mut Boards,
) {
    room.clear();
    sort_first::<R, S, I>(set, boards, room);
    sort_second::<R, S, I>(set, room.deeper.blocks(), &mut room.double, &mut room.deepest);
    sort_third::<R, S, I>(set, room.deepest.blocks(), &mut room.triple, &mut room.search);
    set.list_steps::<R, S>(room.quiet.blocks(), children);
    singles::<R, S, I>(set, room.single.blocks(), children);
    doubles::<R, S, I>(set, room.double.blocks(), children);
    triples::<R, S, I>(set, room.triple.blocks(), children);
    for board in room.search.iter() {
        generate::<R, S>(board, &mut room.listing, &mut Children { board, boards: children });
    }
}

#[inline(always)]
fn sort_first<R: Rules, S: Mover, I: Instructions>(set: I, boards: Blocks<'_>, room: &mut Room) {
    for (block, part) in parts::<I>(boards) {
        let several = set.boards(boards, block, part);
        let lane = Lane::of::<R, S>(set, several.own, several.own, several.other);
        let verdict = lane.first::<R, S>();
        let by_search = several.own & several.kings | verdict.crowned;
        let deeper = verdict.deeper.where_zero(by_search);
        let landed = all_of(lane.landed).where_zero(deeper | by_search);
        let [one, two] = lane.quiet::<R, S>();
        set.choose((one | two).where_zero(landed | deeper | by_search), several, &mut room.quiet);
        set.choose(landed, several, &mut room.single);
        set.choose(deeper, several, &mut room.deeper);
        set.choose(by_search, several, &mut room.search);
    }
}

#[inline(always)]
fn sort_second<R: Rules, S: Mover, I: Instructions>(
    set: I,
    boards: Blocks<'_>,
    double: &mut Boards,
    deepest: &mut Boards,
) {
    for (block, part) in parts::<I>(boards) {
        let several = set.boards(boards, block, part);
        let lane = Lane::of::<R, S>(set, several.own, several.own, several.other);
        let deeper = lane.second::<R, S>();
        set.choose(several.own.where_zero(deeper), several, double);
        set.choose(deeper, several, deepest);
    }
}

#[inline(always)]
fn sort_third<R: Rules, S: Mover, I: Instructions>(
    set: I,
    boards: Blocks<'_>,
    triple: &mut Boards,
    search: &mut Boards,
) {
    for (block, part) in parts::<I>(boards) {
        let several = set.boards(boards, block, part);
        let lane = Lane::of::<R, S>(set, several.own, several.own, several.other);
        let deeper = lane.third::<R, S>();
        set.choose(several.own.where_zero(deeper), several, triple);
        set.choose(deeper, several, search);
    }
}

/// Captures of one, of boards on which none takes more.
#[inline(always)]
fn singles<R: Rules, S: Mover, I: Instructions>(set: I, boards: Blocks<'_>, children: &mut Boards) {
    for (block, part) in parts::<I>(boards) {
        let several = set.boards(boards, block, part);
        let lane = Lane::of::<R, S>(set, several.own, several.own, several.other);
        for t in DIRECTIONS {
            if by_men::<R, S>(t) {
                list::<R, S, I>(set, several, lane.landed[t], &[R::STEP[t]], children);
            }
        }
    }
}

/// Captures of boards on which two jumps are all.
#[inline(always)]
fn doubles<R: Rules, S: Mover, I: Instructions>(set: I, boards: Blocks<'_>, children: &mut Boards) {
    for (block, part) in parts::<I>(boards) {
        let several = set.boards(boards, block, part);
        let lane = Lane::of::<R, S>(set, several.own, several.own, several.other);
        for s in DIRECTIONS {
            if !by_men::<R, S>(s) {
                continue;
            }
            if !R::ROW.majority {
                list::<R, S, I>(set, several, lane.landed[s].without(lane.any), &[R::STEP[s]], children);
            }
            for t in DIRECTIONS {
                if by_men::<R, S>(t) && s != 3 - t {
                    let steps = [R::STEP[s], R::STEP[t]];
                    list::<R, S, I>(set, several, lane.twice::<R>(s, t), &steps, children);
                }
            }
        }
    }
}

/// Captures of boards on which three jumps are all.
#[inline(always)]
fn triples<R: Rules, S: Mover, I: Instructions>(set: I, boards: Blocks<'_>, children: &mut Boards) {
    for (block, part) in parts::<I>(boards) {
        let several = set.boards(boards, block, part);
        let lane = Lane::of::<R, S>(set, several.own, several.own, several.other);
        for s in DIRECTIONS {
            if !by_men::<R, S>(s) {
                continue;
            }
            if !R::ROW.majority {
                list::<R, S, I>(set, several, lane.landed[s].without(lane.any), &[R::STEP[s]], children);
            }
            for t in DIRECTIONS {
                if by_men::<R, S>(t) && s != 3 - t {
                    thirds::<R, S, I>(set, several, &lane, [s, t], children);
                }
            }
        }
    }
}

/// Captures that begin with jumps in directions `s` and `t`.
#[inline(always)]
fn thirds<R: Rules, S: Mover, I: Instructions>(
    set: I,
    several: Several<I::Vector>,
    lane: &Lane<I>,
    [s, t]: [usize; 2],
    children: &mut Boards,
) {
    let twice = lane.twice::<R>(s, t);
    if !R::ROW.majority {
        list::<R, S, I>(set, several, twice.without(lane.going_on(t)), &[R::STEP[s], R::STEP[t]], children);
    }
    for u in DIRECTIONS {
        if by_men::<R, S>(u) && u != 3 - t {
            let landed = shift(twice & lane.starts[u], 2 * R::STEP[u]);
            list::<R, S, I>(set, several, landed, &[R::STEP[s], R::STEP[t], R::STEP[u]], children);
        }
    }
}

/// The captures by jumps by those steps, one after the other, that end on the squares of `landed`. Few boards have one
/// of a kind, and there are many kinds: what makes the children is one function for all.
#[inline(always)]
fn list<R: Rules, S: Mover, I: Instructions>(
    set: I,
    several: Several<I::Vector>,
    landed: I::Vector,
    steps: &[i32],
    children: &mut Boards,
) {
    if landed.is_any() {
        set.list(several, landed, steps, far_row::<R, S>(), children);
    }
}

/// [`Instructions::list`]: one capture of each board that has one left, until none has.
#[inline(always)]
pub(super) fn list_jumps<I: Instructions>(
    set: I,
    several: Several<I::Vector>,
    landed: I::Vector,
    steps: &[i32],
    far_row: u64,
    children: &mut Boards,
) {
    let Several { own, other, kings } = several;
    let mut rest = landed;
    while rest.is_any() {
        let to = rest.lowest();
        rest = rest ^ to;
        let (mut from, mut taken) = (to, set.each(0));
        for step in steps.iter().rev() {
            taken = taken | shift(from, -step);
            from = shift(from, -2 * step);
        }
        let crowned = to & set.each(far_row);
        let child =
            Several { own: other ^ taken, other: own ^ (from | to), kings: kings.without(taken) | crowned };
        set.choose(to, child, children);
    }
}

/// The men's steps forward, of boards without captures and without kings of the mover.
#[inline(always)]
pub(super) fn list_steps<R: Rules, S: Mover, I: Instructions>(
    set: I,
    boards: Blocks<'_>,
    children: &mut Boards,
) {
    for (block, part) in parts::<I>(boards) {
        let Several { own, other, kings } = set.boards(boards, block, part);
        let empty = set.each(R::BOARD).without(own | other);
        for t in S::FORWARD {
            let mut rest = shift(own, R::STEP[t]) & empty;
            while rest.is_any() {
                let to = rest.lowest();
                rest = rest ^ to;
                let crowned = to & set.each(far_row::<R, S>());
                let moved = to | shift(to, -R::STEP[t]);
                let child = Several { own: other, other: own ^ moved, kings: kings | crowned };
                set.choose(to, child, children);
            }
        }
    }
}
