//! How many legal moves a board has, without listing them. Says the same as the generator, by counting bits.

use crate::capture::{self, Counting};
use crate::jumps::{First, Jumps, Second, by_men, count_starts};
use crate::layout::{Board, DIRECTIONS, Mover, Rules, across, far_row, fill, ones_of_two, shift};
use crate::steps::Steps;
use crate::variant::Crowning;

#[inline(always)]
const fn ones(squares: u64) -> u64 {
    squares.count_ones() as u64
}

/// The number of legal moves. `counting` is room for the search.
#[inline(always)]
pub(crate) fn count<R: Rules, S: Mover>(board: Board, counting: &mut Counting) -> u64 {
    // What is called and not put inline gets the fields, not the board: a board that has to be in memory for a call is
    // copied there in other widths than it was written in, and the processor waits for that at every leaf.
    let Board { own, other, kings } = board;
    if own & kings != 0 {
        return with_kings::<R, S>(own, other, kings, counting);
    }
    let jumps = Jumps::of_men::<R, S>(board);
    if jumps.men & jumps.any == 0 {
        return quiet_men::<R, S>(&jumps);
    }
    captures_of_men::<R, S>(&jumps, counting)
}

#[inline(always)]
fn quiet_men<R: Rules, S: Mover>(jumps: &Jumps) -> u64 {
    let [one, two] = Steps::<R, S>::of(jumps.men, jumps.empty);
    if R::WIDTH == 8 { ones(one) } else { ones_of_two(one, two) }
}

#[cold]
#[inline(never)]
fn searched<R: Rules, S: Mover>(own: u64, other: u64, kings: u64, counting: &mut Counting) -> u64 {
    counting.clear();
    capture::search::<R, S, _>(Board { own, other, kings }, counting);
    counting.count()
}

/// Captures where no king has any.
#[inline(always)]
fn captures_of_men<R: Rules, S: Mover>(jumps: &Jumps, counting: &mut Counting) -> u64 {
    let first = jumps.first::<R, S>();
    if !first.deeper {
        return singles::<R>(&first);
    }
    if matches!(R::ROW.crowning, Crowning::AtOnce) {
        let Board { own, other, kings } = jumps.board;
        return longer_apart::<R, S>(own, other, kings, counting);
    }
    longer::<R, S>(jumps, &first, counting)
}

/// [`longer`] seen afresh. In Russian draughts there is so much to look at that the frequent cases would lose their
/// registers to it.
#[inline(never)]
fn longer_apart<R: Rules, S: Mover>(own: u64, other: u64, kings: u64, counting: &mut Counting) -> u64 {
    let jumps = Jumps::of::<R, S>(Board { own, other, kings });
    longer::<R, S>(&jumps, &jumps.first::<R, S>(), counting)
}

/// Captures of which some take two or more.
#[inline(always)]
fn longer<R: Rules, S: Mover>(jumps: &Jumps, first: &First, counting: &mut Counting) -> u64 {
    let Board { own, other, kings } = jumps.board;
    if first.crowned_goes_on {
        return searched::<R, S>(own, other, kings, counting);
    }
    let second = jumps.second::<R, S>(first);
    if !second.deeper {
        return doubles::<R, S>(jumps, first);
    }
    if !R::ROW.men_capture_backward {
        return forward_only::<R, S>(own, other, kings);
    }
    triples::<R, S>(jumps, first, &second).unwrap_or_else(|| searched::<R, S>(own, other, kings, counting))
}

/// The first jumps: each landing seen from its end, from where it would go back.
#[inline(always)]
fn singles<R: Rules>(first: &First) -> u64 {
    let [a, b, c, d] = first.landed;
    count_starts::<R>([d, c, b, a])
}

#[inline(always)]
fn doubles<R: Rules, S: Mover>(jumps: &Jumps, first: &First) -> u64 {
    let mut count = 0;
    for s in DIRECTIONS {
        if !by_men::<R, S>(s) {
            continue;
        }
        let next = |t: usize| {
            if by_men::<R, S>(t) && s != 3 - t { first.landed[s] & jumps.starts[t] } else { 0 }
        };
        count += count_starts::<R>([next(0), next(1), next(2), next(3)]);
    }
    if !R::ROW.majority {
        let ended = |t: usize| first.landed[t] & !jumps.any;
        count += count_starts::<R>([ended(3), ended(2), ended(1), ended(0)]);
    }
    count
}

/// Men that capture forward only jump three times at most on eight rows, and never in a loop. Apart, because it is rare.
#[inline(never)]
fn forward_only<R: Rules, S: Mover>(own: u64, other: u64, kings: u64) -> u64 {
    let jumps = Jumps::of::<R, S>(Board { own, other, kings });
    let first = jumps.first::<R, S>();
    let mut count = 0;
    for s in S::FORWARD {
        count += ones(first.landed[s] & !jumps.any);
        for t in S::FORWARD {
            let landed = shift(first.landed[s] & jumps.starts[t], 2 * R::STEP[t]);
            count += ones(landed & !jumps.any);
            for u in S::FORWARD {
                count += ones(landed & jumps.starts[u]);
            }
        }
    }
    count
}

/// Captures of up to three; `None` where a fourth jump follows.
#[inline(always)]
fn triples<R: Rules, S: Mover>(jumps: &Jumps, first: &First, second: &Second) -> Option<u64> {
    let (empty, fourth) = jumps.with_men_gone::<R>();
    let mut count = 0;
    for s in DIRECTIONS {
        for t in DIRECTIONS {
            if s != 3 - t {
                let twice = shift(first.landed[s] & jumps.starts[t], 2 * R::STEP[t]);
                let next = |u: usize| if u != 3 - t { twice & jumps.starts[u] } else { 0 };
                count += count_starts::<R>([next(0), next(1), next(2), next(3)]);
            }
        }
    }
    let mut deeper = 0;
    for u in DIRECTIONS {
        let mut landed = 0;
        for t in DIRECTIONS {
            if t == 3 - u {
                continue;
            }
            landed |= second.landed[t] & jumps.starts[u];
        }
        let landed = shift(landed, 2 * R::STEP[u]);
        for v in DIRECTIONS {
            if v != 3 - u {
                deeper |= landed & fourth[v];
            }
        }
        if !R::ROW.majority {
            if matches!(R::ROW.crowning, Crowning::AtOnce) {
                deeper |= landed & far_row::<R, S>();
            }
            count += ended_before_the_third::<R>(jumps, first, u);
        }
    }
    (deeper == 0 && !jumps.crowned_goes_on::<R, S>(&second.landed, empty)).then_some(count)
}

/// Without majority the shorter captures that cannot go on count too: those whose last jump is in direction `u`.
#[inline(always)]
fn ended_before_the_third<R: Rules>(jumps: &Jumps, first: &First, u: usize) -> u64 {
    let mut count = ones(first.landed[u] & !jumps.any);
    let mut going_on = 0;
    for v in DIRECTIONS {
        if v != 3 - u {
            going_on |= jumps.starts[v];
        }
    }
    for s in DIRECTIONS {
        if s != 3 - u {
            count += ones(shift(first.landed[s] & jumps.starts[u], 2 * R::STEP[u]) & !going_on);
        }
    }
    count
}

#[inline(never)]
fn with_kings<R: Rules, S: Mover>(own: u64, other: u64, kings: u64, counting: &mut Counting) -> u64 {
    let jumps = Jumps::of::<R, S>(Board { own, other, kings });
    let counted = if R::ROW.flying_kings { flying::<R, S>(&jumps, counting) } else { short::<R, S>(&jumps) };
    counted.unwrap_or_else(|| searched::<R, S>(own, other, kings, counting))
}

/// Quiet moves and single captures; `None` where only the search can tell.
#[inline(always)]
fn flying<R: Rules, S: Mover>(jumps: &Jumps, counting: &mut Counting) -> Option<u64> {
    let jumped = jumps.by_flying_kings::<R>();
    if jumped == [0; 4] {
        if jumps.men & jumps.any != 0 {
            return Some(captures_of_men::<R, S>(jumps, counting));
        }
        let by_king = |step| ones(fill::<R>(jumps.kings, step, jumps.empty) & !jumps.kings);
        return Some(quiet_men::<R, S>(jumps) + R::STEP.into_iter().map(by_king).sum::<u64>());
    }
    let first = jumps.first::<R, S>();
    let mut count = singles::<R>(&first);
    let mut deeper = if first.deeper { 1 } else { 0 };
    for t in DIRECTIONS {
        if jumped[t] == 0 {
            continue;
        }
        let goes_on =
            |from: u64, step: i32| shift(from, step) & jumps.board.other & shift(jumps.empty, -step);
        let step = R::STEP[t];
        let run = fill::<R>(shift(jumped[t], step), step, jumps.empty);
        count += ones(run);
        deeper |= goes_on(run, step);
        for u in across(t) {
            let step = R::STEP[u];
            deeper |= goes_on(fill::<R>(run, step, jumps.empty), step);
        }
    }
    (deeper == 0).then_some(count)
}

/// The same for kings that go one square.
#[inline(always)]
fn short<R: Rules, S: Mover>(jumps: &Jumps) -> Option<u64> {
    let by_any = jumps.by_short_kings();
    if jumps.men & jumps.any | jumps.kings & by_any == 0 {
        let by_king = |step: i32| ones(jumps.kings & shift(jumps.empty, -step));
        return Some(quiet_men::<R, S>(jumps) + R::STEP.into_iter().map(by_king).sum::<u64>());
    }
    let first = jumps.first::<R, S>();
    let mut count = singles::<R>(&first);
    let mut landed = 0;
    for t in DIRECTIONS {
        let jumping = jumps.kings & jumps.starts[t];
        count += ones(jumping);
        landed |= shift(jumping, 2 * R::STEP[t]);
    }
    (!first.deeper && landed & by_any == 0).then_some(count)
}
