//! Tags and comments as they are kept and written. Knows no game.

/// The tags that the standard wants in every game, in their order, and what stands where the value is not known.
pub(super) const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Tags that follow from the game, so that they are not kept.
const DERIVED: [&str; 4] = ["Result", "ResultFormat", "GameType", "FEN"];

/// The tags as a game keeps them: the standard's first, unknown ones of these and derived ones not at all.
pub(super) fn kept_tags(tags: Vec<(String, String)>) -> Vec<(String, String)> {
    let rank = |name: &str| ROSTER.iter().position(|(known, _)| *known == name).unwrap_or(ROSTER.len());
    let mut kept: Vec<_> = tags.into_iter().filter(|(name, value)| is_kept(name, value)).collect();
    kept.sort_by_key(|(name, _)| rank(name));
    kept
}

fn is_kept(name: &str, value: &str) -> bool {
    let unknown =
        ROSTER.iter().any(|(known, unknown)| *known == name && ["", "?", *unknown].contains(&value));
    !unknown && !DERIVED.contains(&name)
}

/// A control character as the blank with which it is written.
pub(super) fn plain(next: char) -> char {
    if next.is_control() { ' ' } else { next }
}

/// A comment as it is kept and written: on one line, without a closing brace.
pub(super) fn one_line(text: &str) -> String {
    let lines = text.lines().map(|line| line.trim_matches(|next| is_blank(next) || next.is_control()));
    let joined = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    joined.chars().map(|next| if next == '}' { ')' } else { plain(next) }).collect()
}

/// Blanks, and the mark with which old systems end a file.
pub(super) fn is_blank(next: char) -> bool {
    next.is_whitespace() || next == '\u{1a}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_is_kept_on_one_line_and_keeping_it_again_changes_nothing() {
        for (text, kept) in [
            (" a  b ", "a  b"),
            ("a\n  b\r\n\n c", "a b c"),
            ("a } b", "a ) b"),
            ("\u{1}a\tb\u{1a}", "a b"),
            ("  \n ", ""),
        ] {
            assert_eq!(one_line(text), kept);
            assert_eq!(one_line(kept), kept);
        }
    }

    #[test]
    fn tags_are_kept_in_the_standards_order_without_the_unknown_and_the_derived() {
        let tags = [
            ("Annotator", "?"),
            ("Black", "B"),
            ("Date", "????.??.??"),
            ("FEN", "W:W1:B2"),
            ("White", "?"),
            ("Event", "E"),
        ];
        let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        let kept = kept_tags(tags);
        let names: Vec<&str> = kept.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Event", "Black", "Annotator"]);
    }
}
