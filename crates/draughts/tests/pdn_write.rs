//! What the PDN writer writes, and that the reader reads it as the same game. Knows only what the crate shows.

#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

mod random;

use draughts::pdn::{self, Line, Notation, PdnGame, PdnMove, PdnResult, ReadOptions, Remark};
use draughts::{Fen, Position, Variant};
use random::Random;

fn position(variant: Variant, fen: &str) -> Position {
    Position::from_setup(Fen::parse(variant, fen).unwrap().setup()).unwrap()
}

fn played(start: Position, texts: &[&str], result: PdnResult, tags: &[(&str, &str)]) -> PdnGame {
    let mut position = start;
    let mut moves = Vec::new();
    for text in texts {
        let (mv, path) = position.find_move(&text.parse().unwrap()).unwrap();
        moves.push((mv, path));
        position = position.play(&mv);
    }
    let tags = tags.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    PdnGame::of(&start, &moves, result, tags)
}

#[test]
fn a_written_game_has_the_roster_first_and_ends_with_a_star() {
    let start = Position::initial(Variant::Brazilian);
    let tags = [("TimeControl", "300+3"), ("White", "A \"b\" \\\n"), ("no name", "x"), ("Result", "2-0")];
    let game = played(start, &["c3-d4"], PdnResult::Draw, &tags);
    assert_eq!(
        pdn::write(&game),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A \\\"b\\\" \\\\ \"]\n[Black \"?\"]\n\
         [Result \"1/2-1/2\"]\n[TimeControl \"300+3\"]\n[GameType \"26,W,8,8,A0,0\"]\n\n1. c3-d4 *\n"
    );
}

#[test]
fn each_variant_is_written_with_its_squares_separator_and_result() {
    let written = |variant, texts: &[&str], notation| {
        let game = played(Position::initial(variant), texts, PdnResult::WhiteWins, &[]);
        let text = pdn::write_in(&game, notation);
        let result = text.lines().find(|line| line.starts_with("[Result")).unwrap().to_owned();
        let last: Vec<&str> = text.lines().filter(|line| !line.is_empty()).rev().take(2).collect();
        format!("{result} {} {}", last[1], last[0])
    };
    let (letters, numbers) = (Notation::Algebraic, Notation::Numeric);
    let capture = ["c3-d4", "b6-c5", "d4xb6"];
    for (variant, texts, notation, expected) in [
        (
            Variant::Brazilian,
            &capture,
            letters,
            "[Result \"1-0\"] [GameType \"26,W,8,8,A0,0\"] 1. c3-d4 b6-c5 2. d4xb6 *",
        ),
        (
            Variant::Brazilian,
            &capture,
            numbers,
            "[Result \"1-0\"] [GameType \"26,W,8,8,N2,0\"] 1. 22-18 9-14 2. 18x9 *",
        ),
        (
            Variant::Russian,
            &capture,
            letters,
            "[Result \"1-0\"] [GameType \"25,W,8,8,A0,0\"] 1. c3-d4 b6-c5 2. d4:b6 *",
        ),
        (
            Variant::American,
            &["9-14", "22-17", "6-9"],
            numbers,
            "[Result \"1-0\"] [GameType \"21,B,8,8,N1,0\"] 1. 9-14 22-17 2. 6-9 *",
        ),
        (
            Variant::American,
            &["9-14", "22-17", "6-9"],
            letters,
            "[Result \"1-0\"] [GameType \"21,B,8,8,A3,0\"] 1. b6-c5 c3-b4 2. c7-b6 *",
        ),
        (
            Variant::International,
            &["32-28", "19-23", "28x19"],
            numbers,
            "[Result \"2-0\"] [GameType \"20,W,10,10,N2,0\"] 1. 32-28 19-23 2. 28x19 *",
        ),
    ] {
        assert_eq!(written(variant, texts, notation), expected);
    }
}

#[test]
fn a_game_that_the_second_side_begins_says_so_and_so_does_a_move_behind_a_remark() {
    let start = position(Variant::Brazilian, "B:Wa1,c1:Bb8,d8");
    let mut game = played(start, &["b8-a7", "c1-b2", "d8-c7"], PdnResult::Unknown, &[]);
    let variation = played(start, &["d8-e7", "a1-b2"], PdnResult::Unknown, &[]);
    let late = played(start.play(&game.line.moves[0].mv), &["a1-b2"], PdnResult::Unknown, &[]);
    game.line.before.push(Remark::Comment(" first \n second } ".into()));
    game.line.moves[0].remarks = vec![Remark::Nag(1), Remark::Variation(variation.line), Remark::Nag(14)];
    game.line.moves[1].remarks = vec![Remark::Variation(late.line), Remark::Comment("c".into())];
    let text = pdn::write(&game);
    let expected = "[FEN \"B:Wa1,c1:Bb8,d8\"]\n\n{first second )} 1... b8-a7 $1 (1... d8-e7 2. a1-b2) $14 \
                    2. c1-b2 (2. a1-b2) {c} 2... d8-c7 *\n";
    assert!(text.ends_with(expected), "{text}");
    let numeric = pdn::write_in(&game, Notation::Numeric);
    assert!(numeric.contains("[FEN \"B:W29,30:B1,2\"]\n"), "{numeric}");
}

#[test]
fn only_an_ambiguous_capture_is_written_in_full_and_a_straight_king_lands_behind_the_piece() {
    let straight = position(Variant::International, "W:WK47:B42,29,19,14,22");
    let full: Vec<String> = straight
        .legal_moves()
        .iter()
        .map(|mv| straight.move_text(mv, &straight.paths(mv)[0]).to_string())
        .filter(|text| text.ends_with("x36"))
        .collect();
    assert_eq!(full, ["47x38x20x9x36", "47x38x24x13x36"], "the standard's own example");
    for line in include_str!("../../../tests/data/rules/brazilian.jsonl").lines() {
        let fen = line.split('"').nth(7).unwrap();
        let position = position(Variant::Brazilian, fen);
        let legal = position.legal_moves();
        for mv in &legal {
            let twins = legal.iter().filter(|twin| (twin.from(), twin.to()) == (mv.from(), mv.to())).count();
            for path in position.paths(mv) {
                let text = position.move_text(mv, &path);
                let named = text.to_string().split(['x', '-']).count();
                assert_eq!(named > 2, twins > 1 && path.squares().len() > 2, "{fen} {text}");
                assert_eq!(position.find_move(&text).map(|(found, _)| found), Ok(*mv), "{fen} {text}");
            }
        }
    }
}

const WORDS: &[&str] = &[
    "",
    "good",
    "a {brace",
    "[%clk 0:01:02]",
    "[Event \"x\"]",
    "1-0",
    "(",
    ")",
    "é — ñ",
    "\\",
    "\"",
    "%",
    ";",
    "1. c3-d4",
    "*",
];

fn words(random: &mut Random) -> String {
    let words: Vec<&str> = (0..random.below(4)).map(|_| *random.pick(WORDS)).collect();
    words.join(" ").trim().to_owned()
}

/// Random moves with random remarks, variations in variations among them.
fn line(start: Position, plies: usize, depth: usize, random: &mut Random) -> Line {
    let mut line = Line::default();
    let mut position = start;
    if random.below(6) == 0 {
        line.before.push(Remark::Comment(words(random)));
    }
    for _ in 0..plies {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = *random.pick(&legal);
        let path = *random.pick(&position.paths(&mv));
        let mut remarks = Vec::new();
        for _ in 0..random.below(4).saturating_sub(1) {
            match random.below(3) {
                0 => remarks.push(Remark::Comment(words(random))),
                1 => remarks.push(Remark::Nag(random.below(256) as u16)),
                _ if depth > 0 => {
                    let plies = 1 + random.below(6);
                    remarks.push(Remark::Variation(self::line(position, plies, depth - 1, random)));
                }
                _ => {}
            }
        }
        line.moves.push(PdnMove { mv, path, remarks });
        position = position.play(&mv);
    }
    line
}

fn game(variant: Variant, random: &mut Random) -> PdnGame {
    let mut start = Position::initial(variant);
    for _ in 0..[0, random.below(60)][random.below(2)] {
        let legal = start.legal_moves();
        if legal.is_empty() {
            break;
        }
        start = start.play(random.pick(&legal));
    }
    let results = [
        PdnResult::WhiteWins,
        PdnResult::BlackWins,
        PdnResult::Draw,
        PdnResult::BothLose,
        PdnResult::Unknown,
    ];
    let names = ["Event", "White", "Black", "Annotator", "Termination", "Tag_1"];
    let mut tags = Vec::new();
    for name in names {
        if random.below(2) == 0 {
            tags.push((name.to_owned(), words(random)));
        }
    }
    let mut game = PdnGame::of(&start, &[], *random.pick(&results), tags);
    let plies = random.below(120);
    game.line = line(start, plies, 4, random);
    game
}

#[test]
fn every_random_game_with_all_its_remarks_is_written_and_read_again_as_the_same() {
    let seed = std::env::var("TEST_SEED").map_or(26, |seed| seed.parse().unwrap());
    println!("seed {seed}");
    for variant in Variant::ALL {
        let mut random = Random(seed);
        let mut text = String::new();
        let mut games = Vec::new();
        for _ in 0..150 {
            let game = game(variant, &mut random);
            let notation = *random.pick(&[Notation::Algebraic, Notation::Numeric]);
            text += &pdn::write_in(&game, notation);
            games.push(game);
        }
        // all behind each other, so that each must end where it ends
        let read: Vec<_> = pdn::read(&text, ReadOptions::default()).collect();
        assert_eq!(read.len(), games.len(), "seed {seed}, {variant}");
        for (n, (read, game)) in read.iter().zip(&games).enumerate() {
            let read =
                read.as_ref().unwrap_or_else(|error| panic!("seed {seed}, {variant} game {n}: {error}"));
            assert_eq!(read.game, *game, "seed {seed}, {variant} game {n}: {}", pdn::write(game));
        }
    }
}
