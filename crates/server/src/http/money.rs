//! One's own money: the statement, a deposit, a withdrawal.

use super::Caller;
use super::body::Body;
use super::params::Params;
use crate::app::App;
use crate::error::ApiError;
use axum::Json;
use axum::extract::State;
use ids::Amount;
use ledger::Leg;
use protocol::{
    Deposit, Statement, StatementLine, StatementReason, WalletState, Withdraw, WithdrawAnswer, WithdrawState,
};
use rooms::{GateAct, GatewayAnswer, Notice, Wallet};
use serde::Deserialize;
use std::sync::Arc;
use store::{DepositError, WithdrawError, WithdrawalState};
use tracing::info;

/// Lines of one answer.
const LINES: u32 = 100;

/// Where an answer goes on.
#[derive(Deserialize)]
pub(super) struct Before {
    /// Only what is older than this wallet version.
    before: Option<i64>,
}

/// `GET /api/statement`: the wallet and its newest lines.
///
/// # Errors
/// [`ApiError::NotSignedIn`].
pub(super) async fn statement(
    State(app): State<Arc<App>>,
    caller: Caller,
    Params(Before { before }): Params<Before>,
) -> Result<Json<Statement>, ApiError> {
    let account = caller.signed()?.account;
    let wallet = app.database.find_wallet(account).await.map_err(ApiError::of_store)?;
    let lines = app.database.statement(account, before, LINES).await.map_err(ApiError::of_store)?;
    let lines = lines.into_iter().map(|line| StatementLine {
        reason: reason(line.leg),
        game: line.game,
        amount: line.amount,
        balance_after: line.balance_after,
        at: line.at.unix_millis(),
    });
    Ok(Json(Statement { wallet: wallet_state(wallet.ok_or(ApiError::NotFound)?), lines: lines.collect() }))
}

/// `POST /api/deposit`: pays in. The development gateway confirms at once; the same key is the same deposit.
///
/// # Errors
/// [`ApiError::NotHere`] without a gateway, [`ApiError::BadRequest`], [`ApiError::PaymentRefused`].
pub(super) async fn deposit(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(deposit): Body<Deposit>,
) -> Result<Json<WalletState>, ApiError> {
    let account = caller.signed()?.account;
    let Some(gateway) = &app.gateway else {
        return Err(ApiError::NotHere("there is no payment gateway here".to_owned()));
    };
    check(deposit.amount, &deposit.key)?;
    app.gate.may(account, GateAct::Deposit, deposit.amount).map_err(ApiError::PaymentRefused)?;
    let reference = match gateway.deposit(account, deposit.amount, &deposit.key).await {
        GatewayAnswer::Confirmed { reference } => reference,
        GatewayAnswer::Pending { .. } => return Err(ApiError::Unavailable),
        GatewayAnswer::Refused { reason } => return Err(ApiError::PaymentRefused(reason)),
    };
    let wallet = app.database.deposit(account, deposit.amount, &reference).await.map_err(refused)?;
    info!(account.id = %account, amount = deposit.amount.0, "account {account} paid in");
    app.house.people().tell(account, &Notice::Wallet(wallet));
    Ok(Json(wallet_state(wallet)))
}

/// `POST /api/withdraw`: takes money out. It is held at once; the gateway's answer may come later. The same key is the same
/// withdrawal.
///
/// # Errors
/// [`ApiError::NotHere`] without a gateway, [`ApiError::BadRequest`], [`ApiError::NotCovered`].
pub(super) async fn withdraw(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(asked): Body<Withdraw>,
) -> Result<Json<WithdrawAnswer>, ApiError> {
    let account = caller.signed()?.account;
    let Some(gateway) = &app.gateway else {
        return Err(ApiError::NotHere("there is no payment gateway here".to_owned()));
    };
    check(asked.amount, &asked.key)?;
    let held = app.database.hold_withdrawal(account, asked.amount, &asked.key).await;
    let held = held.map_err(|error| not_withdrawn(error, &app))?;
    info!(account.id = %account, amount = asked.amount.0, "account {account} takes out");
    app.house.people().tell(account, &Notice::Wallet(held.wallet));
    let asked = match held.state {
        WithdrawalState::Held => crate::withdrawals::ask(&app, gateway.as_ref(), held.withdrawal).await,
        // a repeat of one that has ended
        WithdrawalState::Paid { .. } | WithdrawalState::Returned { .. } => Ok(None),
    };
    let row = asked.unwrap_or_else(|error| {
        tracing::error!(
            "withdrawal {} stays held, and will be asked for again: {error}",
            held.withdrawal.id()
        );
        None
    });
    let row = row.unwrap_or(held);
    let (state, reason) = match row.state {
        WithdrawalState::Held => (WithdrawState::Pending, None),
        WithdrawalState::Paid { .. } => (WithdrawState::Paid, None),
        WithdrawalState::Returned { reason } => (WithdrawState::Returned, Some(reason)),
    };
    Ok(Json(WithdrawAnswer { wallet: wallet_state(row.wallet), state, reason }))
}

/// Whether an amount and a key can be those of a payment.
fn check(amount: Amount, key: &str) -> Result<(), ApiError> {
    if amount <= Amount::ZERO || amount > Amount::MAX {
        return Err(ApiError::BadRequest(format!("an amount is 1 to {}", Amount::MAX)));
    }
    if key.is_empty() || key.len() > 100 {
        return Err(ApiError::BadRequest("a key has 1 to 100 bytes, made anew for each payment".to_owned()));
    }
    Ok(())
}

/// How a withdrawal that was refused meets its client.
fn not_withdrawn(error: WithdrawError, app: &App) -> ApiError {
    match error {
        WithdrawError::Amount(_) => ApiError::BadRequest(error.to_string()),
        WithdrawError::NotCovered { balance, .. } => {
            ApiError::NotCovered { balance, currency: app.config.currency.code.clone() }
        }
        WithdrawError::NoAccount(_) | WithdrawError::NoWithdrawal(_) => ApiError::NotFound,
        WithdrawError::OtherWithdrawal => {
            ApiError::BadRequest("that key was used for another withdrawal: make a new one".to_owned())
        }
        WithdrawError::Escrow(..) => {
            tracing::error!("{error}");
            ApiError::Internal
        }
        WithdrawError::Store(error) => ApiError::of_store(error),
    }
}

/// How a deposit that was refused meets its client.
pub(super) fn refused(error: DepositError) -> ApiError {
    match error {
        DepositError::Amount(_) | DepositError::TooMuch => ApiError::BadRequest(error.to_string()),
        DepositError::NoAccount(_) => ApiError::NotFound,
        DepositError::OtherPayment => {
            ApiError::BadRequest("that key was used for another deposit: make a new one".to_owned())
        }
        DepositError::Store(error) => ApiError::of_store(error),
    }
}

const fn wallet_state(wallet: Wallet) -> WalletState {
    WalletState { balance: wallet.balance, version: wallet.version }
}

/// Why a wallet's line stands there.
const fn reason(leg: Leg) -> StatementReason {
    match leg {
        Leg::Deposit => StatementReason::Deposit,
        Leg::StakeWhite | Leg::StakeBlack | Leg::StakeFirst | Leg::StakeSecond => StatementReason::Stake,
        Leg::Payout => StatementReason::Payout,
        Leg::RefundWhite | Leg::RefundBlack | Leg::RefundFirst | Leg::RefundSecond => StatementReason::Refund,
        Leg::EntryHold => StatementReason::BuyIn,
        Leg::EntryRelease | Leg::EntryRefund | Leg::FeeRefund => StatementReason::BuyInBack,
        Leg::Prize => StatementReason::Prize,
        Leg::WithdrawalHold => StatementReason::Withdrawal,
        Leg::WithdrawalBack => StatementReason::WithdrawalReturned,
        // A fee is between the escrow and the house, what has gone out between the escrow and the world, a contribution between two
        // escrows, a guarantee is the operator's: no player's wallet has such a line.
        Leg::Correction
        | Leg::Fee
        | Leg::WithdrawalPaid
        | Leg::EntryCapture
        | Leg::Guarantee
        | Leg::GuaranteeBack
        | Leg::OverlayBack => StatementReason::Correction,
    }
}
