//! `damas tables`: builds, proves and asks the endgame tables. Knows no server; one that runs may use the same folder.

use anyhow::Context as _;
use bot::tables::{BuildOptions, CheckError, CheckOptions, LIMITS, Summary, build, check};
use bot::{Outcome, Tables};
use draughts::{Fen, Position, Variant};
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What is done with them.
#[derive(Clone, Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Builds what is missing; what has been built stays when it is interrupted
    Build(BuildArgs),
    /// Proves tables against the rules: positions by chance against their moves and a search; exit code 1 when one is wrong
    Check(CheckArgs),
    /// Tells what a position and each of its moves is worth; the distance is in plies to the next irreversible one
    Probe(ProbeArgs),
}

/// Where the tables are.
#[derive(Clone, Debug, clap::Args)]
struct Folder {
    /// The server's data folder: the tables are in its folder "tables"
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// The folder of the tables, instead of that one
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// brazilian, american, international or russian
    #[arg(long)]
    variant: Variant,
}

impl Folder {
    fn path(&self) -> PathBuf {
        self.folder.clone().unwrap_or_else(|| self.data.join("tables"))
    }

    /// The tables that are there; broken ones are told on the error output.
    fn open(&self) -> Tables {
        let (tables, broken) = Tables::open(&self.path(), &[self.variant]);
        for error in broken {
            eprintln!("damas: {:#}", anyhow::Error::from(error));
        }
        tables
    }
}

/// What is built.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    folder: Folder,
    /// Up to how many pieces, both sides together: from 2 to 6
    #[arg(long)]
    pieces: u32,
    /// How many threads work
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// What is proven.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    folder: Folder,
    /// How many positions of each table
    #[arg(long, default_value_t = 1000)]
    samples: u64,
    /// Every position of each table: a complete proof
    #[arg(long, conflicts_with = "samples")]
    all: bool,
    /// What decides which positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads work
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// What is asked.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ProbeArgs {
    #[command(flatten)]
    folder: Folder,
    /// The position
    #[arg(long)]
    fen: String,
}

/// Carries the command out; false when a table is wrong.
///
/// # Errors
/// When the folder cannot be used, or what is asked is no position of the variant.
pub(crate) fn run(command: &Command) -> anyhow::Result<bool> {
    let mut out = std::io::stdout().lock();
    match command {
        Command::Build(args) => run_build(&mut out, args).map(|()| true),
        Command::Check(args) => run_check(&mut out, args),
        Command::Probe(args) => probe(&mut out, args).map(|()| true),
    }
}

/// How often a long step tells how far it is.
const TELL: Duration = Duration::from_secs(1);

#[expect(clippy::disallowed_methods, reason = "the command line may read the clock")]
fn run_build(out: &mut impl Write, args: &BuildArgs) -> anyhow::Result<()> {
    let BuildArgs { folder, pieces, threads } = args;
    let options = BuildOptions { variant: folder.variant, pieces: *pieces, threads: *threads };
    let tables = Tables::none();
    writeln!(out, "up to {} MB of memory", options.memory_bound().div_ceil(1_000_000))?;
    let begun = Instant::now();
    let mut told: Option<Instant> = None;
    let mut failed = Ok(());
    let built = build(&tables, &folder.path(), options, &AtomicBool::new(false), &mut |progress| {
        if told.is_none_or(|told| told.elapsed() >= TELL) {
            told = Some(Instant::now());
            let seconds = begun.elapsed().as_secs_f64();
            let percent = progress.done as f64 * 100.0 / progress.total as f64;
            let line = writeln!(out, "{seconds:7.1} s  {percent:5.1} %  {}", progress.material);
            failed = std::mem::replace(&mut failed, Ok(())).and(line);
        }
    })
    .context("the tables were not built")?;
    failed?;
    let seconds = begun.elapsed().as_secs_f64();
    for error in &built.mended {
        writeln!(out, "written anew: {error}")?;
    }
    writeln!(out, "{} tables, {} positions built in {seconds:.1} s", built.tables, built.positions)?;
    print_summary(out, &tables.summary(folder.variant))
}

/// A line for each number of pieces.
fn print_summary(out: &mut impl Write, tables: &[Summary]) -> anyhow::Result<()> {
    for of_pieces in tables.chunk_by(|one, next| one.pieces == next.pieces) {
        let sum = |figure: fn(&Summary) -> u64| of_pieces.iter().map(figure).sum::<u64>();
        let (wins, draws, losses) = (sum(|s| s.wins), sum(|s| s.draws), sum(|s| s.losses));
        let longest = of_pieces.iter().max_by_key(|summary| summary.longest);
        let (longest, material) = longest.map_or((0, ""), |summary| (summary.longest, &summary.material));
        writeln!(
            out,
            "{} pieces: {} tables, {} positions ({wins} won, {draws} drawn, {losses} lost), {} bytes, longest distance {longest} \
             ({material})",
            of_pieces[0].pieces,
            of_pieces.len(),
            wins + draws + losses,
            sum(|s| s.bytes),
        )?;
    }
    Ok(())
}

fn run_check(out: &mut impl Write, args: &CheckArgs) -> anyhow::Result<bool> {
    let tables = args.folder.open();
    let CheckArgs { folder, samples, all, seed, threads } = args;
    let samples = (!all).then_some(*samples);
    let options = CheckOptions { variant: folder.variant, samples, seed: *seed, threads: *threads };
    match check(&tables, options, &AtomicBool::new(false), &|_, _| {}) {
        Ok(report) => {
            writeln!(
                out,
                "{} positions of {} tables are worth what their moves are; a search without tables proved {} of them (seed {seed})",
                report.positions, report.tables, report.proven
            )?;
            let over = LIMITS.iter().zip(report.over).map(|(limit, over)| format!("{over} over {limit}"));
            let over = over.collect::<Vec<_>>().join(", ");
            writeln!(out, "{} of them are won for the side to move; distances: {over}", report.won)?;
            Ok(true)
        }
        Err(error @ (CheckError::Nothing { .. } | CheckError::Stopped)) => Err(error.into()),
        Err(error) => {
            writeln!(out, "wrong (seed {seed}): {error}")?;
            Ok(false)
        }
    }
}

fn probe(out: &mut impl Write, args: &ProbeArgs) -> anyhow::Result<()> {
    let ProbeArgs { folder, fen } = args;
    let read = Fen::parse(folder.variant, fen).with_context(|| format!("{fen:?} is not a FEN"))?;
    let position = Position::from_setup(read.setup())
        .with_context(|| format!("{fen:?} is not a position of {} draughts", folder.variant))?;
    let tables = folder.open();
    writeln!(out, "{}", value(tables.distance(&position)))?;
    for mv in &position.legal_moves() {
        // What is good for the opponent is bad for who moves.
        let worth =
            tables.distance(&position.play(mv)).map(|(outcome, distance)| (outcome.reversed(), distance));
        let path = position.paths(mv)[0];
        writeln!(out, "{}: {}", path.text(folder.variant), value(worth))?;
    }
    Ok(())
}

fn value(value: Option<(Outcome, u16)>) -> String {
    match value {
        None => "in no table".to_owned(),
        Some((Outcome::Draw, _)) => Outcome::Draw.to_string(),
        Some((outcome, distance)) => format!("{outcome}, distance {distance}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(subcommand)]
        command: Command,
    }

    fn answer(line: &str, folder: &std::path::Path) -> anyhow::Result<String> {
        let line = format!("tables {line} --folder {}", folder.display());
        let mut out = Vec::new();
        match Line::try_parse_from(line.split(' '))?.command {
            Command::Build(args) => run_build(&mut out, &args)?,
            Command::Check(args) => assert!(run_check(&mut out, &args)?),
            Command::Probe(args) => probe(&mut out, &args)?,
        }
        Ok(String::from_utf8(out)?)
    }

    #[test]
    fn tables_are_built_proven_and_asked() {
        let folder = std::env::temp_dir().join(format!("damas-cli-tables-{}", std::process::id()));
        let built = answer("build --variant brazilian --pieces 2", &folder).unwrap();
        assert!(built.contains("4 tables, 3488 positions built in"), "{built}");
        assert!(built.contains("\n2 pieces: 4 tables, 3488 positions ("), "{built}");
        let again = answer("build --variant brazilian --pieces 2", &folder).unwrap();
        assert!(again.contains("0 tables, 0 positions built in"), "{again}");
        let checked = answer("check --variant brazilian --samples 50", &folder).unwrap();
        assert!(checked.starts_with("200 positions of 4 tables"), "{checked}");
        let probed = answer("probe --variant brazilian --fen W:WKa1:Bb6", &folder).unwrap();
        assert!(probed.starts_with("win, distance 2\n"), "{probed}");
        assert!(probed.contains("\na1-b2: "), "{probed}");
        let error = answer("probe --variant brazilian --fen W:Wb8:Bd8", &folder).unwrap_err();
        assert!(format!("{error:#}").contains("there it is a king"), "{error:#}");
        let error = answer("check --variant russian", &folder).unwrap_err();
        assert!(error.to_string().contains("no table of russian"), "{error:#}");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_tables_are_in_the_data_folder_unless_told_otherwise() {
        let path = |line: &str| match Line::parse_from(line.split(' ')).command {
            Command::Check(args) => args.folder.path(),
            _ => unreachable!("only check is read here"),
        };
        assert_eq!(path("tables check --variant russian"), PathBuf::from("data/tables"));
        assert_eq!(path("tables check --variant russian --data x"), PathBuf::from("x/tables"));
        assert_eq!(path("tables check --variant russian --folder y"), PathBuf::from("y"));
    }
}
