//! Whether players can all be paired at all, and whose score the bye goes to (C2, C4 and C5: C.04.3 art. 2.1.2, 2.2, 2.3). Knows no quality.

use super::field::Field;
use crate::pairing::matching::{Bits, Graph, Matcher};

/// Matches all of `players`, by place in the field, of whom the first `apart` do not meet each other. With `bye`, one
/// for whom it is true is left over. Who that is, or nothing when it cannot be done.
pub(super) fn complete(
    field: &Field,
    players: &[usize],
    apart: usize,
    bye: Option<&dyn Fn(usize) -> bool>,
) -> Option<Option<usize>> {
    let real = players.len();
    let size = real + usize::from(bye.is_some());
    if size % 2 == 1 {
        return None;
    }
    let mut open = Bits::new(size);
    for a in 0..real {
        for b in (a + 1).max(apart)..real {
            if field.open.has(players[a], players[b]) {
                open.set(a, b, true);
            }
        }
        if bye.is_some_and(|allowed| allowed(players[a])) {
            open.set(a, real, true);
        }
    }
    let mut matcher = Matcher::<i128>::new(Graph {
        kind: vec![0; size],
        table: vec![0],
        own: vec![0],
        open,
        blanks: size,
        upper: Vec::new(),
        ranked: 0..0,
        dear: None,
        stride: apart.max(1),
    });
    matcher.solve().then(|| bye.map(|_| players[matcher.mate(real)]))
}

/// The most pairs among `players`, of whom the first `apart` do not meet each other, as the number that stay over.
pub(super) fn least_over(field: &Field, players: &[usize], apart: usize) -> usize {
    let least = (2 * apart).saturating_sub(players.len());
    let mut over = least + (players.len() - least) % 2;
    while over < players.len() && !has_matching_but(field, players, apart, over) {
        over += 2;
    }
    over
}

fn has_matching_but(field: &Field, players: &[usize], apart: usize, over: usize) -> bool {
    let real = players.len();
    let mut open = Bits::new(real + over);
    for a in 0..real {
        for b in (a + 1).max(apart)..real {
            if field.open.has(players[a], players[b]) {
                open.set(a, b, true);
            }
        }
        (real..real + over).for_each(|blank| open.set(a, blank, true));
    }
    let mut matcher = Matcher::<i128>::new(Graph {
        kind: vec![0; real + over],
        table: vec![0],
        own: vec![0],
        open,
        blanks: real + over,
        upper: Vec::new(),
        ranked: 0..0,
        dear: None,
        stride: real / 2,
    });
    matcher.solve()
}

/// Who may have the bye, by place in the field: all of the lowest score that can have it and leave the others paired
/// (C5), and below. Nobody when the number is even; nothing when no complete pairing is legal.
pub(super) fn bye_candidates(field: &Field) -> Option<Vec<bool>> {
    let all: Vec<usize> = (0..field.players.len()).collect();
    if all.len().is_multiple_of(2) {
        return complete(field, &all, 0, None).map(|_| vec![false; all.len()]);
    }
    let mut scores: Vec<u32> = field.players.iter().map(|facts| facts.score).collect();
    scores.dedup();
    scores.into_iter().rev().find_map(|score| {
        let allowed = |at: usize| field.players[at].bye_allowed && field.players[at].score <= score;
        complete(field, &all, 0, Some(&allowed)).map(|_| all.iter().map(|&at| allowed(at)).collect())
    })
}
