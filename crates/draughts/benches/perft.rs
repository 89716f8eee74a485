//! Leaf counts from the start of each variant, in millions a second. `cargo bench -p draughts`

#![allow(clippy::print_stdout, reason = "a bench prints what it measured")]

use draughts::{Position, Variant, perft};
use std::time::Instant;

#[expect(clippy::disallowed_methods, reason = "a bench reads the clock")]
fn measure(variant: Variant, depth: u32) {
    let position = Position::initial(variant);
    let mut best = f64::MAX;
    let mut nodes = 0;
    for _ in 0..3 {
        let begun = Instant::now();
        nodes = perft(&position, depth);
        best = best.min(begun.elapsed().as_secs_f64());
    }
    println!(
        "{variant} depth {depth}: {nodes} nodes, best of 3: {best:.3} s, {:.0} Mnps",
        nodes as f64 / best / 1e6
    );
}

fn main() {
    for depth in 10..=12 {
        measure(Variant::Brazilian, depth);
    }
    measure(Variant::Russian, 11);
    measure(Variant::American, 11);
    measure(Variant::International, 9);
}
