//! Tournaments as they stand, for everybody who looks: the director alone writes those that are not over, those that are over are read
//! from their rows. Knows no viewer.

use crate::director::{TournamentView, open_tournament};
use crate::event_book::EventBook;
use crate::event_game::EventId;
use crate::notice::{Answer, Notice, Sink, TournamentNotice};
use crate::refusal::Refusal;
use ids::{CommandId, TournamentId};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;
use tokio::sync::{Semaphore, watch};
use tokio::task::AbortHandle;

/// How often who follows a tournament is told of changes at most.
const TOLD_EVERY: Duration = Duration::from_secs(1);
/// How many that are over are kept in memory.
const KEPT: usize = 32;
/// How many are read from their rows at once: one of a thousand players has many.
const READ_AT_ONCE: usize = 2;
/// How long it is waited for the director to have read what is open.
const PATIENCE: Duration = Duration::from_secs(5);

/// The tournaments that can be looked at.
pub(crate) struct Boards {
    open: RwLock<HashMap<TournamentId, watch::Sender<Arc<TournamentView>>>>,
    /// Whether the director has read what is open.
    filled: watch::Sender<bool>,
    /// The newest ones that were looked at and are over.
    over: Mutex<VecDeque<Arc<TournamentView>>>,
    reading: Semaphore,
}

impl Default for Boards {
    fn default() -> Self {
        Self {
            open: RwLock::default(),
            filled: watch::Sender::new(false),
            over: Mutex::default(),
            reading: Semaphore::new(READ_AT_ONCE),
        }
    }
}

impl Boards {
    /// Puts what the director has read in the place of what was known.
    pub(crate) fn fill(&self, all: Vec<Arc<TournamentView>>) {
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        let mut before = std::mem::take(&mut *open);
        for view in all {
            let sender = before.remove(&view.state.id());
            let sender = sender.unwrap_or_else(|| watch::Sender::new(Arc::clone(&view)));
            sender.send_replace(Arc::clone(&view));
            open.insert(view.state.id(), sender);
        }
        drop(open);
        self.filled.send_replace(true);
    }

    /// Shows a tournament's new state; one that is over now changes no more.
    pub(crate) fn show(&self, view: Arc<TournamentView>) {
        let of = view.state.id();
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        if view.state.phase().is_over() {
            if let Some(sender) = open.remove(&of) {
                sender.send_replace(Arc::clone(&view));
            }
            drop(open);
            self.keep(view);
        } else if let Some(sender) = open.get(&of) {
            sender.send_replace(view);
        } else {
            open.insert(of, watch::Sender::new(view));
        }
    }

    fn keep(&self, view: Arc<TournamentView>) {
        let mut over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
        over.retain(|other| other.state.id() != view.state.id());
        over.push_front(view);
        over.truncate(KEPT);
    }

    /// All that are not over.
    pub(crate) fn open(&self) -> Vec<Arc<TournamentView>> {
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        open.values().map(|sender| Arc::clone(&sender.borrow())).collect()
    }

    fn changes(&self, of: TournamentId) -> Option<watch::Receiver<Arc<TournamentView>>> {
        self.open.read().unwrap_or_else(PoisonError::into_inner).get(&of).map(watch::Sender::subscribe)
    }

    fn kept(&self, of: TournamentId) -> Option<Arc<TournamentView>> {
        let over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
        over.iter().find(|view| view.state.id() == of).cloned()
    }

    /// A tournament as it stands: with its changes where it is not over, else from its rows.
    async fn find(&self, book: &dyn EventBook, of: TournamentId) -> Result<Found, Refusal> {
        let filled = async { self.filled.subscribe().wait_for(|filled| *filled).await.map(|_| ()) };
        let _late = tokio::time::timeout(PATIENCE, filled).await;
        if let Some(changes) = self.changes(of) {
            return Ok(Found::Open(changes));
        }
        if let Some(view) = self.kept(of) {
            return Ok(Found::Over(view));
        }
        let Ok(_turn) = self.reading.acquire().await else { return Err(Refusal::Unavailable) };
        // another who waited for his turn may have read it
        if let Some(view) = self.kept(of) {
            return Ok(Found::Over(view));
        }
        let stored = book.load_tournament(of).await.map_err(|_away| Refusal::Unavailable)?;
        let (_, open) =
            open_tournament(stored.ok_or(Refusal::NoSuchTournament)?).ok_or(Refusal::Unavailable)?;
        let view = Arc::new(open.view());
        if !view.state.phase().is_over() {
            // announced just now: the director shows it in a moment
            return self.changes(of).map(Found::Open).ok_or(Refusal::Unavailable);
        }
        self.keep(Arc::clone(&view));
        Ok(Found::Over(view))
    }

    /// A tournament as it stands, over or not.
    ///
    /// # Errors
    /// [`Refusal::NoSuchTournament`], [`Refusal::Unavailable`].
    pub(crate) async fn view(
        &self,
        book: &dyn EventBook,
        of: TournamentId,
    ) -> Result<Arc<TournamentView>, Refusal> {
        self.find(book, of).await.map(|found| match found {
            Found::Open(changes) => Arc::clone(&changes.borrow()),
            Found::Over(view) => view,
        })
    }

    /// Tells a socket how a tournament stands, that this was all, and from then on its changes.
    pub(crate) async fn follow(&self, book: &dyn EventBook, of: TournamentId, sink: Sink, id: CommandId) {
        let answer = |result| {
            sink.push(Notice::Answer(Answer {
                game: None,
                of: Some(EventId::Tournament(of)),
                id,
                ply: None,
                result,
            }))
        };
        let tell = |view: &Arc<TournamentView>, before: Option<Arc<TournamentView>>| {
            sink.push(Notice::Tournament(TournamentNotice { view: Arc::clone(view), before }))
        };
        let mut changes = match self.find(book, of).await {
            Ok(Found::Open(changes)) => changes,
            Ok(Found::Over(view)) => {
                tell(&view, None);
                answer(Ok(()));
                return;
            }
            Err(refused) => {
                answer(Err(refused));
                return;
            }
        };
        let mut told = Arc::clone(&changes.borrow_and_update());
        tell(&told, None);
        answer(Ok(()));
        loop {
            tokio::time::sleep(TOLD_EVERY).await;
            if changes.changed().await.is_err() {
                return;
            }
            let view = Arc::clone(&changes.borrow_and_update());
            if !tell(&view, Some(told)) {
                return;
            }
            told = view;
        }
    }
}

/// Where a tournament was found.
enum Found {
    Open(watch::Receiver<Arc<TournamentView>>),
    Over(Arc<TournamentView>),
}

/// A socket that follows a tournament; it stops when this goes.
#[derive(Debug)]
pub struct Following(pub(crate) AbortHandle);

impl Drop for Following {
    fn drop(&mut self) {
        self.0.abort();
    }
}
