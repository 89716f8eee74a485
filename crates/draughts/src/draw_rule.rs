//! What draws a game by rule: the few counters of which every named set of draw rules is made. Every limit is in plies: one
//! player's move is one ply. A win by the same ply comes first and is the caller's to see.

use crate::{Move, Position, Side, SquareSet};
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// A rule by which a game is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawRule {
    /// The same position, with the same side to move, stands so many times.
    Repetition {
        /// How many times.
        times: u8,
    },
    /// So many plies in a row are king moves without a capture.
    Quiet {
        /// How many.
        plies: u16,
    },
    /// So many plies are played while a balance of material lasts.
    Balance(BalanceRule),
}

/// A rule that counts from the ply which makes a balance of material: that ply sets the counter to 0, the ply that brings it
/// to the limit draws. The counter ends with the balance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BalanceRule {
    /// The balance.
    pub balance: Balance,
    /// How many plies draw.
    pub plies: u16,
    /// What starts the counter anew while the balance lasts.
    pub anew: Anew,
}

/// One side's material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// Its kings.
    pub kings: u8,
    /// Its men.
    pub men: u8,
}

/// A balance of material, whichever side has which part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Balance {
    /// One of these.
    Listed(Cow<'static, [[Material; 2]]>),
    /// So many pieces, at least one king among them, against one king alone.
    AgainstKing {
        /// How many pieces.
        pieces: RangeInclusive<u8>,
        /// Whether they are all kings.
        kings_only: bool,
    },
    /// The same, and only plies count after which the king alone stands on the main road (on 8x8 from a1 to h8) and nothing
    /// else does. Leaving it and coming back does not set the counter back.
    AgainstKingOnMainRoad {
        /// How many pieces.
        pieces: RangeInclusive<u8>,
    },
    /// Kings on both sides, and so many pieces on the board.
    KingsOnBoth {
        /// How many pieces of both together.
        pieces: RangeInclusive<u8>,
    },
}

/// What starts a balance's counter anew while the balance lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anew {
    /// Nothing.
    Never,
    /// A crowning.
    Crowning,
    /// A crowning and a capture: any change of the material.
    Change,
}

impl BalanceRule {
    /// The counter in a position at which a game begins.
    pub(crate) fn begin(&self, start: &Position) -> Option<u16> {
        self.balance.holds(start).then_some(0)
    }

    /// The counter after a ply.
    pub(crate) fn after(&self, count: Option<u16>, mv: &Move, after: &Position) -> Option<u16> {
        if !self.balance.holds(after) {
            return None;
        }
        let anew = match self.anew {
            Anew::Never => false,
            Anew::Crowning => mv.crowns(),
            Anew::Change => mv.crowns() || mv.is_capture(),
        };
        match count {
            Some(count) if !anew => Some(count + u16::from(self.balance.counts(after))),
            _ => Some(0),
        }
    }
}

impl BalanceRule {
    /// How many more plies draw, where the next one counts.
    pub(crate) fn left(&self, count: Option<u16>, present: &Position) -> Option<u16> {
        self.balance.counts(present).then(|| Some(self.plies.saturating_sub(count?))).flatten()
    }
}

impl Balance {
    fn holds(&self, position: &Position) -> bool {
        let sides = Side::BOTH.map(|side| Material::of(position, side));
        let [white, black] = sides;
        match self {
            Self::Listed(listed) => {
                listed.iter().any(|pair| *pair == [white, black] || *pair == [black, white])
            }
            Self::AgainstKing { pieces, kings_only } => strong(sides).is_some_and(|strong| {
                pieces.contains(&strong.pieces()) && strong.kings > 0 && !(*kings_only && strong.men > 0)
            }),
            Self::AgainstKingOnMainRoad { pieces } => {
                strong(sides).is_some_and(|strong| pieces.contains(&strong.pieces()) && strong.kings > 0)
            }
            Self::KingsOnBoth { pieces } => {
                white.kings > 0 && black.kings > 0 && pieces.contains(&(white.pieces() + black.pieces()))
            }
        }
    }

    /// Whether a ply that led to that position, in which the balance holds, is one that counts.
    fn counts(&self, after: &Position) -> bool {
        match self {
            Self::AgainstKingOnMainRoad { .. } => {
                let road = after.variant().main_road();
                let on_road = |side| SquareSet::from_bits(after.squares_of(side).bits() & road.bits());
                Side::BOTH.into_iter().any(|side| {
                    let alone = after.squares_of(side).len() == 1;
                    alone && on_road(side).len() == 1 && on_road(side.other()).is_empty()
                })
            }
            Self::Listed(_) | Self::AgainstKing { .. } | Self::KingsOnBoth { .. } => true,
        }
    }
}

/// What stands against one king alone; where both sides have one king alone, one of them.
fn strong(sides: [Material; 2]) -> Option<Material> {
    const KING: Material = Material { kings: 1, men: 0 };
    match sides {
        [strong, KING] | [KING, strong] => Some(strong),
        _ => None,
    }
}

impl Material {
    fn of(position: &Position, side: Side) -> Self {
        let own = position.squares_of(side);
        let kings = SquareSet::from_bits(own.bits() & position.kings().bits()).len();
        // a side has 20 pieces at most
        Self { kings: kings as u8, men: (own.len() - kings) as u8 }
    }

    const fn pieces(self) -> u8 {
        self.kings + self.men
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DrawCounters, DrawReason, Fen, RuleSet, Variant};

    /// Counters after each ply of some line of so many quiet king moves that leave no capture and repeat nothing a third time.
    fn quietly(variant: Variant, rule_set: RuleSet, fen: &str, plies: usize) -> Vec<DrawCounters> {
        fn go_on(position: &Position, plies: usize, line: &mut Vec<DrawCounters>) -> bool {
            if line.len() > plies {
                return true;
            }
            for mv in position.legal_moves().iter().filter(|mv| !mv.is_capture() && !mv.is_man_move()) {
                let after = position.play(mv);
                let mut counters = line[line.len() - 1].clone();
                let calm = after.legal_moves().iter().all(|reply| !reply.is_capture());
                if !calm || counters.times(&after) == 2 {
                    continue;
                }
                counters.after(position, mv, &after);
                line.push(counters);
                if go_on(&after, plies, line) {
                    return true;
                }
                line.pop();
            }
            false
        }
        let start = Position::from_setup(Fen::parse(variant, fen).unwrap().setup()).unwrap();
        let mut line = vec![DrawCounters::new(rule_set, &start)];
        assert!(go_on(&start, plies, &mut line), "{fen} has no such line");
        line
    }

    #[test]
    fn international_three_pieces_against_a_king_are_drawn_after_16_moves_of_each() {
        for fen in ["W:WK47,K48,K49:BK5", "W:WK47,K48,26:BK5"] {
            let all = quietly(Variant::International, RuleSet::International, fen, 32);
            assert_eq!((all[0].draw_in(), all[0].verdict()), (Some(32), None), "{fen}");
            assert_eq!((all[31].draw_in(), all[31].verdict()), (Some(1), None), "{fen}");
            assert_eq!(all[32].verdict(), Some(DrawReason::Balance), "{fen}");
        }
    }

    #[test]
    fn international_two_pieces_or_one_against_a_king_are_drawn_after_five_moves_of_each() {
        for fen in ["W:WK47,K48:BK5", "W:WK47,26:BK5", "W:WK47:BK5"] {
            let all = quietly(Variant::International, RuleSet::International, fen, 10);
            assert_eq!(all[9].verdict(), None, "{fen}");
            assert_eq!((all[10].draw_in(), all[10].verdict()), (Some(0), Some(DrawReason::Balance)), "{fen}");
        }
    }

    #[test]
    fn american_is_drawn_after_40_moves_of_each_without_progress_whatever_the_material() {
        let all = quietly(Variant::American, RuleSet::American, "B:WK32:BK1", 7);
        assert_eq!((all[0].draw_in(), all[7].draw_in()), (Some(80), Some(73)));
    }

    #[test]
    fn the_main_road_goes_from_the_left_of_one_side_to_the_left_of_the_other() {
        let names = |variant: Variant| {
            variant.main_road().iter().map(|square| square.name(variant).to_string()).collect::<Vec<_>>()
        };
        assert_eq!(names(Variant::Brazilian), ["h8", "g7", "f6", "e5", "d4", "c3", "b2", "a1"]);
        assert_eq!(names(Variant::International).first().map(String::as_str), Some("5"));
        assert_eq!(names(Variant::International).last().map(String::as_str), Some("46"));
    }

    #[test]
    fn fmjd_7_2_7_only_plies_on_the_main_road_count_and_leaving_it_resets_nothing() {
        let rule = RuleSet::Fmjd64
            .balances()
            .find(|rule| matches!(rule.balance, Balance::AgainstKingOnMainRoad { .. }))
            .unwrap();
        let at = |fen: &str| Position::from_setup(fen.parse::<Fen>().unwrap().setup()).unwrap();
        let (on, off) = (at("B:WKb8,Kd8,Kf8:BKa1"), at("B:WKb8,Kd8,Kf8:BKg1"));
        let mv = on.legal_moves().iter().copied().find(|mv| !mv.is_capture()).unwrap();
        assert_eq!(rule.begin(&on), Some(0));
        let one = rule.after(Some(0), &mv, &on);
        assert_eq!((one, rule.after(one, &mv, &off)), (Some(1), Some(1)));
        assert_eq!(rule.after(one, &mv, &at("B:WKb8,Kd8:BKa1")), None, "the balance has ended");
    }
}
