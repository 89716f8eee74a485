//! How the house makes, runs, finds and shows staked games. Knows no SQL: the bank and the rows are ports.

use super::House;
use crate::desk::Desk;
use crate::handle::{Control, RoomHandle};
use crate::notice::{Notice, Sink};
use crate::ports::{NewGame, Player, StakedTerms, StartError, StoredGame};
use crate::practice::Place;
use crate::refusal::Refusal;
use crate::rematch::RematchView;
use crate::room::{GameRoom, Opening, Unseen};
use crate::view::{GameInfo, Kind, Presence, Seat, Snapshot, frame_of, legal_of, moves_of};
use draughts::{Position, Side};
use futures_util::FutureExt as _;
use game::{Game, PerSide, ResumeCause};
use ids::{AccountId, CommandId, GameId, Millis, Version};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::oneshot;
use tracing::error;

/// By which door two came to their game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Door {
    /// One took the other's seat in the lobby.
    Seat,
    /// They had played before.
    Rematch(GameId),
    /// The house paired them.
    PlayNow,
}

impl House {
    /// Makes a staked game: the bank first, then its room, then both players hear of it.
    pub(crate) async fn start_staked(
        &self,
        game: GameId,
        terms: StakedTerms,
        players: PerSide<Player>,
        door: Door,
        cause: Option<(AccountId, CommandId)>,
    ) -> Result<(), StartError> {
        if !self.takes_games() {
            return Err(StartError::Unavailable);
        }
        for side in Side::BOTH {
            let at = self.services.clock.wall();
            self.engagements.check(players[side].account, terms.time_control, at)?;
        }
        let rematch_of = match door {
            Door::Rematch(of) => Some(of),
            Door::Seat | Door::PlayNow => None,
        };
        let new = NewGame {
            game,
            terms: terms.clone(),
            players: players.clone(),
            rematch_of,
            at: self.services.clock.wall(),
            game_limit: self.limits.lobby.games_per_player,
            highest_stake: self.catalogue.find(terms.variant).map_or(terms.stake, |offer| offer.stake_max),
            watchable: true,
            play_now: matches!(door, Door::PlayNow),
        };
        let wallets = self.bank.start(new).await?;
        self.open_staked(game, terms, &players, rematch_of, true);
        for wallet in [wallets.white, wallets.black] {
            self.people.tell(wallet.account, &Notice::Wallet(wallet));
        }
        for side in [Side::White, Side::Black] {
            let account = players[side].account;
            self.lobby.playing(account);
            self.play_now.playing(account);
            let own = cause.filter(|(who, _)| *who == account).map(|(_, id)| id);
            self.people.tell(account, &Notice::GameStarted { game, side, cause: own });
        }
        Ok(())
    }

    /// Opens the room of a staked game that was just recorded.
    pub(super) fn open_staked(
        &self,
        game: GameId,
        terms: StakedTerms,
        players: &PerSide<Player>,
        rematch_of: Option<GameId>,
        watchable: bool,
    ) {
        let start = Position::initial(terms.variant);
        let seat = |player: &Player| Seat::Player { account: player.account, name: player.name.clone() };
        let info = Arc::new(GameInfo {
            game,
            terms: terms.game_terms(),
            kind: Kind::Staked { terms, rematch_of, watchable },
            start,
            seats: PerSide { white: seat(&players.white), black: seat(&players.black) },
            practiser: None,
            address: None,
        });
        let mut state = Game::new(info.terms.clone(), start);
        let started = state.started();
        let applied = state.apply(&started);
        assert!(applied.is_ok(), "a new game takes its first event: {applied:?}");
        let room = self.run_room(Arc::clone(&info), state, Opening::New, None, None);
        if self.stopping.load(Ordering::Acquire) {
            // it was made while all rooms were told to stop
            let (done, _nobody_waits) = oneshot::channel();
            room.control(Control::Stop { done });
        }
        self.colours.has_white(info.terms.variant, players.white.account);
        metrics::counter!("damas_games_started_total").increment(1);
    }

    /// Runs a room under supervision: when its task fails, that is counted and said, and a staked game is run again
    /// from its rows. A game that has a living room keeps that one.
    pub(super) fn run_room(
        &self,
        info: Arc<GameInfo>,
        game: Game,
        opening: Opening,
        place: Option<Place>,
        unseen: Option<Unseen>,
    ) -> RoomHandle {
        let Some(this) = self.this.upgrade() else { unreachable!("the house runs its own rooms") };
        let desk: Arc<dyn Desk> = Arc::clone(&this) as Arc<dyn Desk>;
        let ended = game.ended().is_some();
        let (handle, mut room) =
            GameRoom::new(Arc::clone(&self.services), desk, Arc::clone(&info), game, place, unseen);
        let players = info.accounts();
        if let Err(living) = self.services.registry.insert(&handle, if ended { &[] } else { &players }) {
            return living;
        }
        let own = handle.clone();
        metrics::gauge!("damas_rooms").set(self.services.registry.len() as f64);
        let id = info.game;
        tokio::spawn(async move {
            let outcome = AssertUnwindSafe(room.run(opening)).catch_unwind().await;
            let left = if outcome.is_err() { room.take_followers() } else { Vec::new() };
            // its inbox takes nothing from here on, also when it failed
            drop(room);
            if this.services.registry.remove(&own) {
                this.services.registry.ended(id, &players);
                this.services.in_play.ended(id);
            }
            metrics::gauge!("damas_rooms").set(this.services.registry.len() as f64);
            if outcome.is_err() {
                metrics::counter!("damas_rooms_failed_total").increment(1);
                error!(game.id = %id, "the room of game {id} failed; its rows are as they were");
                if info.staked().is_some()
                    && !matches!(opening, Opening::Recovered { cause: ResumeCause::Fault, .. })
                {
                    this.run_again(id).await;
                }
                // what it had recorded nobody was told of: an end to be paid, a move whose clock runs
                this.services.settle.notify_one();
                for sink in left {
                    sink.push(Notice::Gone { game: id });
                }
            }
        });
        handle
    }

    async fn run_again(&self, game: GameId) {
        match self.services.placement.load(game).await {
            Ok(Some(stored)) if stored.ended.is_none() => {
                self.run_stored(stored, ResumeCause::Fault, Millis::ZERO);
            }
            Ok(_) => {}
            Err(refused) => error!(game.id = %game, "game {game} could not be loaded again: {refused}"),
        }
    }

    /// Makes a socket follow a game as a player (by account or seat secret) or as a spectator. Returns the seat, or
    /// why not; a snapshot or the missing events come through the sink.
    ///
    /// # Errors
    /// [`Refusal::NoSuchGame`] for an unknown game or one that may not be watched.
    pub async fn follow(
        &self,
        game: GameId,
        account: Option<AccountId>,
        secret: Option<&str>,
        sink: Sink,
        from: Option<Version>,
    ) -> Result<Option<Side>, Refusal> {
        if let Some(room) = self.services.registry.find(game) {
            let info = room.info();
            let seat = account
                .and_then(|account| info.side_of(account))
                .or_else(|| secret.and_then(|secret| info.side_of_secret(secret)));
            let open = matches!(info.kind, Kind::Staked { watchable: true, .. });
            if seat.is_none() && !open {
                return Err(Refusal::NoSuchGame);
            }
            if room.follow(sink.clone(), seat, from) {
                return Ok(seat);
            }
        }
        if let Some(secret) = secret
            && let Some(side) = self.practice.reattach(game, secret, &sink)
        {
            return Ok(Some(side));
        }
        let stored = match self.services.placement.load(game).await {
            Ok(Some(stored)) => stored,
            Ok(None) => return Err(Refusal::NoSuchGame),
            Err(_) => return Err(Refusal::Unavailable),
        };
        self.show_stored(stored, account, &sink)
    }

    /// Shows a game that has ended and has no room any more.
    fn show_stored(
        &self,
        stored: StoredGame,
        account: Option<AccountId>,
        sink: &Sink,
    ) -> Result<Option<Side>, Refusal> {
        let info = Arc::new(info_of(&stored));
        let seat = account.and_then(|account| info.side_of(account));
        if seat.is_none() && !stored.watchable {
            return Err(Refusal::NoSuchGame);
        }
        if stored.ended.is_none() {
            // its room is being made, or runs elsewhere
            return Err(Refusal::Unavailable);
        }
        let unseen = seat.is_none().then(|| self.unseen(&info, &stored)).flatten();
        let events = stored.events.into_iter().map(|stamped| stamped.event);
        let game = Game::replay(info.terms.clone(), stored.start, events).map_err(|broken| {
            error!(game.id = %info.game, "the rows of game {} make no game: {broken}", info.game);
            Refusal::Unavailable
        })?;
        let game = unseen.map_or(game, |unseen| unseen.shown);
        let legal = legal_of(&game);
        let snapshot = Snapshot {
            frame: Arc::new(frame_of(&game, &legal, false, self.now())),
            moves: moves_of(&game),
            ended: game.ended().cloned(),
            rematch: stored.rematch.map_or(RematchView::Closed, |game| RematchView::Made { game }),
            presence: PerSide { white: Presence::Away(None), black: Presence::Away(None) },
            info,
        };
        sink.push(Notice::Snapshot(Arc::new(snapshot), seat));
        Ok(seat)
    }

    /// What who watches may not see yet of a game in its rows, if there is anything.
    pub(super) fn unseen(&self, info: &GameInfo, stored: &StoredGame) -> Option<Unseen> {
        let delay = info.spectator_delay(self.services.spectator_delay);
        let seen_until = self.services.clock.wall().0.saturating_sub_unsigned(delay.as_micros());
        let seen = stored.events.iter().take_while(|stamped| stamped.decided_at.0 <= seen_until).count();
        if delay.0 == 0 || seen == stored.events.len() {
            return None;
        }
        let (old, young) = stored.events.split_at(seen);
        let old = old.iter().map(|stamped| stamped.event.clone());
        let shown = Game::replay(info.terms.clone(), stored.start, old).ok()?;
        Some(Unseen { shown, events: young.to_vec() })
    }

    /// A running game's room.
    #[must_use]
    pub fn room(&self, game: GameId) -> Option<RoomHandle> {
        self.services.registry.find(game)
    }
}

pub(super) fn info_of(stored: &StoredGame) -> GameInfo {
    let seat = |player: &Player| Seat::Player { account: player.account, name: player.name.clone() };
    GameInfo {
        game: stored.game,
        kind: Kind::Staked {
            terms: stored.terms.clone(),
            rematch_of: stored.rematch_of,
            watchable: stored.watchable,
        },
        terms: stored.terms.game_terms(),
        start: stored.start,
        seats: PerSide { white: seat(&stored.players.white), black: seat(&stored.players.black) },
        practiser: None,
        address: None,
    }
}
