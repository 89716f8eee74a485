//! Where puzzles come from: games of people, and of the bot against itself. Knows no puzzle.

use super::judge;
use anyhow::Context as _;
use bot::{Engine, Limits, Question, Sight, no_clock};
use draughts::pdn::{ReadOptions, Reader};
use draughts::{DrawCounters, Position, Variant};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// A game that goes on for so many plies is left.
const LONG: usize = 200;

/// The positions of each game of a file that is of the variant; a game in error is left out.
///
/// # Errors
/// When the file cannot be opened.
pub(crate) fn of_people(file: &Path, variant: Variant) -> anyhow::Result<Vec<Vec<Position>>> {
    let stream = BufReader::new(File::open(file).with_context(|| file.display().to_string())?);
    let games = Reader::new(stream, ReadOptions { variant: Some(variant), tolerant: true });
    Ok(games
        .filter_map(Result::ok)
        .filter(|read| read.game.start.variant() == variant)
        .map(|read| {
            let mut positions = vec![read.game.start];
            for (mv, _) in read.game.moves() {
                positions.push(positions[positions.len() - 1].play(&mv));
            }
            positions
        })
        .collect())
}

/// The positions of a game that the bot plays against itself, a little at random and not deep, as people do.
pub(crate) fn of_the_bot(variant: Variant, seed: u64) -> Vec<Position> {
    let mut engine = Engine::new(4 << 20, 1);
    let mut chance = seed;
    let mut position = Position::initial(variant);
    let mut counters = DrawCounters::new(judge::rules(variant), &position);
    let mut positions = vec![position];
    while positions.len() < LONG && counters.verdict().is_none() {
        let moves = position.legal_moves();
        let random = next(&mut chance);
        let chosen = if positions.len() <= 6 {
            (!moves.is_empty()).then(|| moves[(random % moves.len() as u64) as usize])
        } else {
            let answer = engine.answer(
                &Question {
                    position: &position,
                    counters: &counters,
                    limits: Limits::nodes(400 + random % 1_600),
                    sight: Sight::FULL,
                    book: false,
                    seed: random,
                    lines: 1,
                    clock: &no_clock,
                    stop: &AtomicBool::new(false),
                },
                &mut |_| (),
            );
            answer.best()
        };
        let Some(mv) = chosen else { break };
        let after = position.play(&mv);
        counters.after(&position, &mv, &after);
        position = after;
        positions.push(position);
    }
    positions
}

/// splitmix64
const fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut x = *seed;
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
