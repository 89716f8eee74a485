//! A game and a hand-moved instant; what is decided is applied, and a move starts the next turn at that instant.

use draughts::{Fen, Position, RuleSet, Side, Variant};
use game::{Ending, Game, GameCommand, GameError, GameEvent, GameTerms, TimeControl, Unstarted};
use ids::{Millis, Moment};

/// 60 s and 2 s a move, 30 s for a first move, three offers.
pub(crate) fn terms() -> GameTerms {
    GameTerms {
        variant: Variant::Brazilian,
        rule_set: RuleSet::Dream,
        time_control: Some(TimeControl { initial: Millis(60_000), increment: Millis(2_000) }),
        first_move_window: Some(Millis(30_000)),
        unstarted: Unstarted::Aborts,
        carried: None,
        max_draw_offers: 3,
        offers_from_ply: 2,
    }
}

/// Terms of practice: no clock, no window.
pub(crate) fn clockless() -> GameTerms {
    GameTerms { time_control: None, first_move_window: None, ..terms() }
}

pub(crate) fn position(fen: &str) -> Position {
    Position::from_setup(fen.parse::<Fen>().unwrap().setup()).unwrap()
}

pub(crate) struct Table {
    pub(crate) game: Game,
    /// What has happened in it.
    pub(crate) events: Vec<GameEvent>,
    pub(crate) now: Moment,
}

impl Table {
    /// A game whose first turn starts now.
    pub(crate) fn new(terms: GameTerms, start: Position) -> Self {
        let mut game = Game::new(terms, start);
        let started = game.started();
        game.apply(&started).unwrap();
        // not zero: an instant before the turn's start must be possible
        let now = Moment(1_000_000_000);
        game.turn_published(now);
        Self { game, events: vec![started], now }
    }

    /// A game from the first position.
    pub(crate) fn initial() -> Self {
        Self::new(terms(), Position::initial(Variant::Brazilian))
    }

    /// A game in which both have played their first move; White is to move, both have 62 s.
    pub(crate) fn opened() -> Self {
        let mut table = Self::initial();
        table.play("c3-d4");
        table.play("b6-a5");
        table
    }

    pub(crate) fn wait(&mut self, wait: Millis) {
        self.now = self.now.plus(wait);
    }

    /// Decides and applies at the present instant; a move that was made starts the next turn.
    pub(crate) fn say(&mut self, command: &GameCommand) -> Result<Vec<GameEvent>, GameError> {
        let events = self.game.decide(command, self.now)?;
        for event in &events {
            self.apply(event);
        }
        if events.iter().any(|event| matches!(event, GameEvent::Moved { .. })) {
            self.game.turn_published(self.now);
        }
        Ok(events)
    }

    /// Applies one event.
    pub(crate) fn apply(&mut self, event: &GameEvent) {
        self.game.apply(event).unwrap();
        self.events.push(event.clone());
    }

    pub(crate) fn move_command(&self, text: &str) -> GameCommand {
        let side = self.game.position().side_to_move();
        GameCommand::Move { side, ply: self.game.ply(), text: text.parse().unwrap() }
    }

    pub(crate) fn play(&mut self, text: &str) {
        let command = self.move_command(text);
        self.say(&command).unwrap_or_else(|refused| panic!("{text}: {refused}"));
    }

    pub(crate) fn refused(&self, command: &GameCommand) -> GameError {
        self.game.decide(command, self.now).unwrap_err()
    }

    pub(crate) fn offer(&mut self, side: Side) -> Result<Vec<GameEvent>, GameError> {
        self.say(&GameCommand::OfferDraw { side })
    }

    pub(crate) fn left(&self, side: Side) -> Millis {
        self.game.left_at(side, self.now).unwrap()
    }

    pub(crate) fn ending(&self) -> Ending {
        *self.game.ended().expect("the game has ended")
    }
}
