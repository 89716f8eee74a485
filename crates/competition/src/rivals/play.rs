//! The games of a match, the breaks between them, and when it is decided (R7, R8, R10, R11).

use super::command::MatchError;
use super::decide::{Decision, in_time};
use super::event::{DecidedBy, GameMoney, GameStart, MatchEvent, StopCause};
use super::slot::GameSlot;
use super::state::{Match, Phase};
use super::terms::{LevelRule, StakeMode};
use crate::{GameOver, GameResult, MiniLimits, MiniMatch, MiniStep, PerColour, PerSeat, Seat};
use ids::{AccountId, GameId, Millis, WallTime};

impl Match {
    /// The event that makes that game at `at`.
    pub(super) fn start_game(&self, slot: GameSlot, at: WallTime) -> MatchEvent {
        let clock = self.terms.clock;
        let full = PerColour { white: clock.initial, black: clock.initial };
        let (white, clocks, increment, windowed, rated) =
            match (slot, self.mini.as_ref().map(MiniMatch::next)) {
                (GameSlot::Mini(_), Some(MiniStep::Game(game))) => {
                    (game.white, game.clocks, game.increment, game.first_move_window, game.rated)
                }
                (GameSlot::Mini(_), _) => (Seat::First, full, clock.increment, true, false),
                (GameSlot::Regular { number, .. }, _) => {
                    (self.white_of(number), full, clock.increment, true, true)
                }
            };
        let first = self.first;
        let players = PerSeat { first, second: self.second.unwrap_or(first) };
        let own = matches!(slot, GameSlot::Regular { .. }) && self.terms.stake_mode == StakeMode::PerGame;
        MatchEvent::GameStarted(GameStart {
            slot,
            game: slot.game_id(self.id),
            white,
            players: players.by_colour(white),
            clocks,
            increment,
            first_move_window: windowed.then_some(self.limits.first_move_window),
            absent_at: windowed.then(|| self.absent_at(white, at)),
            rated,
            stake: own.then_some(self.terms.stake),
            overdue_at: at.plus(self.limits.game_at_most),
        })
    }

    /// Until when each has to have moved: what is left of his budget for being late (R11), for the first game the rest of
    /// the check-in's grace, but for who is there never less than the windows for the first moves.
    fn absent_at(&self, white: Seat, at: WallTime) -> PerColour<WallTime> {
        let grace = match self.phase {
            Phase::CheckIn { closes_at, .. } => closes_at.since(at),
            _ => Millis::ZERO,
        };
        let window = self.limits.first_move_window;
        let until = |seat: Seat, windows: Millis| {
            let left = self.limits.absence_per_match.saturating_sub(self.late[seat]);
            at.plus(left.min(self.limits.absence_per_game).max(grace).max(windows))
        };
        PerColour { white: until(white, window), black: until(white.other(), window.saturating_add(window)) }
    }

    pub(super) fn decide_game_over(
        &self,
        game: GameId,
        over: &GameOver,
        late: PerSeat<Millis>,
        at: WallTime,
    ) -> Decision {
        if self.games.iter().any(|played| played.game == game) {
            return Ok(Vec::new());
        }
        let Phase::Playing { slot, game: running, white, .. } = self.phase else {
            return Err(MatchError::OtherGame { given: game, expected: None });
        };
        if game != running {
            return Err(MatchError::OtherGame { given: game, expected: Some(running) });
        }
        let money = match (slot, self.terms.stake_mode) {
            (GameSlot::Mini(_), _) | (_, StakeMode::PerMatch) => GameMoney::Nothing,
            _ if over.result == GameResult::Void => GameMoney::BackToMatch,
            _ => GameMoney::Settle,
        };
        let ended = MatchEvent::GameEnded { slot, game, white, over: *over, late, money };
        let mut after = self.clone();
        after.apply(&ended).expect("the end of the game that runs fits");
        let mut events = vec![ended];
        events.extend(after.after_game(at));
        Ok(events)
    }

    /// What follows the end of a game.
    pub(super) fn after_game(&self, at: WallTime) -> Vec<MatchEvent> {
        if let Some(cause) = self.stop {
            return self.stopped(cause, at);
        }
        let most = self.limits.absences_in_a_row;
        match (self.absences.first >= most, self.absences.second >= most) {
            (true, true) => return vec![self.decided(None, DecidedBy::BothAbsent, at)],
            (true, false) => return vec![self.decided(Some(Seat::Second), DecidedBy::Absence, at)],
            (false, true) => return vec![self.decided(Some(Seat::First), DecidedBy::Absence, at)],
            (false, false) => {}
        }
        if let Some(mini) = &self.mini {
            return vec![self.after_mini_game(mini, at)];
        }
        let Some(last) = self.games.last() else { return Vec::new() };
        let GameSlot::Regular { number, replay } = last.slot else { return Vec::new() };
        if last.over.result == GameResult::Void && replay < self.limits.replays {
            return vec![self.begin_break(GameSlot::Regular { number, replay: replay + 1 }, at)];
        }
        let games_left = self.terms.games.saturating_sub(number);
        let lead = self.points.first.abs_diff(self.points.second);
        if games_left > 0 {
            if lead > 2 * u16::from(games_left) && !self.plays_on() {
                return vec![self.decided(self.leader(), DecidedBy::Lead, at)];
            }
            return vec![self.begin_break(GameSlot::Regular { number: number + 1, replay: 0 }, at)];
        }
        if self.leader().is_some() || self.terms.level == LevelRule::Drawn {
            return vec![self.decided(self.leader(), DecidedBy::Score, at)];
        }
        self.begin_mini_match(at)
    }

    fn begin_mini_match(&self, at: WallTime) -> Vec<MatchEvent> {
        let mut after = self.clone();
        after.apply(&MatchEvent::MiniMatchBegan).expect("a mini-match may follow a level match");
        let mini = after.mini.as_ref().expect("it has just begun");
        vec![MatchEvent::MiniMatchBegan, after.after_mini_game(mini, at)]
    }

    /// The mini-match of this match; whoever had Black in the last game has White first.
    pub(super) fn new_mini(&self) -> MiniMatch {
        let last_black = self.white_of(self.terms.games).other();
        let limits = MiniLimits { forfeits_lose: None, absent_both_out: None, ..self.limits.mini };
        MiniMatch::new(self.terms.clock, last_black, limits)
    }

    fn after_mini_game(&self, mini: &MiniMatch, at: WallTime) -> MatchEvent {
        match mini.next() {
            MiniStep::Game(game) => self.begin_break(GameSlot::Mini(game.key), at),
            MiniStep::Decided(seat) => self.decided(Some(seat), DecidedBy::MiniMatch, at),
            MiniStep::Level | MiniStep::BothOut => self.decided(None, DecidedBy::MiniMatch, at),
        }
    }

    /// Whether both would play all games, although it is decided: each of them has its own stake (R10).
    fn plays_on(&self) -> bool {
        self.terms.stake_mode == StakeMode::PerGame && self.play_on.first && self.play_on.second
    }

    fn begin_break(&self, next: GameSlot, at: WallTime) -> MatchEvent {
        MatchEvent::BreakBegan { next, until: at.plus(self.limits.game_break) }
    }

    /// The end of a match that is stopped: who leads has won. A level one does not count, unless its games had their own
    /// stakes: what is played then is settled, and stands.
    pub(super) fn stopped(&self, cause: StopCause, at: WallTime) -> Vec<MatchEvent> {
        let stands = self.terms.stake_mode == StakeMode::PerGame
            && self.games.iter().any(|game| game.over.result != GameResult::Void);
        vec![match self.leader() {
            None if !stands => MatchEvent::Voided { cause: Some(cause) },
            leader => self.decided(leader, DecidedBy::Stop(cause), at),
        }]
    }

    pub(super) fn decide_extend(&self, by: AccountId, at: WallTime) -> Decision {
        let Phase::Break { until, .. } = self.phase else { return Err(self.not_now("extend a break")) };
        let seat = self.seat(by)?;
        let allowed = self.limits.extensions;
        if self.extensions[seat] >= allowed {
            return Err(MatchError::NoExtensionLeft { allowed });
        }
        in_time(at, until)?;
        Ok(vec![MatchEvent::BreakExtended { by: seat, until: until.plus(self.limits.extension) }])
    }

    pub(super) fn decide_ready(&self, by: AccountId, at: WallTime) -> Decision {
        let Phase::Break { until, ready, .. } = self.phase else {
            return Err(self.not_now("be ready for the next game"));
        };
        let seat = self.seat(by)?;
        if ready[seat] {
            return Ok(Vec::new());
        }
        let until = if ready[seat.other()] { until.min(at) } else { until };
        Ok(vec![MatchEvent::BecameReady { by: seat, until }])
    }

    pub(super) fn decide_play_on(&self, by: AccountId) -> Decision {
        if !matches!(self.phase, Phase::Playing { .. } | Phase::Break { .. }) {
            return Err(self.not_now("agree to play on"));
        }
        let seat = self.seat(by)?;
        if self.terms.stake_mode == StakeMode::PerMatch {
            return Err(MatchError::OneStake);
        }
        Ok(if self.play_on[seat] { Vec::new() } else { vec![MatchEvent::PlayOnAgreed { by: seat }] })
    }

    pub(super) fn decide_agree_to_stop(&self, by: AccountId, at: WallTime) -> Decision {
        let Phase::Break { stop, .. } = self.phase else { return Err(self.not_now("agree to stop")) };
        let seat = self.seat(by)?;
        if stop[seat] {
            return Ok(Vec::new());
        }
        let mut events = vec![MatchEvent::StopAgreed { by: seat }];
        if stop[seat.other()] {
            events.extend(self.stopped(StopCause::Consent, at));
        }
        Ok(events)
    }

    pub(super) fn decide_stop(&self, cause: StopCause, at: WallTime) -> Decision {
        match self.phase {
            Phase::Break { .. } => Ok(self.stopped(cause, at)),
            // the game that runs is played to its end, or voided by who may
            Phase::Playing { .. } if self.stop.is_none() => Ok(vec![MatchEvent::StopAsked { cause }]),
            Phase::Playing { .. } => Ok(Vec::new()),
            _ => Err(self.not_now("stop")),
        }
    }
}
