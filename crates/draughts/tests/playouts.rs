//! Random games and random boards: what must hold of every one. Knows only what the crate shows.

#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

mod random;

use draughts::{
    DrawCounters, Fen, MoveList, Piece, Position, Role, RuleSet, Setup, Side, Square, SquareSet, Variant,
};
use random::Random;

/// Every man's move brings a man a row on, every capture takes a piece, and between two of them no more plies pass than
/// the quiet run may have.
fn bound(variant: Variant, rule_set: RuleSet) -> usize {
    let pieces = 2 * usize::from(variant.pieces_a_side());
    let rows = if variant.squares() == 32 { 7 } else { 9 };
    (pieces * rows + pieces + 1) * usize::from(rule_set.quiet_limit().unwrap())
}

fn playout(variant: Variant, rule_set: RuleSet, seed: u64, mut seen: impl FnMut(&Position)) -> usize {
    let mut random = Random(seed);
    let mut position = Position::initial(variant);
    let mut counters = DrawCounters::new(rule_set, &position);
    for ply in 0..=bound(variant, rule_set) {
        seen(&position);
        let legal = position.legal_moves();
        if legal.is_empty() || counters.verdict().is_some() {
            return ply;
        }
        let mv = legal[random.below(legal.len())];
        let next = position.play(&mv);
        counters.after(&position, &mv, &next);
        position = next;
    }
    panic!("seed {seed}: {variant} under {rule_set} does not end");
}

#[test]
fn r9_every_random_playout_ends_within_a_bound() {
    for variant in Variant::ALL {
        for rule_set in RuleSet::ALL {
            let seeds = 1..=300;
            println!("{variant} under {rule_set}: seeds {seeds:?}");
            let longest = seeds.map(|seed| playout(variant, rule_set, seed, |_| {})).max().unwrap();
            assert!(longest > 40, "{longest} plies are no game");
        }
    }
}

#[test]
fn r6_every_move_and_position_of_a_game_is_read_back_from_its_one_text() {
    for variant in Variant::ALL {
        let seeds = 1..=40;
        println!("{variant}: seeds {seeds:?}");
        for seed in seeds {
            playout(variant, RuleSet::Dream, seed, |position| {
                let fen = position.fen();
                for text in [fen.to_string(), fen.numeric().to_string()] {
                    let again = Fen::parse(variant, &text).unwrap();
                    assert_eq!(Position::from_setup(again.setup()).as_ref(), Ok(position), "{text}");
                }
                for mv in &position.legal_moves() {
                    for path in position.paths(mv) {
                        let text = path.text(variant).to_string();
                        assert_eq!(
                            position.find_move(&text.parse().unwrap()),
                            Ok((*mv, path)),
                            "{fen} {text}"
                        );
                    }
                }
            });
        }
    }
}

fn random_position(variant: Variant, random: &mut Random) -> Option<Position> {
    let mut pieces = Vec::new();
    let most = usize::from(variant.pieces_a_side());
    for side in Side::BOTH {
        for _ in 0..=random.below(most) {
            let number = 1 + random.below(variant.squares().into()) as u8;
            let square = Square::from_number(variant, number).unwrap();
            let role = if random.below(3) == 0 { Role::King } else { Role::Man };
            pieces.push((square, Piece { side, role }));
        }
    }
    let side_to_move = Side::BOTH[random.below(2)];
    Position::from_setup(&Setup { variant, side_to_move, pieces }).ok()
}

/// The board after a path played square by square by somebody who knows only what a jump is.
fn walk(position: &Position, squares: &[Square]) -> SquareSet {
    let variant = position.variant();
    let mut jumped = SquareSet::EMPTY;
    for pair in squares.windows(2) {
        let ((mut column, mut row), (to_column, to_row)) =
            (pair[0].column_row(variant), pair[1].column_row(variant));
        assert_eq!(column.abs_diff(to_column), row.abs_diff(to_row), "a move goes along a diagonal");
        let step = |from: u8, to: u8| if to > from { 1 } else { -1 };
        let (across, up) = (step(column, to_column), step(row, to_row));
        let mut met = Vec::new();
        loop {
            column = column.checked_add_signed(across).unwrap();
            row = row.checked_add_signed(up).unwrap();
            if column == to_column {
                break;
            }
            let square = Square::from_column_row(variant, column, row).unwrap();
            if square != squares[0]
                && let Some(piece) = position.piece_at(square)
            {
                assert_ne!(piece.side, position.side_to_move(), "no own piece is passed");
                met.push(square);
            }
        }
        assert!(met.len() <= 1, "at most one piece is passed at a time");
        for square in met {
            assert!(!jumped.contains(square), "no piece is jumped twice");
            jumped.insert(square);
        }
        assert!(
            pair[1] == squares[0] || position.piece_at(pair[1]).is_none(),
            "a piece lands on an empty square"
        );
    }
    jumped
}

#[test]
fn r7_every_path_takes_exactly_the_pieces_that_it_passes_over() {
    for variant in Variant::ALL {
        let seed = 7;
        println!("{variant}: seed {seed}");
        let mut random = Random(seed);
        let mut captures = 0;
        for position in (0..20_000).filter_map(|_| random_position(variant, &mut random)) {
            for mv in &position.legal_moves() {
                let paths = position.paths(mv);
                assert!(!paths.is_empty(), "{} {mv:?}", position.fen());
                assert!(paths.is_sorted());
                for path in paths {
                    assert_eq!(walk(&position, path.squares()), mv.captured(), "{} {path:?}", position.fen());
                    assert_eq!(path.squares().first(), Some(&mv.from()));
                    assert_eq!(path.squares().last(), Some(&mv.to()));
                    captures += usize::from(path.is_capture());
                }
                let next = position.play(mv);
                assert_eq!(next.side_to_move(), position.side_to_move().other());
                assert_eq!(next.pieces().count() + mv.captured().len(), position.pieces().count());
                assert_eq!(Position::from_setup(&next.setup()), Ok(next), "{} {mv:?}", position.fen());
            }
        }
        assert!(captures > 500, "{captures} captures are few");
    }
}

#[test]
fn a_list_used_again_holds_the_new_moves_only() {
    let mut list = MoveList::default();
    let mut random = Random(3);
    for position in (0..500).filter_map(|_| random_position(Variant::Brazilian, &mut random)) {
        position.legal_moves_into(&mut list);
        assert_eq!(list, position.legal_moves());
    }
}
