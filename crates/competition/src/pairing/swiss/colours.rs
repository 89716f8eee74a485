//! Which colour a player wants (C.04.3 art. 1.6 and 1.7), and who gets White (art. 5). Knows no pairing.

use super::event::Colour;
use super::field::Facts;

/// A player's colours so far, and what they make the player want.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wish {
    /// The colour wanted; none before the first game.
    pub colour: Option<Colour>,
    /// How many more games with one colour than with the other.
    pub difference: usize,
    /// The colour of the last two games, when it was the same.
    pub repeated: Option<Colour>,
    history: Vec<Colour>,
}

impl Wish {
    /// From the colours of the games played, the earliest first.
    pub(super) fn of(history: Vec<Colour>) -> Self {
        let whites = history.iter().filter(|&&colour| colour == Colour::White).count();
        let blacks = history.len() - whites;
        let rarer = if whites > blacks { Colour::Black } else { Colour::White };
        let repeated = match history[..] {
            [.., before, last] if before == last => Some(last),
            _ => None,
        };
        let difference = whites.abs_diff(blacks);
        let colour = match repeated {
            _ if difference > 1 => Some(rarer),
            Some(twice) => Some(twice.other()),
            None if difference > 0 => Some(rarer),
            None => history.last().map(|last| last.other()),
        };
        Self { colour, difference, repeated, history }
    }

    /// Two more of one colour.
    pub(super) fn is_lopsided(&self) -> bool {
        self.difference > 1
    }

    /// An absolute preference (art. 1.7.1).
    pub(super) fn is_absolute(&self) -> bool {
        self.is_lopsided() || self.repeated.is_some()
    }

    /// A strong preference (art. 1.7.2).
    pub(super) fn is_strong(&self) -> bool {
        !self.is_absolute() && self.difference > 0
    }

    /// Whether both can have the colour that they want.
    pub(super) fn agrees(&self, other: &Self) -> bool {
        self.colour != other.colour || self.colour.is_none()
    }
}

/// The colour of `one` against `other`.
pub(super) fn colour_of(one: &Facts, other: &Facts, first: Colour) -> Colour {
    let higher = (other.score, one.player) < (one.score, other.player);
    by_history(&one.wish, &other.wish).unwrap_or_else(|| {
        let (above, colour) = if higher { (one, one.wish.colour) } else { (other, other.wish.colour) };
        // art. 5.2.4: the preference of the higher ranked; art. 5.2.5: an odd number has the first colour
        let above = colour.unwrap_or(if above.rank % 2 == 0 { first } else { first.other() });
        if higher { above } else { above.other() }
    })
}

fn by_history(one: &Wish, other: &Wish) -> Option<Colour> {
    let (wanted, theirs) = (one.colour, other.colour.map(Colour::other));
    // art. 5.2.1: grant both
    if one.agrees(other) {
        return wanted.or(theirs);
    }
    // art. 5.2.2: grant the stronger
    match (one.is_absolute(), other.is_absolute()) {
        (true, false) => return wanted,
        (false, true) => return theirs,
        (true, true) if one.difference != other.difference => {
            return if one.difference > other.difference { wanted } else { theirs };
        }
        (false, false) if one.is_strong() != other.is_strong() => {
            return if one.is_strong() { wanted } else { theirs };
        }
        _ => {}
    }
    // art. 5.2.3: alternate from the last round in which one had White and the other Black
    let backwards = one.history.iter().rev().zip(other.history.iter().rev());
    backwards.into_iter().find(|(mine, theirs)| mine != theirs).map(|(_, &theirs)| theirs)
}

#[cfg(test)]
mod tests {
    use super::Wish;
    use crate::pairing::swiss::Colour;

    fn check(history: &str, wanted: &str) {
        let colours =
            history.chars().map(|letter| if letter == 'W' { Colour::White } else { Colour::Black }).collect();
        let wish = Wish::of(colours);
        let strength = if wish.is_absolute() {
            "absolute"
        } else if wish.is_strong() {
            "strong"
        } else {
            "mild"
        };
        let shown = wish.colour.map_or("none".to_owned(), |colour| format!("{strength} {colour:?}"));
        assert_eq!(shown, wanted, "after {history}");
    }

    #[test]
    fn a_preference_comes_from_the_difference_and_from_the_last_two_games() {
        check("", "none");
        check("W", "strong Black");
        check("WB", "mild White");
        check("WBB", "absolute White");
        check("WBWW", "absolute Black");
        check("WWBW", "absolute Black");
        check("WBBW", "mild Black");
        check("BWWBB", "absolute White");
        check("WWB", "strong Black");
    }
}
