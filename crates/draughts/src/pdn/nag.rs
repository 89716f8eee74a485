//! Move strengths (`!?`) as numeric annotation glyphs. Knows no move.

/// Whether a character is part of a strength.
pub(super) const fn is_strength(next: char) -> bool {
    matches!(next, '!' | '?')
}

/// `(!?)`: the marks within.
pub(super) fn strength(text: &str) -> Option<&str> {
    let (marks, _) = text.strip_prefix('(')?.split_once(')')?;
    (!marks.is_empty() && marks.chars().all(is_strength)).then_some(marks)
}

/// The NAG of a move strength.
pub(super) fn nag_of(marks: &str) -> u16 {
    match marks.trim_matches(['(', ')']) {
        "!" => 1,
        "?" => 2,
        "*" => 7,
        "?!" => 6,
        "!?" => 5,
        marks if marks.bytes().all(|mark| mark == b'!') => 3,
        marks if marks.bytes().all(|mark| mark == b'?') => 4,
        marks if marks.starts_with('?') => 6,
        _ => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strength_is_one_of_the_first_six_glyphs_and_a_star_the_seventh() {
        for (marks, nag) in [
            ("!", 1),
            ("?", 2),
            ("!!", 3),
            ("!!!", 3),
            ("??", 4),
            ("!?", 5),
            ("!??", 5),
            ("?!", 6),
            ("(?!)", 6),
            ("*", 7),
        ] {
            assert_eq!(nag_of(marks), nag, "{marks}");
        }
        assert_eq!((strength("(!?) x"), strength("()"), strength("(!x)")), (Some("!?"), None, None));
    }
}
