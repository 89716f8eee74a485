//! `damas hub`: the bot as a Hub engine on standard input and output, for any draughts program or interface.

use super::line::Line;
use super::notation::{move_text, position_text, read_move, read_position};
use super::thinking::limits;
use bot::{Answer, Engine, Level, Limits, Question, Sight, Tables};
use draughts::{DrawCounters, Position, RuleSet, Variant};
use std::io::{BufRead as _, Write as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// Plays by the Hub protocol, version 2.
///
/// Beside the commands of the protocol: the parameters variant, rules, threads, hash (MiB) and book. 8x8 positions have 33 letters,
/// squares numbered from b8 = 1.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// brazilian, american, international or russian
    #[arg(long, default_value = "international")]
    variant: Variant,
    /// The set of draw rules
    #[arg(long, default_value = "dream")]
    rules: RuleSet,
    /// Threads of a search
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Memory for positions, in MiB
    #[arg(long, default_value_t = 64)]
    hash: usize,
    /// The folder of the endgame tables; what is not there is not used
    #[arg(long, default_value = "data/tables")]
    tables: PathBuf,
    /// How well it plays: easy, medium or hard
    #[arg(long, default_value = "hard")]
    level: Level,
    /// Does not play its openings from the book
    #[arg(long)]
    no_book: bool,
    /// Chance, for the choice among openings; drawn from the system without it
    #[arg(long)]
    seed: Option<u64>,
}

/// Lines that wait to be read.
const WAITING: usize = 64;

struct Session {
    args: Args,
    engine: Engine,
    position: Position,
    counters: DrawCounters,
    limits: Limits,
    seed: u64,
    /// The last position was refused: there is none to think about.
    refused: bool,
}

/// Answers until `quit` or the end of input.
///
/// # Errors
/// When standard output fails.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let (send, lines) = mpsc::sync_channel(WAITING);
    // Standard input has a thread of its own, so that `stop` and `ping` are heard while the engine thinks. It is not joined: it
    // may be waiting for input when the program ends.
    std::thread::Builder::new().name("hub-input".to_owned()).spawn(move || listen(&send))?;
    let mut session = Session::new(args.clone())?;
    for Heard { line, stop } in lines {
        match line.command.as_str() {
            "quit" => break,
            "go" => session.go(&line, &stop)?,
            _ => session.obey(&line)?,
        }
    }
    Ok(())
}

/// A line, and what ends the search that it asks for. Each search has its own: a `stop` that comes right before the next `go` ends
/// the one that it was meant for.
struct Heard {
    line: Line,
    stop: Arc<AtomicBool>,
}

fn listen(send: &mpsc::SyncSender<Heard>) {
    let mut stop = Arc::new(AtomicBool::new(false));
    for text in std::io::stdin().lock().lines() {
        let Ok(text) = text else { break };
        let line = Line::read(&text);
        match line.command.as_str() {
            "stop" | "ponder-hit" => {
                stop.store(true, Ordering::Relaxed);
                continue;
            }
            "ping" => {
                say("pong").ok();
                continue;
            }
            "quit" => stop.store(true, Ordering::Relaxed),
            "go" => {
                // whoever asks anew waits for nothing older
                stop.store(true, Ordering::Relaxed);
                stop = Arc::new(AtomicBool::new(false));
            }
            _ => {}
        }
        if send.send(Heard { line, stop: Arc::clone(&stop) }).is_err() {
            return;
        }
    }
    stop.store(true, Ordering::Relaxed);
}

fn say(line: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

impl Session {
    fn new(args: Args) -> anyhow::Result<Self> {
        let position = Position::initial(args.variant);
        let counters = DrawCounters::new(args.rules, &position);
        let (tables, broken) = Tables::open(&args.tables, &[args.variant]);
        for error in broken {
            eprintln!("damas: {error}; this table is not used");
        }
        let engine = Engine::new(args.hash << 20, args.threads).with_tables(Arc::new(tables));
        let seed = args.seed.map_or_else(chance, Ok)?;
        Ok(Self {
            args,
            engine,
            position,
            counters,
            limits: Limits::time(Duration::from_secs(1)),
            seed,
            refused: false,
        })
    }

    fn obey(&mut self, line: &Line) -> std::io::Result<()> {
        let done = match line.command.as_str() {
            "hub" => return self.introduce(),
            "init" => return say("ready"),
            "new-game" => {
                self.engine.forget();
                Ok(())
            }
            "set-param" => self.set(line),
            "level" => limits(line).map(|limits| self.limits = limits),
            "pos" => {
                let placed = self.place(line);
                self.refused = placed.is_err();
                placed
            }
            // the protocol: unknown commands are passed over
            _ => Ok(()),
        };
        done.or_else(|error| say(&format!("error message=\"{}\"", format!("{error:#}").replace('"', "'"))))
    }

    fn introduce(&self) -> std::io::Result<()> {
        let Args { variant, rules, threads, hash, no_book, .. } = &self.args;
        say(&format!("id name=Damas version={} author=Damas", env!("CARGO_PKG_VERSION")))?;
        say(&format!(
            "param name=variant value={variant} type=enum values=\"brazilian american international russian normal\""
        ))?;
        say(&format!("param name=rules value={rules} type=string"))?;
        say(&format!("param name=threads value={threads} type=int min=1 max=64"))?;
        say(&format!("param name=hash value={hash} type=int min=1 max=65536"))?;
        say(&format!("param name=book value={} type=bool", !no_book))?;
        say("wait")
    }

    fn set(&mut self, line: &Line) -> anyhow::Result<()> {
        let value = line.get("value").unwrap_or_default();
        match line.get("name").unwrap_or_default() {
            // what interfaces of 10x10 call the international rules
            "variant" if value == "normal" => self.args.variant = Variant::International,
            "variant" => self.args.variant = value.parse()?,
            "rules" => self.args.rules = value.parse()?,
            "threads" => self.args.threads = value.parse::<usize>()?.clamp(1, 64),
            "hash" => self.args.hash = value.parse::<usize>()?.clamp(1, 1 << 16),
            "book" => self.args.no_book = !value.parse::<bool>()?,
            name => {
                anyhow::bail!("there is no parameter {name:?}; there are variant, rules, threads, hash, book")
            }
        }
        *self = Self { limits: self.limits, ..Self::new(self.args.clone())? };
        Ok(())
    }

    fn place(&mut self, line: &Line) -> anyhow::Result<()> {
        let mut position = match line.get("pos") {
            None | Some("") => Position::initial(self.args.variant),
            Some(text) => read_position(self.args.variant, text)?,
        };
        let mut counters = DrawCounters::new(self.args.rules, &position);
        for text in line.get("moves").unwrap_or_default().split_whitespace() {
            let mv = read_move(&position, text)?;
            let after = position.play(&mv);
            counters.after(&position, &mv, &after);
            position = after;
        }
        (self.position, self.counters) = (position, counters);
        Ok(())
    }

    #[expect(clippy::disallowed_methods, reason = "the command line may read the clock")]
    fn go(&mut self, line: &Line, stop: &AtomicBool) -> std::io::Result<()> {
        if self.refused {
            return say("error message=\"the last position was refused; send another one before go\"");
        }
        let begun = Instant::now();
        // Pondering and analysing go on until they are stopped; so does an answer to a hit, which comes at once.
        let endless = line.get("analyze").is_some() || line.get("ponder").is_some();
        let own = self.args.level.limits();
        let (limits, sight) = if endless {
            (Limits::NONE, Sight::FULL)
        } else {
            let Limits { depth, nodes, .. } = self.limits;
            let limits = Limits { depth: depth.min(own.depth), nodes: nodes.min(own.nodes), ..self.limits };
            (limits, self.args.level.sight())
        };
        let question = Question {
            position: &self.position,
            counters: &self.counters,
            limits,
            sight,
            book: !self.args.no_book && !endless,
            seed: self.seed ^ self.position.key(),
            lines: 1,
            clock: &|| begun.elapsed(),
            stop,
        };
        let position = self.position;
        let answer = self.engine.answer(&question, &mut |answer| {
            say(&info(&position, answer, begun.elapsed())).ok();
        });
        while endless && !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(5));
        }
        match answer.best() {
            Some(mv) => {
                let ponder = answer.variations[0].moves.get(1).map(|mv| format!(" ponder={}", move_text(mv)));
                say(&format!("done move={}{}", move_text(&mv), ponder.unwrap_or_default()))
            }
            None => say(&format!("error message=\"{} has no legal move\"", position_text(&position))),
        }
    }
}

/// A number from the system's chance.
#[expect(clippy::disallowed_methods, reason = "the command line may draw entropy")]
fn chance() -> anyhow::Result<u64> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|error| anyhow::anyhow!("the system gives no chance: {error}"))?;
    Ok(u64::from_le_bytes(bytes))
}

fn info(position: &Position, answer: &Answer, took: Duration) -> String {
    let Some(best) = answer.variations.first() else { return "info".to_owned() };
    let mut at = *position;
    let line: Vec<String> = best
        .moves
        .iter()
        .map(|mv| {
            at = at.play(mv);
            move_text(mv)
        })
        .collect();
    let seconds = took.as_secs_f64();
    format!(
        "info depth={} score={:.2} nodes={} time={seconds:.2} nps={:.2} pv=\"{}\"",
        answer.depth,
        f64::from(best.score) / 100.0,
        answer.nodes,
        answer.nodes as f64 / seconds.max(1e-6) / 1e6,
        line.join(" ")
    )
}
