//! `damas void`: the operator voids a game. Both stakes go back whole; a running server shows it within seconds.

use crate::database::{Args, open_existing, runtime};
use crate::operator::Operator;
use anyhow::Context as _;
use ids::GameId;
use std::io::Write as _;

/// A game to be voided.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct VoidArgs {
    /// The game's id
    game: uuid::Uuid,
    /// Why; it is kept with the game
    #[arg(long, value_name = "TEXT", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    reason: String,
    #[command(flatten)]
    operator: Operator,
    #[command(flatten)]
    database: Args,
}

/// Voids it, and pays the stakes back at once.
pub(crate) fn run(args: &VoidArgs) -> anyhow::Result<bool> {
    let game = GameId(args.game);
    let by = args.operator.name()?;
    runtime()?.block_on(async {
        let open = open_existing(&args.database).await?;
        open.database.void(game, &args.reason, &by).await.context("the game was not voided")?;
        writeln!(std::io::stdout().lock(), "game {game} is voided: stakes of its own go back whole; a match or tournament plays it again by its rules")?;
        anyhow::Ok(true)
    })
}
