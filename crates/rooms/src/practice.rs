//! Practice games: their limits, invitations and seats. Nothing of them is written anywhere.

use crate::notice::{Notice, Sink};
use crate::refusal::Refusal;
use bot::Level;
use draughts::{Position, Side, Variant};
use game::TimeControl;
use ids::{CommandId, GameId, Millis, Moment};
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// Bounds of practice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PracticeLimits {
    /// Games at once from one address.
    pub per_address: u32,
    /// Games at once in all.
    pub total: u32,
    /// How long an unused link waits.
    pub link_valid: Millis,
    /// How long a game lives without anybody's doing.
    pub idle: Millis,
    /// How long the engine looks at a position that is analysed.
    pub analysis_think: Millis,
}

/// What somebody wants to practise.
#[derive(Clone, Debug)]
pub struct PracticeRequest {
    /// The command.
    pub id: CommandId,
    /// The kind of draughts.
    pub variant: Variant,
    /// Where it starts; `None` for the game's own start.
    pub start: Option<Position>,
    /// The bot's level; `None` for a game by link.
    pub level: Option<Level>,
    /// The side that the asker plays.
    pub side: Side,
    /// A clock, or none.
    pub time_control: Option<TimeControl>,
    /// Where the asker comes from; only for the limit.
    pub address: IpAddr,
}

/// An unused invitation.
#[derive(Debug)]
pub(crate) struct Invitation {
    pub(crate) game: GameId,
    pub(crate) start: Position,
    pub(crate) maker_side: Side,
    pub(crate) maker_secret: String,
    pub(crate) maker: Sink,
    pub(crate) time_control: Option<TimeControl>,
    pub(crate) place: Place,
    until: Moment,
}

/// A practice game's place in its address's count; given back when dropped.
#[derive(Debug)]
pub(crate) struct Place {
    practice: Arc<Practice>,
    pub(crate) address: IpAddr,
    lingers: bool,
}

impl Place {
    /// The game has ended: another one may be played, while this one's room stays for its viewers. False when as many ended
    /// ones stay already; then it does not.
    pub(crate) fn linger(&mut self) -> bool {
        let stays = self.practice.linger(self.address);
        self.lingers = stays;
        stays
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.practice.leave(self.address, self.lingers);
    }
}

/// An address's one question to the engine; the next may come when it is dropped.
#[derive(Debug)]
pub(crate) struct Analysing {
    practice: Arc<Practice>,
    address: IpAddr,
}

impl Drop for Analysing {
    fn drop(&mut self) {
        self.practice.with(|tables| tables.analysing.remove(&self.address));
    }
}

/// What there is of practice: how many games an address has, and the invitations.
#[derive(Debug)]
pub(crate) struct Practice {
    limits: PracticeLimits,
    tables: Mutex<Tables>,
}

/// An address's games: those that are played, and those that have ended and are still shown.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    playing: u32,
    lingering: u32,
}

#[derive(Debug, Default)]
struct Tables {
    by_address: HashMap<IpAddr, Count>,
    total: u32,
    lingering: u32,
    invitations: HashMap<String, Invitation>,
    used: HashMap<String, Moment>,
    /// Addresses whose question to the engine is open.
    analysing: HashSet<IpAddr>,
}

impl Practice {
    pub(crate) fn new(limits: PracticeLimits) -> Self {
        Self { limits, tables: Mutex::default() }
    }

    fn with<T>(&self, act: impl FnOnce(&mut Tables) -> T) -> T {
        act(&mut self.tables.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Opens an address's question to the engine, if it has none open.
    pub(crate) fn analyse(self: &Arc<Self>, address: IpAddr) -> Result<Analysing, Refusal> {
        if !self.with(|tables| tables.analysing.insert(address)) {
            return Err(Refusal::OneAtATime);
        }
        Ok(Analysing { practice: Arc::clone(self), address })
    }

    /// Counts one more game of an address.
    pub(crate) fn enter(self: &Arc<Self>, address: IpAddr) -> Result<Place, Refusal> {
        let limits = self.limits;
        self.with(|tables| {
            if tables.total >= limits.total {
                return Err(Refusal::PracticeLimit { allowed: limits.total });
            }
            let own = tables.by_address.entry(address).or_default();
            if own.playing >= limits.per_address {
                return Err(Refusal::PracticeLimit { allowed: limits.per_address });
            }
            own.playing += 1;
            tables.total += 1;
            Ok(Place { practice: Arc::clone(self), address, lingers: false })
        })
    }

    /// A game of that address has ended; whether its room may stay for a while.
    fn linger(&self, address: IpAddr) -> bool {
        let limits = self.limits;
        self.with(|tables| {
            let Some(own) = tables.by_address.get_mut(&address) else { return false };
            if own.lingering >= limits.per_address || tables.lingering >= limits.total {
                return false;
            }
            own.playing -= 1;
            own.lingering += 1;
            tables.total -= 1;
            tables.lingering += 1;
            true
        })
    }

    fn leave(&self, address: IpAddr, lingers: bool) {
        self.with(|tables| {
            let Some(own) = tables.by_address.get_mut(&address) else { return };
            if lingers {
                own.lingering -= 1;
                tables.lingering -= 1;
            } else {
                own.playing -= 1;
                tables.total -= 1;
            }
            if own.playing == 0 && own.lingering == 0 {
                tables.by_address.remove(&address);
            }
        });
    }

    /// Keeps an invitation under its code.
    pub(crate) fn invite(
        &self,
        code: String,
        request: &PracticeRequest,
        (game, secret): (GameId, String),
        maker: Sink,
        place: Place,
        now: Moment,
    ) -> Millis {
        let until = now.plus(self.limits.link_valid);
        let invitation = Invitation {
            game,
            start: request.start.unwrap_or_else(|| Position::initial(request.variant)),
            maker_side: request.side,
            maker_secret: secret,
            maker,
            time_control: request.time_control,
            place,
            until,
        };
        self.with(|tables| tables.invitations.insert(code, invitation));
        self.limits.link_valid
    }

    /// Takes an invitation: it is good for one friend.
    pub(crate) fn take(&self, code: &str, now: Moment) -> Result<Invitation, Refusal> {
        self.drop_stale(now);
        self.with(|tables| match tables.invitations.remove(code) {
            Some(invitation) => {
                tables.used.insert(code.to_owned(), now.plus(self.limits.link_valid));
                Ok(invitation)
            }
            None if tables.used.contains_key(code) => Err(Refusal::Taken),
            None => Err(Refusal::NoSuchLink),
        })
    }

    /// The maker of an unused invitation has come back on another socket.
    pub(crate) fn reattach(&self, game: GameId, secret: &str, sink: &Sink) -> Option<Side> {
        self.with(|tables| {
            let invitation = tables
                .invitations
                .values_mut()
                .find(|invitation| invitation.game == game && invitation.maker_secret == secret)?;
            invitation.maker = sink.clone();
            Some(invitation.maker_side)
        })
    }

    /// Drops invitations whose time is over, and gives their places back.
    pub(crate) fn drop_stale(&self, now: Moment) {
        let stale: Vec<Invitation> = self.with(|tables| {
            tables.used.retain(|_, until| *until > now);
            let codes: Vec<String> = tables
                .invitations
                .iter()
                .filter(|(_, invitation)| invitation.until <= now)
                .map(|(code, _)| code.clone())
                .collect();
            codes.iter().filter_map(|code| tables.invitations.remove(code)).collect()
        });
        for invitation in stale {
            invitation.maker.push(Notice::Gone { game: invitation.game });
        }
    }
}
