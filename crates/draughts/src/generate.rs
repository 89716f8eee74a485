//! The legal moves of a board and the board after a move. Knows no text and no path.

use crate::capture::{self, Capture, Listing};
use crate::layout::{Board, Mover, Rules, far_row, fill, pack, shift, square_of, take};
use crate::{Move, Role};

/// Adds the legal moves to `moves`.
pub(crate) fn moves<R: Rules, S: Mover>(board: Board, moves: &mut Vec<Move>) {
    let mut listing = Listing::default();
    capture::search::<R, S, _>(board, &mut listing);
    moves.extend(listing.captures.iter().map(|capture| to_move::<R, S>(board, *capture)));
    if moves.is_empty() {
        quiet::<R, S>(board, |from, to| {
            moves.push(to_move::<R, S>(board, Capture { from, to, captured: 0, crowned: false }));
        });
    }
}

fn to_move<R: Rules, S: Mover>(board: Board, capture: Capture) -> Move {
    let king = board.kings & capture.from != 0;
    Move {
        from: square_of::<R>(capture.from),
        to: square_of::<R>(capture.to),
        captured: pack(R::VARIANT, capture.captured),
        role: if king { Role::King } else { Role::Man },
        crowned: !king && (capture.crowned || capture.to & far_row::<R, S>() != 0),
    }
}

/// Every quiet move; the caller knows that there is no capture.
fn quiet<R: Rules, S: Mover>(board: Board, mut found: impl FnMut(u64, u64)) {
    let empty = R::BOARD & !(board.own | board.other);
    for t in S::FORWARD {
        let step = R::STEP[t];
        let mut men = board.own & !board.kings & shift(empty, -step);
        while let Some(from) = take(&mut men) {
            found(from, shift(from, step));
        }
    }
    let mut kings = board.own & board.kings;
    while let Some(from) = take(&mut kings) {
        for step in R::STEP {
            let mut landings = if R::ROW.flying_kings {
                fill::<R>(from, step, empty) ^ from
            } else {
                shift(from, step) & empty
            };
            while let Some(to) = take(&mut landings) {
                found(from, to);
            }
        }
    }
}

/// The board after a move, seen by the opponent.
#[inline(always)]
pub(crate) fn after<R: Rules, S: Mover>(board: Board, capture: Capture) -> Board {
    let Capture { from, to, captured, crowned } = capture;
    let mut kings = board.kings & !captured;
    if kings & from != 0 {
        kings = kings & !from | to;
    } else if crowned || to & far_row::<R, S>() != 0 {
        kings |= to;
    }
    Board { own: board.other & !captured, other: board.own & !from | to, kings }
}
