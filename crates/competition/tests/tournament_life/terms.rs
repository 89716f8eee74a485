//! Random terms of each format, valid ones.

use competition::tournament::{CancellationRule, Format, RatingConditions};
use competition::{Clock, PrizePlan, TieBreak, TieBreakEdition, TournamentLimits, TournamentTerms};
use ids::{Amount, Millis, WallTime};
use rand::Rng;
use rand::rngs::SmallRng;

pub(crate) const MINUTE: Millis = Millis(60_000);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Knockout,
    Swiss,
    RoundRobin,
    Arena,
}

/// How many enter: one in five is large where the format allows it.
fn size(rng: &mut SmallRng, kind: Kind) -> u32 {
    match kind {
        Kind::RoundRobin => rng.random_range(3..=16),
        Kind::Arena if rng.random_bool(0.35) => rng.random_range(85..=110),
        Kind::Arena => rng.random_range(2..=24),
        _ if rng.random_bool(0.35) => rng.random_range(85..=150),
        _ => rng.random_range(4..=40),
    }
}

/// Terms, and how many want to enter.
pub(crate) fn random(rng: &mut SmallRng, kind: Kind) -> (TournamentTerms, u32) {
    let entrants = size(rng, kind);
    let least = if kind == Kind::RoundRobin { 3 } else { 4.min(entrants) };
    // now and then more are needed than come
    let min_players =
        if rng.random_bool(0.12) { entrants } else { rng.random_range(least..=entrants.max(least)) };
    let max_players = if kind == Kind::RoundRobin { 16 } else { entrants.max(min_players) + 3 };
    let format = match kind {
        Kind::Knockout => Format::Knockout { third_place: min_players >= 4 && rng.random_bool(0.5) },
        Kind::Swiss => Format::Swiss { rounds: rng.random_range(1..=(min_players - 1).min(7)) as u16 },
        Kind::RoundRobin => Format::RoundRobin { double: rng.random_bool(0.4) },
        Kind::Arena => {
            Format::Arena { length: Millis(rng.random_range(10..40) * 60_000), wave: Millis(15_000) }
        }
    };
    let money = kind != Kind::Arena && rng.random_bool(0.9);
    let contribution = if money { rng.random_range(1..2_000) } else { 0 };
    let places = if rng.random_bool(0.6) { rng.random_range(8..64) } else { rng.random_range(1..8) };
    let mut weights: Vec<u32> = (0..places).map(|_| rng.random_range(1..100)).collect();
    weights.sort_unstable_by(|one, other| other.cmp(one));
    let guarantee = if money && rng.random_bool(0.5) {
        rng.random_range(0..=2 * contribution * i64::from(min_players))
    } else {
        0
    };
    let start = WallTime(1_800_000_000_000_000);
    let terms = TournamentTerms {
        name: "Copa".to_owned(),
        format,
        clock: Clock { initial: Millis(180_000), increment: Millis(2_000) },
        profile: "brazilian-dream".to_owned(),
        contribution: Amount(contribution),
        fee: Amount(if money { rng.random_range(0..100) } else { 0 }),
        guarantee: Amount(guarantee),
        prizes: if money { PrizePlan::new(weights).unwrap() } else { PrizePlan::default() },
        min_players,
        max_players,
        registration_at: start.minus(Millis(120 * 60_000)),
        check_in_at: start.minus(Millis(30 * 60_000)),
        starts_at: start,
        late_entry: matches!(kind, Kind::Swiss | Kind::Arena) && rng.random_bool(0.6),
        tie_breaks: match kind {
            Kind::Swiss => TieBreak::SWISS.to_vec(),
            Kind::RoundRobin => TieBreak::ROUND_ROBIN.to_vec(),
            _ => Vec::new(),
        },
        edition: TieBreakEdition::FideMarch2026,
        grace: Millis(3 * 60_000),
        cancellation: if rng.random_bool(0.85) {
            CancellationRule::RollForward
        } else {
            CancellationRule::RollBack
        },
        rating: RatingConditions { at_least: Some(1000), at_most: None },
        countries: Vec::new(),
        protest: Millis(rng.random_range(0..=60) * 60_000),
        spectators_delay: MINUTE,
        config_hash: "c0ffee".to_owned(),
        limits: TournamentLimits::default(),
    };
    (terms, entrants)
}
