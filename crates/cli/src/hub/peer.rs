//! Another program that speaks the protocol, run as a child process. Knows no score.

use super::line::Line;
use super::notation::{move_text, position_text, read_move};
use anyhow::{Context as _, bail, ensure};
use draughts::{Move, Position, Variant};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// How long a program may take to begin, and to be ready.
const BEGIN: Duration = Duration::from_secs(60);
/// How long beyond its time a program may take for a move before the game is lost.
const GRACE: Duration = Duration::from_secs(5);
/// Lines of the program that wait to be read.
const WAITING: usize = 4096;

/// A running program.
pub(crate) struct Peer {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Line>,
    /// Its name and version, as it says them.
    pub(crate) name: String,
}

impl Peer {
    /// Starts the command through the shell and goes through the protocol's beginning.
    ///
    /// # Errors
    /// When it cannot be started, says something else, or nothing in time.
    pub(crate) fn start(command: &str, variant: Variant) -> anyhow::Result<Self> {
        let mut child = Command::new("sh")
            .args(["-c", &format!("exec {command}")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("{command} cannot be started"))?;
        let input = child.stdin.take().context("the program has no standard input")?;
        let output = child.stdout.take().context("the program has no standard output")?;
        let (send, lines) = sync_channel(WAITING);
        // Ends with the program's output.
        std::thread::Builder::new().name("hub-peer".to_owned()).spawn(move || {
            for text in BufReader::new(output).lines() {
                let Ok(text) = text else { return };
                if send.send(Line::read(&text)).is_err() {
                    return;
                }
            }
        })?;
        let mut peer = Self { child, input, lines, name: command.to_owned() };
        peer.begin(variant).with_context(|| format!("{command} does not begin as the protocol says"))?;
        Ok(peer)
    }

    #[expect(clippy::disallowed_methods, reason = "the command line may read the clock")]
    fn begin(&mut self, variant: Variant) -> anyhow::Result<()> {
        self.say("hub")?;
        let begun = Instant::now();
        let mut has_variant = false;
        loop {
            let line = self.hear_until(begun, BEGIN)?;
            match line.command.as_str() {
                "id" => {
                    let part = |key| line.get(key).unwrap_or_default();
                    self.name = format!("{} {}", part("name"), part("version"));
                }
                "param" => has_variant |= line.get("name") == Some("variant"),
                "wait" => break,
                _ => {}
            }
        }
        if has_variant {
            // programs of 10x10 call the international rules so
            let name =
                if variant == Variant::International { "normal".to_owned() } else { variant.to_string() };
            self.say(&format!("set-param name=variant value={name}"))?;
        }
        self.say("init")?;
        let begun = Instant::now();
        while self.hear_until(begun, BEGIN)?.command != "ready" {}
        Ok(())
    }

    fn say(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .context("the program does not listen any more")
    }

    /// The next line, if it comes within that time from `begun`. However much a program says, it has no more time.
    fn hear_until(&mut self, begun: Instant, within: Duration) -> anyhow::Result<Line> {
        let left = within.saturating_sub(begun.elapsed());
        ensure!(!left.is_zero(), "it did not answer within {:.1} s", within.as_secs_f64());
        match self.lines.recv_timeout(left) {
            Ok(line) if line.command == "error" => {
                bail!("it says: {}", line.get("message").unwrap_or("error without a message"))
            }
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => bail!("it did not answer within {:.1} s", within.as_secs_f64()),
            Err(RecvTimeoutError::Disconnected) => bail!("it has ended"),
        }
    }

    /// A new game begins.
    ///
    /// # Errors
    /// When the program does not listen any more.
    pub(crate) fn new_game(&mut self) -> anyhow::Result<()> {
        self.say("new-game")
    }

    /// Its move after `moves` from the start, with so much time or so many positions, and how long it took.
    ///
    /// # Errors
    /// When it gives none in time, or one that is not legal.
    #[expect(clippy::disallowed_methods, reason = "the command line may read the clock")]
    pub(crate) fn ask(
        &mut self,
        start: &Position,
        moves: &[Move],
        position: &Position,
        time: Duration,
        nodes: Option<u64>,
    ) -> anyhow::Result<(Move, Duration)> {
        let texts: Vec<String> = moves.iter().map(move_text).collect();
        let moves = if texts.is_empty() { String::new() } else { format!(" moves=\"{}\"", texts.join(" ")) };
        self.say(&format!("pos pos={}{moves}", position_text(start)))?;
        match nodes {
            Some(nodes) => self.say(&format!("level nodes={nodes}"))?,
            None => self.say(&format!("level move-time={}", time.as_secs_f64()))?,
        }
        let begun = Instant::now();
        self.say("go think")?;
        loop {
            let line = self.hear_until(begun, time + GRACE)?;
            if line.command == "done" {
                let took = begun.elapsed();
                let text = line.get("move").context("done without a move")?;
                ensure!(took <= time + GRACE, "it took {:.2} s", took.as_secs_f64());
                return Ok((read_move(position, text)?, took));
            }
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It may have ended already; what matters is that it has when this returns.
        self.say("quit").ok();
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
