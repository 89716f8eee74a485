//! `damas ledger`: proves the whole books, and puts right what went wrong. Knows no server: both work while one runs.

use crate::database::{Args, Open, open_existing, runtime};
use crate::operator::Operator;
use anyhow::Context as _;
use ids::Amount;
use std::io::Write as _;
use store::{Correction, Party};

/// The books.
#[derive(Clone, Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Proves the whole books; exit code 1 with the first offending rows when they are wrong
    Check(Args),
    /// Moves money between wallets and the house, by name and with a reason; the same name again changes nothing
    Correct(CorrectArgs),
}

/// What is put right.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CorrectArgs {
    /// The correction's name, a ticket's number: a repeat of it is the same correction
    name: String,
    /// Who gives: a player's name, or "house"
    #[arg(long, value_name = "WHO")]
    from: String,
    /// Who gets: a player's name, or "house"
    #[arg(long, value_name = "WHO")]
    to: String,
    /// How much, in minor units
    #[arg(long, value_name = "MINOR")]
    amount: i64,
    /// Why; it is kept with the correction
    #[arg(long, value_name = "TEXT")]
    reason: String,
    #[command(flatten)]
    operator: Operator,
    #[command(flatten)]
    database: Args,
}

/// Carries the command out; false when the books are wrong.
pub(crate) fn run(command: &Command) -> anyhow::Result<bool> {
    runtime()?.block_on(async {
        match command {
            Command::Check(args) => {
                let report = open_existing(args).await?.database.check_ledger().await?;
                write!(std::io::stdout().lock(), "{report}")?;
                anyhow::Ok(report.is_clean())
            }
            Command::Correct(args) => correct(args).await,
        }
    })
}

async fn correct(args: &CorrectArgs) -> anyhow::Result<bool> {
    let by = args.operator.name()?;
    let open = open_existing(&args.database).await?;
    let correction = Correction {
        name: args.name.clone(),
        from: account(&open, &args.from).await?,
        to: account(&open, &args.to).await?,
        amount: Amount(args.amount),
        reason: args.reason.clone(),
        by,
    };
    let made = open.database.correct(&correction).await.context("nothing was corrected")?;
    let done = if made { "made" } else { "had been made before: nothing has changed" };
    writeln!(std::io::stdout().lock(), "correction {:?} {done}", args.name)?;
    Ok(true)
}

/// The account of that name. Players' names have three letters or more that are not "house".
async fn account(open: &Open, who: &str) -> anyhow::Result<Party> {
    if who == "house" {
        return Ok(Party::House);
    }
    let found = open.database.find_account_by_name(who).await?;
    let found = found.with_context(|| format!("there is no player {who:?}"))?;
    Ok(Party::Wallet(found.account))
}
