//! `damas puzzles`: positions of real games in which one move alone keeps the result. Knows files and arguments; what a puzzle is
//! is its parts'.

mod find;
mod games;
mod judge;
mod kept;

use anyhow::Context as _;
use bot::Tables;
use draughts::Variant;
use find::Finder;
use kept::Puzzle;
use std::io::Write as _;
use std::path::PathBuf;

#[derive(Clone, Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Keeps the puzzles of a file that hold, finds more in games of people, then of the bot against itself, and writes them as JSON
    Make(MakeArgs),
    /// Solves every puzzle of some files again; exit code 1 when one is wrong
    Check(CheckArgs),
}

/// The same arguments and tables make the same file of one that is not there.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct MakeArgs {
    /// brazilian, american, international or russian
    #[arg(long)]
    variant: Variant,
    /// How many are wanted
    #[arg(long, default_value_t = 40)]
    count: usize,
    /// Games of the bot that are played at most
    #[arg(long, default_value_t = 2_000)]
    games: u64,
    /// The first game's seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder of the endgame tables; those of four pieces, of three on 10x10, are what the test has
    #[arg(long, value_name = "DIR", default_value = "data/tables")]
    tables: PathBuf,
    /// Where the puzzles are written
    #[arg(long)]
    out: PathBuf,
    /// Games of people, as PDN
    #[arg(value_name = "PDN")]
    pdn: Vec<PathBuf>,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// The folder of the endgame tables
    #[arg(long, value_name = "DIR", default_value = "data/tables")]
    tables: PathBuf,
    /// The files of puzzles
    #[arg(required = true, value_name = "JSON")]
    files: Vec<PathBuf>,
}

/// Runs the command; whether every puzzle is right.
///
/// # Errors
/// When a file cannot be read or written.
pub(crate) fn run(command: &Command) -> anyhow::Result<bool> {
    match command {
        Command::Make(args) => make(args).map(|()| true),
        Command::Check(args) => check(args),
    }
}

fn open(folder: &std::path::Path, variant: Variant) -> Tables {
    let (tables, broken) = Tables::open(folder, &[variant]);
    for error in broken {
        eprintln!("damas: {:#}", anyhow::Error::from(error));
    }
    tables
}

fn make(args: &MakeArgs) -> anyhow::Result<()> {
    let mut out = std::io::stdout();
    let tables = open(&args.tables, args.variant);
    writeln!(out, "{} with tables of {} pieces", args.variant, tables.pieces(args.variant))?;
    let mut finder = Finder::new(args.variant, tables);
    if let Ok(text) = std::fs::read_to_string(&args.out) {
        let kept = serde_json::from_str(&text).with_context(|| args.out.display().to_string())?;
        finder.keep(kept);
        writeln!(out, "{} kept", finder.found.len())?;
    }
    let kept = finder.found.len();
    for file in &args.pdn {
        for game in games::of_people(file, args.variant)? {
            finder.look_into(&game, false);
        }
    }
    writeln!(out, "{} from games of people", finder.found.len() - kept)?;
    for number in 0..args.games {
        if finder.found.len() >= args.count {
            break;
        }
        let before = finder.found.len();
        let game = games::of_the_bot(args.variant, args.seed + number);
        finder.look_into(&game, true);
        if finder.found.len() > before {
            let puzzle = &finder.found[finder.found.len() - 1];
            writeln!(
                out,
                "game {number}: {} of {} moves, level {}: {}",
                finder.found.len(),
                puzzle.steps.len(),
                puzzle.level,
                puzzle.steps[0].fen
            )?;
        }
    }
    finder.found.sort_by_key(|puzzle| (puzzle.level, puzzle.steps.len(), puzzle.id.clone()));
    let text = kept::text(&finder.found)?;
    std::fs::write(&args.out, text).with_context(|| format!("{} cannot be written", args.out.display()))
}

fn check(args: &CheckArgs) -> anyhow::Result<bool> {
    let mut out = std::io::stdout();
    let mut right = true;
    for file in &args.files {
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        let puzzles: Vec<Puzzle> = serde_json::from_str(&text).with_context(|| file.display().to_string())?;
        let Some(first) = puzzles.first() else { continue };
        let variant = first.variant.parse()?;
        let tables = std::sync::Arc::new(open(&args.tables, variant));
        for puzzle in &puzzles {
            if let Err(wrong) = puzzle.check(&tables) {
                writeln!(out, "{}: {wrong}", puzzle.id)?;
                right = false;
            }
        }
        writeln!(out, "{}: {} puzzles", file.display(), puzzles.len())?;
    }
    Ok(right)
}
