//! How a command gives an order that a running server carries out, and hears what became of it.

use crate::database::{Args, open_existing, runtime};
use crate::operator::Operator;
use anyhow::Context as _;
use competition::Order;
use ids::OrderId;
use std::io::Write as _;
use std::time::Duration;
use store::OrderAnswer;
use tokio::time::Instant;

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often it is looked for.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Why, by whom, and where the database is.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct OrderArgs {
    /// Why; it is kept with the order
    #[arg(long, value_name = "TEXT", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    reason: String,
    #[command(flatten)]
    operator: Operator,
    #[command(flatten)]
    database: Args,
}

/// Gives the order and waits for its answer; false, and the reason on standard error, when it is refused or nobody carries it out: then it
/// is taken back. What it announces has the order's id, which is printed.
pub(crate) fn give(order: &Order, args: &OrderArgs) -> anyhow::Result<bool> {
    let by = args.operator.name()?;
    #[expect(clippy::disallowed_methods, reason = "the command line may draw entropy")]
    let id = OrderId(uuid::Uuid::now_v7());
    runtime()?.block_on(async {
        let open = open_existing(&args.database).await?;
        open.database.order(id, order, &args.reason, &by).await.context("the order was not given")?;
        let given = Instant::now();
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            match open.database.order_answer(id).await?.context("the order is gone")? {
                OrderAnswer::Done => {
                    writeln!(std::io::stdout().lock(), "{id}")?;
                    return Ok(true);
                }
                OrderAnswer::Refused(why) => {
                    eprintln!("damas: refused: {why}");
                    return Ok(false);
                }
                OrderAnswer::Waits if given.elapsed() < PATIENCE => {}
                // between the look and this a server may have carried it out: then it is done, and the next look says so
                OrderAnswer::Waits => {
                    open.database.take_order_back(id).await?;
                }
            }
        }
    })
}
