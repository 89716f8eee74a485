//! The rules of play by name, each on a small board. Knows only what the crate shows.

#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

use draughts::{Fen, Illegality, MoveError, Position, SquareSet, Variant};

fn position(variant: Variant, fen: &str) -> Position {
    Position::from_setup(Fen::parse(variant, fen).unwrap().setup()).unwrap()
}

/// The legal moves by their smallest path, sorted.
#[track_caller]
fn check_moves(variant: Variant, fen: &str, expected: &[&str]) {
    let position = position(variant, fen);
    let legal = position.legal_moves();
    let mut moves: Vec<String> =
        legal.iter().map(|mv| position.paths(mv)[0].text(variant).to_string()).collect();
    moves.sort();
    assert_eq!(moves, expected, "{fen}");
}

#[track_caller]
fn check_play(variant: Variant, fen: &str, text: &str, after: &str) {
    let position = position(variant, fen);
    let (mv, _) = position.find_move(&text.parse().unwrap()).unwrap();
    assert_eq!(position.play(&mv).fen().to_string(), after, "{fen} {text}");
}

#[track_caller]
fn check_refused(fen: &str, text: &str, expected: Illegality) {
    match position(Variant::Brazilian, fen).find_move(&text.parse().unwrap()) {
        Err(MoveError::Illegal { reason, .. }) => assert_eq!(reason, expected, "{fen} {text}"),
        other => panic!("{fen} {text}: {other:?}"),
    }
}

use Variant::{American, Brazilian, International, Russian};

#[test]
fn a_man_steps_forward_only() {
    check_moves(Brazilian, "W:Wc3:Bh8", &["c3-b4", "c3-d4"]);
    check_moves(Brazilian, "B:Wa1:Bc7", &["c7-b6", "c7-d6"]);
    check_moves(Brazilian, "W:Wa3:Bh8", &["a3-b4"]);
}

#[test]
fn a_man_captures_backward_too_except_in_american_draughts() {
    check_moves(Brazilian, "W:We5:Bd4,h8", &["e5xc3"]);
    check_moves(American, "W:We5:Bd4,h8", &["e5-d6", "e5-f6"]);
}

#[test]
fn capturing_is_compulsory() {
    check_moves(Brazilian, "W:Wc3,g1:Bd4", &["c3xe5"]);
    check_refused("W:Wc3,g1:Bd4", "g1-f2", Illegality::MustCapture);
}

#[test]
fn only_the_captures_that_take_the_most_are_legal_where_majority_rules() {
    let fen = "W:Wc3,e3:Bd4,d6,b4";
    check_moves(Brazilian, fen, &["c3xe5xc7", "e3xc5xa3", "e3xc5xe7"]);
    check_moves(Russian, fen, &["c3xa5", "c3xe5xc7", "e3xc5xa3", "e3xc5xe7"]);
    check_moves(American, fen, &["c3xa5", "c3xe5xc7", "e3xc5xe7"]);
    check_refused(fen, "c3xa5", Illegality::MustTakeMore { most: 2 });
}

#[test]
fn three_men_beat_two_kings() {
    check_moves(Brazilian, "W:Wa1,h4:BKb2,Kd4,g5,e7,c7", &["h4xf6xd8xb6"]);
}

#[test]
fn among_captures_of_the_same_number_the_player_chooses() {
    check_moves(Brazilian, "W:Wa1,g1:Bb2,b4,d6,Kf2,Kf4", &["a1xc3xa5", "g1xe3xg5"]);
}

#[test]
fn a_captured_piece_stays_until_the_move_ends_and_blocks_the_turkish_strike() {
    // From f2 the king could take b6 if d4 had left the board already.
    check_moves(Brazilian, "W:WKb2:Bd4,g5,g3,b6", &["b2xf6xh4xe1", "b2xf6xh4xf2"]);
    check_play(Brazilian, "W:WKb2:Bd4,g5,g3,b6", "b2xf6xh4xf2", "B:WKf2:Bb6");
}

#[test]
fn the_start_square_may_be_passed_and_be_the_end() {
    check_moves(Brazilian, "W:WKc3:Bd4,g5,f2,b4", &["c3xf6xh4xe1xa5"]);
    check_moves(Brazilian, "W:Wf6,h6:Bc7,e7,c5,e5", &["f6xd8xb6xd4xf6"]);
    check_play(Brazilian, "W:Wf6,h6:Bc7,e7,c5,e5,h8", "f6xf6", "B:Wf6,h6:Bh8");
}

#[test]
fn two_orders_of_the_same_captures_are_one_move_with_two_paths() {
    let position = position(Brazilian, "W:Wf6,h6:Bc7,e7,c5,e5");
    let legal = position.legal_moves();
    assert_eq!(legal.len(), 1);
    let paths: Vec<_> =
        position.paths(&legal[0]).iter().map(|path| path.text(Brazilian).to_string()).collect();
    assert_eq!(paths, ["f6xd8xb6xd4xf6", "f6xd4xb6xd8xf6"]);
}

#[test]
fn a_man_that_only_passes_the_far_row_is_crowned_as_the_variant_says() {
    check_play(Brazilian, "W:Wd6:Be7,g7", "d6xf8xh6", "B:Wh6:B");
    check_play(Russian, "W:Wd6:Be7,g7", "d6xf8xh6", "B:WKh6:B");
    check_play(American, "W:Wd6:Be7,g7", "d6xf8", "B:WKf8:Bg7");
}

#[test]
fn a_russian_man_goes_on_as_a_king_from_the_far_row() {
    check_moves(Russian, "W:Wb6:Bc7,f6", &["b6xd8xg5", "b6xd8xh4"]);
    check_moves(Brazilian, "W:Wb6:Bc7,f6", &["b6xd8"]);
}

#[test]
fn a_man_whose_move_ends_on_the_far_row_is_crowned() {
    check_play(Brazilian, "W:Wg7:Ba7", "g7-f8", "B:WKf8:Ba7");
    check_play(Brazilian, "B:Wd2:Be3,a7", "e3xc1", "W:W:Ba7,Kc1");
}

#[test]
fn a_flying_king_goes_any_distance_and_a_short_one_goes_one_square() {
    let far = ["c3-a1", "c3-a5", "c3-b2", "c3-b4", "c3-d2", "c3-d4", "c3-e1", "c3-e5", "c3-f6", "c3-g7"];
    check_moves(Brazilian, "W:WKc3:Bh8", &far);
    check_moves(American, "W:WKc3:Ba7", &["c3-b2", "c3-b4", "c3-d2", "c3-d4"]);
    check_moves(
        International,
        "W:WK46:B5",
        &["46-10", "46-14", "46-19", "46-23", "46-28", "46-32", "46-37", "46-41"],
    );
}

#[test]
fn a_flying_king_lands_on_any_square_behind_the_piece_unless_it_must_go_on() {
    check_moves(Brazilian, "W:WKa1:Bd4", &["a1xe5", "a1xf6", "a1xg7", "a1xh8"]);
    check_moves(Brazilian, "W:WKa1:Bd4,g5", &["a1xf6xh4"]);
    check_moves(Russian, "W:WKa1:Bd4,g5", &["a1xf6xh4"]);
}

#[test]
fn two_pieces_in_a_row_cannot_be_jumped() {
    check_moves(Brazilian, "W:WKa1:Bb2,c3", &[]);
    check_moves(Brazilian, "W:Wa1:Bb2,c3", &[]);
}

#[test]
fn without_pieces_or_blocked_there_is_no_move() {
    check_moves(Brazilian, "W:W:Bb8", &[]);
    check_moves(Brazilian, "W:Wa3:Bb4,c5", &[]);
}

#[test]
fn r5_half_a_capture_is_refused_and_its_ends_are_enough() {
    let fen = "W:We3:Bd4,d6,f6";
    check_refused(fen, "e3xc5", Illegality::MustTakeMore { most: 3 });
    check_refused(fen, "e3xc5xe7", Illegality::MustTakeMore { most: 3 });
    check_play(Brazilian, fen, "e3xg5", "B:Wg5:B");
    check_play(Brazilian, fen, "e3xc5xe7xg5", "B:Wg5:B");
    check_play(Brazilian, fen, "e3:g5", "B:Wg5:B");
}

#[test]
fn a_partial_list_of_landing_squares_is_refused() {
    check_refused("W:Wf6,h6:Bc7,e7,c5,e5", "f6xb6xf6", Illegality::MustTakeMore { most: 4 });
}

#[test]
fn an_ambiguous_capture_asks_for_the_path_and_names_all() {
    let position = position(Brazilian, "W:WKa5,a3:Bg5,Kb4,f4,b2,Kf2");
    let error = position.find_move(&"a5xa1".parse().unwrap()).unwrap_err();
    let paths = ["a5xe1xh4xf6xa1", "a5xe1xg3xe5xa1"].map(str::to_owned).to_vec();
    assert_eq!(error, MoveError::Ambiguous { paths });
}

#[test]
fn what_is_wrong_with_a_move_is_told() {
    check_refused("W:Wc3:Bh8", "c3-c4", Illegality::NoSuchSquare);
    check_refused("W:Wc3:Bh8", "33-1", Illegality::NoSuchSquare);
    check_refused("W:Wc3:Bh8", "h8-g7", Illegality::NotYourPiece);
    check_refused("W:Wc3:Bh8", "a1-b2", Illegality::NotYourPiece);
    check_refused("W:Wc3:Bh8", "c3xd4", Illegality::NothingToCapture);
    check_refused("W:Wc3:Bh8", "c3-e5", Illegality::NoSuchMove);
}

#[test]
fn a_stored_row_finds_its_move_and_no_other() {
    let position = position(Brazilian, "W:WKa1:Bd4");
    for mv in &position.legal_moves() {
        assert_eq!(position.find_parts(mv.from(), mv.to(), mv.captured()), Ok(*mv));
        assert!(position.find_parts(mv.from(), mv.to(), SquareSet::EMPTY).is_err());
        assert!(position.find_parts(mv.to(), mv.from(), mv.captured()).is_err());
    }
}
