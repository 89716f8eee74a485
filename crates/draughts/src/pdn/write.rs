//! Games as PDN 3.0 text, in the way every reader takes. Knows the tags' order and when a capture needs its full path.

use super::game::{Line, PdnGame, PdnMove, Remark};
use super::game_type::{Notation, game_type};
use super::text::{ROSTER, one_line, plain};
use crate::square::SquareText;
use crate::{Move, MoveText, Path, Position, Square, SquareSet, Variant};
use std::fmt::Write as _;

/// The game as PDN 3.0: the seven roster tags first, the others behind in their order, the moves, `*`. Squares are written as
/// the standard's GameType of the variant says.
///
/// A tag with a name that is none is left out: it has letters, digits and `_`, a capital first.
///
/// # Panics
/// When a move is not legal where it stands.
#[must_use]
pub fn write(game: &PdnGame) -> String {
    write_in(game, Notation::of(game.start.variant()))
}

/// The same with squares by letters or by number. Where PDN [can't write the variant so](Notation::writes), other readers may
/// not take it.
///
/// # Panics
/// When a move is not legal where it stands.
#[must_use]
pub fn write_in(game: &PdnGame, notation: Notation) -> String {
    let variant = game.start.variant();
    let mut writer = Writer { text: String::new(), notation, fresh: true };
    for (name, unknown) in ROSTER {
        let value = if name == "Result" { game.result.text(variant) } else { unknown };
        writer.tag(name, game.tag(name).unwrap_or(value));
    }
    for (name, value) in &game.tags {
        if ROSTER.iter().all(|(known, _)| known != name) && is_name(name) {
            writer.tag(name, value);
        }
    }
    writer.tag("GameType", game_type(variant, notation));
    if game.start != Position::initial(variant) {
        let fen = game.start.fen();
        let fen = match notation {
            Notation::Algebraic => fen.algebraic().to_string(),
            Notation::Numeric => fen.numeric().to_string(),
        };
        writer.tag("FEN", &fen);
    }
    writer.text.push('\n');
    let second = game.start.side_to_move() != variant.row().first;
    writer.line(&game.line, game.start, usize::from(second));
    writer.text.push_str("*\n");
    writer.text
}

struct Writer {
    text: String,
    notation: Notation,
    /// Whether the next move needs its number, whoever makes it.
    fresh: bool,
}

impl Writer {
    fn tag(&mut self, name: &str, value: &str) {
        let value: String = value.chars().map(plain).collect();
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // A string takes every write.
        let _ = writeln!(self.text, "[{name} \"{value}\"]");
    }

    /// Moves and remarks, each with a blank behind it. `half_moves` are those before the line, counted from the first
    /// side's first move.
    fn line(&mut self, line: &Line, start: Position, mut half_moves: usize) {
        self.fresh = true;
        for remark in &line.before {
            self.remark(remark, start, half_moves);
        }
        let mut position = start;
        for mv in &line.moves {
            self.mv(mv, &position, half_moves);
            for remark in &mv.remarks {
                self.remark(remark, position, half_moves);
            }
            position = position.play(&mv.mv);
            half_moves += 1;
        }
    }

    fn mv(&mut self, mv: &PdnMove, position: &Position, half_moves: usize) {
        let number = half_moves / 2 + 1;
        let _ = match (half_moves % 2, self.fresh) {
            (0, _) => write!(self.text, "{number}. "),
            (_, true) => write!(self.text, "{number}... "),
            (_, false) => Ok(()),
        };
        self.fresh = false;
        let text = position.move_text_in(&mv.mv, &mv.path, self.notation);
        // Russian draughts alone has the colon
        let separator = match (text.capture, position.variant()) {
            (false, _) => '-',
            (true, Variant::Russian) => ':',
            (true, _) => 'x',
        };
        for (n, square) in text.squares.iter().enumerate() {
            if n > 0 {
                self.text.push(separator);
            }
            let _ = write!(self.text, "{square}");
        }
        self.text.push(' ');
    }

    /// A remark behind a move that was played in that position.
    fn remark(&mut self, remark: &Remark, position: Position, half_moves: usize) {
        let _ = match remark {
            Remark::Comment(comment) => write!(self.text, "{{{}}} ", one_line(comment)),
            Remark::Nag(nag) => write!(self.text, "${nag} "),
            Remark::Variation(line) if line.before.is_empty() && line.moves.is_empty() => Ok(()),
            Remark::Variation(line) => {
                self.text.push('(');
                self.line(line, position, half_moves);
                self.text.truncate(self.text.trim_end().len());
                write!(self.text, ") ")
            }
        };
        self.fresh |= !matches!(remark, Remark::Nag(_));
    }
}

fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

impl Position {
    /// A legal move as PDN wants it written: start and end, or all landing squares where another legal move has the same
    /// two. A king that goes straight on lands just behind the piece that it takes. By letters on 8x8, by number on 10x10.
    #[must_use]
    pub fn move_text(&self, mv: &Move, path: &Path) -> MoveText {
        let by_letters = self.variant().is_algebraic();
        self.move_text_in(mv, path, if by_letters { Notation::Algebraic } else { Notation::Numeric })
    }

    /// The same by letters or by number.
    fn move_text_in(&self, mv: &Move, path: &Path, notation: Notation) -> MoveText {
        let variant = self.variant();
        let text = |square: &Square| match notation {
            Notation::Algebraic => {
                let (column, row) = square.column_row(variant);
                SquareText::ColumnRow(column, row)
            }
            Notation::Numeric => SquareText::Number(square.number()),
        };
        let twins =
            || self.legal_moves().iter().filter(|twin| (twin.from, twin.to) == (mv.from, mv.to)).count();
        let squares = if mv.is_capture() && twins() > 1 {
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
