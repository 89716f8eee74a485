//! A game as its owner shows it: plain values, made once for all viewers. The server projects them for each.

use crate::ports::StakedTerms;
use crate::rematch::RematchView;
use bot::Level;
use draughts::{Move, Path, Position, Side};
use game::{Ending, Game, GameTerms, PerSide};
use ids::{AccountId, GameId, Millis, Moment, Version};
use std::sync::Arc;

/// What kind of game it is, with what only that kind has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// With stakes, recorded.
    Staked {
        /// The terms.
        terms: StakedTerms,
        /// The game that it is the rematch of.
        rematch_of: Option<GameId>,
        /// Whether others may watch.
        watchable: bool,
    },
    /// Against the bot, nothing recorded.
    Bot {
        /// The bot's side.
        side: Side,
        /// How well it plays.
        level: Level,
    },
    /// Against a friend by link, nothing recorded.
    Link,
}

/// Who sits at a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Somebody with an account.
    Player {
        /// The account.
        account: AccountId,
        /// The name.
        name: String,
    },
    /// Somebody in a practice game, known by the seat's secret.
    Guest {
        /// The secret.
        secret: String,
    },
    /// The bot.
    Bot(Level),
}

/// The other side, from a player's view.
pub type Opponent = Seat;

/// What does not change in a game's life.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// The game.
    pub game: GameId,
    /// Who practises against the bot, if he is signed in: while he plays for a stake the bot does not move.
    pub practiser: Option<AccountId>,
    /// Its kind.
    pub kind: Kind,
    /// What the game itself knows of its terms.
    pub terms: GameTerms,
    /// The position at the start.
    pub start: Position,
    /// Who sits where.
    pub seats: PerSide<Seat>,
    /// Where a practice game was asked for, for its limit; `None` for a staked one.
    pub address: Option<std::net::IpAddr>,
}

impl GameInfo {
    /// How much later who watches sees everything: the house's own delay, or its event's where that is longer.
    #[must_use]
    pub(crate) fn spectator_delay(&self, of_the_house: Millis) -> Millis {
        let of_the_event = self.staked().and_then(|terms| terms.event).map(|event| event.spectators_delay);
        of_the_house.max(of_the_event.unwrap_or(Millis::ZERO))
    }

    /// The side of an account, if it plays in this game.
    #[must_use]
    pub fn side_of(&self, account: AccountId) -> Option<Side> {
        [Side::White, Side::Black].into_iter().find(
            |side| matches!(&self.seats[*side], Seat::Player { account: player, .. } if *player == account),
        )
    }

    /// The side whose secret this is.
    #[must_use]
    pub fn side_of_secret(&self, secret: &str) -> Option<Side> {
        [Side::White, Side::Black]
            .into_iter()
            .find(|side| matches!(&self.seats[*side], Seat::Guest { secret: own } if own == secret))
    }

    /// The accounts that play in it.
    #[must_use]
    pub fn accounts(&self) -> Vec<AccountId> {
        [Side::White, Side::Black]
            .into_iter()
            .filter_map(|side| match &self.seats[side] {
                Seat::Player { account, .. } => Some(*account),
                Seat::Guest { .. } | Seat::Bot(_) => None,
            })
            .collect()
    }

    /// The staked terms, if it is for a stake.
    #[must_use]
    pub const fn staked(&self) -> Option<&StakedTerms> {
        match &self.kind {
            Kind::Staked { terms, .. } => Some(terms),
            Kind::Bot { .. } | Kind::Link => None,
        }
    }
}

/// Whether a player is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// At least one of his sockets is.
    Here,
    /// None is, since then; `None` when he has not come yet.
    Away(Option<Moment>),
}

/// A legal move with every way of playing it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// The move.
    pub mv: Move,
    /// Its paths, sorted.
    pub paths: Vec<Path>,
}

/// Both clocks at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockFrame {
    /// Time left to each side at `at`.
    pub left: PerSide<Millis>,
    /// Whose clock runs.
    pub running: Option<Side>,
    /// What is left of the first-move window that runs.
    pub first_move_left: Option<Millis>,
    /// The instant at which these figures hold.
    pub at: Moment,
}

/// The counters towards a draw, and the offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawFrame {
    /// Consecutive quiet plies.
    pub quiet: u16,
    /// At how many the game is drawn.
    pub quiet_limit: Option<u16>,
    /// How often the present position has stood.
    pub repetition: u8,
    /// At which repetition the game is drawn.
    pub repetition_limit: Option<u8>,
    /// In how many more quiet plies the game would be drawn.
    pub draw_in: Option<u16>,
    /// Draw offers left to each side.
    pub offers_left: PerSide<u8>,
    /// The offer that stands, and who made it.
    pub offer: Option<(u32, Side)>,
}

/// A game as it stands at a version.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The version.
    pub version: Version,
    /// The number of the next move.
    pub ply: u16,
    /// The position.
    pub position: Position,
    /// Whether the newest move crowned its piece.
    pub crowned: bool,
    /// The legal moves of the side to move; none once the game has ended.
    pub legal: Arc<[LegalMove]>,
    /// Both clocks; `None` in a game without clocks.
    pub clocks: Option<ClockFrame>,
    /// The counters and offers.
    pub draw: DrawFrame,
    /// Whether the game is paused or held.
    pub paused: bool,
    /// The plies after which the positions of a repetition stood, once the game has ended by it.
    pub repeated_at: Vec<u16>,
}

/// A move in a snapshot's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The path played.
    pub path: Path,
    /// The move.
    pub mv: Move,
    /// The mover's time left after it.
    pub left_after: Option<Millis>,
    /// The position after it.
    pub position: Position,
}

/// A game, whole.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// What does not change.
    pub info: Arc<GameInfo>,
    /// How it stands.
    pub frame: Arc<Frame>,
    /// Every move so far.
    pub moves: Vec<PlayedMove>,
    /// How it ended, if it has.
    pub ended: Option<Ending>,
    /// The rematch.
    pub rematch: RematchView,
    /// Who is here.
    pub presence: PerSide<Presence>,
}

/// The legal moves of the side to move, with their paths: generated once a position.
#[must_use]
pub(crate) fn legal_of(game: &Game) -> Arc<[LegalMove]> {
    if game.ended().is_some() {
        return Arc::from([]);
    }
    let position = game.position();
    position.legal_moves().iter().map(|mv| LegalMove { mv: *mv, paths: position.paths(mv) }).collect()
}

/// The game as it stands at `now`. `held`: its clock stands still although no event says so.
#[must_use]
pub(crate) fn frame_of(game: &Game, legal: &Arc<[LegalMove]>, held: bool, now: Moment) -> Frame {
    let counters = game.counters();
    let side = game.position().side_to_move();
    let paused = held || game.paused();
    let first_move_left = game.first_move_left(now);
    let clocks = game.terms().time_control.map(|control| ClockFrame {
        left: PerSide {
            white: game.left_at(Side::White, now).unwrap_or(control.initial),
            black: game.left_at(Side::Black, now).unwrap_or(control.initial),
        },
        running: (game.ended().is_none()
            && !paused
            && first_move_left.is_none()
            && game.turn_started().is_some())
        .then_some(side),
        first_move_left,
        at: now,
    });
    Frame {
        version: game.version(),
        ply: game.ply(),
        position: *game.position(),
        crowned: game.moves().next_back().is_some_and(|played| played.mv.crowns()),
        legal: Arc::clone(legal),
        clocks,
        draw: DrawFrame {
            quiet: counters.quiet(),
            quiet_limit: counters.quiet_limit(),
            repetition: counters.repetition(),
            repetition_limit: counters.repetition_limit(),
            draw_in: counters.draw_in(),
            offers_left: PerSide {
                white: game.offers_left(Side::White),
                black: game.offers_left(Side::Black),
            },
            offer: game.offer(),
        },
        paused,
        repeated_at: match game.ended() {
            Some(ending) if ending.reason == game::EndReason::Repetition => counters.repeated_at(),
            _ => Vec::new(),
        },
    }
}

/// Every move so far, with the position after it.
#[must_use]
pub(crate) fn moves_of(game: &Game) -> Vec<PlayedMove> {
    let mut position = *game.start_position();
    game.moves()
        .map(|played| {
            position = position.play(&played.mv);
            PlayedMove { path: played.path, mv: played.mv, left_after: played.left_after, position }
        })
        .collect()
}
