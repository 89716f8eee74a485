//! What the house does for events: their games' rooms, and the way to the director. Knows no rule of an event.

use super::House;
use crate::boards::Following;
use crate::director::{MatchAct, Message, TournamentAct, TournamentView};
use crate::lobby::Actor;
use crate::notice::{Notice, Sink};
use crate::ports::{NewGame, Player};
use crate::refusal::Refusal;
use competition::{MatchTerms, TournamentTerms};
use draughts::Side;
use ids::{AccountId, CommandId, EntryId, MatchId, TournamentId};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::oneshot;
use uuid::Uuid;

/// Never to be changed: a repeat has to find its own match.
const CHALLENGES: Uuid = Uuid::from_u128(0x3f7c_60d1_5b9e_5a42_8c17_e4d2_09a6_b851);

impl House {
    /// Whether the director may decide: this node owns its games, the database answers, the server does not stop.
    pub(crate) fn directs(&self) -> bool {
        !self.stopping.load(Ordering::Acquire)
            && *self.services.database.borrow()
            && self.services.placement.is_owner()
    }

    /// The server is out by its own evidence, or is so no more: the director suspends what is played, and lets it go on.
    pub fn set_outage(&self, outage: bool) {
        self.outage.store(outage, Ordering::Release);
        // whatever he waits for: he looks again now
        self.services.event_ended.notify_one();
    }

    pub(crate) fn has_outage(&self) -> bool {
        self.outage.load(Ordering::Acquire)
    }

    /// Whether an account plays a game that belongs to no event.
    pub(crate) fn plays_in_the_lobby(&self, account: AccountId) -> bool {
        self.services.registry.playing(account).into_iter().any(|game| {
            let room = self.services.registry.find(game);
            room.is_some_and(|room| room.info().staked().is_some_and(|terms| terms.event.is_none()))
        })
    }

    /// Opens the room of an event's game that was just recorded, and tells both players.
    pub(crate) fn open_event_game(&self, new: NewGame) {
        let NewGame { game, terms, players, watchable, .. } = new;
        self.open_staked(game, terms, &players, None, watchable);
        for side in [Side::White, Side::Black] {
            self.lobby.playing(players[side].account);
            let started = Notice::GameStarted { game, side, cause: None };
            self.people.tell(players[side].account, &started);
        }
    }

    /// A player challenges another, or anybody, to a match; the answer comes through the sink.
    pub fn challenge(
        &self,
        account: AccountId,
        name: String,
        sink: Sink,
        id: CommandId,
        challenged: Option<Player>,
        terms: MatchTerms,
    ) {
        let actor = Actor { account, name, sink: sink.clone() };
        // the same command is the same challenge: a repeat of it makes no second one
        let of = MatchId(Uuid::new_v5(&CHALLENGES, format!("{account} {}", id.0).as_bytes()));
        let message = Message::Propose { actor, id, of, challenged, terms: Box::new(terms) };
        self.director.put(message, Some((id, sink)));
    }

    /// A player asks something of a match; the answer comes through the sink.
    pub fn act_in_match(
        &self,
        account: AccountId,
        name: String,
        sink: Sink,
        id: CommandId,
        of: MatchId,
        act: MatchAct,
    ) {
        let actor = Actor { account, name, sink: sink.clone() };
        self.director.put(Message::Act { actor, id, of, act }, Some((id, sink)));
    }

    /// Shows a player his matches, each as a notice, and then the answer.
    pub fn show_matches(&self, account: AccountId, sink: Sink, id: CommandId) {
        self.director.put(Message::Watch { account, sink: sink.clone(), id }, Some((id, sink)));
    }

    /// Shows one match, over or not.
    pub fn show_match(&self, of: MatchId, sink: Sink, id: CommandId) {
        self.director.put(Message::Find { of, sink: sink.clone(), id }, Some((id, sink)));
    }

    /// Announces a tournament: the operator's, or one of a schedule.
    ///
    /// # Errors
    /// [`Refusal::Tournament`] for terms that can't be announced; [`Refusal::InsufficientFunds`] for a guarantee that the purse does not
    /// cover.
    pub async fn announce(&self, terms: TournamentTerms) -> Result<TournamentId, Refusal> {
        let of = TournamentId(self.uuid());
        let (done, answer) = oneshot::channel();
        self.director.put(Message::Announce { of, terms: Box::new(terms), done }, None);
        answer.await.unwrap_or(Err(Refusal::Unavailable)).map(|()| of)
    }

    /// A new entry's key.
    #[must_use]
    pub fn new_entry(&self) -> EntryId {
        EntryId(self.uuid())
    }

    /// A player asks something of a tournament; the answer comes through the sink.
    pub fn act_in_tournament(
        &self,
        account: AccountId,
        name: String,
        sink: Sink,
        id: CommandId,
        of: TournamentId,
        act: TournamentAct,
    ) {
        let actor = Actor { account, name, sink: sink.clone() };
        self.director.put(Message::ActInTournament { actor, id, of, act }, Some((id, sink)));
    }

    /// Shows a tournament to a socket, over or not, then the answer, and its changes for as long as the returned value is kept: at
    /// most once a second.
    #[must_use]
    pub fn follow_tournament(&self, of: TournamentId, sink: Sink, id: CommandId) -> Following {
        let (boards, book) = (Arc::clone(&self.boards), Arc::clone(&self.book));
        let task = tokio::spawn(async move { boards.follow(book.as_ref(), of, sink, id).await });
        Following(task.abort_handle())
    }

    /// A tournament as it stands, over or not.
    ///
    /// # Errors
    /// [`Refusal::NoSuchTournament`]; [`Refusal::Unavailable`] while its rows can't be read.
    pub async fn find_tournament(&self, of: TournamentId) -> Result<Arc<TournamentView>, Refusal> {
        self.boards.view(self.book.as_ref(), of).await
    }

    /// All tournaments that are not over.
    #[must_use]
    pub fn open_tournaments(&self) -> Vec<Arc<TournamentView>> {
        self.boards.open()
    }
}
