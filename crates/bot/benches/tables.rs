//! How long a probe of the endgame tables takes, on random positions of four pieces. `cargo bench -p bot --bench tables`

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a bench prints what it measured")]

use bot::Tables;
use bot::tables::{BuildOptions, build};
use draughts::{Position, Side, SquareSet, Variant};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Random positions of a man and a king against two kings.
fn positions(variant: Variant, count: usize) -> Vec<Position> {
    let mut state = 1_u64;
    let mut square = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        SquareSet::from_bits(1 << ((state >> 33) % u64::from(variant.squares())))
    };
    let both = |one: SquareSet, other: SquareSet| SquareSet::from_bits(one.bits() | other.bits());
    let mut positions = Vec::new();
    while positions.len() < count {
        let men = [square(), SquareSet::EMPTY];
        let kings = [square(), both(square(), square())];
        let side = if positions.len() % 2 == 0 { Side::White } else { Side::Black };
        positions.extend(Position::from_sets(variant, side, men, kings));
    }
    positions
}

#[expect(clippy::disallowed_methods, reason = "a bench reads the clock")]
fn measure<T>(what: &str, positions: &[Position], probe: impl Fn(&Position) -> Option<T>) {
    let mut best = f64::MAX;
    let mut known = 0;
    for _ in 0..3 {
        let begun = Instant::now();
        known = positions.iter().filter(|position| black_box(probe(position)).is_some()).count();
        best = best.min(begun.elapsed().as_secs_f64() * 1e9 / positions.len() as f64);
    }
    println!("{what}: {best:.0} ns a position, best of 3 ({known} of {} known)", positions.len());
}

fn main() {
    let folder = std::env::temp_dir().join(format!("bot-tables-bench-{}", std::process::id()));
    for variant in [Variant::Brazilian, Variant::American] {
        let tables = Tables::none();
        let options = BuildOptions { variant, pieces: 4, threads: 2 };
        build(&tables, &folder, options, &AtomicBool::new(false), &mut |_| {}).unwrap();
        let many = positions(variant, 1_000_000);
        measure(&format!("{variant} outcome, a million positions"), &many, |position| {
            tables.outcome(position)
        });
        let few = &many[..1_000];
        measure(&format!("{variant} outcome, the same thousand"), few, |position| tables.outcome(position));
        measure(&format!("{variant} distance"), &many[..20_000], |position| tables.distance(position));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
