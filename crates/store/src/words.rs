//! The words of the rows for what games say: outcomes, reasons, causes, sides. Readers of old words stay for ever.

use crate::error::StoreError;
use competition::{ClockClass, RatingCause};
use draughts::Side;
use game::{EndReason, Ending, Outcome, ResumeCause};
use rooms::Funding;

const REASONS: [(EndReason, &str); 11] = [
    (EndReason::NoPieces, "no_pieces"),
    (EndReason::Blocked, "blocked"),
    (EndReason::Resignation, "resignation"),
    (EndReason::Flag, "flag"),
    (EndReason::Agreement, "agreement"),
    (EndReason::Repetition, "repetition"),
    (EndReason::QuietPlies, "quiet_plies"),
    (EndReason::Balance, "balance"),
    (EndReason::Aborted, "aborted"),
    (EndReason::Forfeit, "forfeit"),
    (EndReason::Voided, "voided"),
];

const CAUSES: [(ResumeCause, &str); 4] = [
    (ResumeCause::Restart, "restart"),
    (ResumeCause::Crash, "crash"),
    (ResumeCause::Outage, "outage"),
    (ResumeCause::Fault, "fault"),
];

const FUNDINGS: [(Funding, &str); 3] =
    [(Funding::Stakes, "stakes"), (Funding::Match, "match"), (Funding::None, "none")];

const CLASSES: [(ClockClass, &str); 4] = [
    (ClockClass::Bullet, "bullet"),
    (ClockClass::Blitz, "blitz"),
    (ClockClass::Rapid, "rapid"),
    (ClockClass::Classical, "classical"),
];

const RATING_CAUSES: [(RatingCause, &str); 2] = [(RatingCause::Game, "game"), (RatingCause::Void, "void")];

pub(crate) fn class_word(class: ClockClass) -> &'static str {
    word(&CLASSES, class)
}

pub(crate) fn class_of(text: &str) -> Result<ClockClass, StoreError> {
    value(&CLASSES, text)
}

pub(crate) fn rating_cause_word(cause: RatingCause) -> &'static str {
    word(&RATING_CAUSES, cause)
}

pub(crate) fn rating_cause_of(text: &str) -> Result<RatingCause, StoreError> {
    value(&RATING_CAUSES, text)
}

pub(crate) fn funding_word(funding: Funding) -> &'static str {
    word(&FUNDINGS, funding)
}

pub(crate) fn funding_of(text: &str) -> Result<Funding, StoreError> {
    value(&FUNDINGS, text)
}

pub(crate) fn reason_word(reason: EndReason) -> &'static str {
    word(&REASONS, reason)
}

pub(crate) fn reason_of(text: &str) -> Result<EndReason, StoreError> {
    value(&REASONS, text)
}

pub(crate) fn cause_word(cause: ResumeCause) -> &'static str {
    word(&CAUSES, cause)
}

pub(crate) fn cause_of(text: &str) -> Result<ResumeCause, StoreError> {
    value(&CAUSES, text)
}

pub(crate) const fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won(Side::White) => "white",
        Outcome::Won(Side::Black) => "black",
        Outcome::Draw => "draw",
        Outcome::Void => "void",
    }
}

pub(crate) fn outcome_of(text: &str) -> Result<Outcome, StoreError> {
    Ok(match text {
        "white" => Outcome::Won(Side::White),
        "black" => Outcome::Won(Side::Black),
        "draw" => Outcome::Draw,
        "void" => Outcome::Void,
        other => return Err(StoreError::rows(format!("{other:?} is no outcome"))),
    })
}

pub(crate) const fn side_word(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

pub(crate) const fn side_number(side: Side) -> i16 {
    match side {
        Side::White => 0,
        Side::Black => 1,
    }
}

pub(crate) fn side_of_number(number: Option<i16>) -> Result<Side, StoreError> {
    match number {
        Some(0) => Ok(Side::White),
        Some(1) => Ok(Side::Black),
        other => Err(StoreError::rows(format!("{other:?} is no side"))),
    }
}

pub(crate) fn ending_of(outcome: &str, reason: &str, blame: Option<&str>) -> Result<Ending, StoreError> {
    let blame = match blame {
        None => None,
        Some("white") => Some(Side::White),
        Some("black") => Some(Side::Black),
        Some(other) => return Err(StoreError::rows(format!("{other:?} is no side"))),
    };
    Ok(Ending { outcome: outcome_of(outcome)?, reason: reason_of(reason)?, blame })
}

fn word<T: PartialEq + std::fmt::Debug>(table: &[(T, &'static str)], value: T) -> &'static str {
    let found = table.iter().find(|(known, _)| *known == value);
    found.map(|(_, word)| *word).expect("the table has every value: a test reads them all back")
}

fn value<T: Copy>(table: &[(T, &'static str)], text: &str) -> Result<T, StoreError> {
    let found = table.iter().find(|(_, word)| *word == text);
    found.map(|(value, _)| *value).ok_or_else(|| StoreError::rows(format!("{text:?} is not a known word")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_comes_back_as_what_it_was() {
        for (reason, word) in REASONS {
            assert_eq!(reason_of(reason_word(reason)).unwrap(), reason);
            assert_eq!(reason_word(reason), word);
        }
        for (class, _) in CLASSES {
            assert_eq!(class_of(class_word(class)).unwrap(), class);
        }
        for (cause, _) in RATING_CAUSES {
            assert_eq!(rating_cause_of(rating_cause_word(cause)).unwrap(), cause);
        }
        for (cause, _) in CAUSES {
            assert_eq!(cause_of(cause_word(cause)).unwrap(), cause);
        }
        for outcome in [Outcome::Won(Side::White), Outcome::Won(Side::Black), Outcome::Draw, Outcome::Void] {
            assert_eq!(outcome_of(outcome_word(outcome)).unwrap(), outcome);
        }
    }
}
