//! What a side with kings can do on several boards, without a branch: its quiet moves and captures of one piece. Knows
//! no longer capture but that there is one.

use super::lane::{Lane, all_of, by_direction, fill, starts, sum};
use super::vector::{Instructions, Several, Vector, shift};
use crate::layout::{Mover, Rules, across};

/// How many moves the boards have, unless only the search can tell.
pub(super) struct Counted<V> {
    /// Zero where `search` is not.
    pub(super) moves: V,
    pub(super) search: V,
}

/// The moves of a side with kings.
#[inline(always)]
pub(super) fn count<R: Rules, S: Mover, I: Instructions>(
    set: I,
    boards: Several<I::Vector>,
) -> Counted<I::Vector> {
    let Several { own, other, kings } = boards;
    let (men, kings) = (own.without(kings), own & kings);
    let lane = Lane::of::<R, S>(set, men, own, other);
    let [one, two] = lane.quiet::<R, S>();
    let (captures, quiet, deeper) =
        if R::ROW.flying_kings { flying::<R, I>(&lane, kings) } else { short::<R, I>(&lane, kings) };
    let verdict = lane.first::<R, S>();
    let search = deeper | verdict.deeper | verdict.crowned;
    let captures = captures + sum(by_direction!(T => lane.landed[T].ones()));
    let quiet = one.ones() + two.ones() + quiet;
    let moves = captures + quiet.where_zero(captures);
    Counted { moves: moves.where_zero(search), search }
}

/// Captures of one, quiet moves, and whether a capture goes on.
#[inline(always)]
fn flying<R: Rules, I: Instructions>(lane: &Lane<I>, kings: I::Vector) -> (I::Vector, I::Vector, I::Vector) {
    let reached = by_direction!(T => fill::<R, _>(kings, R::STEP[T], lane.empty));
    let runs = by_direction!(T => {
        let jumped = ahead::<R, I>(reached[T], T, lane);
        fill::<R, _>(shift(jumped, R::STEP[T]), R::STEP[T], lane.empty)
    });
    let quiet = sum(by_direction!(T => reached[T].without(kings).ones()));
    let deeper = all_of(by_direction!(T => {
        let [u, v] = across(T);
        ahead::<R, I>(runs[T], T, lane)
            | ahead::<R, I>(fill::<R, _>(runs[T], R::STEP[u], lane.empty), u, lane)
            | ahead::<R, I>(fill::<R, _>(runs[T], R::STEP[v], lane.empty), v, lane)
    }));
    (sum(by_direction!(T => runs[T].ones())), quiet, deeper)
}

/// The same for kings that go one square.
#[inline(always)]
fn short<R: Rules, I: Instructions>(lane: &Lane<I>, kings: I::Vector) -> (I::Vector, I::Vector, I::Vector) {
    let starts = starts::<R, _>(lane.other, lane.empty);
    let jumping = by_direction!(T => kings & starts[T]);
    let landed = all_of(by_direction!(T => shift(jumping[T], 2 * R::STEP[T])));
    let quiet = sum(by_direction!(T => (kings & shift(lane.empty, -R::STEP[T])).ones()));
    (sum(by_direction!(T => jumping[T].ones())), quiet, landed & all_of(starts))
}

/// The pieces next to `reached` in direction `t` that have an empty square behind them.
#[inline(always)]
fn ahead<R: Rules, I: Instructions>(reached: I::Vector, t: usize, lane: &Lane<I>) -> I::Vector {
    let step = R::STEP[t];
    shift(reached, step) & lane.other & shift(lane.empty, -step)
}
