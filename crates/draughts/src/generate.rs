//! The one generator: hands every legal move of a board to a receiver. Knows no text and no path.
//!
//! Quiet moves and captures of up to three pieces by men come from sets of squares; longer ones, and captures by kings,
//! from the depth-first search.

use crate::capture::{self, Capture, Listing};
use crate::jumps::{First, Jumps, by_men};
use crate::layout::{Board, DIRECTIONS, Mover, Rules, far_row, fill, pack, shift, square_of, take};
use crate::steps::Steps;
use crate::{Move, MoveList, Role};

/// Takes the moves as they are found, in padded bits.
pub(crate) trait Receiver<R: Rules, S: Mover> {
    /// A man's step, by its number among [`Steps`].
    fn step(&mut self, number: u32);
    /// A man's capture; the man is crowned where it ends on the far row.
    fn man(&mut self, from: u64, to: u64, captured: u64);
    /// A king's move without a capture.
    fn king(&mut self, from: u64, to: u64);
    /// A capture found one by one, by a man or a king.
    fn searched(&mut self, capture: Capture);
}

/// Hands every legal move to the receiver, each once. `listing` is room for the search.
#[inline(always)]
pub(crate) fn generate<R: Rules, S: Mover>(
    board: Board,
    listing: &mut Listing,
    receiver: &mut impl Receiver<R, S>,
) {
    let jumps = Jumps::of::<R, S>(board);
    let by_kings = jumps.by_kings::<R>();
    if jumps.men & jumps.any | by_kings == 0 {
        return quiet(&jumps, receiver);
    }
    if by_kings != 0 || !by_sets(&jumps, receiver) {
        search::<R, S>(board.own, board.other, board.kings, listing);
        for capture in &listing.captures {
            receiver.searched(*capture);
        }
    }
}

/// Captures one by one, where sets have not told them. Apart, so that the frequent cases stay in registers.
#[cold]
#[inline(never)]
fn search<R: Rules, S: Mover>(own: u64, other: u64, kings: u64, listing: &mut Listing) {
    let board = Board { own, other, kings };
    listing.clear();
    if !(R::ROW.majority && board.own & board.kings == 0 && triples::<R, S>(board, listing)) {
        capture::search::<R, S, _>(board, listing);
    }
}

/// Every quiet move; the caller knows that there is no capture.
#[inline(always)]
fn quiet<R: Rules, S: Mover>(jumps: &Jumps, receiver: &mut impl Receiver<R, S>) {
    let [mut one, mut two] = Steps::<R, S>::of(jumps.men, jumps.empty);
    while one != 0 {
        receiver.step(one.trailing_zeros());
        one &= one - 1;
    }
    while two != 0 {
        receiver.step(64 + two.trailing_zeros());
        two &= two - 1;
    }
    let mut kings = jumps.kings;
    while let Some(from) = take(&mut kings) {
        for step in R::STEP {
            let mut landings = if R::ROW.flying_kings {
                fill::<R>(from, step, jumps.empty) ^ from
            } else {
                shift(from, step) & jumps.empty
            };
            while let Some(to) = take(&mut landings) {
                receiver.king(from, to);
            }
        }
    }
}

/// The men's captures where no one takes more than two, and no king takes any; false, with none handed over, where
/// there is more to see.
#[inline(always)]
fn by_sets<R: Rules, S: Mover>(jumps: &Jumps, receiver: &mut impl Receiver<R, S>) -> bool {
    let first = jumps.first::<R, S>();
    if !first.deeper {
        for t in DIRECTIONS {
            if by_men::<R, S>(t) {
                singles::<R, S>(jumps.men & jumps.starts[t], t, receiver);
            }
        }
        return true;
    }
    if first.crowned_goes_on {
        return false;
    }
    let second = jumps.second::<R, S>(&first);
    if !second.deeper {
        doubles(jumps, &first, receiver);
    }
    !second.deeper
}

/// One jump in direction `t` from each of the squares.
#[inline(always)]
fn singles<R: Rules, S: Mover>(mut men: u64, t: usize, receiver: &mut impl Receiver<R, S>) {
    let step = R::STEP[t];
    while let Some(from) = take(&mut men) {
        receiver.man(from, shift(from, 2 * step), shift(from, step));
    }
}

#[inline(always)]
fn doubles<R: Rules, S: Mover>(jumps: &Jumps, first: &First, receiver: &mut impl Receiver<R, S>) {
    for s in DIRECTIONS {
        if !by_men::<R, S>(s) || first.landed[s] == 0 {
            continue;
        }
        if !R::ROW.majority {
            let ended = first.landed[s] & !jumps.any;
            singles::<R, S>(shift(ended, -2 * R::STEP[s]), s, receiver);
        }
        for t in DIRECTIONS {
            if !by_men::<R, S>(t) || s == 3 - t {
                continue;
            }
            let (one, two) = (R::STEP[s], R::STEP[t]);
            let mut between = first.landed[s] & jumps.starts[t];
            while let Some(at) = take(&mut between) {
                let captured = shift(at, -one) | shift(at, two);
                receiver.man(shift(at, -2 * one), shift(at, 2 * two), captured);
            }
        }
    }
}

/// The captures of a side without kings whose longest one takes three; false, with none listed, where it does not.
fn triples<R: Rules, S: Mover>(board: Board, listing: &mut Listing) -> bool {
    let jumps = Jumps::of::<R, S>(board);
    let first = jumps.first::<R, S>();
    let second = jumps.second::<R, S>(&first);
    if !first.deeper || !second.deeper || jumps.fourth_follows::<R>(&second) {
        return false;
    }
    for s in DIRECTIONS {
        for t in DIRECTIONS {
            let once = first.landed[s] & jumps.starts[t];
            if s == 3 - t || once == 0 {
                continue;
            }
            for u in DIRECTIONS {
                if u == 3 - t {
                    continue;
                }
                let (one, two, three) = (R::STEP[s], R::STEP[t], R::STEP[u]);
                let mut twice = shift(once, 2 * two) & jumps.starts[u];
                while let Some(at) = take(&mut twice) {
                    let before = shift(at, -2 * two);
                    let captured = shift(before, -one) | shift(at, -two) | shift(at, three);
                    let (from, to) = (shift(before, -2 * one), shift(at, 2 * three));
                    listing.captures.push(Capture { from, to, captured, crowned: false });
                }
            }
        }
    }
    true
}

/// Makes moves of what it receives.
struct Moves {
    board: Board,
    moves: MoveList,
}

impl<R: Rules, S: Mover> Receiver<R, S> for Moves {
    #[inline(always)]
    fn step(&mut self, number: u32) {
        self.moves.push(Steps::<R, S>::mv(number));
    }

    #[inline(always)]
    fn man(&mut self, from: u64, to: u64, captured: u64) {
        self.moves.push(Move {
            from: square_of::<R>(from),
            to: square_of::<R>(to),
            captured: pack(R::VARIANT, captured),
            role: Role::Man,
            crowned: to & far_row::<R, S>() != 0,
        });
    }

    #[inline(always)]
    fn king(&mut self, from: u64, to: u64) {
        let (from, to) = (square_of::<R>(from), square_of::<R>(to));
        self.moves.push(Move {
            from,
            to,
            captured: crate::SquareSet::EMPTY,
            role: Role::King,
            crowned: false,
        });
    }

    #[inline(always)]
    fn searched(&mut self, capture: Capture) {
        let king = self.board.kings & capture.from != 0;
        self.moves.push(Move {
            from: square_of::<R>(capture.from),
            to: square_of::<R>(capture.to),
            captured: pack(R::VARIANT, capture.captured),
            role: if king { Role::King } else { Role::Man },
            crowned: !king && (capture.crowned || capture.to & far_row::<R, S>() != 0),
        });
    }
}

/// The legal moves, in a list that had others. It is a value and not a reference so that it can stay in registers.
pub(crate) fn moves<R: Rules, S: Mover>(board: Board, mut moves: MoveList) -> MoveList {
    moves.clear();
    let mut receiver = Moves { board, moves };
    generate::<R, S>(board, &mut Listing::default(), &mut receiver);
    receiver.moves
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
