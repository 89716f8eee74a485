//! How the house makes practice games: against the bot, by link, and once more. Nothing of them is written.

use super::House;
use crate::handle::RoomHandle;
use crate::notice::{Notice, Sink};
use crate::ports::OFFERS_FROM_PLY;
use crate::practice::{Place, PracticeRequest};
use crate::refusal::Refusal;
use crate::room::Opening;
use crate::view::{GameInfo, Kind, Seat};
use draughts::{Position, RuleSet, Side};
use game::{Game, GameTerms, PerSide, Unstarted};
use ids::{AccountId, CommandId, GameId};
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl House {
    /// Starts a practice game against the bot, or makes a link for a friend. The seat comes through the sink.
    ///
    /// # Errors
    /// [`Refusal::OutOfRange`] for a game that is not offered; [`Refusal::PracticeLimit`]; [`Refusal::PositionInPlay`] for
    /// the bot while `account` has a staked game running, and for a start that stands on a staked board;
    /// [`Refusal::BadPosition`] for one in which the game is over.
    pub async fn practise(
        &self,
        request: PracticeRequest,
        account: Option<AccountId>,
        sink: Sink,
    ) -> Result<(), Refusal> {
        if self.stopping.load(Ordering::Acquire) {
            return Err(Refusal::Unavailable);
        }
        self.catalogue.offered(request.variant)?;
        if request.level.is_some() && self.services.plays_for_a_stake(account) {
            return Err(Refusal::PositionInPlay);
        }
        let start = self.practice_start(&request)?;
        let place = self.practice.enter(request.address)?;
        let (game, secret) = (GameId(self.uuid()), self.secret());
        let seat = |id| Notice::PracticeSeat { id, game, side: request.side, secret: secret.clone() };
        let Some(level) = request.level else {
            let code = self.secret();
            let valid = self.practice.invite(
                code.clone(),
                &request,
                (game, secret.clone()),
                sink.clone(),
                place,
                self.now(),
            );
            let link =
                Notice::PracticeLink { id: request.id, code, valid, time_control: request.time_control };
            sink.push(link);
            sink.push(seat(Some(request.id)));
            return Ok(());
        };
        let bot = request.side.other();
        let person = Seat::Guest { secret: secret.clone() };
        let seats = PerSide::of(request.side, person, Seat::Bot(level));
        let kind = Kind::Bot { side: bot, level };
        let mut info = self.practice_info(game, kind, start, request.time_control, seats, &place);
        info.practiser = account;
        sink.push(seat(Some(request.id)));
        let room = self.run_practice(info, place);
        room.follow(sink, Some(request.side), None);
        Ok(())
    }

    /// Joins a friend's practice game.
    ///
    /// # Errors
    /// [`Refusal::NoSuchLink`], or [`Refusal::Taken`] for a third visitor.
    pub async fn join_practice(
        &self,
        id: CommandId,
        code: &str,
        sink: Sink,
    ) -> Result<(GameId, Side), Refusal> {
        let invitation = self.practice.take(code, self.now())?;
        let secret = self.secret();
        let side = invitation.maker_side.other();
        let maker = Seat::Guest { secret: invitation.maker_secret.clone() };
        let seats = PerSide::of(side, Seat::Guest { secret: secret.clone() }, maker);
        let (game, start) = (invitation.game, invitation.start);
        let info =
            self.practice_info(game, Kind::Link, start, invitation.time_control, seats, &invitation.place);
        sink.push(Notice::PracticeSeat { id: Some(id), game, side, secret });
        let room = self.run_practice(info, invitation.place);
        invitation.maker.push(Notice::GameStarted { game, side: invitation.maker_side, cause: None });
        room.follow(invitation.maker, Some(invitation.maker_side), None);
        room.follow(sink, Some(side), None);
        Ok((game, side))
    }

    /// Where a practice game starts: not in a position of a staked board, nor in one in which there is nothing to play.
    fn practice_start(&self, request: &PracticeRequest) -> Result<Position, Refusal> {
        let Some(start) = request.start else { return Ok(Position::initial(request.variant)) };
        if self.services.in_play.holds(&start) {
            return Err(Refusal::PositionInPlay);
        }
        if start.legal_moves().is_empty() {
            return Err(Refusal::BadPosition { why: "the side to move has no move".to_owned() });
        }
        Ok(start)
    }

    pub(super) fn practice_info(
        &self,
        game: GameId,
        kind: Kind,
        start: Position,
        time_control: Option<game::TimeControl>,
        seats: PerSide<Seat>,
        place: &Place,
    ) -> GameInfo {
        let variant = start.variant();
        let offer = self.catalogue.find(variant);
        let rule_set = offer.and_then(|offer| offer.rule_sets.first().copied()).unwrap_or(RuleSet::Dream);
        GameInfo {
            game,
            kind,
            terms: GameTerms {
                variant,
                rule_set,
                time_control,
                first_move_window: None,
                unstarted: Unstarted::Aborts,
                carried: None,
                max_draw_offers: offer.map_or(3, |offer| offer.max_draw_offers),
                offers_from_ply: OFFERS_FROM_PLY,
            },
            start,
            seats,
            practiser: None,
            address: Some(place.address),
        }
    }

    pub(super) fn run_practice(&self, info: GameInfo, place: Place) -> RoomHandle {
        let mut game = Game::new(info.terms.clone(), info.start);
        let started = game.started();
        let applied = game.apply(&started);
        assert!(applied.is_ok(), "a new game takes its first event: {applied:?}");
        self.run_room(Arc::new(info), game, Opening::New, Some(place), None)
    }
}
