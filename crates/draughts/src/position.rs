//! A position: a board that the rules allow, whose turn it is, under which variant. Knows no text and no counter.

use crate::capture::{Capture, Counting};
use crate::count::count;
use crate::jumps::Jumps;
use crate::layout::{Board, Mover, Rules, bits_of, pack, unpack, with_rules};
use crate::{Fen, Move, MoveList, Path, Piece, Role, Setup, SetupError, Side, Square, SquareSet, Variant};
use crate::{generate, path};

/// Where the pieces stand and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) variant: Variant,
    pub(crate) side: Side,
}

impl Position {
    /// The position from which the variant is played.
    #[must_use]
    pub const fn initial(variant: Variant) -> Self {
        let men = variant.pieces_a_side() as u32;
        let black = unpack(variant, SquareSet::from_bits((1 << men) - 1));
        let white =
            unpack(variant, SquareSet::from_bits(((1 << men) - 1) << (variant.squares() as u32 - men)));
        let board = match variant.row().first {
            Side::White => Board { own: white, other: black, kings: 0 },
            Side::Black => Board { own: black, other: white, kings: 0 },
        };
        Self { board, variant, side: variant.row().first }
    }

    /// The position of a setup, if the rules allow it. A side may be without pieces: it has lost.
    ///
    /// # Errors
    /// The first thing that the rules do not allow.
    pub fn from_setup(setup: &Setup) -> Result<Self, SetupError> {
        let variant = setup.variant;
        let last = variant.squares();
        let width = variant.row().width;
        let mut sides = [SquareSet::EMPTY; 2];
        let mut kings = SquareSet::EMPTY;
        for &(square, piece) in &setup.pieces {
            if square.number() > last {
                return Err(SetupError::OutsideBoard { number: square.number(), last });
            }
            let name = || square.name(variant).to_string();
            if sides.iter().any(|set| set.contains(square)) {
                return Err(SetupError::TwoPieces { square: name() });
            }
            sides[piece.side as usize].insert(square);
            let from_top = square.index() / (width / 2);
            match (piece.role, piece.side) {
                (Role::King, _) => kings.insert(square),
                (Role::Man, Side::White) if from_top == 0 => {
                    return Err(SetupError::ManOnFarRow { side: piece.side, square: name() });
                }
                (Role::Man, Side::Black) if from_top == width - 1 => {
                    return Err(SetupError::ManOnFarRow { side: piece.side, square: name() });
                }
                (Role::Man, _) => {}
            }
        }
        let most = variant.pieces_a_side();
        for side in Side::BOTH {
            let found = sides[side as usize].len();
            if found > usize::from(most) {
                return Err(SetupError::TooManyPieces { side, found, most });
            }
        }
        if setup.pieces.is_empty() {
            return Err(SetupError::NoPieces);
        }
        let board = Board {
            own: unpack(variant, sides[setup.side_to_move as usize]),
            other: unpack(variant, sides[setup.side_to_move.other() as usize]),
            kings: unpack(variant, kings),
        };
        Ok(Self { board, variant, side: setup.side_to_move })
    }

    /// The position of those men and kings, White's and Black's: what [`Self::from_setup`] makes of the same pieces, in
    /// nanoseconds.
    ///
    /// # Errors
    /// The same.
    pub fn from_sets(
        variant: Variant,
        side_to_move: Side,
        men: [SquareSet; 2],
        kings: [SquareSet; 2],
    ) -> Result<Self, SetupError> {
        let squares = u32::from(variant.squares());
        let half = variant.row().width / 2;
        let sides = [men[0].bits() | kings[0].bits(), men[1].bits() | kings[1].bits()];
        let all = sides[0] | sides[1];
        let apart = men.iter().chain(&kings).map(|set| set.len()).sum::<usize>();
        let fits = all != 0
            && all >> squares == 0
            && all.count_ones() as usize == apart
            && men[0].bits() & ((1 << half) - 1) == 0
            && men[1].bits() >> (squares - half) == 0
            && sides.iter().all(|side| side.count_ones() <= u32::from(variant.pieces_a_side()));
        if !fits {
            return Self::from_setup(&listed(variant, side_to_move, men, kings));
        }
        let [own, other] = match side_to_move {
            Side::White => [sides[0], sides[1]],
            Side::Black => [sides[1], sides[0]],
        };
        let unpacked = |bits| unpack(variant, SquareSet::from_bits(bits));
        let kings = unpacked(kings[0].bits() | kings[1].bits());
        Ok(Self {
            board: Board { own: unpacked(own), other: unpacked(other), kings },
            variant,
            side: side_to_move,
        })
    }

    /// The variant.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Who is to move.
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.side
    }

    /// The squares of a side's pieces.
    #[must_use]
    pub fn squares_of(&self, side: Side) -> SquareSet {
        pack(self.variant, if side == self.side { self.board.own } else { self.board.other })
    }

    /// The squares of both sides' kings.
    #[must_use]
    pub const fn kings(&self) -> SquareSet {
        pack(self.variant, self.board.kings)
    }

    /// The piece on a square, if there is one.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        if square.number() > self.variant.squares() {
            return None;
        }
        let bit = bits_of(self.variant, square);
        let side = match (self.board.own & bit != 0, self.board.other & bit != 0) {
            (true, _) => self.side,
            (_, true) => self.side.other(),
            _ => return None,
        };
        let role = if self.board.kings & bit != 0 { Role::King } else { Role::Man };
        Some(Piece { side, role })
    }

    /// How many pieces are on the board.
    #[must_use]
    #[inline]
    pub const fn piece_count(&self) -> u32 {
        (self.board.own | self.board.other).count_ones()
    }

    /// All pieces by ascending number of their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + use<> {
        let position = *self;
        pack(self.variant, self.board.own | self.board.other)
            .iter()
            .filter_map(move |square| Some((square, position.piece_at(square)?)))
    }

    /// All legal moves and no other, each once. Without one the side to move has lost.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::default();
        self.legal_moves_into(&mut list);
        list
    }

    /// The same into a list that is used again and again.
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        use generate::moves;
        let used = std::mem::take(list);
        *list = with_rules!(self.variant, self.side, moves(self.board, used));
    }

    /// How many legal moves there are, without listing them: several times faster.
    #[must_use]
    pub fn count_moves(&self) -> usize {
        with_rules!(self.variant, self.side, counted(self.board))
    }

    /// All ways of playing a move that is legal here, through the landing squares, sorted; never none.
    #[must_use]
    pub fn paths(&self, mv: &Move) -> Vec<Path> {
        use path::paths;
        with_rules!(self.variant, self.side, paths(self.board, mv))
    }

    /// The position after a move that is legal here.
    ///
    /// # Panics
    /// When the move's squares do not fit the pieces here: it was another position's.
    #[must_use]
    pub fn play(&self, mv: &Move) -> Self {
        match with_rules!(self.variant, self.side, played(self.board, mv)) {
            Some(board) => Self { board, variant: self.variant, side: self.side.other() },
            None => panic!("{mv:?} is no move of {}", self.fen()),
        }
    }

    /// A number that tells positions of one variant apart, the same in every run; two different ones share it by chance
    /// only once in 2^64.
    #[must_use]
    #[inline]
    pub const fn key(&self) -> u64 {
        // Odd constants of splitmix64 and of the golden ratio; the last steps are splitmix64's.
        let mut x = self.board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ self.board.other.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(21)
            ^ self.board.kings.wrapping_mul(0x94d0_49bb_1331_11eb).rotate_left(42)
            ^ (self.side as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    /// Whether the side that is not to move could capture, if it were its turn.
    #[must_use]
    #[inline]
    pub fn is_threatened(&self) -> bool {
        let board = Board { own: self.board.other, other: self.board.own, kings: self.board.kings };
        with_rules!(self.variant, self.side.other(), captures(board))
    }

    /// The position as a setup.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup { variant: self.variant, side_to_move: self.side, pieces: self.pieces().collect() }
    }

    /// The position as FEN.
    #[must_use]
    pub fn fen(&self) -> Fen {
        Fen::of(self.setup())
    }
}

fn listed(variant: Variant, side_to_move: Side, men: [SquareSet; 2], kings: [SquareSet; 2]) -> Setup {
    let mut pieces = Vec::new();
    for side in Side::BOTH {
        for (set, role) in [(men[side as usize], Role::Man), (kings[side as usize], Role::King)] {
            pieces.extend(set.iter().map(|square| (square, Piece { side, role })));
        }
    }
    Setup { variant, side_to_move, pieces }
}

fn counted<R: Rules, S: Mover>(board: Board) -> usize {
    count::<R, S>(board, &mut Counting::default()) as usize
}

/// `None` when the move's squares do not fit the board.
fn played<R: Rules, S: Mover>(board: Board, mv: &Move) -> Option<Board> {
    let from = bits_of(R::VARIANT, mv.from);
    let to = bits_of(R::VARIANT, mv.to);
    let captured = unpack(R::VARIANT, mv.captured);
    let taken = board.own & !from | board.other;
    let fits = from & board.own != 0 && to & taken == 0 && captured & !board.other == 0;
    let capture = Capture { from, to, captured, crowned: mv.crowned };
    fits.then(|| generate::after::<R, S>(board, capture))
}

fn captures<R: Rules, S: Mover>(board: Board) -> bool {
    Jumps::of::<R, S>(board).any_capture::<R>()
}
