//! Pays ended games, each once: at once when one ends, and again every second for whatever is still due.

use crate::handle::Control;
use crate::notice::Notice;
use crate::people::People;
use crate::ports::{Bank, Settlement};
use crate::room::Services;
use ids::GameId;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tracing::{error, info};

/// How many games are settled in one transaction.
const BATCH: u32 = 100;
/// While so many games are paid in a round, a round begins no sooner than [`GATHER`] after the one before it: each costs the
/// database more than a few games more in it. A game that ends alone is paid at once.
const MANY: usize = 2;
/// See [`MANY`].
const GATHER: Duration = Duration::from_millis(50);
/// How long the settler waits when nobody calls it.
const PERIOD: Duration = Duration::from_secs(1);
/// How long it waits after the database did not answer.
const BACK_OFF: Duration = Duration::from_millis(500);

/// Runs the settler until `stop`. A mistake of ours ends its round, not the settler.
pub(crate) async fn supervise(
    services: Arc<Services>,
    bank: Arc<dyn Bank>,
    people: Arc<People>,
    stop: CancellationToken,
) {
    loop {
        let round = run(Arc::clone(&services), Arc::clone(&bank), Arc::clone(&people), stop.clone());
        match tokio::spawn(round).await {
            Ok(()) => return,
            Err(failed) => {
                error!("the settler failed and is started again: {failed}");
                metrics::counter!("damas_settler_failures_total").increment(1);
                if stop.is_cancelled() {
                    return;
                }
                tokio::time::sleep(BACK_OFF).await;
            }
        }
    }
}

/// Runs until `stop`; then settles what is due once more.
async fn run(services: Arc<Services>, bank: Arc<dyn Bank>, people: Arc<People>, stop: CancellationToken) {
    // after an error a batch may have been paid all the same, and nobody was told
    let mut unsure = false;
    loop {
        let stopping = stop.is_cancelled();
        let mut many = false;
        match bank.settle_due(BATCH, services.clock.wall()).await {
            Ok(settled) => {
                if std::mem::take(&mut unsure) {
                    tell_what_was_paid(&services, bank.as_ref(), &people).await;
                }
                tell_of_holds(&services, bank.as_ref(), &people);
                let more = settled.len() == BATCH as usize;
                many = settled.len() >= MANY;
                if !settled.is_empty() {
                    services.rate.notify_one();
                }
                for settlement in settled {
                    note(&settlement);
                    announce(&services, &people, settlement).await;
                }
                if more {
                    continue;
                }
            }
            Err(refused) => {
                unsure = true;
                error!("settling failed, it will be tried again: {refused}");
                metrics::counter!("damas_settle_errors_total").increment(1);
                if !stopping {
                    tokio::time::sleep(BACK_OFF).await;
                }
            }
        }
        if stopping {
            return;
        }
        if many {
            tokio::select! {
                () = tokio::time::sleep(GATHER) => {}
                () = stop.cancelled() => {}
            }
        }
        tokio::select! {
            () = services.settle.notified() => {}
            () = tokio::time::sleep(PERIOD) => {}
            () = stop.cancelled() => {}
        }
    }
}

fn note(settlement: &Settlement) {
    metrics::counter!("damas_games_settled_total").increment(1);
    info!(
        game.id = %settlement.game,
        fee_minor = settlement.fee.0,
        pot_minor = settlement.pot.0,
        "game {} settled",
        settlement.game
    );
}

/// Tells of every settled game whose room is still there; a room that knows says nothing more.
async fn tell_what_was_paid(services: &Services, bank: &dyn Bank, people: &People) {
    let games: Vec<GameId> = services
        .registry
        .all()
        .iter()
        .filter(|room| room.info().staked().is_some())
        .map(|room| room.info().game)
        .collect();
    match bank.settlements(&games).await {
        Ok(settled) => {
            for settlement in settled {
                announce(services, people, settlement).await;
            }
        }
        Err(refused) => error!("what was paid was not read: {refused}"),
    }
}

/// Tells both players whose pot is held, and until when.
fn tell_of_holds(services: &Services, bank: &dyn Bank, people: &People) {
    for held in bank.held() {
        info!(game.id = %held.game, "game {} is looked at before it is paid", held.game);
        metrics::counter!("damas_pots_held_total").increment(1);
        if let Some(room) = services.registry.find(held.game) {
            for account in room.info().accounts() {
                people.tell(account, &Notice::PaymentHeld(held));
            }
            room.control(Control::Held(held));
        }
    }
}

async fn announce(services: &Services, people: &People, settlement: Settlement) {
    for wallet in [settlement.wallets.white, settlement.wallets.black] {
        people.tell(wallet.account, &Notice::Wallet(wallet));
    }
    if let Some(room) = services.registry.find(settlement.game) {
        room.control(Control::Settled(Arc::new(settlement)));
    }
}
