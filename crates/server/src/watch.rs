//! What is asked for from time to time so that an operator sees it: the journal's age, what is due, whether the books are
//! right; and first statistics of tables that have grown. Decides nothing.

use crate::app::App;
use crate::clock;
use rooms::Journal;
use std::sync::Arc;
use std::time::Duration;
use tracing::{error, info, warn};

/// How often the quick figures are asked for.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// How long the first proof of the books waits after the start.
const FIRST_PROOF: Duration = Duration::from_secs(30);

/// Keeps the quick figures up to date, for as long as the server runs.
pub(crate) async fn look(app: Arc<App>, journal: Arc<dyn Journal>) {
    let mut rounds = tokio::time::interval(LOOK_EVERY);
    loop {
        rounds.tick().await;
        #[expect(clippy::cast_precision_loss, reason = "a figure for people")]
        let age = journal.age().0 as f64 / 1000.0;
        metrics::gauge!("damas_journal_age_seconds").set(age);
        metrics::gauge!("damas_ready").set(if app.ready.check().is_ok() { 1.0 } else { 0.0 });
        metrics::gauge!("damas_owner").set(if app.placement.is_owner() { 1.0 } else { 0.0 });
        #[expect(clippy::cast_precision_loss, reason = "a figure for people")]
        if let Some(bytes) = crate::figures::resident_memory() {
            metrics::gauge!("damas_memory_bytes").set(bytes as f64);
        }
        match app.database.due().await {
            #[expect(clippy::cast_precision_loss, reason = "figures for people")]
            Ok(due) => {
                metrics::gauge!("damas_database_up").set(1.0);
                metrics::gauge!("damas_settlements_due").set(due.settlements as f64);
                metrics::gauge!("damas_settlements_due_oldest_seconds").set(due.oldest_settlement_s);
                metrics::gauge!("damas_withdrawals_open").set(due.withdrawals as f64);
            }
            Err(refused) => {
                metrics::gauge!("damas_database_up").set(0.0);
                warn!("what is due was not read: {refused}");
                continue;
            }
        }
        match app.database.analyse_new_tables().await {
            Ok(tables) if tables.is_empty() => {}
            Ok(tables) => info!("first statistics of {}", tables.join(", ")),
            Err(refused) => warn!("no statistics of new tables: {refused}"),
        }
    }
}

/// Proves the whole books again and again; that they are wrong is an alarm.
pub(crate) async fn prove(app: Arc<App>) {
    let every = Duration::from_secs(app.config.database.ledger_proof_every_s);
    if every.is_zero() {
        return;
    }
    tokio::time::sleep(FIRST_PROOF.min(every)).await;
    loop {
        let began = clock::now();
        match app.database.check_ledger().await {
            Ok(report) => {
                let took = clock::now().since(began);
                metrics::gauge!("damas_ledger_right").set(if report.is_clean() { 1.0 } else { 0.0 });
                #[expect(clippy::cast_precision_loss, reason = "figures for people")]
                {
                    metrics::gauge!("damas_ledger_proof_seconds").set(took.0 as f64 / 1000.0);
                    metrics::gauge!("damas_ledger_proved_at_seconds")
                        .set((clock::wall().unix_millis() / 1000) as f64);
                }
                if report.is_clean() {
                    info!(took_ms = took.0, "the books are right");
                } else {
                    error!("the books are wrong: {report}");
                }
            }
            Err(refused) => warn!("the books were not proved: {refused}"),
        }
        tokio::time::sleep(every).await;
    }
}
