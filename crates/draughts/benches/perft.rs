//! How fast leaves are counted and moves listed, each way beside the others in one run: `cargo bench -p draughts`, for one
//! variant `cargo bench -p draughts -- russian`. Processor time of the thread; best of the rounds.

#![allow(clippy::print_stdout, reason = "a bench prints what it measured")]
#![allow(clippy::unwrap_used, reason = "a bench that cannot measure has nothing to say")]

#[path = "../tests/random/mod.rs"]
mod random;
#[path = "../tests/reference/mod.rs"]
mod reference;

use draughts::{InstructionSet, MoveList, Position, Variant, perft, perft_batched_with};
use nix::time::{ClockId, clock_gettime};
use random::Random;
use reference::Mailbox;
use std::hint::black_box;
use std::time::Duration;

const ROUNDS: usize = 5;

/// A way of doing something, and what it has shown so far.
struct Way<'a> {
    name: String,
    /// Does it once and says how many leaves or moves that were.
    run: Box<dyn FnMut() -> u64 + 'a>,
    count: u64,
    best: Duration,
    /// Whether it is too slow to do all that the others do.
    is_part: bool,
}

impl<'a> Way<'a> {
    fn new(name: impl ToString, run: impl FnMut() -> u64 + 'a) -> Self {
        Self { name: name.to_string(), run: Box::new(run), count: 0, best: Duration::MAX, is_part: false }
    }

    fn part(name: impl ToString, run: impl FnMut() -> u64 + 'a) -> Self {
        Self { is_part: true, ..Self::new(name, run) }
    }

    fn millions_a_second(&self) -> f64 {
        self.count as f64 / self.best.as_secs_f64() / 1e6
    }
}

fn thread_time() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).unwrap().into()
}

/// All ways once a round, so that a slow moment of the machine meets them all; ratios are to the second way.
fn compare(title: &str, mut ways: Vec<Way<'_>>) {
    for _ in 0..ROUNDS {
        for way in &mut ways {
            let begun = thread_time();
            way.count = (way.run)();
            way.best = way.best.min(thread_time() - begun);
        }
    }
    let base = ways.get(1).map_or(1.0, Way::millions_a_second);
    println!("{title}");
    for way in &ways {
        let speed = way.millions_a_second();
        assert!(way.is_part || way.count == ways[1].count, "{} counts {}", way.name, way.count);
        println!("  {:<24} {speed:>9.2} M/s {:>8.3} x  ({})", way.name, speed / base, way.count);
    }
}

fn leaves(variant: Variant) {
    let (depth, reference_depth) = match variant {
        Variant::Brazilian | Variant::Russian | Variant::American => (12, 7),
        Variant::International => (10, 6),
    };
    let start = Position::initial(variant);
    let mailbox = Mailbox::of(&start);
    let reference = format!("plain reference, d{reference_depth}");
    let mut ways = vec![
        Way::part(reference, || mailbox.perft(reference_depth)),
        Way::new("one at a time", || perft(&start, depth)),
    ];
    for set in InstructionSet::available() {
        ways.push(Way::new(format!("batched, {set}"), move || perft_batched_with(set, &start, depth)));
    }
    compare(&format!("{variant}, leaves at depth {depth}"), ways);
}

/// Positions of games by chance, as a search meets them: openings to endings, quiet and with captures.
fn positions(variant: Variant) -> Vec<Position> {
    let mut random = Random(1);
    (0..200).flat_map(|_| random::game(variant, 80, &mut random)).collect()
}

fn moves(variant: Variant) {
    const TIMES: usize = 20;
    let positions = positions(variant);
    let mailboxes: Vec<Mailbox> = positions.iter().step_by(20).map(Mailbox::of).collect();
    let mut list = MoveList::default();
    let listed = || {
        let mut count = 0;
        for position in (0..TIMES).flat_map(|_| &positions) {
            position.legal_moves_into(&mut list);
            count += black_box(&list).len() as u64;
        }
        count
    };
    let ways = vec![
        Way::part("plain reference", || mailboxes.iter().map(|mailbox| mailbox.moves().len() as u64).sum()),
        Way::new("legal_moves_into", listed),
        Way::new("legal_moves", || {
            let positions = (0..TIMES).flat_map(|_| &positions);
            positions.map(|position| black_box(position.legal_moves()).len() as u64).sum()
        }),
        Way::new("count_moves", || {
            let positions = (0..TIMES).flat_map(|_| &positions);
            positions.map(|position| black_box(position.count_moves()) as u64).sum()
        }),
    ];
    compare(&format!("{variant}, moves of {} positions", positions.len()), ways);
}

fn main() {
    let names: Vec<String> = std::env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
    for variant in Variant::ALL {
        if names.is_empty() || names.contains(&variant.to_string()) {
            leaves(variant);
            moves(variant);
        }
    }
}
