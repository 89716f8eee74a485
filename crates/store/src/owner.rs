//! The ports of the house over one database: journal, bank, placement, events, ratings, sharing this node's lease.

use crate::Database;
use crate::bank::RowBank;
use crate::event_book::RowEventBook;
use crate::journal::{BatchJournal, JournalMode, NoJournal};
use crate::ladder_book::RowLadderBook;
use crate::lease::Lease;
use crate::order_book::RowOrderBook;
use crate::pair_book::RowPairBook;
use crate::placement::RowPlacement;
use crate::rating::{RatingRules, RowRatings};
use crate::review::{ReviewRules, RowReviews};
use crate::standing::AbortBar;
use crate::starts::{Starter, Starts};
use competition::PairLimits;
use ids::Millis;
use rooms::{
    Bank, EventBook, Journal, LadderBook, OrderBook, PairBook, Placement, Ratings, Reviews, StakeGate,
};
use std::sync::{Arc, Mutex};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

/// The name of a deployment's only node.
const NODE: &str = "node-1";

/// What owns the games of this node.
pub struct Owner {
    /// Makes events durable.
    pub journal: Arc<dyn Journal>,
    /// Holds stakes and pays pots.
    pub bank: Arc<dyn Bank>,
    /// The games of this node.
    pub placement: Arc<dyn Placement>,
    /// Rivals matches and tournaments.
    pub events: Arc<dyn EventBook>,
    /// Ladder seasons.
    pub ladders: Arc<dyn LadderBook>,
    /// What players have in common.
    pub reviews: Arc<dyn Reviews>,
    /// The operator's orders.
    pub orders: Arc<dyn OrderBook>,
    /// Who may be paired with whom.
    pub pairs: Arc<dyn PairBook>,
    /// Ratings, by the default rules.
    pub ratings: Arc<dyn Ratings>,
    lease: Arc<Lease>,
    keeper: JoinHandle<()>,
    writers: JoinSet<()>,
}

impl std::fmt::Debug for Owner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Owner").field("lease", &self.lease.epoch()).finish_non_exhaustive()
    }
}

impl Owner {
    /// Starts the journal's writer, the task that makes games and the lease's keeper, in the current tokio runtime. The lease is taken by
    /// [`Placement::take_lease`].
    #[must_use]
    pub fn new(
        database: &Database,
        gate: Arc<dyn StakeGate>,
        bar: AbortBar,
        pairs: PairLimits,
        reviews: ReviewRules,
        lease: Millis,
        mode: JournalMode,
    ) -> Self {
        let lease = Arc::new(Lease::new(database.clone(), NODE.to_owned(), lease));
        let (journal, mut writers) = BatchJournal::start(database, &lease, mode);
        let journal: Arc<dyn Journal> = match mode {
            JournalMode::Durable | JournalMode::Naive { .. } => Arc::new(journal),
            JournalMode::None => Arc::new(NoJournal(database.clone())),
        };
        let keeper = tokio::spawn(Arc::clone(&lease).keep());
        let starter = Starter { database: database.clone(), lease: Arc::clone(&lease), gate, bar, pairs };
        let (starts, work) = Starts::new(starter);
        writers.spawn(work);
        let bank = RowBank {
            database: database.clone(),
            starts,
            bar,
            reviews: reviews.clone(),
            held: Mutex::default(),
        };
        let reviews = RowReviews { database: database.clone(), rules: reviews };
        let placement = RowPlacement { database: database.clone(), lease: Arc::clone(&lease) };
        let events = RowEventBook { database: database.clone(), lease: Arc::clone(&lease), pairs };
        let ladders = RowLadderBook { database: database.clone(), lease: Arc::clone(&lease) };
        let ratings = RowRatings { database: database.clone(), rules: RatingRules::default() };
        Self {
            journal,
            bank: Arc::new(bank),
            placement: Arc::new(placement),
            events: Arc::new(events),
            ladders: Arc::new(ladders),
            reviews: Arc::new(reviews),
            orders: Arc::new(RowOrderBook { database: database.clone() }),
            pairs: Arc::new(RowPairBook { database: database.clone(), limits: pairs }),
            ratings: Arc::new(ratings),
            lease,
            keeper,
            writers,
        }
    }

    /// The same with other numbers for ratings than the published ones.
    #[must_use]
    pub fn with_rating_rules(mut self, database: &Database, rules: RatingRules) -> Self {
        self.ratings = Arc::new(RowRatings { database: database.clone(), rules });
        self
    }

    /// Whether the lease is held, and each change of that.
    #[must_use]
    pub fn leased(&self) -> watch::Receiver<bool> {
        self.lease.held()
    }

    /// Drains the journal and the starts: everybody who could add to them must have let go of them before.
    pub async fn close(mut self) {
        self.keeper.abort();
        drop(self.journal);
        drop(self.bank);
        // somebody may hold it still; what waits is written in any case within this time
        let drained = async { while self.writers.join_next().await.is_some() {} };
        let _drained = tokio::time::timeout(std::time::Duration::from_secs(5), drained).await;
    }
}
