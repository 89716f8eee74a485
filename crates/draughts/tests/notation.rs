//! FEN, setups and moves from hostile hands: an error each, never a panic. Knows only what the crate shows.

#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

use draughts::{
    Fen, MoveText, ParseFenError, Piece, Position, Role, Setup, SetupError, Side, Square, SquareSet, Variant,
};
use proptest::prelude::*;

fn fen_error(text: &str) -> ParseFenError {
    text.parse::<Fen>().unwrap_err()
}

fn setup_error(text: &str) -> SetupError {
    Position::from_setup(text.parse::<Fen>().unwrap().setup()).unwrap_err()
}

#[test]
fn the_start_is_written_with_letters_on_8x8_and_with_numbers_on_10x10() {
    let start = Position::initial(Variant::Brazilian).fen();
    assert_eq!(
        start.to_string(),
        "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"
    );
    assert_eq!(
        start.numeric().to_string(),
        "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    );
    assert!(Position::initial(Variant::American).fen().to_string().starts_with("B:W"));
    let fen = Position::initial(Variant::International).fen().to_string();
    assert!(fen.starts_with("W:W31,32,33,"), "{fen}");
}

#[test]
fn all_ways_of_writing_a_fen_give_the_same_position() {
    let same = [
        "W:Wa1,c1,Kc3:Bb8,KKd8",
        "W:Wa1,c1,Kc3:Bb8,Kd8",
        "W:W29-30,K22:B1,K2",
        " W:B1,K2:W29,30,K22. ",
        "W:W29, 30, K22:B01,K02:H0:F1",
        "W : B 1 , K 2 : W 29 - 30 , K 22 - 22 .",
        "W:Wa1,30,Kc3:Bb8,K2:H12",
    ];
    assert!(same[0].parse::<Fen>().is_err(), "two crowns are one too many");
    let positions: Vec<_> =
        same[1..].iter().map(|fen| Position::from_setup(fen.parse::<Fen>().unwrap().setup())).collect();
    assert!(positions.iter().all(|position| *position == positions[0]));
    assert_eq!(positions[0].as_ref().unwrap().fen().to_string(), "W:WKc3,a1,c1:Bb8,Kd8");
}

#[test]
fn what_is_no_fen_is_told_by_its_token() {
    let token = |text: &str| text.to_owned();
    assert_eq!(fen_error(""), ParseFenError::SideToMove { token: token("") });
    assert_eq!(fen_error("?:W1:B2"), ParseFenError::UnknownSideToMove);
    assert_eq!(fen_error("white:W1:B2"), ParseFenError::SideToMove { token: token("white") });
    assert_eq!(fen_error("W:W29"), ParseFenError::SideMissing { side: Side::Black });
    assert_eq!(fen_error("W:W29:W30:B1"), ParseFenError::SideTwice { side: Side::White });
    assert_eq!(fen_error("W:W29:B1:G5"), ParseFenError::Field { token: token("G5") });
    assert_eq!(fen_error("W:W29,:B1"), ParseFenError::Piece { token: token("") });
    for captured in ["G5", "Pa7", "G 5"] {
        let error = ParseFenError::Captured { token: token(captured) };
        assert_eq!(fen_error(&format!("W:W29,{captured}:B1")), error);
    }
    assert_eq!(fen_error("W:W29,X5:B1"), ParseFenError::Piece { token: token("X5") });
    assert_eq!(fen_error("W:Wa1-c1:B1"), ParseFenError::Piece { token: token("a1-c1") });
    assert_eq!(fen_error("W:W33:B1"), ParseFenError::NoSuchSquare { token: token("33"), last: 32 });
    assert_eq!(fen_error("W:W0:B1"), ParseFenError::NoSuchSquare { token: token("0"), last: 32 });
    assert_eq!(fen_error("W:Wa2:B1"), ParseFenError::NoSuchSquare { token: token("a2"), last: 32 });
    assert_eq!(fen_error("W:W22-21:B1"), ParseFenError::Range { token: token("22-21") });
    assert_eq!(fen_error(&"W".repeat(2_000)), ParseFenError::TooLong { length: 2_000 });
    assert_eq!(Fen::parse(Variant::International, "W:W51:B1").unwrap_err().to_string(), {
        "\"51\" names no square of the board; its squares are 1 to 50, the dark ones"
    });
}

#[test]
fn what_is_no_position_is_told_by_the_rule() {
    assert_eq!(setup_error("W:W:B"), SetupError::NoPieces);
    assert_eq!(setup_error("W:W29,29:B1"), SetupError::TwoPieces { square: "a1".into() });
    assert_eq!(setup_error("W:W29:BK29"), SetupError::TwoPieces { square: "a1".into() });
    assert_eq!(setup_error("W:W4:B5"), SetupError::ManOnFarRow { side: Side::White, square: "h8".into() });
    assert_eq!(setup_error("W:W5:B29"), SetupError::ManOnFarRow { side: Side::Black, square: "a1".into() });
    let error = SetupError::TooManyPieces { side: Side::White, found: 13, most: 12 };
    assert_eq!(setup_error("W:W20-32:B1"), error);
    let square = Square::from_number(Variant::International, 33).unwrap();
    let piece = Piece { side: Side::White, role: Role::King };
    let setup =
        Setup { variant: Variant::Brazilian, side_to_move: Side::White, pieces: vec![(square, piece)] };
    assert_eq!(Position::from_setup(&setup), Err(SetupError::OutsideBoard { number: 33, last: 32 }));
}

#[test]
fn men_at_home_and_a_side_without_pieces_are_positions() {
    for fen in ["W:W29:B1", "W:WK1:BK32", "W:W:B1", "B:W29:B"] {
        assert!(Position::from_setup(fen.parse::<Fen>().unwrap().setup()).is_ok(), "{fen}");
    }
}

/// Text that is nearly right: made of the pieces that real texts are made of.
fn nearly(tokens: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(tokens), 0..24).prop_map(|tokens| tokens.concat())
}

const FEN: &[&str] =
    &["W", "B", ":", ",", "K", "-", "1", "29", "32", "50", "a1", "h8", "c3", ".", " ", "H0", "?", "é"];
const MOVE: &[&str] = &["c3", "d4", "e5", "22", "15", "-", "x", ":", "a1", "j10", "0", "é", " "];
proptest! {
    #[test]
    fn any_text_is_a_fen_or_an_error(text in prop_oneof![nearly(FEN), any::<String>()]) {
        for variant in Variant::ALL {
            if let Ok(fen) = Fen::parse(variant, &text)
                && let Ok(position) = Position::from_setup(fen.setup())
            {
                let again = Fen::parse(variant, &position.fen().to_string()).unwrap();
                prop_assert_eq!(Position::from_setup(again.setup()), Ok(position));
                for mv in &position.legal_moves() {
                    prop_assert!(!position.paths(mv).is_empty());
                }
            }
        }
    }

    #[test]
    fn sets_are_the_position_or_the_error_that_the_same_pieces_are(
        variant in prop::sample::select(&Variant::ALL[..]),
        pieces in prop::collection::vec((0..52_u64, 0..4_usize), 0..8),
        many in prop_oneof![9 => Just(0), 1 => any::<u64>()],
        black in any::<bool>(),
    ) {
        let mut sets = [many, 0, 0, 0];
        pieces.iter().for_each(|(square, set)| sets[*set] |= 1 << square);
        let side_to_move = if black { Side::Black } else { Side::White };
        let mut setup = Setup { variant, side_to_move, pieces: Vec::new() };
        let kinds = [
            (Side::White, Role::Man), (Side::White, Role::King), (Side::Black, Role::Man), (Side::Black, Role::King),
        ];
        for (set, (side, role)) in sets.iter().zip(kinds) {
            setup.pieces.extend(SquareSet::from_bits(*set).iter().map(|square| (square, Piece { side, role })));
        }
        let [white_men, white_kings, black_men, black_kings] = sets.map(SquareSet::from_bits);
        let position = Position::from_sets(variant, side_to_move, [white_men, black_men], [white_kings, black_kings]);
        prop_assert_eq!(position, Position::from_setup(&setup));
    }

    #[test]
    fn any_text_is_a_move_or_an_error(text in prop_oneof![nearly(MOVE), any::<String>()]) {
        if let Ok(text) = text.parse::<MoveText>() {
            prop_assert_eq!(text.to_string().parse(), Ok(text.clone()));
            for variant in Variant::ALL {
                let position = Position::initial(variant);
                if let Ok((mv, _)) = position.find_move(&text) {
                    prop_assert!(position.legal_moves().contains(&mv));
                }
            }
        }
    }
}
