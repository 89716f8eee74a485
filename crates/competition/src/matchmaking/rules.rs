//! Whether two who wait may play each other, and how well they fit. Knows no others but by their number.

use super::{pool::Waiting, terms::PoolTerms};
use crate::Points;
use ids::{Amount, WallTime};

/// Two who may play, but for what only the pool knows: how many others wait, and what the two have staked before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fit {
    /// The smaller, the sooner they are paired.
    pub(super) cost: Points,
    /// The stake.
    pub(super) stake: Amount,
    /// Whether the first has White.
    pub(super) first_white: bool,
    /// Whether they met in their last games.
    pub(super) repeats: bool,
}

/// Whether the ratings of two are in each other's window.
pub(super) fn in_window(terms: &PoolTerms, a: &Waiting, b: &Waiting, at: WallTime) -> bool {
    let apart = a.seeker.rating.minus(b.seeker.rating).abs();
    apart <= a.window(terms, at) && apart <= b.window(terms, at)
}

/// How two fit; `None` when a rule forbids it.
pub(super) fn fit(terms: &PoolTerms, a: &Waiting, b: &Waiting, at: WallTime) -> Option<Fit> {
    let (one, two) = (&a.seeker, &b.seeker);
    let apart = one.rating.minus(two.rating).abs();
    let patient = at.since(a.since.max(b.since)) >= terms.even_for;
    if !in_window(terms, a, b, at) || apart > terms.even && !patient {
        return None;
    }
    let stake = one.stakes.common(two.stakes)?;
    let quick = |own: &super::Seeker, other: &super::Seeker| {
        other.latency_limit.is_none_or(|limit| own.latency <= limit)
    };
    if one.profile != two.profile
        || !quick(one, two)
        || !quick(two, one)
        || one.origins.iter().any(|origin| two.origins.contains(origin))
    {
        return None;
    }
    let first_white = first_has_white(terms, a, b)?;
    let met = |own: &super::Seeker, other: &super::Seeker| {
        own.recent.iter().take(terms.repeat_games).any(|met| *met == other.account)
    };
    let repeats = met(one, two) || met(two, one);
    let waited = (at.since(a.since).0 + at.since(b.since).0) as f64 / 1000.0;
    let nearer = Points((terms.wait_points.0 as f64 * waited) as i64);
    let further = if repeats { terms.repeat_points } else { Points::ZERO };
    let cost = apart.minus(nearer).plus(further);
    Some(Fit { cost, stake, first_white, repeats })
}

/// White goes to who had it less, and else to who waits longer; `None` when either would pass the difference. One who is
/// past it already, by games that he chose himself, may only come nearer.
fn first_has_white(terms: &PoolTerms, a: &Waiting, b: &Waiting) -> Option<bool> {
    let key = |waiting: &Waiting| (waiting.seeker.balance(), waiting.since, waiting.number);
    let first = key(a) < key(b);
    let (white, black) = if first { (a, b) } else { (b, a) };
    let most = i64::from(terms.colour_difference);
    (white.seeker.balance() < most && black.seeker.balance() > -most).then_some(first)
}
