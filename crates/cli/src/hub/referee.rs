//! `damas match`: games between two Hub programs, each opening twice with colours changed.

use super::peer::Peer;
use anyhow::Context as _;
use bot::learn::Score;
use draughts::{DrawCounters, Fen, Move, Position, RuleSet, Side, Variant};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Plays the games and prints each result, then the score of the first program and its Elo with the error at 95 %.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// The first program's command
    #[arg(long)]
    a: String,
    /// The second program's command
    #[arg(long)]
    b: String,
    /// Games, rounded up to an even number
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// A FEN a line; without it openings are made by chance
    #[arg(long)]
    openings: Option<PathBuf>,
    /// brazilian, american, international or russian
    #[arg(long, default_value = "brazilian")]
    variant: Variant,
    /// The set of draw rules
    #[arg(long, default_value = "dream")]
    rules: RuleSet,
    /// Seconds a move
    #[arg(long, default_value_t = 1.0)]
    move_time: f64,
    /// Positions a move instead of time, so that a busy machine changes nothing; both programs must count alike
    #[arg(long)]
    nodes: Option<u64>,
    /// Games at once, each with its own two programs
    #[arg(long, default_value_t = 1)]
    at_once: usize,
    /// Chance, for the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Plies after which a game is drawn that no rule has ended.
const LONG: usize = 400;

/// How a game ended.
struct Ended {
    winner: Option<Side>,
    why: String,
    plies: usize,
    /// The longest that each program took for a move.
    slowest: [Duration; 2],
}

/// Plays and prints; false when a program failed in a game.
///
/// # Errors
/// When a program does not begin, the openings cannot be read, or nothing can be printed.
pub(crate) fn run(args: &Args) -> anyhow::Result<bool> {
    let time = Duration::try_from_secs_f64(args.move_time)
        .context("--move-time is a number of seconds, 0 or more")?;
    let pairs = args.games.div_ceil(2);
    let openings = match &args.openings {
        Some(path) => read(args.variant, path)?,
        None => bot::learn::openings(args.variant, args.rules, args.seed, pairs),
    };
    anyhow::ensure!(!openings.is_empty(), "there is no opening");
    let (next, failed, total) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(Score::default()));
    std::thread::scope(|scope| {
        let players: Vec<_> = (0..args.at_once.clamp(1, 64))
            .map(|_| scope.spawn(|| play_pairs(args, time, &openings, pairs, (&next, &failed), &total)))
            .collect();
        players.into_iter().try_for_each(|player| player.join().expect("a referee does not panic"))
    })?;
    let score = *total.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(std::io::stdout(), "{score}")?;
    let failed = failed.into_inner();
    if failed > 0 {
        writeln!(
            std::io::stdout(),
            "{failed} of these games a program lost by failing: the score says little"
        )?;
    }
    Ok(failed == 0)
}

/// Reads positions, one FEN a line; blank lines and those that begin with # are passed over.
fn read(variant: Variant, path: &Path) -> anyhow::Result<Vec<Position>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|(line, number)| {
            let fen = Fen::parse(variant, line.trim()).map_err(anyhow::Error::from);
            let position = fen.and_then(|fen| Ok(Position::from_setup(fen.setup())?));
            position.with_context(|| format!("{}, line {number}: {line:?}", path.display()))
        })
        .collect()
}

fn play_pairs(
    args: &Args,
    time: Duration,
    openings: &[Position],
    pairs: usize,
    (next, failed): (&AtomicUsize, &AtomicUsize),
    total: &Mutex<Score>,
) -> anyhow::Result<()> {
    let mut peers = [Peer::start(&args.a, args.variant)?, Peer::start(&args.b, args.variant)?];
    loop {
        let pair = next.fetch_add(1, Ordering::Relaxed);
        if pair >= pairs {
            return Ok(());
        }
        let start = &openings[pair % openings.len()];
        for side in Side::BOTH {
            let ended = play(&mut peers, args, start, side, time);
            let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
            let (mut score, points) = (
                Score::default(),
                match ended.winner {
                    Some(winner) if winner == side => "1-0",
                    Some(_) => "0-1",
                    None => "1/2",
                },
            );
            match ended.winner {
                Some(winner) if winner == side => score.won = 1,
                Some(_) => score.lost = 1,
                None => score.drawn = 1,
            }
            total.add(score);
            let [a, b] = ended.slowest.map(|slowest| slowest.as_secs_f64());
            writeln!(
                std::io::stdout(),
                "{} ({side:?}) – {}: {points}, {} after {} plies; slowest {a:.2} s and {b:.2} s; {}; now {}",
                peers[0].name,
                peers[1].name,
                ended.why,
                ended.plies,
                start.fen(),
                *total
            )?;
            drop(total);
            if ended.why.starts_with("error") {
                failed.fetch_add(1, Ordering::Relaxed);
                // A program that failed once is not asked again.
                peers = [Peer::start(&args.a, args.variant)?, Peer::start(&args.b, args.variant)?];
            }
        }
    }
}

/// One game; the first program plays `side`.
fn play(peers: &mut [Peer; 2], args: &Args, start: &Position, side: Side, time: Duration) -> Ended {
    let mut position = *start;
    let mut counters = DrawCounters::new(args.rules, start);
    let mut moves: Vec<Move> = Vec::new();
    let mut slowest = [Duration::ZERO; 2];
    let mut begun = peers.iter_mut().try_for_each(Peer::new_game);
    let (winner, why) = loop {
        let to_move = position.side_to_move();
        if position.legal_moves().is_empty() {
            break (Some(to_move.other()), "no move".to_owned());
        }
        if let Some(reason) = counters.verdict() {
            break (None, format!("{reason:?}"));
        }
        if moves.len() >= LONG {
            break (None, "too long".to_owned());
        }
        let player = usize::from(to_move != side);
        let asked = std::mem::replace(&mut begun, Ok(()));
        match asked.and_then(|()| peers[player].ask(start, &moves, &position, time, args.nodes)) {
            Ok((mv, took)) => {
                slowest[player] = slowest[player].max(took);
                let after = position.play(&mv);
                counters.after(&position, &mv, &after);
                moves.push(mv);
                position = after;
            }
            Err(error) => {
                break (Some(to_move.other()), format!("error of {}: {error:#}", peers[player].name));
            }
        }
    };
    Ended { winner, why, plies: moves.len(), slowest }
}
