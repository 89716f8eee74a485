//! What the PDN reader refuses, where it goes on, what it notes and what it mends. Knows only what the crate shows.

#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

mod told;

use draughts::pdn::{self, PdnError, PdnFault, PdnRemark, PdnResult, Place, ReadOptions};
use draughts::{Illegality, Side, Variant};
use told::{STRICT, all, at, fault, moves, one};

const TOLERANT: ReadOptions = ReadOptions { variant: None, tolerant: true };

#[test]
fn an_error_names_line_and_column_and_the_next_game_is_read() {
    let second = |text: &str| {
        let mut games = all(text);
        assert_eq!(games.len(), 2, "{text}: {games:?}");
        let second = games.remove(1).unwrap_or_else(|error| panic!("{text}: {error}"));
        (games.remove(0).unwrap_err(), moves(&second.game))
    };
    let next = "c3b4".to_owned();
    for (text, line, column) in [
        // a word that is none, behind one that is not ASCII
        ("[Event \"é\"]\n1. c3-d4 {é} é6-c5\n 2. a3-b4\n[Event \"second\"]\n1. c3-b4 *", 2, 14),
        // without tags the result tells where the next game begins
        ("1. c3-d4 bad 2. a3-b4 {1-0} (0-1) 1-0\n\n1. c3-b4 *", 1, 10),
        // a wrong tag: the others are its game's too
        ("[Event oh]\n[Site \"x\"]\n\n1. c3-d4 2-0\n[Event \"second\"]\n1. c3-b4 *", 1, 1),
        // a wrong tag of a game without moves
        ("[Event oh]\n[Site \"x\"]\n\n[Event \"second\"]\n1. c3-b4 *", 1, 1),
        // a brace that was forgotten ends with the next tags
        ("1. c3-d4 {oh\n b6-c5 2-0\n\n[Event \"second\"]\n1. c3-b4 *", 1, 10),
        // so does a parenthesis; and with the result
        ("1. c3-d4 (1. a3-b4\n\n[Event \"second\"]\n1. c3-b4 *", 1, 10),
        ("1. c3-d4 (1. a3-b4 2-0\n\n1. c3-b4 *", 1, 10),
        ("1. c3-d4 (1. a3-b4 2-0) b6-c5 2-0\n1. c3-b4 *", 1, 20),
        // the rules are asked when the text is read
        ("[GameType \"26\"]\n1. c3-d4 b6-c5 2. a3-b4 2-0\n1. c3-b4 *", 2, 19),
        ("[GameType \"40\"]\n1. 32-28 2-0\n[GameType \"26\"]\n1. c3-b4 *", 1, 1),
    ] {
        let (error, moves) = second(text);
        assert_eq!((error.place, moves), (Place { line, column }, next.clone()), "{text}: {error}");
    }
}

#[test]
fn a_wrong_tag_behind_a_game_is_the_next_games() {
    let games = all("1. c3-d4\n[Event oh]\n1. c3-b4 2-0\n1. a3-b4 *");
    assert_eq!(games.len(), 3);
    assert_eq!(moves(&games[0].as_ref().unwrap().game), "c3d4");
    assert_eq!(games[1], Err(at(2, 1, PdnFault::Tag)));
    assert_eq!(moves(&games[2].as_ref().unwrap().game), "a3b4");
}

#[test]
fn what_is_wrong_is_told_with_what_is_right() {
    let at_1 = |column, what| at(1, column, what);
    assert_eq!(fault("1. c3-d4 )"), at_1(10, PdnFault::ClosesNothing { found: ')' }));
    assert_eq!(fault("1. c3-d4 }"), at_1(10, PdnFault::ClosesNothing { found: '}' }));
    assert_eq!(fault("1. c3-d4 $x"), at_1(10, PdnFault::Nag));
    assert_eq!(fault("1. c3-d4 [Event oh]"), at_1(10, PdnFault::Tag));
    assert_eq!(fault("1. c3-d4 ()"), at_1(11, PdnFault::EmptyVariation));
    assert_eq!(fault("(1. c3-d4) *"), at_1(1, PdnFault::VariationOfNothing));
    assert_eq!(fault("1. c3-d4 2. - - 2-0"), at_1(13, PdnFault::UnknownMove));
    assert_eq!(fault("[event \"x\"]\n1. c3-d4"), at_1(1, PdnFault::TagName { name: "event".into() }));
    assert_eq!(fault("[P1 \"x\"]\n1. c3-d4"), at_1(1, PdnFault::PlayerTag { name: "P1".into() }));
    assert_eq!(fault("[Variant \"Pool\"]\n1. c3-d4"), at_1(1, PdnFault::VariantTag { value: "Pool".into() }));
    assert_eq!(
        fault("[GameType \"26\"]\n1. 2218 *"),
        at(2, 4, PdnFault::NoSeparator { word: "2218".into() })
    );
    assert_eq!(fault("[Event \"oh\n\"]"), at_1(1, PdnFault::Tag));
    assert_eq!(fault("1. c3-d4 {oh"), at_1(10, PdnFault::OpenComment));
    assert_eq!(fault("[Event \"x\"]"), at_1(1, PdnFault::NoGameTypeNoMove));
    assert!(
        fault("12 c3-d4").to_string().contains("\"12\" is neither a result nor a move number nor a move")
    );
}

#[test]
fn a_move_that_is_not_legal_is_named_with_its_ply_and_the_reason() {
    let tag = "[GameType \"26\"]\n";
    let illegal = |ply: usize, text: &str, reason: Illegality, error: PdnError| match error.what {
        PdnFault::Illegal { ply: found, text: shown, reason: why, .. } => {
            assert_eq!((found, shown.as_str(), why), (ply, text, reason));
        }
        other => panic!("{other}"),
    };
    illegal(3, "a3-b4", Illegality::MustCapture, fault(&format!("{tag}1. c3-d4 b6-c5 2. a3-b4 *")));
    illegal(1, "a2-b3", Illegality::NoSuchSquare, fault(&format!("{tag}1. a2-b3 *")));
    // in a variation the ply is the one that it replaces
    illegal(2, "a7-b6", Illegality::NoSuchMove, fault(&format!("{tag}1. c3-d4 b6-c5 (1... a7-b6) *")));
    let wrong = PdnFault::Separator { ply: 3, text: "d4-b6".into(), right: "d4xb6".into() };
    assert_eq!(fault(&format!("{tag}1. c3-d4 b6-c5 2. d4-b6 *")), at(2, 19, wrong));
}

#[test]
fn numbers_without_a_game_type_are_not_guessed() {
    assert_eq!(fault("[Event \"x\"]\n1. 22-18 *"), at(2, 4, PdnFault::NoGameType));
    let fen = "[Event \"x\"]\n[FEN \"W:W32-50:B1-20\"]\n1. a1-b2 *";
    assert_eq!(fault(fen), at(2, 1, PdnFault::NoGameType));
    let named = ReadOptions { variant: Some(Variant::Brazilian), tolerant: false };
    let game = pdn::read("1. 22-18 *", named).next().unwrap().unwrap().game;
    assert_eq!((moves(&game).as_str(), game.start.variant()), ("c3d4", Variant::Brazilian));
    // the tag is stronger than the caller
    let game = pdn::read("[GameType \"25\"] 1. c3-d4 *", named).next().unwrap().unwrap().game;
    assert_eq!(game.start.variant(), Variant::Russian);
}

#[test]
fn what_is_odd_is_noted_and_no_error() {
    let text = "[GameType \"26\"]\n[Event \"x\"]\n[Event \"y\"]\n[Result \"1-0\"]\n\n1. c3-d4 0-1";
    let told: Vec<String> = one(text).notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "line 3, column 1: tag Event is given twice; the first one holds",
            "line 6, column 10: the Result tag says 1-0, the moves end with 0-1, which holds",
        ]
    );
    let won = "[GameType \"26\"]\n[Result \"won\"]\n[FEN \"W:Wc3:Bd4\"]\n1. c3xe5 0-1";
    let told: Vec<_> = one(won).notes.into_iter().map(|note| note.what).collect();
    let lost = PdnRemark::BoardDisagrees { result: "0-1".into(), loser: Side::Black };
    assert_eq!(told, [PdnRemark::ResultTag { value: "won".into() }, lost]);
}

#[test]
fn a_tolerant_reader_mends_what_no_version_allows_and_says_so() {
    let told = |text: &str| {
        let games: Vec<_> = pdn::read(text, TOLERANT).collect();
        assert_eq!(games.len(), 1, "{text}");
        let read = games[0].as_ref().unwrap_or_else(|error| panic!("{text}: {error}"));
        (moves(&read.game), read.notes.iter().map(|note| note.what.clone()).collect::<Vec<_>>())
    };
    let fen = "[GameType \"26\"]\n[FEN \"W:Wc3:Bd4,f6,b8\"]\n";
    let split = PdnRemark::SplitCapture { tokens: 2, whole: "c3xe5xg7".into() };
    assert_eq!(told(&format!("{fen}1. c3xe5 e5xg7 b8-a7 *")), ("c3g7 b8a7".into(), vec![split]));
    let right = |text: &str, right: &str| PdnRemark::Separator { text: text.into(), right: right.into() };
    let tag = "[GameType \"26\"]\n";
    let mended = vec![right("2218", "22-18"), right("d4-b6", "d4xb6")];
    assert_eq!(told(&format!("{tag}1. 2218 b6-c5 2. d4-b6 *")), ("c3d4 b6c5 d4b6".into(), mended));
    let name = vec![PdnRemark::TagName { name: "GameType".into() }];
    assert_eq!(told("[gameType \"26\"]\n1. c3-d4 *"), ("c3d4".into(), name));
    let starter = vec![PdnRemark::Starter { variant: Variant::American }];
    assert_eq!(told("[GameType \"21,W,8,8,N1,0\"]\n1. 9-13 *"), ("b6a5".into(), starter));
}

#[test]
fn p1_and_p2_are_the_movers_in_their_order_and_see_the_board_from_their_side() {
    let text = "[P1 \"Ana\"]\n[P2 \"Beto\"]\n[P1Elo \"1500\"]\n[TimeControl \"3+2\"]\n[Variant \"American/English\"]\n[Result \"1-0\"]\n1. e3-d4 b6-c5 1-0";
    let read = pdn::read(text, TOLERANT).next().unwrap().unwrap();
    let game = &read.game;
    assert_eq!((game.tag("Black"), game.tag("White")), (Some("Ana"), Some("Beto")));
    assert_eq!((game.tag("BlackElo"), game.tag("P1Elo")), (Some("1500"), None));
    assert_eq!(game.tag("TimeControl"), Some("180+2"), "that site counts minutes");
    assert_eq!((moves(game).as_str(), game.result), ("d6e5 g3f4", PdnResult::BlackWins));
    assert!(read.notes.iter().all(|note| note.what.is_mended()), "{:?}", read.notes);
    // a name that would become too long to be read again stays
    let long = format!("P2{}", "X".repeat(62));
    let text = text.replace("P1Elo", &long);
    let game = pdn::read(&text, TOLERANT).next().unwrap().unwrap().game;
    assert_eq!(game.tag(&long), Some("1500"));
    assert_eq!(pdn::read(&pdn::write(&game), STRICT).next().unwrap().unwrap().game, game);
}

#[test]
fn a_game_that_holds_too_much_is_an_error_and_the_next_one_is_read() {
    let next = "\n\n[Event \"next\"]\n1. c3-d4 *\n";
    for much in [
        "1. c3-d4 ".repeat(10_001),
        format!("1. c3-d4 {}", "$1 ".repeat(50_000)),
        format!("1. c3-d4 {}", "(1. a3-b4 ".repeat(65)),
        format!("1. c3-d4 {{{}}} 2-0", "é".repeat(40_000)),
        format!("1. c3-d4 {} 2-0", format!("{{{}}} ", "a".repeat(60_000)).repeat(18)),
        format!("1. {} 2-0", "c3x".repeat(100)),
        (0..257).map(|n| format!("[Tag{n} \"x\"]\n")).collect(),
        format!("[Event \"{}\"]", "x".repeat(4_097)),
        format!("[{} \"x\"]", "X".repeat(65)),
        "a".repeat((4 << 20) + 1),
    ] {
        let games = all(&format!("{much}{next}"));
        let kind: String = much.chars().take(30).collect();
        let too_much = matches!(&games[0], Err(PdnError { what: PdnFault::TooMuch { .. }, .. }));
        assert!(too_much, "{kind}: {:?}", games[0]);
        let last = games.last().unwrap().as_ref().unwrap_or_else(|error| panic!("{kind}: {error}"));
        assert_eq!(last.game.tag("Event"), Some("next"), "{kind}");
        assert_eq!(games.len(), 2, "{kind}");
    }
}
