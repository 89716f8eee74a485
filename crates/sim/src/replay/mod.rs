//! Games on paper, each played again through a running server by two new players with a stake.

mod script;
mod seat;
mod table;

use crate::calls::Calls;
use anyhow::{Context as _, ensure};
use draughts::pdn::{self, PdnError, PdnResult, ReadGame, ReadOptions};
use draughts::{RuleSet, Variant};
use futures_util::{StreamExt as _, stream};
use protocol::{ClockSetting, DevPlayer, EndReason, GamePage, Outcome};
use script::Script;
use std::fmt;
use std::time::{Duration, Instant};

/// What to replay, and where.
#[derive(Clone, Debug)]
pub struct ReplayOptions {
    /// The server's URL: `http://127.0.0.1:8080`.
    pub server: String,
    /// The games, as PDN; one without a GameType tag is taken as Brazilian.
    pub pdn: String,
    /// What they are games of.
    pub variant: Variant,
    /// How many games are played at the same time.
    pub side_by_side: usize,
    /// How long any answer of the server may take, beyond what a clock must run.
    pub patience: Duration,
}

impl ReplayOptions {
    /// Brazilian draughts, 32 games side by side, 20 s for each answer.
    #[must_use]
    pub fn new(server: impl Into<String>, pdn: impl Into<String>) -> Self {
        Self {
            server: server.into(),
            pdn: pdn.into(),
            variant: Variant::Brazilian,
            side_by_side: 32,
            patience: Duration::from_secs(20),
        }
    }
}

/// How one game went.
#[derive(Clone, Debug)]
pub struct GameLine {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Who plays whom, as the paper says.
    pub players: String,
    /// The result on paper.
    pub result: PdnResult,
    /// How many plies it has on paper.
    pub plies: usize,
    /// How long it took.
    pub took: Duration,
    /// How it ended on the server, or why it failed.
    pub outcome: Result<(Outcome, EndReason), String>,
}

/// One line: `ok    3  Ana - Beto  0-1  44 plies  Black by Flag  30.4 s`.
impl fmt::Display for GameLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.outcome.is_ok() { "ok  " } else { "FAIL" };
        let Self { number, players, result, plies, .. } = self;
        write!(f, "{verdict} {number:>3}  {players}  {result}  {plies} plies  ")?;
        match &self.outcome {
            Ok((outcome, reason)) => write!(f, "{outcome:?} by {reason:?}")?,
            Err(why) => write!(f, "{why}")?,
        }
        write!(f, "  {:.1} s", self.took.as_secs_f64())
    }
}

/// How all games went, in the file's order.
#[derive(Clone, Debug, Default)]
pub struct ReplayReport {
    /// A line a game.
    pub lines: Vec<GameLine>,
}

impl ReplayReport {
    /// How many games failed.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.lines.iter().filter(|line| line.outcome.is_err()).count()
    }
}

/// What every game of a replay shares.
struct Venue {
    calls: Calls,
    page: GamePage,
    clock: ClockSetting,
    rule_set: RuleSet,
    variant: Variant,
    patience: Duration,
}

/// Plays every game of the text through the server; `tell` hears of a game as it ends.
///
/// # Errors
/// When no game could be begun at all: the text has no game, the server does not answer or makes no players. A game that
/// fails is a line of the report.
pub async fn replay(options: ReplayOptions, mut tell: impl FnMut(&GameLine)) -> anyhow::Result<ReplayReport> {
    let reading = ReadOptions { variant: Some(Variant::Brazilian), tolerant: false };
    let games: Vec<Result<ReadGame, PdnError>> = pdn::read(&options.pdn, reading).collect();
    ensure!(!games.is_empty(), "the text has no game");
    let calls = Calls::new(&options.server, options.patience)?;
    let page = calls.game_page(&options.variant.to_string()).await?;
    let rule_set = page.rule_sets.first().context("no rule set is in force")?.parse()?;
    let shortest = page.clocks.iter().min_by_key(|clock| (clock.initial_ms, clock.increment_ms));
    let clock = *shortest.context("no clock is in force")?;
    let count = u32::try_from(games.len() * 2).context("too many games")?;
    let mut players = calls.dev_players(count, page.stake_min).await.context("no players were made")?;
    ensure!(players.len() == games.len() * 2, "{count} players wanted, {} made", players.len());
    let venue = Venue { calls, page, clock, rule_set, variant: options.variant, patience: options.patience };

    let numbered: Vec<_> = (1..)
        .zip(games)
        .filter_map(|(number, game)| Some((number, game, (players.pop()?, players.pop()?))))
        .collect();
    let mut playing = stream::iter(numbered)
        .map(|(number, game, pair)| one(&venue, number, game, pair))
        .buffer_unordered(options.side_by_side.max(1));
    let mut report = ReplayReport::default();
    while let Some(line) = playing.next().await {
        tell(&line);
        report.lines.push(line);
    }
    report.lines.sort_by_key(|line| line.number);
    Ok(report)
}

async fn one(
    venue: &Venue,
    number: usize,
    game: Result<ReadGame, PdnError>,
    players: (DevPlayer, DevPlayer),
) -> GameLine {
    #[expect(clippy::disallowed_methods, reason = "how long it took is for the line alone")]
    let began = Instant::now();
    let (names, result, plies) = match &game {
        Ok(ReadGame { game, .. }) => {
            let name = |tag| game.tag(tag).unwrap_or("?");
            (format!("{} - {}", name("White"), name("Black")), game.result, game.line.moves.len())
        }
        Err(_) => ("?".to_owned(), PdnResult::Unknown, 0),
    };
    let played = async {
        let script = Script::read(&game?.game, venue.variant, venue.rule_set)?;
        table::play(venue, &script, players).await
    };
    let outcome = played.await.map_err(|error: anyhow::Error| format!("{error:#}"));
    GameLine { number, players: names, result, plies, took: began.elapsed(), outcome }
}
