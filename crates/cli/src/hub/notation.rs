//! Positions and moves as the protocol writes them. Squares are numbered as everywhere here: from the top left, White below.

use anyhow::{bail, ensure};
use draughts::{Move, Piece, Position, Role, Setup, Side, Square, Variant};

/// The position in 33 letters (8x8) or 51: the side to move, then each square's piece: `w`, `b`, `W`, `B` or `e`.
pub(crate) fn position_text(position: &Position) -> String {
    let side = match position.side_to_move() {
        Side::White => 'W',
        Side::Black => 'B',
    };
    let squares = 1..=position.variant().squares();
    let letters = squares.filter_map(|number| {
        let square = Square::from_number(position.variant(), number)?;
        Some(match position.piece_at(square) {
            None => 'e',
            Some(Piece { side: Side::White, role: Role::Man }) => 'w',
            Some(Piece { side: Side::White, role: Role::King }) => 'W',
            Some(Piece { side: Side::Black, role: Role::Man }) => 'b',
            Some(Piece { side: Side::Black, role: Role::King }) => 'B',
        })
    });
    std::iter::once(side).chain(letters).collect()
}

/// The position that the letters say.
///
/// # Errors
/// When there are too many letters or too few, a wrong one, or the position is against the rules.
pub(crate) fn read_position(variant: Variant, text: &str) -> anyhow::Result<Position> {
    let letters = usize::from(variant.squares()) + 1;
    let found = text.chars().count();
    ensure!(found == letters, "a position of {variant} draughts has {letters} letters, not {found}");
    let mut side_to_move = Side::White;
    let mut pieces = Vec::new();
    for (number, letter) in text.chars().enumerate() {
        if number == 0 {
            side_to_move = match letter {
                'W' => Side::White,
                'B' => Side::Black,
                _ => bail!("a position begins with W or B, not {letter:?}"),
            };
            continue;
        }
        let (side, role) = match letter {
            'e' => continue,
            'w' => (Side::White, Role::Man),
            'W' => (Side::White, Role::King),
            'b' => (Side::Black, Role::Man),
            'B' => (Side::Black, Role::King),
            _ => bail!("square {number} holds w, W, b, B or e, not {letter:?}"),
        };
        let number = u8::try_from(number)?;
        let square = Square::from_number(variant, number).expect("as many letters as squares were counted");
        pieces.push((square, Piece { side, role }));
    }
    Ok(Position::from_setup(&Setup { variant, side_to_move, pieces })?)
}

/// `32-28`, or a capture with its start, its end and the pieces taken: `28x19x23`.
pub(crate) fn move_text(mv: &Move) -> String {
    let (from, to) = (mv.from().number(), mv.to().number());
    if !mv.is_capture() {
        return format!("{from}-{to}");
    }
    let captured: String = mv.captured().iter().map(|square| format!("x{}", square.number())).collect();
    format!("{from}x{to}{captured}")
}

/// The legal move that the text names. A capture may leave out what it takes where start and end say enough.
///
/// # Errors
/// When no legal move is so named, or several are.
pub(crate) fn read_move(position: &Position, text: &str) -> anyhow::Result<Move> {
    let numbers: Result<Vec<u8>, _> = text.split(['-', 'x']).map(str::parse).collect();
    let Ok(numbers) = numbers else { bail!("{text:?} is no move: it is written 32-28 or 28x19x23") };
    ensure!(numbers.len() >= 2, "{text:?} is no move: it has a start and an end");
    let mut captured: Vec<u8> = numbers[2..].to_vec();
    captured.sort_unstable();
    let legal = position.legal_moves();
    let named = |mv: &&Move| {
        let takes: Vec<u8> = mv.captured().iter().map(Square::number).collect();
        mv.from().number() == numbers[0]
            && mv.to().number() == numbers[1]
            && (captured.is_empty() || takes == captured)
            && mv.is_capture() == text.contains('x')
    };
    let found: Vec<&Move> = legal.iter().filter(named).collect();
    match found[..] {
        [mv] => Ok(*mv),
        [] => {
            let legal: Vec<String> = legal.iter().map(move_text).collect();
            bail!("{text} is not legal in {}; there are {}", position.fen(), legal.join(" "))
        }
        _ => bail!("{text} can be several captures in {}: name the pieces taken", position.fen()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Fen;

    #[test]
    fn positions_are_read_as_they_are_written() {
        for variant in Variant::ALL {
            let start = Position::initial(variant);
            let text = position_text(&start);
            assert_eq!(read_position(variant, &text).unwrap(), start, "{text}");
        }
        let text = position_text(&Position::initial(Variant::International));
        assert_eq!(text, format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20)));
        for (wrong, why) in [("We", "51 letters, not 2"), (&text.replace('W', "x"), "begins with W or B")] {
            let error = read_position(Variant::International, wrong).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
        let error = read_position(Variant::International, &text.replacen('e', "k", 1)).unwrap_err();
        assert!(error.to_string().contains("square 21 holds"), "{error}");
    }

    #[test]
    fn every_legal_move_is_read_as_it_is_written_and_no_other() {
        for fen in ["W:W31-50:B1-20", "W:WK46:B10,20,28,29,37", "B:W28,32,33:B17,18,19,K5"] {
            let fen = Fen::parse(Variant::International, fen).unwrap();
            let position = Position::from_setup(fen.setup()).unwrap();
            for mv in position.legal_moves() {
                assert_eq!(read_move(&position, &move_text(&mv)).unwrap(), mv);
            }
            for wrong in ["1-50", "x", "32", "a3-b4", "999-1"] {
                assert!(read_move(&position, wrong).is_err(), "{wrong}");
            }
        }
    }
}
