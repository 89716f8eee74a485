//! Random lives of tournaments of every format. `TEST_TOURNAMENTS=200` lives so many of each and asks that every row
//! of the state table be taken at least 20 times; `TEST_SEED` begins at another seed.
#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

mod tournament_life;

use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tournament_life::Life;
use tournament_life::faults::Fault;
use tournament_life::rows::{Counts, ROWS, SIGHTS};
use tournament_life::terms::Kind;

fn number(name: &str, default: u64) -> u64 {
    env::var(name)
        .map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")))
}

#[test]
fn any_life_of_any_format_keeps_every_promise() {
    let lives = number("TEST_TOURNAMENTS", 50);
    let first = number("TEST_SEED", 1);
    let mut counts = Counts::new();
    for kind in [Kind::Knockout, Kind::Swiss, Kind::RoundRobin, Kind::Arena] {
        let (mut steps, mut large) = (0, 0);
        for seed in first..first + lives {
            let mut life = Life::new(seed * 4 + kind as u64, kind);
            life.live();
            steps += life.steps;
            large += u64::from(life.large());
            for (row, count) in &life.counts {
                *counts.entry(row.clone()).or_default() += count;
            }
        }
        println!(
            "{kind:?}: {lives} lives from seed {first}, {large} with more than 64 players, {steps} steps"
        );
    }
    for (row, count) in &counts {
        println!("{count:>8}  {row}");
    }
    if lives >= 200 {
        let least = ROWS.map(|row| (row, 20)).into_iter().chain(SIGHTS.map(|sight| (sight, 10)));
        for (row, least) in least {
            let taken = counts.get(row).copied().unwrap_or(0);
            assert!(taken >= least, "{row} was taken {taken} times");
        }
    }
}

#[test]
fn every_planted_fault_is_caught() {
    for fault in Fault::ALL {
        let caught = (1..=60u64).find(|seed| {
            let kind = if seed % 2 == 0 { Kind::Swiss } else { Kind::Knockout };
            let mut life = Life::new(*seed, kind);
            life.fault = Some(fault);
            catch_unwind(AssertUnwindSafe(|| life.live())).is_err()
        });
        println!("{fault:?} is caught in life {caught:?}");
        assert!(caught.is_some(), "{fault:?} was never caught");
    }
}
