//! The quality criteria C6 to C21 (C.04.3 art. 2.4) as weights: each is a number of bits, the first the highest.
//! Knows no search.

use super::bracket::{Bracket, Place};
use super::field::{Facts, Float};
use crate::pairing::matching::Weight;
use std::collections::HashMap;

/// What a pair counts for. `of` is a scoregroup: 0 the highest of the moved-down players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Criterion {
    /// C6: the pairs of the bracket.
    PairsHere,
    /// C7: the scores of who stays: the moved-down players of a group that are paired.
    MovedPaired { of: usize },
    /// C8: the pairs of the next bracket.
    PairsNext,
    /// C8: the downfloaters of a group that the next bracket pairs.
    FloatersPaired { of: usize },
    /// C9: the unplayed games of who has the bye.
    ByeUnplayed,
    /// C10: a topscorer's colour difference beyond two.
    Difference,
    /// C11: a topscorer's third game running with one colour.
    Run,
    /// C12: a colour preference.
    Wish,
    /// C13: a strong one.
    StrongWish,
    /// C14 and C16: residents who floated down so many rounds before, and stay.
    DownAgain { back: usize },
    /// C15 and C17: opponents of moved-down players who floated up then.
    UpAgain { back: usize },
    /// C18 and C20: moved-down players of a group who floated down then, and are paired.
    DownAgainMoved { back: usize, of: usize },
    /// C19 and C21: opponents of a group's moved-down players who floated up then.
    UpAgainMoved { back: usize, of: usize },
}

#[derive(Clone, Copy, Debug)]
struct Level {
    criterion: Criterion,
    /// The most that a whole pairing can sum up to.
    most: usize,
    shift: usize,
}

/// The criteria of a bracket, with a place for each in the bits of a weight.
#[derive(Clone, Debug)]
pub(super) struct Criteria {
    levels: Vec<Level>,
    /// The first bit above all criteria.
    pub top: usize,
    /// How many bits a weight needs, for sums and duals too.
    pub bits: usize,
}

fn bits_of(most: usize) -> usize {
    (usize::BITS - most.leading_zeros()) as usize
}

impl Criteria {
    /// Those that can make a difference in a bracket, above `low` bits that are left free.
    pub(super) fn of(bracket: &Bracket<'_>, low: usize) -> Self {
        let mut levels: Vec<Level> = ranked(bracket)
            .into_iter()
            .map(|criterion| Level { criterion, most: most(bracket, criterion), shift: 0 })
            .filter(|level| level.most > 0)
            .collect();
        let mut shift = low;
        for level in levels.iter_mut().rev() {
            level.shift = shift;
            shift += bits_of(level.most);
        }
        let forgiven = if bracket.field.forgiven.is_some() { bits_of(bracket.size()) } else { 0 };
        Self { levels, top: shift, bits: shift + forgiven + 2 + bits_of(bracket.size()) }
    }

    /// The kinds of a bracket's vertices, what two kinds weigh, and each kind's own part of that.
    pub(super) fn weights<W: Weight>(&self, bracket: &Bracket<'_>) -> (Vec<usize>, Vec<W>, Vec<W>) {
        let (kind, shown) = kinds(bracket);
        let mut table = Vec::with_capacity(shown.len() * shown.len());
        let mut own = Vec::with_capacity(shown.len());
        for &a in &shown {
            own.push(self.sum(|criterion| own_part(bracket, criterion, a)));
            for &b in &shown {
                let (higher, lower) = (a.min(b), a.max(b));
                table.push(self.sum(|criterion| value(bracket, criterion, higher, lower)));
            }
        }
        (kind, table, own)
    }

    fn sum<W: Weight>(&self, digit: impl Fn(Criterion) -> i64) -> W {
        self.levels.iter().fold(W::ZERO, |sum, level| match digit(level.criterion) {
            0 => sum,
            value => sum + W::scaled(value, level.shift),
        })
    }
}

/// All criteria of a bracket, the most important first.
fn ranked(bracket: &Bracket<'_>) -> Vec<Criterion> {
    use Criterion::*;
    let groups = || 0..bracket.moved_groups();
    let mut criteria = Vec::new();
    if bracket.looks_ahead() {
        criteria.push(PairsHere);
    }
    criteria.extend(groups().map(|of| MovedPaired { of }));
    if bracket.looks_ahead() {
        criteria.push(PairsNext);
        criteria.extend((0..=bracket.moved_groups()).map(|of| FloatersPaired { of }));
    }
    criteria.extend([ByeUnplayed, Difference, Run, Wish, StrongWish]);
    criteria.extend([0, 1].into_iter().flat_map(|back| [DownAgain { back }, UpAgain { back }]));
    for back in [0, 1] {
        criteria.extend(groups().map(|of| DownAgainMoved { back, of }));
        criteria.extend(groups().map(|of| UpAgainMoved { back, of }));
    }
    criteria
}

/// The most that a criterion can sum up to, from who is there.
fn most(bracket: &Bracket<'_>, criterion: Criterion) -> usize {
    use Criterion::*;
    let residents =
        |holds: &dyn Fn(&Facts) -> bool| bracket.here.clone().filter(|&at| holds(bracket.facts(at))).count();
    let moved = |of: usize, holds: &dyn Fn(&Facts) -> bool| {
        let all = 0..bracket.here.start;
        all.filter(|&at| bracket.group(at) == of && holds(bracket.facts(at))).count()
    };
    let all =
        |holds: &dyn Fn(&Facts) -> bool| (0..bracket.here.end).filter(|&at| holds(bracket.facts(at))).count();
    match criterion {
        PairsHere | Wish => bracket.here.len(),
        MovedPaired { of } => moved(of, &|_| true),
        PairsNext => bracket.next.len(),
        FloatersPaired { of } if of == bracket.moved_groups() => bracket.here.len(),
        FloatersPaired { of } => moved(of, &|_| true),
        ByeUnplayed if !bracket.has_bye => 0,
        ByeUnplayed => (0..bracket.here.end).map(|at| bracket.facts(at).played).max().unwrap_or(0),
        Difference => all(&|facts| facts.wish.is_lopsided()) / 2,
        Run => all(&|facts| facts.wish.is_absolute()) / 2,
        StrongWish => all(&|facts| facts.wish.is_strong() || facts.wish.is_absolute()) / 2,
        DownAgain { back } => residents(&|facts| facts.floats[back] == Float::Down),
        UpAgain { back } => residents(&|facts| facts.floats[back] == Float::Up).min(bracket.here.start),
        DownAgainMoved { back, of } => moved(of, &|facts| facts.floats[back] == Float::Down),
        UpAgainMoved { back, of } => {
            residents(&|facts| facts.floats[back] == Float::Up).min(moved(of, &|_| true))
        }
    }
}

/// What a pair of vertices counts for; less than nothing for what is to be avoided.
fn value(bracket: &Bracket<'_>, criterion: Criterion, higher: usize, lower: usize) -> i64 {
    use Criterion::*;
    let place = bracket.place(lower);
    if place == Place::Blank {
        let with_bye = criterion == ByeUnplayed && higher < bracket.here.end;
        return if with_bye { bracket.facts(higher).played as i64 } else { 0 };
    }
    match criterion {
        PairsNext => return i64::from(place == Place::Next),
        FloatersPaired { of } => {
            let floats = higher < bracket.here.end && bracket.group(higher) == of;
            return i64::from(place == Place::Next && floats);
        }
        _ if place != Place::Here => return 0,
        _ => {}
    }
    let (one, other) = (bracket.facts(higher), bracket.facts(lower));
    let moved = bracket.place(higher) == Place::Moved;
    let of_group = |of: usize| moved && bracket.group(higher) == of;
    let floated = |facts: &Facts, back: usize, float: Float| facts.floats[back] == float;
    let holds = match criterion {
        PairsHere => true,
        MovedPaired { of } => of_group(of),
        DownAgain { back } => {
            let both = [!moved && floated(one, back, Float::Down), floated(other, back, Float::Down)];
            return both.into_iter().map(i64::from).sum();
        }
        DownAgainMoved { back, of } => of_group(of) && floated(one, back, Float::Down),
        Difference => return -i64::from(grows_difference(one, other)),
        Run => return -i64::from(makes_run(one, other)),
        Wish => return -i64::from(!one.wish.agrees(&other.wish)),
        StrongWish => return -i64::from(denies_strong(one, other)),
        UpAgain { back } => return -i64::from(moved && floated(other, back, Float::Up)),
        UpAgainMoved { back, of } => return -i64::from(of_group(of) && floated(other, back, Float::Up)),
        PairsNext | FloatersPaired { .. } | ByeUnplayed => false,
    };
    i64::from(holds)
}

/// The part of a value that comes with one vertex, whoever it meets in the bracket.
fn own_part(bracket: &Bracket<'_>, criterion: Criterion, vertex: usize) -> i64 {
    use Criterion::*;
    let place = bracket.place(vertex);
    let of_group = |of: usize| place == Place::Moved && bracket.group(vertex) == of;
    i64::from(match criterion {
        MovedPaired { of } => of_group(of),
        DownAgain { back } => place == Place::Here && bracket.facts(vertex).floats[back] == Float::Down,
        DownAgainMoved { back, of } => of_group(of) && bracket.facts(vertex).floats[back] == Float::Down,
        _ => false,
    })
}

/// C10: both have two more games with the same colour.
fn grows_difference(one: &Facts, other: &Facts) -> bool {
    one.wish.is_lopsided() && other.wish.is_lopsided() && !one.wish.agrees(&other.wish)
}

/// C11: who does not get the colour wanted has had the other one twice running.
fn makes_run(one: &Facts, other: &Facts) -> bool {
    let (a, b) = (&one.wish, &other.wish);
    if !a.is_absolute() || !b.is_absolute() || a.agrees(b) {
        return false;
    }
    match a.difference.cmp(&b.difference) {
        std::cmp::Ordering::Equal => a.repeated.is_some() && a.repeated == b.repeated,
        std::cmp::Ordering::Greater => b.repeated.is_some() && b.repeated != b.colour,
        std::cmp::Ordering::Less => a.repeated.is_some() && a.repeated != a.colour,
    }
}

/// C13: two strong preferences for one colour, of which not both are absolute.
fn denies_strong(one: &Facts, other: &Facts) -> bool {
    let (a, b) = (&one.wish, &other.wish);
    let firm = |wish: &super::colours::Wish| wish.is_strong() || wish.is_absolute();
    firm(a) && firm(b) && !(a.is_absolute() && b.is_absolute()) && !a.agrees(b)
}

/// Sorts the vertices by all that a value can depend on: the kind of each, and a vertex of each kind.
fn kinds(bracket: &Bracket<'_>) -> (Vec<usize>, Vec<usize>) {
    let mut known = HashMap::new();
    let mut shown = Vec::new();
    let kind = (0..bracket.size()).map(|vertex| {
        let place = bracket.place(vertex);
        let facts = matches!(place, Place::Moved | Place::Here).then(|| {
            let facts = bracket.facts(vertex);
            let wish = &facts.wish;
            let colour = (wish.colour, wish.difference, wish.repeated);
            (bracket.group(vertex), colour, facts.floats, if bracket.has_bye { facts.played } else { 0 })
        });
        *known.entry((place, facts)).or_insert_with(|| {
            shown.push(vertex);
            shown.len() - 1
        })
    });
    (kind.collect(), shown)
}
