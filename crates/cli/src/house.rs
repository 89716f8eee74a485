//! `damas house`: the operator's own money. Knows no server: it works while one runs.

use crate::database::{Args, open_existing, runtime};
use crate::operator::Operator;
use anyhow::Context as _;
use ids::Amount;
use std::io::Write as _;
use store::{Correction, Party};

/// The operator's money.
#[derive(Clone, Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Moves earned fees into the purse for guarantees and pools, by name; the same name again changes nothing
    Fund(FundArgs),
}

/// What is moved.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FundArgs {
    /// The movement's name: a repeat of it is the same movement
    name: String,
    /// How much, in minor units
    #[arg(long, value_name = "MINOR")]
    amount: i64,
    /// Why; it is kept with the movement
    #[arg(long, value_name = "TEXT", default_value = "for guarantees and pools")]
    reason: String,
    #[command(flatten)]
    operator: Operator,
    #[command(flatten)]
    database: Args,
}

/// Carries the command out.
pub(crate) fn run(command: &Command) -> anyhow::Result<bool> {
    let Command::Fund(args) = command;
    let by = args.operator.name()?;
    runtime()?.block_on(async {
        let open = open_existing(&args.database).await?;
        let movement = Correction {
            name: args.name.clone(),
            from: Party::House,
            to: Party::Wallet(store::HOUSE_PROMO),
            amount: Amount(args.amount),
            reason: args.reason.clone(),
            by,
        };
        let made = open.database.correct(&movement).await.context("nothing was moved")?;
        let done = if made { "moved" } else { "had been moved before: nothing has changed" };
        writeln!(std::io::stdout().lock(), "{} minor units {done}", args.amount)?;
        Ok(true)
    })
}
