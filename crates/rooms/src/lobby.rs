//! The lobby: open seeks, live, in memory. Nothing is held by a seek; a restart empties it. Knows no SQL and no wire.

use crate::house::{Door, House};
use crate::notice::{Answer, LobbyNotice, Notice, OpenSeek, SeekGone, Sink};
use crate::ports::{GateAct, StakedTerms, StartError};
use crate::refusal::Refusal;
use crate::round_trip::Latency;
use draughts::{RuleSet, Side, Variant};
use game::{PerSide, TimeControl};
use ids::{AccountId, Amount, CommandId, GameId, Millis, Moment, SeekId};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// How many messages may wait for the lobby.
const INBOX: usize = 1024;
/// How many takers of one seek may wait behind the first.
const TAKERS: usize = 16;
/// How often the lobby looks for seeks that have run out.
const SWEEP: Duration = Duration::from_millis(500);

/// Bounds of the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LobbyLimits {
    /// How long a seek stands.
    pub seek_ttl: Millis,
    /// How long it stands after its owner's last socket has gone.
    pub owner_away: Millis,
    /// Open seeks of one player.
    pub seeks_per_player: u32,
    /// Open seeks in all.
    pub total: u32,
    /// Staked games of one player at once.
    pub games_per_player: u32,
}

/// Somebody who acts in the lobby.
#[derive(Clone, Debug)]
pub(crate) struct Actor {
    pub(crate) account: AccountId,
    pub(crate) name: String,
    pub(crate) sink: Sink,
}

/// What a seek asks for.
#[derive(Clone, Debug)]
pub struct SeekRequest {
    /// The command.
    pub id: CommandId,
    /// The kind of draughts.
    pub variant: Variant,
    /// The rule set.
    pub rule_set: RuleSet,
    /// The stake.
    pub stake: Amount,
    /// The clock.
    pub time_control: TimeControl,
    /// The hash of the terms that the player saw.
    pub terms: String,
}

enum Message {
    Open { actor: Actor, request: SeekRequest, seek: SeekId },
    Opened { actor: Actor, id: CommandId, seek: SeekId, result: Result<(StakedTerms, u64), Refusal> },
    Cancel { actor: Actor, id: CommandId, seek: SeekId },
    Join { actor: Actor, id: CommandId, seek: SeekId, terms: String, game: GameId },
    Started { seek: SeekId, result: Result<GameId, StartError> },
    Watch { sink: Sink, account: Option<AccountId>, times_white: u64 },
    Unwatch { socket: u64 },
    OwnerGone(AccountId),
    OwnerBack(AccountId),
    Playing(AccountId),
    SeeksOf { account: AccountId, reply: oneshot::Sender<Vec<SeekId>> },
}

/// The lobby's address.
#[derive(Clone)]
pub struct LobbyHandle {
    inbox: mpsc::Sender<Message>,
}

impl std::fmt::Debug for LobbyHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LobbyHandle").finish_non_exhaustive()
    }
}

impl LobbyHandle {
    pub(crate) fn channel() -> (Self, Inbox) {
        let (inbox, messages) = mpsc::channel(INBOX);
        (Self { inbox: inbox.clone() }, Inbox { messages, own: inbox })
    }

    fn put(&self, message: Message, id: Option<(CommandId, &Sink)>) {
        if self.inbox.try_send(message).is_err()
            && let Some((id, sink)) = id
        {
            answer(sink, id, Err(Refusal::Unavailable));
        }
    }

    pub(crate) fn open(&self, actor: Actor, request: SeekRequest, seek: SeekId) {
        let (id, sink) = (request.id, actor.sink.clone());
        self.put(Message::Open { actor, request, seek }, Some((id, &sink)));
    }

    pub(crate) fn cancel(&self, actor: Actor, id: CommandId, seek: SeekId) {
        let sink = actor.sink.clone();
        self.put(Message::Cancel { actor, id, seek }, Some((id, &sink)));
    }

    pub(crate) fn join(&self, actor: Actor, id: CommandId, seek: SeekId, terms: String, game: GameId) {
        let sink = actor.sink.clone();
        self.put(Message::Join { actor, id, seek, terms, game }, Some((id, &sink)));
    }

    pub(crate) fn watch(&self, sink: Sink, account: Option<AccountId>, times_white: u64) {
        self.put(Message::Watch { sink, account, times_white }, None);
    }

    pub(crate) fn unwatch(&self, socket: u64) {
        self.put(Message::Unwatch { socket }, None);
    }

    pub(crate) fn owner_gone(&self, account: AccountId) {
        self.put(Message::OwnerGone(account), None);
    }

    pub(crate) fn owner_back(&self, account: AccountId) {
        self.put(Message::OwnerBack(account), None);
    }

    pub(crate) fn playing(&self, account: AccountId) {
        self.put(Message::Playing(account), None);
    }

    pub(crate) async fn seeks_of(&self, account: AccountId) -> Vec<SeekId> {
        let (reply, answer) = oneshot::channel();
        self.put(Message::SeeksOf { account, reply }, None);
        answer.await.unwrap_or_default()
    }
}

/// The lobby's inbox, to be run by [`run`].
pub(crate) struct Inbox {
    messages: mpsc::Receiver<Message>,
    own: mpsc::Sender<Message>,
}

struct Entry {
    seek: Arc<OpenSeek>,
    owner: Actor,
    until: Moment,
    away_since: Option<Moment>,
    taker: Option<Taker>,
    waiting: VecDeque<Taker>,
}

struct Taker {
    actor: Actor,
    id: CommandId,
    game: GameId,
}

struct Viewer {
    sink: Sink,
    account: Option<AccountId>,
    times_white: u64,
}

struct Lobby {
    house: Weak<House>,
    own: mpsc::Sender<Message>,
    limits: LobbyLimits,
    seeks: HashMap<SeekId, Entry>,
    opening: HashMap<AccountId, u32>,
    viewers: HashMap<u64, Viewer>,
}

pub(crate) fn answer(sink: &Sink, id: CommandId, result: Result<(), Refusal>) {
    sink.push(Notice::Answer(Answer { game: None, of: None, id, ply: None, result }));
}

/// Runs the lobby for as long as the house stands.
pub(crate) async fn run(house: Weak<House>, inbox: Inbox, limits: LobbyLimits) {
    let Inbox { mut messages, own } = inbox;
    let mut lobby =
        Lobby { house, own, limits, seeks: HashMap::new(), opening: HashMap::new(), viewers: HashMap::new() };
    let mut sweep = tokio::time::interval(SWEEP);
    sweep.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            message = messages.recv() => match message {
                Some(message) => supervised(|| lobby.on(message)),
                None => return,
            },
            _ = sweep.tick() => supervised(|| lobby.sweep()),
        }
        if lobby.house.strong_count() == 0 {
            return;
        }
    }
}

/// A mistake of ours ends the handling of one message, not the lobby.
fn supervised(act: impl FnOnce()) {
    if std::panic::catch_unwind(std::panic::AssertUnwindSafe(act)).is_err() {
        metrics::counter!("damas_lobby_failures_total").increment(1);
        tracing::error!("a mistake of ours in the lobby: one message of it is given up");
    }
}

impl Lobby {
    fn on(&mut self, message: Message) {
        let Some(house) = self.house.upgrade() else { return };
        let now = house.now();
        match message {
            Message::Open { actor, request, seek } => self.open(&house, actor, request, seek),
            Message::Opened { actor, id, seek, result } => self.opened(&house, actor, id, seek, result, now),
            Message::Cancel { actor, id, seek } => self.cancel(&actor, id, seek),
            Message::Join { actor, id, seek, terms, game } => {
                self.join(&house, seek, &terms, Taker { actor, id, game });
            }
            Message::Started { seek, result } => self.started(&house, seek, result),
            Message::Watch { sink, account, times_white } => {
                let viewer = Viewer { sink, account, times_white };
                let all = self
                    .seeks
                    .values()
                    .map(|entry| (Arc::clone(&entry.seek), side_for(&entry.seek, &viewer)))
                    .collect();
                viewer.sink.push(Notice::Lobby(LobbyNotice::All(all)));
                self.viewers.insert(viewer.sink.number(), viewer);
            }
            Message::Unwatch { socket } => {
                self.viewers.remove(&socket);
            }
            Message::OwnerGone(account) => self.mark_away(account, Some(now)),
            Message::OwnerBack(account) => self.mark_away(account, None),
            Message::Playing(account) => self.remove_of(account),
            Message::SeeksOf { account, reply } => {
                let own = self.seeks.values().filter(|entry| entry.seek.account == account);
                let _gone = reply.send(own.map(|entry| entry.seek.seek).collect());
            }
        }
    }

    fn mark_away(&mut self, account: AccountId, since: Option<Moment>) {
        for entry in self.seeks.values_mut().filter(|entry| entry.seek.account == account) {
            entry.away_since = since;
        }
    }

    fn open_seeks(&self, account: AccountId) -> u32 {
        let open = self.seeks.values().filter(|entry| entry.seek.account == account).count();
        u32::try_from(open).unwrap_or(u32::MAX) + self.opening.get(&account).copied().unwrap_or(0)
    }

    /// Checks what is known here; what the bank knows is asked beside the lobby, so that nobody waits for it.
    fn open(&mut self, house: &Arc<House>, actor: Actor, request: SeekRequest, seek: SeekId) {
        let allowed = self.limits.seeks_per_player;
        let refused = if self.open_seeks(actor.account) >= allowed {
            Some(Refusal::SeekLimit { allowed })
        } else if self.seeks.len() >= self.limits.total as usize || !house.takes_games() {
            Some(Refusal::Unavailable)
        } else if house.services.registry.playing(actor.account).len()
            >= self.limits.games_per_player as usize
        {
            Some(Refusal::GameLimit)
        } else {
            None
        };
        if let Some(refused) = refused {
            return answer(&actor.sink, request.id, Err(refused));
        }
        *self.opening.entry(actor.account).or_default() += 1;
        let (house, own) = (Arc::clone(house), self.own.clone());
        tokio::spawn(async move {
            let result = check_seek(&house, &actor, &request).await;
            let _stopped = own.send(Message::Opened { actor, id: request.id, seek, result }).await;
        });
    }

    fn opened(
        &mut self,
        house: &House,
        actor: Actor,
        id: CommandId,
        seek: SeekId,
        result: Result<(StakedTerms, u64), Refusal>,
        now: Moment,
    ) {
        if let Some(opening) = self.opening.get_mut(&actor.account) {
            *opening -= 1;
            if *opening == 0 {
                self.opening.remove(&actor.account);
            }
        }
        let (terms, times_white) = match result {
            Ok(checked) => checked,
            Err(refused) => return answer(&actor.sink, id, Err(refused)),
        };
        let open = Arc::new(OpenSeek {
            seek,
            account: actor.account,
            name: actor.name.clone(),
            terms,
            times_white,
            opened: now,
            latency: Latency::of(&house.limits.play_now.pool, actor.sink.round_trip().median()),
        });
        let away_since = (house.people.sockets(actor.account) == 0).then_some(now);
        actor.sink.push(Notice::Lobby(LobbyNotice::Opened { id, seek }));
        self.seeks.insert(
            seek,
            Entry {
                seek: Arc::clone(&open),
                owner: actor,
                until: now.plus(self.limits.seek_ttl),
                away_since,
                taker: None,
                waiting: VecDeque::new(),
            },
        );
        self.viewers.retain(|_, viewer| {
            let side = side_for(&open, viewer);
            viewer.sink.push(Notice::Lobby(LobbyNotice::Added(Arc::clone(&open), side)))
        });
    }

    fn cancel(&mut self, actor: &Actor, id: CommandId, seek: SeekId) {
        let result = match self.seeks.get(&seek) {
            None => Err(Refusal::SeekGone),
            Some(entry) if entry.seek.account != actor.account => Err(Refusal::NotYourSeek),
            Some(entry) if entry.taker.is_some() => Err(Refusal::SeekGone),
            Some(_) => Ok(()),
        };
        if result.is_ok() {
            self.remove(seek, SeekGone::Cancelled);
        }
        answer(&actor.sink, id, result);
    }

    fn join(&mut self, house: &Arc<House>, seek: SeekId, terms: &str, taker: Taker) {
        let refused = match self.seeks.get(&seek) {
            None => Some(Refusal::SeekGone),
            Some(entry) if entry.seek.account == taker.actor.account => Some(Refusal::OwnSeek),
            Some(entry) if entry.seek.terms.config_hash != terms => {
                Some(Refusal::TermsChanged { now: entry.seek.terms.config_hash.clone() })
            }
            Some(entry) if entry.waiting.len() >= TAKERS => Some(Refusal::SeekGone),
            Some(_) if !house.takes_games() => Some(Refusal::Unavailable),
            Some(_) => None,
        };
        if let Some(refused) = refused {
            return answer(&taker.actor.sink, taker.id, Err(refused));
        }
        if let Some(entry) = self.seeks.get_mut(&seek) {
            entry.waiting.push_back(taker);
        }
        self.start_next(house, seek);
    }

    /// Tries the match with the first who waits, beside the lobby; the others wait for how it goes.
    fn start_next(&mut self, house: &Arc<House>, seek: SeekId) {
        let Some(entry) = self.seeks.get_mut(&seek) else { return };
        if entry.taker.is_some() {
            return;
        }
        let Some(taker) = entry.waiting.pop_front() else { return };
        let (owner, game, id) = (entry.owner.clone(), taker.game, taker.id);
        let (actor, open) = (taker.actor.clone(), Arc::clone(&entry.seek));
        entry.taker = Some(taker);
        let (house, own) = (Arc::clone(house), self.own.clone());
        tokio::spawn(async move {
            let result = match_seek(&house, &open, &owner, &actor, id, game).await;
            let _stopped = own.send(Message::Started { seek, result }).await;
        });
    }

    fn started(&mut self, house: &Arc<House>, seek: SeekId, result: Result<GameId, StartError>) {
        let Some(entry) = self.seeks.get_mut(&seek) else { return };
        let Some(taker) = entry.taker.take() else { return };
        match result {
            Ok(_) => {
                let (owner, actor) = (entry.seek.account, taker.actor.account);
                self.remove(seek, SeekGone::Taken);
                self.remove_of(owner);
                self.remove_of(actor);
            }
            Err(error) => {
                answer(&taker.actor.sink, taker.id, Err(Refusal::of_start(&error, taker.actor.account)));
                let owner = entry.seek.account;
                let gone = match error {
                    StartError::InsufficientFunds { account, .. } if account == owner => {
                        Some(SeekGone::NotCovered)
                    }
                    StartError::GameLimit { account }
                    | StartError::Refused { account, .. }
                    | StartError::Barred { account, .. }
                    | StartError::Engaged { account, .. }
                        if account == owner =>
                    {
                        Some(SeekGone::Cancelled)
                    }
                    _ => None,
                };
                match gone {
                    Some(reason) => self.remove(seek, reason),
                    None => self.start_next(house, seek),
                }
            }
        }
    }

    /// Drops all seeks of a player who plays now; one that is being matched stays until that is known.
    fn remove_of(&mut self, account: AccountId) {
        let own: Vec<SeekId> = self
            .seeks
            .iter()
            .filter(|(_, entry)| entry.seek.account == account && entry.taker.is_none())
            .map(|(seek, _)| *seek)
            .collect();
        let own: Vec<_> = own.into_iter().map(|seek| (seek, SeekGone::Cancelled)).collect();
        self.remove_all(&own);
    }

    fn remove(&mut self, seek: SeekId, reason: SeekGone) {
        self.remove_all(&[(seek, reason)]);
    }

    /// Drops seeks, and says it to everybody at once: many that end together are one notice.
    fn remove_all(&mut self, over: &[(SeekId, SeekGone)]) {
        let mut gone = Vec::with_capacity(over.len());
        for (seek, reason) in over {
            let Some(entry) = self.seeks.remove(seek) else { continue };
            for taker in entry.taker.into_iter().chain(entry.waiting) {
                answer(&taker.actor.sink, taker.id, Err(Refusal::SeekGone));
            }
            if !self.viewers.contains_key(&entry.owner.sink.number()) {
                entry.owner.sink.push(Notice::Lobby(LobbyNotice::Removed([(*seek, *reason)].into())));
            }
            gone.push((*seek, *reason));
        }
        if !gone.is_empty() {
            let gone = Notice::Lobby(LobbyNotice::Removed(gone.into()));
            self.viewers.retain(|_, viewer| viewer.sink.push(gone.clone()));
        }
    }

    fn sweep(&mut self) {
        let Some(house) = self.house.upgrade() else { return };
        let now = house.now();
        house.practice.drop_stale(now);
        let away = self.limits.owner_away;
        let over: Vec<(SeekId, SeekGone)> = self
            .seeks
            .iter()
            .filter(|(_, entry)| entry.taker.is_none())
            .filter_map(|(seek, entry)| {
                let left = entry.away_since.is_some_and(|since| now >= since.plus(away));
                let stale = house
                    .catalogue
                    .find(entry.seek.terms.variant)
                    .is_none_or(|offer| offer.hash != entry.seek.terms.config_hash);
                match () {
                    () if now >= entry.until || stale => Some((*seek, SeekGone::Expired)),
                    () if left => Some((*seek, SeekGone::Cancelled)),
                    () => None,
                }
            })
            .collect();
        self.remove_all(&over);
        metrics::gauge!("damas_seeks_open").set(self.seeks.len() as f64);
    }
}

/// The side that a viewer would play: who had White less often takes it; equal, the one who takes the seat.
fn side_for(seek: &OpenSeek, viewer: &Viewer) -> Option<Side> {
    viewer
        .account
        .filter(|account| *account != seek.account)
        .map(|_| taker_side(seek.times_white, viewer.times_white))
}

/// Who had White less often takes White; equal, the one who takes the seat.
const fn taker_side(owner_times_white: u64, taker_times_white: u64) -> Side {
    if owner_times_white < taker_times_white { Side::Black } else { Side::White }
}

async fn check_seek(
    house: &House,
    actor: &Actor,
    request: &SeekRequest,
) -> Result<(StakedTerms, u64), Refusal> {
    let terms = house.catalogue.terms(
        request.variant,
        request.rule_set,
        request.time_control,
        request.stake,
        &request.terms,
    )?;
    house
        .engagements
        .check(actor.account, terms.time_control, house.clock().wall())
        .map_err(|engaged| Refusal::of_start(&engaged, actor.account))?;
    house
        .gate
        .may(actor.account, GateAct::Seek, terms.stake)
        .map_err(|reason| Refusal::StakesRefused { reason })?;
    let unavailable = |_| Refusal::Unavailable;
    if let Some(until) = house.bank.barred_until(actor.account).await.map_err(unavailable)? {
        return Err(Refusal::Barred { until });
    }
    let wallet = house.bank.wallet(actor.account).await.map_err(unavailable)?;
    if wallet.balance < terms.stake {
        return Err(Refusal::InsufficientFunds { balance: wallet.balance, stake: terms.stake });
    }
    let times_white = house.times_white(terms.variant, actor.account).await.map_err(unavailable)?;
    Ok((terms, times_white))
}

async fn match_seek(
    house: &Arc<House>,
    open: &OpenSeek,
    owner: &Actor,
    taker: &Actor,
    id: CommandId,
    game: GameId,
) -> Result<GameId, StartError> {
    let unavailable = |_| StartError::Unavailable;
    if house.pair_book.is_blocked(owner.account, taker.account).await.map_err(unavailable)? {
        return Err(StartError::Apart);
    }
    let owner_white = house.times_white(open.terms.variant, owner.account).await.map_err(unavailable)?;
    let taker_white = house.times_white(open.terms.variant, taker.account).await.map_err(unavailable)?;
    let player = |actor: &Actor| crate::ports::Player { account: actor.account, name: actor.name.clone() };
    let players = match taker_side(owner_white, taker_white) {
        Side::White => PerSide { white: player(taker), black: player(owner) },
        Side::Black => PerSide { white: player(owner), black: player(taker) },
    };
    house.start_staked(game, open.terms.clone(), players, Door::Seat, Some((taker.account, id))).await?;
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_had_white_less_often_takes_it_and_equal_the_taker() {
        assert_eq!(taker_side(3, 3), Side::White);
        assert_eq!(taker_side(3, 4), Side::Black);
        assert_eq!(taker_side(4, 3), Side::White);
    }
}
