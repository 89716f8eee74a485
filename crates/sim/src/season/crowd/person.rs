//! Somebody who plays, his habits, and his socket while he has one. Knows no event.

use ids::{AccountId, CommandId, OrderId};
use rand::Rng as _;
use rand::rngs::SmallRng;
use rooms::{Mailbox, MailboxReader, Notice, Sink};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// How many notices wait for a person at most.
const QUEUE: usize = 2_000;

/// How somebody behaves: each how likely it is, where it could be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habits {
    /// That he does not come to a game.
    pub(super) no_show: f64,
    /// That he does not check in.
    pub(super) misses: f64,
    /// That he comes late to one.
    pub(super) late: f64,
    /// That his connection goes during a game.
    pub(super) disconnects: f64,
    /// That he agrees to a draw.
    pub(super) draws: f64,
    /// That he lets his time run out.
    pub(super) flags: f64,
    /// That he leaves a tournament, each round.
    pub(super) withdraws: f64,
    /// That he takes an entry back, or a check-in.
    pub(super) regrets: f64,
}

impl Habits {
    pub(super) fn random(rng: &mut SmallRng) -> Self {
        let unreliable = rng.random_bool(0.15);
        let often = |often: f64, seldom: f64| if unreliable { often } else { seldom };
        // some are never seen after they have checked in
        let ghost = rng.random_bool(0.06);
        Self {
            no_show: if ghost { 0.9 } else { often(0.3, 0.03) },
            misses: often(0.3, 0.04),
            late: often(0.3, 0.1),
            disconnects: often(0.25, 0.04),
            draws: rng.random_range(0.1..0.6),
            flags: often(0.2, 0.03),
            withdraws: often(0.12, 0.015),
            regrets: often(0.2, 0.05),
        }
    }
}

/// A socket.
pub(super) struct Tab {
    pub(super) sink: Sink,
    pub(super) notices: MailboxReader<Notice>,
}

impl Tab {
    pub(super) fn new(number: u64, queue: usize) -> Self {
        let (sender, notices) = Mailbox::new(queue);
        Self { sink: Sink::new(sender, CancellationToken::new(), number), notices }
    }
}

/// Somebody.
pub(super) struct Person {
    pub(super) account: AccountId,
    pub(super) name: String,
    pub(super) rating: i32,
    pub(super) habits: Habits,
    pub(super) tab: Option<Tab>,
}

impl Person {
    /// What he has been told and has not read yet, the oldest first.
    pub(super) fn heard(&mut self) -> Option<Notice> {
        self.tab.as_mut()?.notices.try_take()
    }
}

/// The numbers of sockets and commands, which no two share in a season.
#[derive(Default)]
pub(super) struct Numbers {
    sockets: u64,
    commands: u64,
    orders: u64,
}

impl Numbers {
    pub(super) fn command(&mut self) -> CommandId {
        self.commands += 1;
        CommandId(self.commands)
    }

    pub(super) fn order(&mut self) -> OrderId {
        self.orders += 1;
        OrderId(Uuid::from_u128(0x07de << 64 | u128::from(self.orders)))
    }

    pub(super) fn tab(&mut self) -> Tab {
        self.sockets += 1;
        Tab::new(self.sockets, QUEUE)
    }

    /// A socket that looks on and has much to read.
    pub(super) fn wide_tab(&mut self) -> Tab {
        self.sockets += 1;
        Tab::new(self.sockets, 1 << 20)
    }
}
