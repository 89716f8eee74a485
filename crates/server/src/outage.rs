//! What the server sees of itself, look by look, so that tournaments stand still while it is out. Decides nothing: the rule is
//! `competition`'s.

use crate::app::App;
use crate::clock;
use crate::ready::NotReady;
use competition::{OutageWatch, Vitals};
use rooms::Journal;
use std::sync::Arc;
use std::time::Duration;
use tracing::{info, warn};

/// How often it looks.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Watches for as long as the server runs.
pub(crate) async fn watch(app: Arc<App>, journal: Arc<dyn Journal>) {
    let mut watch = OutageWatch::new(app.config.outages.terms());
    let mut shown = None;
    let mut looks = tokio::time::interval(LOOK_EVERY);
    looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        looks.tick().await;
        let count = app.live.count();
        let vitals = Vitals {
            ready: !matches!(app.ready.check(), Err(NotReady::Database | NotReady::Lease)),
            journal_age: journal.age(),
            sockets: u32::try_from(count.open).unwrap_or(u32::MAX),
            lost: count.lost,
        };
        let now = watch.look(vitals, clock::now());
        if now != shown {
            match now {
                Some(cause) => warn!(?cause, ?vitals, "the server is out: tournaments are suspended"),
                None => info!(?vitals, "the outage is over: tournaments go on"),
            }
            metrics::gauge!("damas_outage").set(if now.is_some() { 1.0 } else { 0.0 });
            app.house.set_outage(now.is_some());
            shown = now;
        }
    }
}
