//! Games out of a PDN text. Knows the order of tags, moves and results; no rule of play.

use super::lex::{Lexer, PdnFault, Place, Token};
use super::{PdnGame, PdnResult};

/// What is wrong in a PDN text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct PdnError {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// What is wrong.
    pub what: PdnFault,
}

/// The games of a text, in order. After an error the reader goes on with the next tag that begins a line.
///
/// Comments, variations and NAGs are skipped. A game ends with a result, with `*`, or where the next game's tags begin.
pub fn read(text: &str) -> impl Iterator<Item = Result<PdnGame, PdnError>> {
    Reader { lexer: Lexer::new(text), held: None }
}

struct Reader<'a> {
    lexer: Lexer<'a>,
    /// The next game's first tag, met at the end of the one before.
    held: Option<(String, String)>,
}

impl Iterator for Reader<'_> {
    type Item = Result<PdnGame, PdnError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.game() {
            Ok(game) => game.map(Ok),
            Err((what, Place { line, column })) => {
                self.held = None;
                self.lexer.skip_to_tags();
                Some(Err(PdnError { line, column, what }))
            }
        }
    }
}

impl Reader<'_> {
    fn game(&mut self) -> Result<Option<PdnGame>, (PdnFault, Place)> {
        let mut game = PdnGame::default();
        game.tags.extend(self.held.take());
        let mut moves_begun = false;
        while let Some((token, place)) = self.lexer.next()? {
            let word = match token {
                Token::Tag(name, value) => {
                    let tag = (name.to_owned(), value);
                    if moves_begun {
                        self.held = Some(tag);
                        return Ok(Some(ended(game, PdnResult::Unknown)));
                    }
                    game.tags.push(tag);
                    continue;
                }
                Token::Word(word) => word,
            };
            if let Some(result) = PdnResult::read(word) {
                if game == PdnGame::default() {
                    continue; // a separator behind a result
                }
                return Ok(Some(ended(game, result)));
            }
            moves_begun = true;
            let word = without_number(word).trim_end_matches(['!', '?']);
            if !word.is_empty() {
                game.moves.push(word.parse().map_err(|_| (PdnFault::word(word), place))?);
            }
        }
        Ok((game != PdnGame::default()).then(|| ended(game, PdnResult::Unknown)))
    }
}

/// A word without the move number and dots before it: `12.c3-d4`, `12...`, `3.`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|next: char| next.is_ascii_digit());
    let dotless = rest.trim_start_matches('.');
    if dotless.len() < rest.len() { dotless } else { word }
}

fn ended(mut game: PdnGame, result: PdnResult) -> PdnGame {
    let told = || game.tag("Result").and_then(PdnResult::read).unwrap_or_default();
    game.result = if result == PdnResult::Unknown { told() } else { result };
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<PdnGame> {
        read(text).collect::<Result<_, _>>().unwrap()
    }

    fn moves(game: &PdnGame) -> String {
        game.moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_variations_nags_and_numbers_leave_the_main_line() {
        let text = "% a line {\n[White \"A \\\"quoted\\\" name\"]\n\n1. c3-d4! {why (not} $5 (1. a3-b4 {)} (1. g3-h4) 1... b6-c5)\n\
                    1... b6-c5?! 2.d4xb6 ; to the end ( {\n a7xc5 !? 2-0";
        let games = games(text);
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].tag("White"), Some("A \"quoted\" name"));
        assert_eq!(moves(&games[0]), "c3-d4 b6-c5 d4xb6 a7xc5");
        assert_eq!(games[0].result, PdnResult::WhiteWins);
    }

    #[test]
    fn a_game_ends_with_a_result_a_star_or_the_next_tags() {
        let text = "1. c3-d4 1/2-1/2\n[Event \"x\"]\n[Result \"0-2\"]\n1. c3-d4 *\n[Event \"y\"]\n1. a3-b4\n[Event \"z\"]\n0-0 *\n";
        let results: Vec<_> = games(text).iter().map(|game| (moves(game), game.result)).collect();
        let expected = [
            ("c3-d4", PdnResult::Draw),
            ("c3-d4", PdnResult::BlackWins),
            ("a3-b4", PdnResult::Unknown),
            ("", PdnResult::BothLose),
        ];
        assert_eq!(results, expected.map(|(moves, result)| (moves.to_owned(), result)));
    }

    #[test]
    fn an_error_names_line_and_column_and_the_next_game_is_read() {
        let text = "[Event \"é\"]\n1. c3-d4 é6-c5\n 2. a3-b4\n[Event \"second\"]\n1. c3-b4 *";
        let read: Vec<_> = read(text).collect();
        assert_eq!(
            read[0],
            Err(PdnError { line: 2, column: 10, what: PdnFault::Word { word: "é6-c5".into() } })
        );
        assert_eq!(read[1].as_ref().map(moves), Ok("c3-b4".to_owned()));
        assert_eq!(read.len(), 2);
    }

    #[test]
    fn what_is_not_closed_is_told_by_where_it_was_opened() {
        let fault = |text: &str| read(text).next().unwrap().unwrap_err();
        let at = |line, column, what| PdnError { line, column, what };
        assert_eq!(fault("1. c3-d4 {oh"), at(1, 10, PdnFault::OpenComment));
        assert_eq!(fault("1. c3-d4\n (1. (b"), at(2, 2, PdnFault::OpenVariation));
        assert_eq!(fault("[Event oh]"), at(1, 1, PdnFault::Tag));
        assert_eq!(fault("[Event \"oh\n\"]"), at(1, 1, PdnFault::Tag));
        assert_eq!(fault("1. c3-d4 )"), at(1, 10, PdnFault::ClosesNothing { found: ')' }));
        assert_eq!(fault("1. c3-d4 $x"), at(1, 10, PdnFault::Nag));
        assert_eq!(fault("1. /FEN \"W:W1:B2\"/"), at(1, 4, PdnFault::Setup));
        assert_eq!(fault("1"), at(1, 1, PdnFault::Word { word: "1".into() }));
    }
}
