//! Applies ended games to ratings, each once and in the order of their ends: at once when one is paid, and again every second for
//! whatever is still due.

use crate::ratings::{RatedGame, Ratings};
use crate::room::Services;
use competition::{PerColour, RatingChange};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tracing::{error, info};

/// How many games are rated in a round.
const BATCH: u32 = 100;
/// How long the rater waits when nobody calls it.
const PERIOD: Duration = Duration::from_secs(1);
/// How long it waits after the database did not answer.
const BACK_OFF: Duration = Duration::from_millis(500);

/// Runs the rater until `stop`. A mistake of ours ends its round, not the rater.
pub(crate) async fn supervise(services: Arc<Services>, ratings: Arc<dyn Ratings>, stop: CancellationToken) {
    loop {
        let round = run(Arc::clone(&services), Arc::clone(&ratings), stop.clone());
        match tokio::spawn(round).await {
            Ok(()) => return,
            Err(failed) => {
                error!("the rater failed and is started again: {failed}");
                metrics::counter!("damas_rater_failures_total").increment(1);
                if stop.is_cancelled() {
                    return;
                }
                tokio::time::sleep(BACK_OFF).await;
            }
        }
    }
}

/// Runs until `stop`. What is due then is rated after the next start: nobody waits for it.
async fn run(services: Arc<Services>, ratings: Arc<dyn Ratings>, stop: CancellationToken) {
    while !stop.is_cancelled() {
        match ratings.rate_due(BATCH).await {
            Ok(done) => {
                done.iter().for_each(note);
                if done.len() >= BATCH as usize {
                    continue;
                }
            }
            Err(refused) => {
                error!("rating failed, it will be tried again: {refused}");
                metrics::counter!("damas_rate_errors_total").increment(1);
                tokio::select! {
                    () = tokio::time::sleep(BACK_OFF) => {}
                    () = stop.cancelled() => {}
                }
                continue;
            }
        }
        tokio::select! {
            () = services.rate.notified() => {}
            () = tokio::time::sleep(PERIOD) => {}
            () = stop.cancelled() => {}
        }
    }
}

fn note(done: &RatedGame) {
    let what = match done {
        RatedGame::Rated(changes) => {
            tell("rated", changes);
            "rated"
        }
        RatedGame::TakenBack(changes) => {
            tell("taken back from ratings", changes);
            "taken_back"
        }
        RatedGame::PairGain(game) => {
            info!(game.id = %game, "game {game} is not rated: one of the two has won enough from the other");
            "pair_gain"
        }
        // whoever put it aside has said why
        RatedGame::Failed(_) => "failed",
    };
    metrics::counter!("damas_games_rated_total", "as" => what).increment(1);
}

fn tell(what: &str, changes: &PerColour<RatingChange>) {
    let PerColour { white, black } = changes;
    info!(
        game.id = %white.game,
        white = white.after.rating.shown(),
        black = black.after.rating.shown(),
        "game {} {what}",
        white.game
    );
}
