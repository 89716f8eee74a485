//! What the PDN reader takes. Knows only what the crate shows.

#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

mod told;

use draughts::pdn::{self, PdnFault, PdnRemark, PdnResult, Reader};
use draughts::{Side, Variant};
use told::{STRICT, all, at, fault, moves, one};

#[test]
fn comments_variations_nags_and_strengths_stay_where_they_stand() {
    let text = "% a line {\n{first} [White \"A \\\"quoted\\\" na\\\\me\"]\n\n{second\n   line} 1. c3-d4! {why (not} $5 \
                (1. a3-b4 {)} (1. g3-h4) 1... b6-c5(?)) 1... b6-c5?! 2.d4xb6 ; to the end } {\n a7xc5 !? 2-0 {over}*";
    let game = one(text).game;
    assert_eq!(game.tag("White"), Some("A \"quoted\" na\\me"));
    assert_eq!(
        moves(&game),
        "{first} {second line} c3d4 $1 {why (not} $5 (a3b4 {)} (g3h4) b6c5 $2) b6c5 $6 d4b6 {to the end ) {} a7c5 $5 {over}"
    );
    assert_eq!(game.result, PdnResult::WhiteWins);
}

#[test]
fn a_move_is_read_however_it_is_written() {
    for text in [
        "1. c3-d4 b6-c5 2. d4xb6 a7xc5",
        "1.c3-d4 b6-c5 2.d4:b6 a7:c5",
        "1. c3d4 b6c5 2. d4b6 a7c5",
        "1. c3 - d4 b6- c5 2. d4 x b6 a7 :c5",
        "c3-d4 b6-c5 d4xb6 a7xc5",
        "1. c3-d4 1... b6-c5 2. d4xb6 2... a7xc5",
        "1. 22-18 09-14 2. 18x09 5x14",
        "1. 22 - 18 9-14 2. 18x9* 05:14",
    ] {
        let game = one(&format!("[GameType \"26\"]\n{text} *")).game;
        let plain = moves(&game).replace(" $7", "");
        assert_eq!(plain, "c3d4 b6c5 d4b6 a7c5", "{text}");
    }
}

#[test]
fn every_style_of_a_result_is_read() {
    for (token, result) in [
        ("1-0", PdnResult::WhiteWins),
        ("2-0", PdnResult::WhiteWins),
        ("0-1", PdnResult::BlackWins),
        ("0-2", PdnResult::BlackWins),
        ("1/2-1/2", PdnResult::Draw),
        ("1-1", PdnResult::Draw),
        ("1 - 1", PdnResult::Draw),
        ("0-0", PdnResult::BothLose),
        ("*", PdnResult::Unknown),
        ("", PdnResult::Unknown),
    ] {
        assert_eq!(one(&format!("1. c3-d4 b6-c5 {token}")).game.result, result, "{token}");
        assert_eq!(one(&format!("[Result \"{token}\"]\n1. c3-d4 *")).game.result, {
            if token == "1 - 1" { PdnResult::Unknown } else { result }
        });
    }
}

#[test]
fn a_game_ends_with_a_result_a_star_or_the_next_tags() {
    let text = "1. c3-d4 1/2-1/2\n[Event \"x\"]\n[Result \"0-2\"]\n1. c3-d4 *\n*\n[Event \"y\"]\n1. a3-b4\n\
                [Event \"z\"]\n[GameType \"20\"]\n0-0 *\n1. g3-h4\n";
    let games: Vec<_> = all(text)
        .into_iter()
        .map(|game| game.unwrap())
        .map(|read| (read.line, moves(&read.game), read.game.result))
        .collect();
    let expected = [
        (1, "c3d4", PdnResult::Draw),
        (2, "c3d4", PdnResult::BlackWins),
        (6, "a3b4", PdnResult::Unknown),
        (8, "", PdnResult::BothLose),
        (11, "g3h4", PdnResult::Unknown),
    ];
    assert_eq!(games, expected.map(|(line, moves, result)| (line, moves.to_owned(), result)));
}

#[test]
fn a_capture_may_name_all_some_or_none_of_its_landing_squares_unless_that_is_ambiguous() {
    let tags = "[GameType \"20\"]\n[FEN \"W:WK47:B42,29,19,14,22\"]\n";
    let read = |text: &str| pdn::read(&format!("{tags}1. {text} *"), STRICT).next().unwrap();
    let fault = read("47x36").unwrap_err().what;
    let PdnFault::Ambiguous { ply: 1, paths, .. } = fault else { panic!("{fault}") };
    assert!(paths.len() > 1 && paths.iter().all(|path| path.starts_with("47x")), "{paths:?}");
    // each way that is offered is taken, and is one of the moves
    for path in &paths {
        let game = read(path).unwrap_or_else(|error| panic!("{path}: {error}")).game;
        assert_eq!(game.line.moves[0].mv.to().number(), 36);
    }
}

#[test]
fn a_game_by_letters_without_a_game_type_is_the_first_whose_rules_it_keeps() {
    let read = one("1. c3-d4 b6-c5 *");
    assert_eq!(read.game.start.variant(), Variant::Brazilian);
    let both = PdnRemark::Inferred { variant: Variant::Brazilian, also: Some(Variant::Russian) };
    assert_eq!(read.notes[0].what, both);
    // one man is taken where three could be: Russian draughts alone allows it
    let read = one("[FEN \"W:Wc3:Bb4,d4,f6,f8\"]\n1. c3xa5 *");
    assert_eq!(read.game.start.variant(), Variant::Russian);
    assert_eq!(read.notes[0].what, PdnRemark::Inferred { variant: Variant::Russian, also: None });
}

#[test]
fn the_squares_of_a_full_game_type_are_those_that_it_says() {
    for (game_type, fen, mv, expected) in [
        ("26,W,8,8,A0,0", "W:Wc3:Bh8", "c3-d4", "c3d4"),
        ("26,W,8,8,N0,0", "W:W10:B32", "10-14", "c3d4"),
        ("26,W,8,8,N2,0", "W:W22:B4", "22-18", "c3d4"),
        ("26,W,8,8,A3,0", "W:Wf6:Ba1", "f6-e5", "c3d4"),
        ("26,W,8,8,A0,1", "W:Wf3:Ba8", "f3-e4", "c3d4"),
        ("21,B,8,8,N1,0", "B:B9:W32", "9-13", "b6a5"),
        ("21,B,8,8,A0,0", "B:Bg3:Wb8", "g3-h4", "b6a5"),
    ] {
        let text = format!("[FEN \"{fen}\"]\n[GameType \"{game_type}\"]\n1. {mv} *");
        assert_eq!(moves(&one(&text).game), expected, "{game_type}");
    }
}

#[test]
fn a_setup_before_the_first_move_is_the_start_and_a_later_one_is_refused() {
    let game = one("[GameType \"26\"]\n/FEN \"W:Wa1:Bh8\"/ {first} /FEN \"B:Wa1:Bh8\"/ 1... h8-g7 *").game;
    assert_eq!(game.start.fen().to_string(), "B:Wa1:Bh8");
    assert_eq!(moves(&game), "{first} h8g7");
    let tag = "[GameType \"26\"]\n";
    assert_eq!(fault(&format!("{tag}1. c3-d4 /FEN \"W:Wa1:Bh8\"/ *")), at(2, 10, PdnFault::LateSetup));
    assert_eq!(
        fault(&format!("{tag}1. c3-d4 (/FEN \"W:Wa1:Bh8\"/ 1. a1-b2) *")),
        at(2, 11, PdnFault::LateSetup)
    );
    assert_eq!(fault(&format!("{tag}1. c3-d4 /FEN \"B::\"/ *")), at(2, 10, PdnFault::NullMove));
    assert_eq!(fault(&format!("{tag}/FEN \"W:Wa1\n")), at(2, 1, PdnFault::Setup));
    assert!(matches!(fault(&format!("{tag}/FEN \"?:Wa1:Bh8\"/ *")).what, PdnFault::Fen(_)));
}

#[test]
fn clock_times_of_both_styles_are_milliseconds_of_the_sides() {
    let text = "[GameType \"26\"]\n1. c3-d4 {[%clk 1:55:21]} b6-c5 {well [%clock w0:00:10 B0:00:03]} \
                2. d4xb6 {[%clock w123s B120s]} a7xc5 {[%clk soon]} *";
    let read = one(text);
    let clocks: Vec<_> =
        read.game.clocks().iter().map(|clocks| (clocks.white_ms, clocks.black_ms, clocks.running)).collect();
    let expected = [
        (Some(6_921_000), None, None),
        (Some(10_000), Some(3_000), Some(Side::Black)),
        (Some(123_000), Some(120_000), Some(Side::Black)),
        (None, None, None),
    ];
    assert_eq!(clocks, expected);
    assert_eq!(read.notes[0].what, PdnRemark::Clock { command: "clk soon".into() });
}

#[test]
fn old_files_are_read_as_they_are() {
    let bytes = b"[White \"Jo\xe3o\"]\r\n[GameType \"26\"]\r\n\r\n1. c3-d4\r\n% a line\r\nb6-c5 2-0\r\n\x1a";
    let games: Vec<_> = Reader::new(&bytes[..], STRICT).collect();
    assert_eq!(games.len(), 1);
    let read = games[0].as_ref().unwrap();
    assert_eq!(read.game.tag("White"), Some("João"));
    assert_eq!(
        read.notes.iter().map(|note| note.to_string()).collect::<Vec<_>>(),
        ["line 1, column 1: not UTF-8: such lines are read as Latin-1"]
    );
    let marked = one("\u{feff}[Event \"x\"]\n1. c3-d4 *");
    assert_eq!((marked.line, marked.game.tag("Event")), (1, Some("x")));
}

#[test]
fn a_game_is_read_before_the_stream_has_ended() {
    /// Gives one game and fails when more is asked for.
    struct OneGame<'a>(&'a [u8]);
    impl std::io::Read for OneGame<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            if self.0.is_empty() {
                return Err(std::io::Error::other("the line is cut"));
            }
            self.0.read(buffer)
        }
    }
    let stream = std::io::BufReader::new(OneGame(b"1. c3-d4 2-0\n"));
    let mut reader = Reader::new(stream, STRICT);
    assert_eq!(moves(&reader.next().unwrap().unwrap().game), "c3d4");
    let cut = reader.next().unwrap().unwrap_err();
    assert!(matches!(cut.what, PdnFault::Source { .. }), "{cut}");
    assert!(reader.next().is_none());
}
