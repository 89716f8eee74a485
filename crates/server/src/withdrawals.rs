//! Money on its way out, from the hold to the gateway's answer. What has no answer yet is asked for again, under the same
//! id, until it has one: also after a restart.

use crate::app::App;
use ledger::Withdrawal;
use rooms::{GatewayAnswer, Notice, PaymentGateway};
use std::sync::Arc;
use std::time::Duration;
use store::{WithdrawError, WithdrawalEnd, WithdrawalRow};
use tracing::{error, info, warn};

/// How often it is looked for withdrawals without an answer.
const LOOK_EVERY: Duration = Duration::from_secs(10);
/// How long a withdrawal waits before its gateway is asked again.
const ASK_AGAIN_S: f64 = 30.0;
/// How many are asked for in one round.
const ROUND: u32 = 100;

/// Asks the gateway how a held withdrawal goes, and writes down what it says; `None` when it has no answer yet. The gateway
/// knows the withdrawal by its id: asked twice it pays once.
///
/// # Errors
/// [`WithdrawError`]; the withdrawal is held, and will be asked for again.
pub(crate) async fn ask(
    app: &App,
    gateway: &dyn PaymentGateway,
    withdrawal: Withdrawal,
) -> Result<Option<WithdrawalRow>, WithdrawError> {
    let (id, account) = (withdrawal.id(), withdrawal.account());
    let end = match gateway.withdraw(account, withdrawal.amount(), &id.to_string()).await {
        GatewayAnswer::Confirmed { reference } => WithdrawalEnd::Paid { reference },
        GatewayAnswer::Refused { reason } => WithdrawalEnd::Returned { reason },
        GatewayAnswer::Pending { .. } => return Ok(None),
    };
    let ended = app.database.end_withdrawal(id, &end).await?;
    metrics::counter!("damas_withdrawals_ended_total").increment(1);
    info!(account.id = %account, amount = withdrawal.amount().0, "withdrawal {id} has ended");
    app.house.people().tell(account, &Notice::Wallet(ended.wallet));
    Ok(Some(ended))
}

/// Asks again for what has no answer, for as long as the server runs.
pub(crate) async fn keep_asking(app: Arc<App>) {
    let Some(gateway) = app.gateway.clone() else { return };
    let mut rounds = tokio::time::interval(LOOK_EVERY);
    loop {
        rounds.tick().await;
        let open = match app.database.withdrawals_to_ask(ASK_AGAIN_S, ROUND).await {
            Ok(open) => open,
            Err(refused) => {
                warn!("the withdrawals without an answer were not read: {refused}");
                continue;
            }
        };
        for withdrawal in open {
            if let Err(refused) = ask(&app, gateway.as_ref(), withdrawal).await {
                error!("withdrawal {} stays held: {refused}", withdrawal.id());
            }
        }
    }
}
