//! `damas rivals` and `damas review`: the operator's hand on matches, and on what is looked at before it is paid.

use crate::database::{Args, open_existing, runtime};
use crate::operator::Operator;
use crate::order::{OrderArgs, give};
use anyhow::Context as _;
use clap::builder::NonEmptyStringValueParser;
use competition::tournament::ReviewOutcome;
use competition::{Order, Ruling, Seat};
use ids::{AccountId, GameId, MatchId, TournamentId};
use std::io::Write as _;
use store::GameRuling;
use uuid::Uuid;

/// Lines of a list.
const LINES: u32 = 200;

/// Rivals matches.
#[derive(Clone, Debug, clap::Subcommand)]
pub(crate) enum RivalsCommand {
    /// Cancels a match that has not begun: both stakes go back whole. One that is played stops at its next break: who leads wins, level
    /// gives both stakes back
    Cancel {
        /// The match's id
        of: Uuid,
        #[command(flatten)]
        order: OrderArgs,
    },
}

/// Carries the command out.
pub(crate) fn run_rivals(command: &RivalsCommand) -> anyhow::Result<bool> {
    let RivalsCommand::Cancel { of, order } = command;
    give(&Order::CancelMatch(MatchId(*of)), order)
}

/// What is looked at before it is paid.
#[derive(Clone, Debug, clap::Subcommand)]
pub(crate) enum ReviewCommand {
    /// The games, matches and tournaments that are held, and until when
    List(Args),
    /// A game's result stands, or the game is voided and both stakes go back whole
    Game(GameArgs),
    /// A match's result stands, another player won, or the match is voided
    Match(MatchArgs),
    /// A tournament's results stand, or a player is removed
    Tournament(TournamentArgs),
}

/// How a game's review ends.
#[derive(Clone, Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("ruling").required(true))]
pub(crate) struct GameArgs {
    /// The game's id
    game: Uuid,
    /// The result stands
    #[arg(long, group = "ruling")]
    stands: bool,
    /// The game does not count
    #[arg(long, group = "ruling")]
    void: bool,
    /// Why; it is kept with the ruling
    #[arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
    reason: String,
    #[command(flatten)]
    operator: Operator,
    #[command(flatten)]
    database: Args,
}

/// How a match's review ends.
#[derive(Clone, Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("ruling").required(true))]
pub(crate) struct MatchArgs {
    /// The match's id
    of: Uuid,
    /// The result stands
    #[arg(long, group = "ruling")]
    stands: bool,
    /// The match does not count: everything that is held goes back
    #[arg(long, group = "ruling")]
    void: bool,
    /// The challenger (first) or the challenged player (second) won, or it is level
    #[arg(long, group = "ruling", value_name = "WHO", value_parser = ["first", "second", "level"])]
    winner: Option<String>,
    #[command(flatten)]
    order: OrderArgs,
}

/// How a tournament's case ends.
#[derive(Clone, Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("ruling").required(true))]
pub(crate) struct TournamentArgs {
    /// The tournament's id
    of: Uuid,
    /// The results stand
    #[arg(long, group = "ruling")]
    stands: bool,
    /// This player's account is removed: he wins nothing, and those behind him move up
    #[arg(long, group = "ruling", value_name = "ACCOUNT")]
    remove: Option<Uuid>,
    #[command(flatten)]
    order: OrderArgs,
}

/// Carries the command out.
pub(crate) fn run_review(command: &ReviewCommand) -> anyhow::Result<bool> {
    match command {
        ReviewCommand::List(database) => list(database),
        ReviewCommand::Game(args) => rule_game(args),
        ReviewCommand::Match(args) => {
            let ruling = match args.winner.as_deref() {
                Some("first") => Ruling::Winner(Some(Seat::First)),
                Some("second") => Ruling::Winner(Some(Seat::Second)),
                Some(_) => Ruling::Winner(None),
                None if args.void => Ruling::Void,
                None => Ruling::Stands,
            };
            give(&Order::RuleMatch(MatchId(args.of), ruling), &args.order)
        }
        ReviewCommand::Tournament(args) => {
            let of = TournamentId(args.of);
            let order = match args.remove {
                Some(account) => Order::RemovePlayer(of, AccountId(account)),
                None => Order::RuleTournament(of, ReviewOutcome::Stands),
            };
            give(&order, &args.order)
        }
    }
}

fn rule_game(args: &GameArgs) -> anyhow::Result<bool> {
    let by = args.operator.name()?;
    let ruling = if args.void { GameRuling::Void } else { GameRuling::Stands };
    runtime()?.block_on(async {
        let open = open_existing(&args.database).await?;
        let ruled = open.database.rule_game(GameId(args.game), ruling, &args.reason, &by).await;
        ruled.context("nothing was ruled")?;
        let done = if args.void { "is voided; both stakes go back whole" } else { "stands, and is paid" };
        writeln!(std::io::stdout().lock(), "game {} {done}", args.game)?;
        Ok(true)
    })
}

fn list(database: &Args) -> anyhow::Result<bool> {
    runtime()?.block_on(async {
        let open = open_existing(database).await?;
        let mut out = std::io::stdout().lock();
        for line in open.database.open_reviews(LINES).await? {
            let [white, black] = &line.players;
            let (game, reasons) = (line.game, line.reasons.join(", "));
            writeln!(
                out,
                "game {game}: {white} and {black}, {} each, {reasons}, until {}",
                line.stake,
                shown(line.until)
            )?;
        }
        for (of, first, second) in open.database.matches_under_review(LINES).await? {
            writeln!(out, "match {of}: {first} and {second}")?;
        }
        for (of, name, until) in open.database.open_cases().await? {
            writeln!(out, "tournament {of} {name:?}, until {}", shown(until))?;
        }
        Ok(true)
    })
}

/// An instant in UTC, by RFC 3339.
fn shown(at: ids::WallTime) -> String {
    competition::utc_text(at)
}
