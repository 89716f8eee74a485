//! What one socket may do and does: who it is, which games it follows, which seats it holds. Acts on each frame once decoded.

use super::command::Subject;
use super::outbox::Outbox;
use super::tournaments::FOLLOWED as FOLLOWED_TOURNAMENTS;
use crate::accounts::Signed;
use crate::app::App;
use crate::clock;
use crate::wire;
use draughts::Side;
use ids::{AccountId, CommandId, GameId, Millis, Moment, TournamentId, Version, WallTime};
use protocol::{ClientMsg, ClockSetting, Code, PROTOCOL, ServerMsg, WalletState};
use rooms::{
    Answer, Following, Notice, PracticeRequest, Refusal, RoomHandle, SeatAct, SeatCommand, SeekRequest,
};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// Games that one socket may follow at once.
const FOLLOWED: usize = 64;
/// Practice seats that one socket may hold.
const SEATS: usize = 32;

/// When a frame was read from its socket.
#[derive(Clone, Copy, Debug)]
pub(super) struct Received {
    /// What counts for the clock.
    pub(super) moment: Moment,
    /// For the row.
    pub(super) wall: WallTime,
}

/// One socket's session, shared by its reader and its writer.
pub(super) struct Session {
    pub(super) app: Arc<App>,
    pub(super) signed: Option<Signed>,
    pub(super) address: IpAddr,
    pub(super) outbox: Outbox,
    held: Mutex<Held>,
}

/// What the socket follows and holds.
#[derive(Default)]
struct Held {
    /// The games followed, with the newest version that was written to the socket.
    followed: HashMap<GameId, Version>,
    /// The secrets of practice seats, by game.
    secrets: HashMap<GameId, String>,
    /// The tournaments followed.
    tournaments: HashMap<TournamentId, Following>,
    greeted: bool,
}

impl Session {
    pub(super) fn new(app: Arc<App>, signed: Option<Signed>, address: IpAddr, outbox: Outbox) -> Self {
        Self { app, signed, address, outbox, held: Mutex::default() }
    }

    fn held<T>(&self, act: impl FnOnce(&mut Held) -> T) -> T {
        act(&mut self.held.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether `hello` has been said and answered.
    pub(super) fn greeted(&self) -> bool {
        self.held(|held| held.greeted)
    }

    /// Who is signed in.
    pub(super) fn account(&self) -> Option<AccountId> {
        self.signed.as_ref().map(|signed| signed.account)
    }

    /// Where answers go.
    pub(super) const fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    /// Notes what is about to be written: seats that were given, and how far the client is in each game.
    pub(super) fn note(&self, notice: &Notice) {
        match notice {
            Notice::PracticeSeat { game, secret, .. } => self.hold_seat(*game, secret.clone()),
            Notice::Snapshot(snapshot, _) => self.follows(snapshot.info.game, snapshot.frame.version),
            Notice::Events(publication, _) => self.follows(publication.game, publication.frame.version),
            Notice::Answer(Answer { game: Some(game), result: Err(Refusal::TooManySpectators), .. }) => {
                self.held(|held| held.followed.remove(game));
            }
            _ => {}
        }
    }

    fn follows(&self, game: GameId, version: Version) {
        self.held(|held| {
            if let Some(known) = held.followed.get_mut(&game) {
                *known = version;
            }
        });
    }

    fn hold_seat(&self, game: GameId, secret: String) {
        self.held(|held| {
            if held.secrets.len() < SEATS || held.secrets.contains_key(&game) {
                held.secrets.insert(game, secret);
                held.followed.insert(game, Version(0));
            }
        });
    }

    /// Acts on one frame.
    pub(super) async fn handle(self: Arc<Self>, message: ClientMsg, received: Received) {
        let subject = Subject::of(&message);
        if !self.greeted() {
            return match message {
                ClientMsg::Hello { protocol } => self.greet(protocol).await,
                _ => self.outbox.say(subject.rejected(Code::BadFrame, "the first frame is `hello`")),
            };
        }
        match message {
            ClientMsg::Hello { .. } => {
                self.outbox.say(subject.rejected(Code::BadFrame, "`hello` is said once"));
            }
            ClientMsg::Ping { n } => self.outbox.say(ServerMsg::Pong { n }),
            ClientMsg::Lobby { on: true } => {
                let account = self.signed.as_ref().map(|signed| signed.account);
                self.app.house.watch_lobby(self.outbox.sink().clone(), account).await;
            }
            ClientMsg::Lobby { on: false } => self.app.house.unwatch_lobby(self.outbox.sink().number()),
            ClientMsg::Watch { game } => self.follow(subject, game, None).await,
            ClientMsg::Resume { game, version } => self.follow(subject, game, Some(version)).await,
            ClientMsg::Unwatch { game } => self.unfollow(game).await,
            ClientMsg::Seek { .. } | ClientMsg::CancelSeek { .. } | ClientMsg::Join { .. } => {
                self.seek(subject, message);
            }
            ClientMsg::PlayNow { .. } | ClientMsg::PlayNowWider { .. } | ClientMsg::PlayNowCancel { .. } => {
                self.ask_of_play_now(subject, message);
            }
            ClientMsg::Move { .. }
            | ClientMsg::OfferDraw { .. }
            | ClientMsg::AcceptDraw { .. }
            | ClientMsg::DeclineDraw { .. }
            | ClientMsg::Resign { .. }
            | ClientMsg::Rematch { .. }
            | ClientMsg::DeclineRematch { .. }
            | ClientMsg::Hint { .. }
            | ClientMsg::TakeBack { .. } => self.play(subject, message, received).await,
            ClientMsg::PracticeBot { .. } | ClientMsg::PracticeLink { .. } => {
                self.practise(subject, message).await;
            }
            ClientMsg::PracticeJoin { id, code } => {
                if let Err(refusal) =
                    self.app.house.join_practice(id, &code, self.outbox.sink().clone()).await
                {
                    self.outbox.say(subject.refused(&refusal));
                }
            }
            ClientMsg::PracticeSeat { id, game, secret } => self.sit_down(subject, id, game, secret).await,
            ClientMsg::MatchPropose { .. }
            | ClientMsg::MatchAct { .. }
            | ClientMsg::MatchWatch { .. }
            | ClientMsg::MatchFind { .. } => self.ask_of_match(subject, message).await,
            ClientMsg::LadderAct { id, season, act } => self.climb(subject, id, season, act).await,
            ClientMsg::LadderWatch { id, season } => {
                self.app.house.watch_ladder(season, self.outbox.sink().clone(), id);
            }
            ClientMsg::TournamentAct { .. }
            | ClientMsg::TournamentWatch { .. }
            | ClientMsg::TournamentUnwatch { .. }
            | ClientMsg::TournamentRound { .. }
            | ClientMsg::TournamentStandings { .. } => self.ask_of_tournament(subject, message).await,
            ClientMsg::NoticesShow { .. } | ClientMsg::NoticesRead { .. } => {
                self.ask_of_notices(subject, message).await;
            }
        }
    }

    /// Answers `hello`; a client of another protocol is told so and how to go on.
    async fn greet(&self, protocol: u32) {
        if protocol != PROTOCOL {
            let text =
                format!("this server speaks protocol {PROTOCOL}: reload the page, or update the program");
            self.outbox.say(Subject::default().rejected(Code::UnsupportedProtocol, text));
            self.outbox.end(protocol::GoodbyeReason::UnsupportedProtocol);
            return;
        }
        let mut wallet = None;
        let mut games = Vec::new();
        let mut seeks = Vec::new();
        if let Some(signed) = &self.signed {
            self.app.house.arrive(signed.account, self.outbox.sink().clone());
            match self.app.bank.wallet(signed.account).await {
                Ok(own) => wallet = Some(WalletState { balance: own.balance, version: own.version }),
                Err(error) => {
                    tracing::warn!(account.id = %signed.account, "no wallet for a welcome: {error}")
                }
            }
            games = self.app.house.registry().playing(signed.account);
            seeks = self.app.house.seeks_of(signed.account).await;
        }
        self.held(|held| held.greeted = true);
        self.outbox.say(ServerMsg::Welcome {
            protocol: PROTOCOL,
            account: self.signed.as_ref().map(|signed| signed.account),
            name: self.signed.as_ref().map(|signed| signed.name.clone()),
            wallet,
            games,
            seeks,
            server_ms: wire::server_ms(clock::now()),
        });
    }

    /// Follows a game from a version, or from its snapshot.
    async fn follow(&self, subject: Subject, game: GameId, from: Option<Version>) {
        let room = self.held(|held| {
            let room = held.followed.len() < FOLLOWED || held.followed.contains_key(&game);
            if room {
                held.followed.insert(game, from.unwrap_or(Version(0)));
            }
            room
        });
        if !room {
            let text = format!("a socket follows {FOLLOWED} games at most; `unwatch` one first");
            return self.outbox.say(subject.rejected(Code::RateLimited, text));
        }
        let account = self.signed.as_ref().map(|signed| signed.account);
        let secret = self.secret_for(game);
        let sink = self.outbox.sink().clone();
        let followed = self.app.house.follow(game, account, secret.as_deref(), sink, from).await;
        if let Err(refusal) = followed {
            self.held(|held| held.followed.remove(&game));
            self.outbox.say(subject.refused(&refusal));
        }
    }

    /// Follows a game anew whose room has ended or moved, from where the client is in it.
    pub(super) async fn follow_again(self: Arc<Self>, game: GameId) {
        if let Some(version) = self.held(|held| held.followed.get(&game).copied()) {
            let subject = Subject { game: Some(game), ..Subject::default() };
            self.follow(subject, game, Some(version)).await;
        }
    }

    /// Follows a tournament, from its beginning if it is followed already; false where too many are.
    pub(super) fn follow_tournament(&self, of: TournamentId, follow: impl FnOnce() -> Following) -> bool {
        self.held(|held| {
            let room = held.tournaments.len() < FOLLOWED_TOURNAMENTS || held.tournaments.contains_key(&of);
            if room {
                held.tournaments.insert(of, follow());
            }
            room
        })
    }

    pub(super) fn unfollow_tournament(&self, of: TournamentId) {
        self.held(|held| held.tournaments.remove(&of));
    }

    async fn unfollow(&self, game: GameId) {
        self.held(|held| held.followed.remove(&game));
        if let Some(room) = self.app.house.room(game) {
            room.leave(self.outbox.sink().number());
        }
    }

    /// The secret of this socket's seat in a practice game: its own, or that of the game that it is the rematch of.
    fn secret_for(&self, game: GameId) -> Option<String> {
        let own = self.held(|held| held.secrets.get(&game).cloned());
        own.or_else(|| {
            let info = Arc::clone(self.app.house.room(game)?.info());
            let secrets: Vec<String> = self.held(|held| held.secrets.values().cloned().collect());
            let secret = secrets.into_iter().find(|secret| info.side_of_secret(secret).is_some())?;
            self.hold_seat(game, secret.clone());
            Some(secret)
        })
    }

    /// The seat that this socket's player has in a room: from the session, never from the frame.
    fn seat_in(&self, room: &RoomHandle) -> Option<Side> {
        let info = room.info();
        self.signed.as_ref().and_then(|signed| info.side_of(signed.account)).or_else(|| {
            let secret = self.secret_for(info.game)?;
            info.side_of_secret(&secret)
        })
    }

    /// Hands a command of a seat whose room runs here to it, at once; gives every other frame back.
    pub(super) fn hand_over(&self, message: ClientMsg, received: Received) -> Option<ClientMsg> {
        let subject = Subject::of(&message);
        let (Some(game), Some(id), Some(act), true) =
            (subject.game, subject.id, seat_act(&message), self.greeted())
        else {
            return Some(message);
        };
        let act = match act {
            Ok(act) => act,
            Err(text) => {
                self.outbox.say(subject.rejected(Code::BadMove, text));
                return None;
            }
        };
        let Some(room) = self.app.house.room(game) else { return Some(message) };
        let Some(seat) = self.seat_in(&room) else { return Some(message) };
        let (received, received_at) = (received.moment, received.wall);
        let sink = self.outbox.sink().clone();
        room.send(seat, SeatCommand { id, act, received, received_at, sink });
        None
    }

    /// A command of a seat that could not be handed over when it was read: now it can, or it is told why not.
    async fn play(&self, subject: Subject, message: ClientMsg, received: Received) {
        let Some(game) = subject.game else { return };
        if self.hand_over(message, received).is_none() {
            return;
        }
        let refusal = match self.app.house.room(game) {
            Some(_) => Refusal::NotYourGame,
            None => self.gone(game).await,
        };
        self.outbox.say(subject.refused(&refusal));
    }

    /// Why a command reaches no room: its game has ended, it is being made again, or there is none.
    async fn gone(&self, game: GameId) -> Refusal {
        match self.app.placement.load(game).await {
            Ok(Some(stored)) if stored.ended.is_some() => Refusal::Game(game::GameError::GameOver),
            Ok(Some(_)) => Refusal::Paused,
            Ok(None) => Refusal::NoSuchGame,
            Err(_away) => Refusal::Unavailable,
        }
    }

    /// Opens, takes or takes back a seek; only somebody signed in may.
    fn seek(&self, subject: Subject, message: ClientMsg) {
        let Some(signed) = &self.signed else {
            return self.outbox.say(subject.rejected(Code::NotSignedIn, "sign in to play for a stake"));
        };
        let (account, name, sink) = (signed.account, signed.name.clone(), self.outbox.sink().clone());
        match message {
            ClientMsg::Seek { id, variant, rules, stake, clock, terms } => {
                let (variant, rule_set) =
                    match (wire::variant(&variant), wire::rule_set(&self.app.config, &rules)) {
                        (Ok(variant), Ok(rule_set)) => (variant, rule_set),
                        (Err(text), _) | (_, Err(text)) => {
                            return self.outbox.say(subject.rejected(Code::OutOfRange, text));
                        }
                    };
                let time_control = wire::time_control(clock);
                let request = SeekRequest { id, variant, rule_set, stake, time_control, terms };
                self.app.house.open_seek(account, name, sink, request);
            }
            ClientMsg::CancelSeek { id, seek } => self.app.house.cancel_seek(account, name, sink, id, seek),
            ClientMsg::Join { id, seek, terms } => {
                self.app.house.join_seek(account, name, sink, id, seek, terms);
            }
            _ => {}
        }
    }

    /// Starts a game against the bot, or makes a link for a friend.
    async fn practise(&self, subject: Subject, message: ClientMsg) {
        let (id, variant, level, side, clock, fen) = match message {
            ClientMsg::PracticeBot { id, variant, level, side, clock, fen } => {
                (id, variant, Some(wire::own_level(level)), side, clock, fen)
            }
            ClientMsg::PracticeLink { id, variant, side, clock, fen } => {
                (id, variant, None, side, clock, fen)
            }
            _ => return,
        };
        let variant = match wire::variant(&variant) {
            Ok(variant) => variant,
            Err(text) => return self.outbox.say(subject.rejected(Code::OutOfRange, text)),
        };
        let start = match fen.map(|fen| wire::position(variant, &fen)).transpose() {
            Ok(start) => start,
            Err(text) => return self.outbox.say(subject.rejected(Code::BadPosition, text)),
        };
        if clock.is_some_and(|clock| !is_practice_clock(clock)) {
            let text = "a practice clock has 1 s to 24 h, and adds at most 10 min a move";
            return self.outbox.say(subject.rejected(Code::OutOfRange, text));
        }
        let request = PracticeRequest {
            id,
            variant,
            start,
            level,
            side: wire::own_side(side),
            time_control: clock.map(wire::time_control),
            address: crate::address::household(self.address),
        };
        let account = self.signed.as_ref().map(|signed| signed.account);
        if let Err(refusal) = self.app.house.practise(request, account, self.outbox.sink().clone()).await {
            self.outbox.say(subject.refused(&refusal));
        }
    }

    /// Sits down again in a practice game.
    async fn sit_down(&self, subject: Subject, id: CommandId, game: GameId, secret: String) {
        let account = self.signed.as_ref().map(|signed| signed.account);
        let sink = self.outbox.sink().clone();
        let seat = match self.app.house.room(game) {
            Some(room) if room.info().side_of_secret(&secret).is_none() => Err(Refusal::NotYourGame),
            _ => self.app.house.follow(game, account, Some(&secret), sink, None).await,
        };
        match seat {
            Ok(Some(side)) => {
                self.hold_seat(game, secret.clone());
                let notice = Notice::PracticeSeat { id: Some(id), game, side, secret };
                self.outbox.sink().push(notice);
            }
            Ok(None) => self.outbox.say(subject.refused(&Refusal::NotYourGame)),
            Err(refusal) => {
                let answer = Answer { game: Some(game), of: None, id, ply: None, result: Err(refusal) };
                self.outbox.sink().push(Notice::Answer(answer));
            }
        }
    }

    /// The socket has gone: everybody who may care hears of it.
    pub(super) async fn depart(&self) {
        let games: Vec<GameId> = self.held(|held| {
            held.tournaments.clear();
            held.followed.keys().copied().collect()
        });
        let account = self.signed.as_ref().map(|signed| signed.account);
        self.app.house.depart(account, self.outbox.sink().number(), &games).await;
    }
}

/// Whether a practice game may have that clock.
fn is_practice_clock(clock: ClockSetting) -> bool {
    (Millis(1_000)..=Millis(86_400_000)).contains(&clock.initial_ms) && clock.increment_ms <= Millis(600_000)
}

/// What a seat's frame asks of its room, or why its text is no move; `None` for every other frame.
fn seat_act(message: &ClientMsg) -> Option<Result<SeatAct, String>> {
    Some(Ok(match message {
        ClientMsg::Move { ply, path, .. } => {
            let wrong = |error| format!("a move is written c3-d4 or d6xf8xh6: {error}");
            return Some(path.parse().map_err(wrong).map(|text| SeatAct::Move { ply: *ply, text }));
        }
        ClientMsg::OfferDraw { .. } => SeatAct::OfferDraw,
        ClientMsg::AcceptDraw { offer, .. } => SeatAct::AcceptDraw { offer: *offer },
        ClientMsg::DeclineDraw { offer, .. } => SeatAct::DeclineDraw { offer: *offer },
        ClientMsg::Resign { .. } => SeatAct::Resign,
        ClientMsg::Rematch { terms, .. } => SeatAct::Rematch { terms: terms.clone() },
        ClientMsg::DeclineRematch { .. } => SeatAct::DeclineRematch,
        ClientMsg::Hint { .. } => SeatAct::Hint,
        ClientMsg::TakeBack { .. } => SeatAct::TakeBack,
        _ => return None,
    }))
}
