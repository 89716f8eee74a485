//! A board: who comes to it and when, how many moves are played, and how it ends. Knows no event.

use super::{Crowd, Now, Task};
use draughts::Side;
use game::{GameEvent, PerSide};
use ids::{GameId, Millis, Version};
use rand::Rng as _;
use rooms::{Frame, GameClock as _, Publication, SeatAct, SeatCommand, Snapshot};
use std::sync::Arc;

/// Where nothing else ends a game, this many plies do.
const LAST_PLY: u16 = 160;

/// How a game will end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// That side resigns.
    Resign(Side),
    /// Both agree to a draw.
    Draw,
    /// That side moves no more.
    Flag(Side),
    /// That side's connection goes, and comes back too late, or not.
    Leave(Side),
    /// As the board has it.
    PlayOn,
}

/// A game that is on, as its players see it.
pub(super) struct Board {
    players: PerSide<Option<usize>>,
    /// Who comes to it.
    comes: PerSide<bool>,
    /// Who follows it.
    here: PerSide<bool>,
    fate: Fate,
    /// From which ply on it ends.
    ends_at: u16,
    frame: Option<Arc<Frame>>,
    /// The ply whose move was planned.
    planned: PerSide<Option<u16>>,
}

impl Board {
    pub(super) fn has(&self, person: usize) -> bool {
        Side::BOTH.into_iter().any(|side| self.players[side] == Some(person))
    }

    /// The server is another one: what was seen and sent counts no more.
    pub(super) fn forget(&mut self) {
        self.here = PerSide::default();
        self.planned = PerSide::default();
        self.frame = None;
    }

    pub(super) fn left(&mut self, person: usize) {
        for side in Side::BOTH {
            if self.players[side] == Some(person) {
                self.here[side] = false;
                self.planned[side] = None;
            }
        }
    }
}

impl Crowd {
    /// Somebody is told that he plays.
    pub(super) fn on_game(&mut self, now: &Now<'_>, person: usize, game: GameId, side: Side) {
        if !self.boards.contains_key(&game) {
            let board = self.new_board();
            self.boards.insert(game, board);
        }
        let habits = self.people[person].habits;
        let first_time = self.boards[&game].players[side].is_none();
        let (stays_away, late) = (self.chance(habits.no_show), self.chance(habits.late));
        let board = self.boards.get_mut(&game).expect("it was just put there");
        if first_time {
            board.players[side] = Some(person);
            board.comes[side] = !stays_away;
        }
        if board.comes[side] && !board.here[side] {
            let wait = if late && first_time { (15_000, 70_000) } else { (300, 6_000) };
            let when = self.within(now.clock.wall(), wait.0, wait.1);
            self.plan(when, Task::Come(person, game));
        }
    }

    fn new_board(&mut self) -> Board {
        let side = if self.rng.random_bool(0.5) { Side::White } else { Side::Black };
        let fate = match self.rng.random_range(0..100) {
            0..62 => Fate::Resign(side),
            62..84 => Fate::Draw,
            84..90 => Fate::Flag(side),
            90..95 => Fate::Leave(side),
            _ => Fate::PlayOn,
        };
        Board {
            players: PerSide::default(),
            comes: PerSide::default(),
            here: PerSide::default(),
            fate,
            ends_at: if fate == Fate::PlayOn { LAST_PLY } else { self.rng.random_range(0..10) },
            frame: None,
            planned: PerSide::default(),
        }
    }

    /// Somebody sits down.
    pub(super) async fn come(&mut self, now: &Now<'_>, person: usize, game: GameId) {
        let Some(tab) = &self.people[person].tab else {
            if self.boards.contains_key(&game) {
                let again = self.within(now.clock.wall(), 2_000, 9_000);
                self.plan(again, Task::Come(person, game));
            }
            return;
        };
        let (account, sink) = (self.people[person].account, tab.sink.clone());
        let followed = now.house.follow(game, Some(account), None, sink, None).await;
        let Some(board) = self.boards.get_mut(&game) else { return };
        match followed {
            Ok(Some(side)) => board.here[side] = true,
            Ok(None) => {}
            Err(rooms::Refusal::NoSuchGame) => {
                self.boards.remove(&game);
            }
            Err(_) => {
                let again = self.within(now.clock.wall(), 1_000, 4_000);
                self.plan(again, Task::Come(person, game));
            }
        }
    }

    pub(super) fn on_snapshot(&mut self, now: &Now<'_>, person: usize, side: Side, snapshot: &Snapshot) {
        let game = snapshot.info.game;
        if snapshot.ended.is_some() {
            self.boards.remove(&game);
            return;
        }
        if let Some(board) = self.boards.get_mut(&game) {
            board.planned[side] = None;
        }
        self.on_frame(now, person, game, side, &snapshot.frame);
    }

    pub(super) fn on_events(&mut self, now: &Now<'_>, person: usize, side: Side, told: &Publication) {
        if told.events.iter().any(|one| matches!(one.event, GameEvent::Ended { .. })) {
            self.boards.remove(&told.game);
            return;
        }
        self.on_frame(now, person, told.game, side, &told.frame);
    }

    fn on_frame(&mut self, now: &Now<'_>, person: usize, game: GameId, side: Side, frame: &Arc<Frame>) {
        let wall = now.clock.wall();
        let Some(board) = self.boards.get_mut(&game) else { return };
        let newer = board.frame.as_ref().map_or(Version(0), |known| known.version) <= frame.version;
        if newer {
            board.frame = Some(Arc::clone(frame));
        }
        if let (Some((offer, by)), Fate::Draw) = (frame.draw.offer, board.fate)
            && by != side
        {
            let when = self.within(wall, 200, 2_000);
            self.plan(when, Task::Agree(person, game, offer));
            return;
        }
        let turn = frame.position.side_to_move() == side;
        if turn && board.planned[side] != Some(frame.ply) {
            board.planned[side] = Some(frame.ply);
            let when = self.within(wall, 150, 2_500);
            self.plan(when, Task::Turn(person, game, frame.ply));
        }
    }

    /// Somebody's move is due: he plays it, or does what ends the game.
    pub(super) fn turn(&mut self, now: &Now<'_>, person: usize, game: GameId, ply: u16) {
        let Some(board) = self.boards.get(&game) else { return };
        let Some(frame) = board.frame.clone().filter(|frame| frame.ply == ply) else { return };
        let side = frame.position.side_to_move();
        if board.players[side] != Some(person) {
            return;
        }
        let fate = if ply >= LAST_PLY { Fate::Resign(side) } else { board.fate };
        let ends = ply >= board.ends_at;
        match fate {
            Fate::Resign(loser) if ends && loser == side => {
                return self.send(now, person, game, side, SeatAct::Resign);
            }
            Fate::Flag(loser) if ends && loser == side => return,
            Fate::Leave(loser) if ends && loser == side => {
                if let Some(board) = self.boards.get_mut(&game) {
                    // whoever comes back plays on, if he is in time
                    board.fate = Fate::Resign(side.other());
                }
                return self.plan(now.clock.wall(), Task::Leave(person));
            }
            // an offer that is not possible yet is refused, and the game goes on
            Fate::Draw if ends && ply.is_multiple_of(3) => {
                self.send(now, person, game, side, SeatAct::OfferDraw)
            }
            _ => {}
        }
        if frame.legal.is_empty() {
            return;
        }
        let chosen = &frame.legal[self.rng.random_range(0..frame.legal.len())];
        let variant = frame.position.variant();
        let Some(path) = chosen.paths.first() else { return };
        let Ok(text) = path.text(variant).to_string().parse() else { return };
        self.send(now, person, game, side, SeatAct::Move { ply, text });
        let habits = self.people[person].habits;
        if self.chance(habits.disconnects / 12.0) {
            self.plan(now.clock.wall().plus(Millis(700)), Task::Leave(person));
        }
        if ply == 3
            && fate != Fate::Draw
            && self.chance(habits.draws * habits.draws / 4.0)
            && let Some(board) = self.boards.get_mut(&game)
        {
            board.fate = Fate::Draw;
        }
        if ply == 2
            && self.chance(habits.flags)
            && let Some(board) = self.boards.get_mut(&game)
        {
            board.fate = Fate::Flag(side);
        }
    }

    /// Somebody takes the draw.
    pub(super) fn agree(&mut self, now: &Now<'_>, person: usize, game: GameId, offer: u32) {
        let Some(board) = self.boards.get(&game) else { return };
        let side = Side::BOTH.into_iter().find(|side| board.players[*side] == Some(person));
        if let Some(side) = side {
            self.send(now, person, game, side, SeatAct::AcceptDraw { offer });
        }
    }

    fn send(&mut self, now: &Now<'_>, person: usize, game: GameId, side: Side, act: SeatAct) {
        let Some(tab) = &self.people[person].tab else { return };
        let Some(room) = now.house.room(game) else { return };
        let (received, received_at) = (now.clock.now(), now.clock.wall());
        let sink = tab.sink.clone();
        room.send(side, SeatCommand { id: self.numbers.command(), act, received, received_at, sink });
    }
}
