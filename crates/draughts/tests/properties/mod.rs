//! What must hold of every text, however wrong: the readers' properties, for the fuzz targets. Knows only what the crate shows.

use draughts::pdn::{self, Notation, PdnRemark, ReadOptions, Reader};
use draughts::{Fen, Position, Variant};

/// A PDN text, behind a byte that says how it is read: it is games and errors, each with a place within the text; each game
/// is written in both notations and read again, strictly, as the same game without a note.
pub(crate) fn pdn(bytes: &[u8]) {
    let Some((how, text)) = bytes.split_first() else { return };
    let variant = Variant::ALL.get(usize::from(how >> 1 & 7)).copied();
    let options = ReadOptions { variant, tolerant: how & 1 == 1 };
    let lines = 1 + text.iter().filter(|byte| **byte == b'\n').count();
    for (n, game) in Reader::new(text, options).enumerate() {
        assert!(n <= text.len(), "more games than bytes");
        match game {
            Ok(read) => {
                assert!((1..=lines).contains(&(read.line as usize)), "line {} of {lines}", read.line);
                assert!(options.tolerant || read.notes.iter().all(|note| !note.what.is_mended()));
                let standard = Notation::of(read.game.start.variant());
                let other = match standard {
                    Notation::Algebraic => Notation::Numeric,
                    Notation::Numeric => Notation::Algebraic,
                };
                for notation in [standard, other] {
                    again(&read.game, notation);
                }
            }
            Err(error) => {
                let place = error.place;
                let within = place.line as usize <= lines && place.column >= 1;
                assert!(within, "{error} in a text of {lines} lines");
            }
        }
    }
}

fn again(game: &pdn::PdnGame, notation: Notation) {
    let written = pdn::write_in(game, notation);
    let read: Vec<_> = pdn::read(&written, ReadOptions::default()).collect();
    assert_eq!(read.len(), 1, "{written}");
    let read = read[0].as_ref().unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(read.game, *game, "{written}");
    // what the text itself says wrongly is written as it was
    let odd = read
        .notes
        .iter()
        .filter(|note| !matches!(note.what, PdnRemark::Clock { .. } | PdnRemark::BoardDisagrees { .. }));
    assert_eq!(odd.count(), 0, "{:?}\n{written}", read.notes);
}

/// A FEN text: it is an error, or printed in every form and read again as the same setup; where that is a position, its
/// moves are found by their texts.
pub(crate) fn fen(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for variant in Variant::ALL {
        let Ok(fen) = Fen::parse(variant, text) else { continue };
        let sorted = |fen: &Fen| {
            let mut setup = fen.setup().clone();
            setup.pieces.sort_unstable();
            setup
        };
        for form in [fen.to_string(), fen.numeric().to_string(), fen.algebraic().to_string()] {
            match Fen::parse(variant, &form) {
                Ok(again) => assert_eq!(sorted(&again), sorted(&fen), "{text} as {form}"),
                // ranges are shorter than what they stand for
                Err(draughts::ParseFenError::TooLong { .. }) => {}
                Err(error) => panic!("{text} as {form}: {error}"),
            }
        }
        let Ok(position) = Position::from_setup(fen.setup()) else { continue };
        for mv in &position.legal_moves() {
            for path in position.paths(mv).iter().take(100) {
                let text = position.move_text(mv, path);
                assert_eq!(
                    position.find_move(&text).map(|found| found.0),
                    Ok(*mv),
                    "{form} {text}",
                    form = fen
                );
            }
        }
    }
}
