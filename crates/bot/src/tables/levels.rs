//! In which order the cells of a pair are solved, by how many threads. Knows no file.

use super::cell::{CellSolver, Stopped};
use super::pair::Pair;
use super::placement::turned;
use super::rays::Rays;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Solves every position of the pair; tells `progress` how many are done after each level.
pub(crate) fn solve(
    pair: &Pair,
    rays: &Rays,
    threads: usize,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64),
) -> Result<(), Stopped> {
    let mut solvers: Vec<CellSolver> =
        (0..threads.max(1)).map(|_| CellSolver::new(pair, rays, stop)).collect();
    let mut done = 0;
    for level in levels(pair) {
        done += solve_level(&mut solvers, &level)?;
        progress(done);
    }
    Ok(())
}

/// Cells of the first half by how far their men have gone, the furthest first: a man's move leads one level up, so
/// cells of one level know nothing of each other. Where the pair is one material, a cell and the same turned round
/// are solved together and stand here once.
fn levels(pair: &Pair) -> Vec<Vec<u32>> {
    let index = &pair.halves[0].index;
    let width = (index.squares * 2).isqrt();
    let mut levels = vec![Vec::new(); (index.material.men() * width) as usize + 1];
    for cell in 0..index.cells() {
        let (own_men, other_men) = index.men(cell);
        if pair.halves.len() == 1 {
            let turned_cell = index.cell(turned(other_men, index.squares), turned(own_men, index.squares));
            if turned_cell < cell {
                continue;
            }
        }
        let gone = gone_down(turned(own_men, index.squares), width) + gone_down(other_men, width);
        levels[gone as usize].push(cell);
    }
    levels.reverse();
    levels.retain(|level| !level.is_empty());
    levels
}

/// How many rows men that go down have gone, all together.
fn gone_down(mut men: u64, width: u32) -> u32 {
    let mut rows = 0;
    while men != 0 {
        rows += men.trailing_zeros() / (width / 2);
        men &= men - 1;
    }
    rows
}

fn solve_level(solvers: &mut [CellSolver], level: &[u32]) -> Result<u64, Stopped> {
    // Pieces of work small enough that no thread waits long for another at the end of the level.
    let piece = (level.len() / (solvers.len() * 16)).clamp(1, 1024);
    let next = AtomicUsize::new(0);
    let work = |solver: &mut CellSolver| {
        let mut done = 0;
        loop {
            let begin = next.fetch_add(piece, Ordering::Relaxed);
            let Some(rest) = level.get(begin..).filter(|rest| !rest.is_empty()) else { return Ok(done) };
            for cell in &rest[..piece.min(rest.len())] {
                done += solver.solve(*cell)?;
            }
        }
    };
    let [first, others @ ..] = solvers else { return Ok(0) };
    if level.len() <= piece {
        return work(first);
    }
    std::thread::scope(|scope| {
        let others: Vec<_> = others.iter_mut().map(|solver| scope.spawn(|| work(solver))).collect();
        let mut done = work(first)?;
        for other in others {
            done += other.join().expect("a thread that solves cells does not panic")?;
        }
        Ok(done)
    })
}
