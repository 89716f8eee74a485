//! The players of a bracket who are left when its moved-down players are paired: the upper half against the lower one,
//! with as few exchanges between the halves as the criteria allow (C.04.3 art. 4.2 and 4.3). Knows no criterion.

use super::bracket::{Bracket, NUDGE_BITS, first_mate};
use super::criteria::Criteria;
use super::event::SwissError;
use crate::pairing::matching::{Bits, Matcher, Weight, Wide};
use std::ops::Range;

/// Adds the pairs of the remainder; who is over of all that the bracket looked at.
pub(super) fn pair<W: Weight>(
    bracket: &Bracket<'_>,
    mut matcher: Matcher<W>,
    pairs: &mut Vec<(usize, usize)>,
) -> Result<Vec<usize>, SwissError> {
    let here = bracket.here.clone();
    let players: Vec<usize> = matcher.alive().iter().copied().filter(|at| here.contains(at)).collect();
    let count = players.iter().filter(|&&at| is_upper(&matcher, at, &here)).count();
    if count > 0 {
        // the halves as they are
        let (before, kept) = (matcher.total(), matcher.clone());
        let first_lower = players[count];
        let is_first = |at: usize| here.contains(&at) && at < first_lower;
        let is_second = |at: usize| here.contains(&at) && at >= first_lower;
        let whole = matcher.close_all(|a, b| {
            (is_first(a) && !is_second(b)) || (is_first(b) && !is_second(a)) || (is_second(a) && is_second(b))
        });
        if !whole || matcher.total() != before {
            return exchange(bracket, &kept, &players, count, pairs);
        }
        transpose(&mut matcher, &players, here, |at, mate| pairs.push((at, mate)));
    }
    Ok(over(bracket, &matcher, |at| at))
}

/// Whether a player is the higher ranked of a pair of the remainder.
fn is_upper<W: Weight>(matcher: &Matcher<W>, at: usize, here: &Range<usize>) -> bool {
    matcher.mate(at) > at && here.contains(&matcher.mate(at))
}

/// Gives each upper player in turn the highest ranked opponent that the criteria allow.
fn transpose<W: Weight>(
    matcher: &mut Matcher<W>,
    players: &[usize],
    here: Range<usize>,
    mut paired: impl FnMut(usize, usize),
) {
    for &at in players {
        if matcher.is_alive(at) && is_upper(matcher, at, &here) {
            let mate = first_mate(matcher, at, at + 1..here.end);
            paired(at, mate);
        }
    }
}

/// The players of the bracket, and of the next, who are with nobody of either.
fn over<W: Weight>(
    bracket: &Bracket<'_>,
    matcher: &Matcher<W>,
    original: impl Fn(usize) -> usize,
) -> Vec<usize> {
    let ahead = bracket.next.end;
    let alive = matcher.alive().iter();
    let over = alive.filter(|&&at| original(at) < ahead && original(matcher.mate(at)) >= ahead);
    over.map(|&at| original(at)).collect()
}

/// Pairs the remainder when the halves must change.
fn exchange<W: Weight>(
    bracket: &Bracket<'_>,
    kept: &Matcher<W>,
    players: &[usize],
    count: usize,
    pairs: &mut Vec<(usize, usize)>,
) -> Result<Vec<usize>, SwissError> {
    let sum_bits = bits_of(count * players.len());
    let low = NUDGE_BITS + sum_bits + bits_of(count);
    let bits = Criteria::of(bracket, low).bits;
    Ok(match bits {
        _ if bits <= i128::WIDTH => exchange_with::<W, i128>(bracket, kept, players, count, low, pairs),
        _ if bits <= Wide::<8>::WIDTH => {
            exchange_with::<W, Wide<8>>(bracket, kept, players, count, low, pairs)
        }
        _ if bits <= Wide::<64>::WIDTH => {
            exchange_with::<W, Wide<64>>(bracket, kept, players, count, low, pairs)
        }
        _ => return Err(SwissError::TooWide { bits, most: Wide::<64>::WIDTH }),
    })
}

fn bits_of(most: usize) -> usize {
    (usize::BITS - most.leading_zeros()) as usize
}

fn exchange_with<W: Weight, V: Weight>(
    bracket: &Bracket<'_>,
    kept: &Matcher<W>,
    players: &[usize],
    count: usize,
    low: usize,
    pairs: &mut Vec<(usize, usize)>,
) -> Vec<usize> {
    let alive = kept.alive();
    let first = alive.iter().position(|&at| at == players[0]).expect("the remainder is alive");
    let here = first..first + players.len();
    let mut graph = bracket.graph::<V>(low);
    graph.open = Bits::new(alive.len());
    for a in 0..alive.len() {
        (0..a).filter(|&b| kept.is_open(alive[a], alive[b])).for_each(|b| graph.open.set(a, b, true));
    }
    graph.dear = graph.dear.map(|(edges, cost)| {
        let mut own = Bits::new(alive.len());
        for a in 0..alive.len() {
            (0..a).filter(|&b| edges.has(alive[a], alive[b])).for_each(|b| own.set(a, b, true));
        }
        (own, cost)
    });
    graph.kind = alive.iter().map(|&at| graph.kind[at]).collect();
    graph.blanks = alive.iter().filter(|&&at| at < bracket.vertices.len()).count();
    graph.ranked = here.clone();
    graph.stride = count.max(1);
    // as few exchanges as can be, then players as near as can be to the border between the halves (art. 4.3.1, 4.3.2)
    let one = low - bits_of(count);
    graph.upper = vec![V::ZERO; alive.len()];
    for (index, at) in here.clone().enumerate() {
        let stays = if index < count { V::scaled(1, one) } else { V::ZERO };
        graph.upper[at] = stays - V::scaled(index as i64, NUDGE_BITS);
    }
    let mut matcher = Matcher::new(graph);
    assert!(matcher.solve(), "the same edges had a perfect matching");
    choose(&mut matcher, &here, count);
    let uppers: Vec<bool> = here.clone().map(|at| is_upper(&matcher, at, &here)).collect();
    let upper = |at: usize| here.contains(&at) && uppers[at - here.start];
    let whole = matcher.close_all(|a, b| {
        let lower = |at: usize| here.contains(&at) && !upper(at);
        (upper(a) && !(lower(b) && a < b)) || (upper(b) && !(lower(a) && b < a)) || (lower(a) && lower(b))
    });
    assert!(whole, "the matching that decided it is left");
    let members: Vec<usize> = here.clone().collect();
    transpose(&mut matcher, &members, here, |at, mate| pairs.push((alive[at], alive[mate])));
    over(bracket, &matcher, |at| alive[at])
}

/// Decides which players change halves: from the upper one the lowest, then from the lower one the highest
/// (art. 4.3.3, 4.3.4).
fn choose<V: Weight>(matcher: &mut Matcher<V>, here: &Range<usize>, count: usize) {
    let border = here.start + count;
    let exchanges = (here.start..border).filter(|&at| !is_upper(matcher, at, here)).count();
    let mut left = exchanges;
    for at in (here.start..border).rev() {
        if left == 0 {
            break;
        }
        let stays = is_upper(matcher, at, here);
        if stays {
            matcher.nudge_upper(at, -1);
        }
        if !is_upper(matcher, at, here) {
            left -= 1;
            let whole = matcher.close(at, |other| other > at && here.contains(&other));
            assert!(whole, "the matching that decided it is left");
        } else if stays {
            matcher.nudge_upper(at, 1);
        }
    }
    left = exchanges;
    for at in border..here.end {
        if left <= 1 {
            break;
        }
        let goes = is_upper(matcher, at, here);
        if !goes {
            matcher.nudge_upper(at, 1);
        }
        if is_upper(matcher, at, here) {
            left -= 1;
            let whole = matcher.close(at, |other| other < at || !here.contains(&other));
            assert!(whole, "the matching that decided it is left");
        }
        if !goes {
            matcher.nudge_upper(at, -1);
        }
    }
}
