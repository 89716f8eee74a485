//! Reading a text for a test, and a game in short. Knows only what the crate shows.

use draughts::Position;
use draughts::pdn::{self, Line, PdnError, PdnFault, PdnGame, Place, ReadGame, ReadOptions, Remark};

pub(crate) const STRICT: ReadOptions = ReadOptions { variant: None, tolerant: false };

pub(crate) fn all(text: &str) -> Vec<Result<ReadGame, PdnError>> {
    pdn::read(text, STRICT).collect()
}

pub(crate) fn one(text: &str) -> ReadGame {
    let mut games = all(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The line in short: moves by their ends, comments in braces, variations in parentheses.
pub(crate) fn short(position: Position, line: &Line) -> String {
    let variant = position.variant();
    let mut parts: Vec<String> = line.before.iter().map(|remark| short_remark(position, remark)).collect();
    let mut position = position;
    for mv in &line.moves {
        parts.push(format!("{}{}", mv.mv.from().name(variant), mv.mv.to().name(variant)));
        parts.extend(mv.remarks.iter().map(|remark| short_remark(position, remark)));
        position = position.play(&mv.mv);
    }
    parts.join(" ")
}

fn short_remark(position: Position, remark: &Remark) -> String {
    match remark {
        Remark::Comment(text) => format!("{{{text}}}"),
        Remark::Nag(nag) => format!("${nag}"),
        Remark::Variation(line) => format!("({})", short(position, line)),
    }
}

pub(crate) fn moves(game: &PdnGame) -> String {
    short(game.start, &game.line)
}

pub(crate) fn fault(text: &str) -> PdnError {
    all(text).into_iter().find_map(Result::err).unwrap_or_else(|| panic!("{text} is no error"))
}

pub(crate) fn at(line: u32, column: u32, what: PdnFault) -> PdnError {
    PdnError { place: Place { line, column }, what }
}
