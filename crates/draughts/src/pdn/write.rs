//! Games as PDN 3.0 text, in the way every reader takes. Knows the tags' order and when a capture needs its full path.

use super::{PdnGame, PdnResult};
use crate::square::SquareText;
use crate::{Move, MoveText, Path, Position, Side, Square, SquareSet, Variant};
use std::fmt::Write as _;

/// The tags that every game has, in their order.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The value of the GameType tag with which a variant's games are written.
#[must_use]
pub const fn game_type(variant: Variant) -> &'static str {
    match variant {
        Variant::Brazilian => "26,W,8,8,A0,0",
        Variant::Russian => "25,W,8,8,A0,0",
        Variant::American => "21,B,8,8,A0,0",
        Variant::International => "20,W,10,10,N2,0",
    }
}

impl PdnGame {
    /// A played game: its tags get GameType, Result and, where it did not begin as the variant does, FEN.
    ///
    /// # Panics
    /// When a move is not legal where it stands.
    #[must_use]
    pub fn of(
        start: &Position,
        moves: &[(Move, Path)],
        result: PdnResult,
        tags: Vec<(String, String)>,
    ) -> Self {
        let variant = start.variant();
        let mut game = Self { tags, moves: Vec::with_capacity(moves.len()), result };
        game.set_tag("Result", result_text(variant, result));
        game.set_tag("GameType", game_type(variant).to_owned());
        if *start != Position::initial(variant) {
            game.set_tag("FEN", start.fen().to_string());
        }
        let mut position = *start;
        for (mv, path) in moves {
            game.moves.push(position.move_text(mv, path));
            position = position.play(mv);
        }
        game
    }

    fn set_tag(&mut self, name: &str, value: String) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }
}

/// International types count 2 for a win and 1 for a draw.
fn result_text(variant: Variant, result: PdnResult) -> String {
    match (variant, result) {
        (Variant::International, PdnResult::WhiteWins) => "2-0".to_owned(),
        (Variant::International, PdnResult::BlackWins) => "0-2".to_owned(),
        (Variant::International, PdnResult::Draw) => "1-1".to_owned(),
        _ => result.to_string(),
    }
}

/// The game as PDN: the seven roster tags first, the others behind in their order, the moves, `*`.
#[must_use]
pub fn write(game: &PdnGame) -> String {
    let mut text = String::new();
    let result = game.result.to_string();
    for (name, unknown) in ROSTER {
        let unknown = if name == "Result" { &result } else { unknown };
        write_tag(&mut text, name, game.tag(name).unwrap_or(unknown));
    }
    for (name, value) in &game.tags {
        if ROSTER.iter().all(|(known, _)| known != name) {
            write_tag(&mut text, name, value);
        }
    }
    text.push('\n');
    let second = begins_with_the_second_side(game);
    for (n, mv) in game.moves.iter().enumerate() {
        let half_moves = n + usize::from(second);
        let number = half_moves / 2 + 1;
        // A string takes every write.
        let _ = match (half_moves % 2, n) {
            (0, _) => write!(text, "{number}. {mv} "),
            (_, 0) => write!(text, "{number}... {mv} "),
            _ => write!(text, "{mv} "),
        };
    }
    text.push_str("*\n");
    text
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    let value: String = value.chars().map(|next| if next.is_control() { ' ' } else { next }).collect();
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

fn begins_with_the_second_side(game: &PdnGame) -> bool {
    let first = match game.variant(Variant::Brazilian) {
        Ok(variant) => variant.row().first.letter(),
        Err(_) => Side::White.letter(),
    };
    game.tag("FEN").is_some_and(|fen| !fen.trim_start().starts_with(first))
}

impl Position {
    /// A legal move as PDN wants it written: start and end, or all landing squares where another legal move has the same
    /// two. A king that goes straight on lands just behind the piece that it takes.
    #[must_use]
    pub fn move_text(&self, mv: &Move, path: &Path) -> MoveText {
        let variant = self.variant();
        let text = |square: &Square| {
            if variant.is_algebraic() {
                let (column, row) = square.column_row(variant);
                SquareText::ColumnRow(column, row)
            } else {
                SquareText::Number(square.number())
            }
        };
        let ambiguous = mv.is_capture()
            && self.legal_moves().iter().filter(|other| other.from == mv.from && other.to == mv.to).count()
                > 1;
        let squares = if ambiguous {
            canonical(variant, path.squares(), mv.captured).iter().map(text).collect()
        } else {
            vec![text(&mv.from), text(&mv.to)]
        };
        MoveText { squares, capture: mv.is_capture() }
    }
}

/// The path with every landing from which it goes straight on moved to just behind the captured piece.
fn canonical(variant: Variant, path: &[Square], captured: SquareSet) -> Vec<Square> {
    let mut squares = path.to_vec();
    for n in 1..path.len() - 1 {
        let before = direction(variant, path[n - 1], path[n]);
        if before != direction(variant, path[n], path[n + 1]) {
            continue;
        }
        let mut at = path[n];
        // Back from where it landed to the last empty square before the piece.
        while let Some(behind) = step(variant, at, (-before.0, -before.1)) {
            if captured.contains(behind) {
                break;
            }
            at = behind;
        }
        squares[n] = at;
    }
    squares
}

fn direction(variant: Variant, from: Square, to: Square) -> (i8, i8) {
    let ((c1, r1), (c2, r2)) = (from.column_row(variant), to.column_row(variant));
    ((c2 as i8 - c1 as i8).signum(), (r2 as i8 - r1 as i8).signum())
}

fn step(variant: Variant, from: Square, (across, up): (i8, i8)) -> Option<Square> {
    let (column, row) = from.column_row(variant);
    Square::from_column_row(variant, column.checked_add_signed(across)?, row.checked_add_signed(up)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdn::read;

    fn position(fen: &str) -> Position {
        Position::from_setup(fen.parse::<crate::Fen>().unwrap().setup()).unwrap()
    }

    #[test]
    fn a_written_game_has_the_roster_first_and_ends_with_a_star() {
        let start = Position::initial(Variant::Brazilian);
        let mv = start.find_move(&"c3-d4".parse().unwrap()).unwrap();
        let tags = vec![
            ("TimeControl".to_owned(), "300+3".to_owned()),
            ("White".to_owned(), "A \"b\" \\\n".to_owned()),
        ];
        let game = PdnGame::of(&start, &[mv], PdnResult::Draw, tags);
        let text = write(&game);
        assert_eq!(
            text,
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A \\\"b\\\" \\\\ \"]\n[Black \"?\"]\n\
             [Result \"1/2-1/2\"]\n[TimeControl \"300+3\"]\n[GameType \"26,W,8,8,A0,0\"]\n\n1. c3-d4 *\n"
        );
        let again = read(&text).next().unwrap().unwrap();
        assert_eq!((again.moves, again.result), (game.moves, game.result));
    }

    #[test]
    fn a_game_that_black_begins_says_so() {
        let start = position("B:Wa1,c1:Bb8,d8");
        let mv = start.find_move(&"b8-a7".parse().unwrap()).unwrap();
        let next = start.play(&mv.0).find_move(&"c1-b2".parse().unwrap()).unwrap();
        let text = write(&PdnGame::of(&start, &[mv, next], PdnResult::Unknown, Vec::new()));
        assert!(text.ends_with("[FEN \"B:Wa1,c1:Bb8,d8\"]\n\n1... b8-a7 2. c1-b2 *\n"), "{text}");
    }

    #[test]
    fn only_an_ambiguous_capture_is_written_in_full_and_a_straight_king_lands_behind_the_piece() {
        for line in include_str!("../../../../tests/data/rules/brazilian.jsonl").lines() {
            let fen = line.split('"').nth(7).unwrap();
            let position = position(fen);
            let legal = position.legal_moves();
            for mv in &legal {
                let twins = legal.iter().filter(|twin| (twin.from, twin.to) == (mv.from, mv.to)).count();
                for path in position.paths(mv) {
                    let text = position.move_text(mv, &path);
                    assert_eq!(text.squares.len() > 2, twins > 1 && path.squares().len() > 2, "{fen} {text}");
                    assert_eq!(position.find_move(&text).map(|(found, _)| found), Ok(*mv), "{fen} {text}");
                }
            }
        }
    }
}
