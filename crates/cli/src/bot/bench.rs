//! `damas bot bench`: depth and speed.

use ::bot::{Engine, Limits, Question, Sight};
use draughts::{DrawCounters, Fen, Position, RuleSet, Variant};
use std::io::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Searches the start and positions of middlegames, each for the same time.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// brazilian, american, international or russian
    #[arg(long)]
    variant: Variant,
    /// Milliseconds a position
    #[arg(long, default_value_t = 1_000)]
    ms: u64,
    /// Threads of a search
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Positions of its own making beside the start
    #[arg(long, default_value_t = 10)]
    positions: u64,
    /// One position instead
    #[arg(long)]
    fen: Option<String>,
}

/// Searches and prints a line a position, and the means.
///
/// # Errors
/// When the FEN is no position, or nothing can be printed.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut positions = vec![Position::initial(args.variant)];
    positions.extend((1..=args.positions).map(|seed| middlegame(args.variant, seed)));
    if let Some(fen) = &args.fen {
        positions = vec![Position::from_setup(Fen::parse(args.variant, fen)?.setup())?];
    }
    let mut out = std::io::stdout();
    let mut engine = Engine::new(64 << 20, args.threads);
    let (mut depths, mut nodes, mut seconds) = (0, 0, 0.0);
    // A forced reply needs no search.
    positions.retain(|position| position.legal_moves().len() > 1);
    for position in &positions {
        engine.forget();
        let answer = timed(
            &mut engine,
            position,
            Limits { soft: None, ..Limits::time(Duration::from_millis(args.ms)) },
        );
        let (answer, took) = answer;
        let best = answer.variations.first();
        let line: Vec<String> =
            best.map(|best| texts(position, &best.moves)).unwrap_or_default().into_iter().take(6).collect();
        writeln!(
            out,
            "depth {:2}  {:9} nodes  {:5.0} ms  {:6}  {}  {}",
            answer.depth,
            answer.nodes,
            took * 1e3,
            best.map_or(0, |best| best.score),
            position.fen(),
            line.join(" ")
        )?;
        depths += answer.depth;
        nodes += answer.nodes;
        seconds += took;
    }
    let mean = f64::from(depths) / positions.len() as f64;
    writeln!(out, "mean depth {mean:.1}, {:.0} thousand nodes a second", nodes as f64 / seconds / 1e3)?;
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "the command line may read the clock")]
fn timed(engine: &mut Engine, position: &Position, limits: Limits) -> (::bot::Answer, f64) {
    let begun = Instant::now();
    let answer = engine.answer(
        &Question {
            position,
            counters: &DrawCounters::new(RuleSet::Dream, position),
            limits,
            sight: Sight::FULL,
            book: false,
            seed: 0,
            lines: 1,
            clock: &|| begun.elapsed(),
            stop: &AtomicBool::new(false),
        },
        &mut |_| (),
    );
    (answer, begun.elapsed().as_secs_f64())
}

/// A position 16 to 30 plies from the start, each ply searched for some thousand positions.
fn middlegame(variant: Variant, seed: u64) -> Position {
    let mut engine = Engine::new(1 << 20, 1);
    let mut position = Position::initial(variant);
    for ply in 0..14 + seed % 8 * 2 {
        let moves = position.legal_moves();
        let chosen = if ply < 4 {
            moves.get((seed * 7 + ply * 3) as usize % moves.len().max(1)).copied()
        } else {
            timed(&mut engine, &position, Limits::nodes(5_000)).0.best()
        };
        let Some(mv) = chosen else { break };
        position = position.play(&mv);
    }
    position
}

/// A line of moves as the variant writes them.
pub(crate) fn texts(position: &Position, moves: &[draughts::Move]) -> Vec<String> {
    let mut position = *position;
    moves
        .iter()
        .filter_map(|mv| {
            let text = position.paths(mv).first()?.text(position.variant()).to_string();
            position = position.play(mv);
            Some(text)
        })
        .collect()
}
