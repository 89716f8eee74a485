//! A bounded queue with one reader. Who puts something in never waits, and while it is empty it costs next to no memory: ten
//! thousand sockets each have one. Knows nothing of what it carries.

use futures_util::task::AtomicWaker;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

/// The space that an emptied queue may keep, in bytes: little messages come all the time, large ones once in a while.
const KEPT: usize = 256;

/// Why something was not put in; it is given back.
#[derive(Debug, PartialEq, Eq)]
pub enum PutError<T> {
    /// As much waits as may.
    Full(T),
    /// Nobody reads it any more.
    Closed(T),
}

/// The putting end.
#[derive(Debug)]
pub struct Mailbox<T>(Arc<Shared<T>>);

/// The reading end. When it is dropped nothing is taken any more.
#[derive(Debug)]
pub struct MailboxReader<T>(Arc<Shared<T>>);

#[derive(Debug)]
struct Shared<T> {
    state: Mutex<State<T>>,
    reader: AtomicWaker,
    capacity: usize,
}

#[derive(Debug)]
struct State<T> {
    queue: VecDeque<T>,
    closed: bool,
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Clone for Mailbox<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Mailbox<T> {
    /// A queue in which at most `capacity` wait, and its reader.
    #[must_use]
    pub fn new(capacity: usize) -> (Self, MailboxReader<T>) {
        let state = Mutex::new(State { queue: VecDeque::new(), closed: false });
        let shared = Arc::new(Shared { state, reader: AtomicWaker::new(), capacity });
        (Self(Arc::clone(&shared)), MailboxReader(shared))
    }

    /// Puts something in.
    ///
    /// # Errors
    /// [`PutError`], with what was not put in.
    pub fn put(&self, item: T) -> Result<(), PutError<T>> {
        {
            let mut state = self.0.lock();
            if state.closed {
                return Err(PutError::Closed(item));
            }
            if state.queue.len() >= self.0.capacity {
                return Err(PutError::Full(item));
            }
            if state.queue.capacity() == 0 {
                // not four places at once: mostly one is enough
                state.queue.reserve_exact(1);
            }
            state.queue.push_back(item);
        }
        self.0.reader.wake();
        Ok(())
    }

    /// Whether nobody reads it any more.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.0.lock().closed
    }
}

impl<T> MailboxReader<T> {
    /// The oldest that waits, if any does.
    pub fn try_take(&mut self) -> Option<T> {
        let mut state = self.0.lock();
        let item = state.queue.pop_front();
        if state.queue.is_empty() && state.queue.capacity() * size_of::<T>() > KEPT {
            state.queue = VecDeque::new();
        }
        item
    }

    /// The oldest that waits; wakes the task when one comes.
    pub fn poll_take(&mut self, context: &mut Context<'_>) -> Poll<T> {
        if let Some(item) = self.try_take() {
            return Poll::Ready(item);
        }
        self.0.reader.register(context.waker());
        // what came between the look and the registration has woken nobody
        self.try_take().map_or(Poll::Pending, Poll::Ready)
    }

    /// The oldest, once there is one.
    pub async fn take(&mut self) -> T {
        std::future::poll_fn(|context| self.poll_take(context)).await
    }
}

impl<T> Drop for MailboxReader<T> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.closed = true;
        let dropped = std::mem::take(&mut state.queue);
        drop(state);
        drop(dropped);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_was_put_in_comes_out_in_order_and_no_more_than_fits() {
        let (mailbox, mut reader) = Mailbox::new(2);
        assert_eq!((mailbox.put(1), mailbox.put(2)), (Ok(()), Ok(())));
        assert_eq!(mailbox.put(3), Err(PutError::Full(3)));
        assert_eq!((reader.take().await, reader.take().await, reader.try_take()), (1, 2, None));
        drop(reader);
        assert!(mailbox.is_closed());
        assert_eq!(mailbox.put(4), Err(PutError::Closed(4)));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn nothing_is_lost_between_threads() {
        let (mailbox, mut reader) = Mailbox::new(100_000);
        let putting = std::thread::spawn(move || {
            for number in 0..100_000_u32 {
                mailbox.put(number).unwrap();
            }
        });
        for expected in 0..100_000 {
            assert_eq!(reader.take().await, expected);
        }
        putting.join().unwrap();
    }
}
