//! The fold of play: rounds, games, who leaves. Knows no registration and no money.

use super::event::{Change, EventGame, PairedRound, PairedTable, TableRole};
use super::fold::{Misfit, require};
use super::phase::Phase;
use super::state::Tournament;
use super::table::{Course, EndedGame, LiveGame, Round, Table, TableOutcome, WonBy};
use super::terms::Format;
use crate::{Finish, GameOver, GameResult, MiniMatch, MiniStep, PerSeat, Seat};
use ids::{EntryId, GameId, Millis, WallTime};
use std::collections::BTreeMap;

impl Tournament {
    pub(super) fn fold_play(&mut self, change: &Change, at: WallTime) -> Result<(), Misfit> {
        match change {
            Change::PairingBegan { round } => {
                require(
                    self.phase == Phase::RoundDone { round: round.wrapping_sub(1) },
                    "the round before is not done",
                )?;
                self.move_on(Phase::Pairing { round: *round }, at);
                Ok(())
            }
            Change::RoundPaired(paired) => self.fold_round(paired, at),
            Change::WaveSkipped => {
                self.wave_at = at;
                Ok(())
            }
            Change::GameMade(game) => self.fold_game(game, at),
            Change::GameDecided { game, over } => self.fold_decided(*game, over, at),
            Change::GraceOver { games } => {
                for game in games {
                    let table = self.table_of_game_mut(*game)?;
                    let live = table.live.as_mut().filter(|live| live.game.id == *game);
                    live.ok_or_else(|| format!("game {game} is not on"))?.grace = false;
                }
                Ok(())
            }
            Change::WalkedOver { round, table } => self.fold_walkover(*round, *table),
            Change::RoundDone { round } => {
                require(self.phase == Phase::Playing { round: *round }, "that round is not played")?;
                require(self.tables().all(Table::is_decided), "a table is not decided")?;
                self.complete = *round;
                self.move_on(Phase::RoundDone { round: *round }, at);
                Ok(())
            }
            Change::Suspended(by) if matches!(self.phase, Phase::Suspended { .. }) => {
                require(self.suspended_by < Some(*by), "it is suspended already")?;
                self.suspended_by = Some(*by);
                Ok(())
            }
            Change::Suspended(by) => {
                let (round, playing) = match self.phase {
                    Phase::Playing { round } => (round, true),
                    Phase::RoundDone { round } => (round, false),
                    _ => return Err("no round is on".to_owned()),
                };
                self.paused_since = Some(self.since);
                self.suspended_by = Some(*by);
                self.move_on(Phase::Suspended { round, playing }, at);
                Ok(())
            }
            Change::Resumed => self.fold_resume(at),
            other => Err(format!("{other:?} is no change of play")),
        }
    }

    fn fold_round(&mut self, paired: &PairedRound, at: WallTime) -> Result<(), Misfit> {
        let arena = matches!(self.terms.format, Format::Arena { .. });
        let round = paired.round;
        let expected = matches!(self.phase, Phase::Pairing { round: due } if due == round)
            || arena && matches!(self.phase, Phase::Playing { round: last } if last + 1 == round);
        require(expected, "that round is not the one to be paired")?;
        require(usize::from(round) == self.rounds.len() + 1, "that round was paired before")?;
        let mut tables = Vec::with_capacity(paired.tables.len());
        for (at_table, table) in paired.tables.iter().enumerate() {
            require(usize::from(table.table) == at_table + 1, "the tables are not in order")?;
            tables.push(self.new_table(table)?);
        }
        let bye = paired.bye.map(|entry| self.require_player(entry)).transpose()?;
        let mut at_table = BTreeMap::new();
        for table in &tables {
            for player in [table.seats.first, table.seats.second].into_iter().flatten() {
                require(at_table.insert(player, table.number).is_none(), "a player sits twice in a round")?;
            }
        }
        require(bye.is_none_or(|bye| !at_table.contains_key(&bye)), "the bye sits at a table too")?;
        self.rounds.push(Round { number: round, paired_at: at, tables, bye, at_table });
        for game in paired.tables.iter().filter_map(|table| table.game.as_ref()) {
            self.fold_game(game, at)?;
        }
        for table in paired.tables.iter().filter(|table| table.game.is_none()) {
            self.fold_walkover(round, table.table)?;
        }
        self.wave_at = at;
        self.move_on(Phase::Playing { round }, at);
        Ok(())
    }

    fn new_table(&self, table: &PairedTable) -> Result<Table, Misfit> {
        let number = |entry: Option<EntryId>| entry.map(|entry| self.require_player(entry)).transpose();
        let course = match table.role {
            TableRole::Points => Course::Single { replay: 0 },
            TableRole::Bracket | TableRole::ThirdPlace => {
                let mini = self.terms.limits.mini;
                Course::Tie(Box::new(MiniMatch::tie(self.terms.clock, Seat::First, mini)))
            }
        };
        Ok(Table {
            number: table.table,
            role: table.role,
            seats: PerSeat { first: number(table.first)?, second: number(table.second)? },
            course,
            live: None,
            next_at: None,
            ended: Vec::new(),
            outcome: None,
        })
    }

    fn fold_game(&mut self, game: &EventGame, at: WallTime) -> Result<(), Misfit> {
        require(!self.games.contains_key(&game.id), "that game was made before")?;
        let white = self.require_player(game.white)?;
        let black = self.require_player(game.black)?;
        let table = self.table_mut(game.round, game.table)?;
        require(table.live.is_none() && table.outcome.is_none(), "the table waits for no game")?;
        let seat = table.seat_of(white).ok_or("White does not sit at that table")?;
        require(table.seats[seat.other()] == Some(black), "Black does not sit at that table")?;
        let key = match &table.course {
            Course::Single { .. } => None,
            Course::Tie(tie) => match tie.next() {
                MiniStep::Game(next) => Some(next.key),
                _ => return Err("the tie is over".to_owned()),
            },
        };
        let grace = game.grace_until.is_some();
        table.next_at = None;
        table.live = Some(LiveGame { game: game.clone(), since: at, white: seat, key, grace });
        self.games.insert(game.id, (game.round, game.table));
        Ok(())
    }

    fn fold_decided(&mut self, game: GameId, over: &GameOver, at: WallTime) -> Result<(), Misfit> {
        let limits = self.terms.limits;
        let table = self.table_of_game_mut(game)?;
        let live = table.live.take().filter(|live| live.game.id == game);
        let live = live.ok_or_else(|| format!("game {game} is not on"))?;
        let forfeit = over.finish == Finish::Forfeit && over.result != GameResult::Void;
        table.ended.push(EndedGame { id: game, white: live.white, result: over.result, forfeit });
        match &mut table.course {
            Course::Single { replay } if over.result == GameResult::Void && *replay < limits.replays => {
                *replay += 1;
            }
            Course::Single { .. } => table.outcome = Some(outcome(over.result, live.white, forfeit)),
            Course::Tie(tie) => {
                let key = live.key.ok_or("a tie's game has a place in it")?;
                tie.record(key, over).map_err(|error| error.to_string())?;
                table.outcome = tie_outcome(tie, forfeit);
            }
        }
        table.next_at = table.outcome.is_none().then(|| at.plus(limits.leg_break));
        let absent = match over.result {
            _ if !forfeit => PerSeat::default(),
            GameResult::Neither => PerSeat { first: true, second: true },
            GameResult::White => PerSeat::of(live.white, false, true),
            GameResult::Black => PerSeat::of(live.white, true, false),
            GameResult::Draw | GameResult::Void => PerSeat::default(),
        };
        let (seats, round, number) = (table.seats, live.game.round, table.number);
        for seat in Seat::BOTH {
            if let (true, Some(player)) = (absent[seat], seats[seat]) {
                self.players[player].forfeits = self.players[player].forfeits.saturating_add(1);
            }
        }
        self.put_out(round, number)
    }

    fn fold_resume(&mut self, at: WallTime) -> Result<(), Misfit> {
        let Phase::Suspended { round, playing } = self.phase else {
            return Err("it is not suspended".to_owned());
        };
        let pause = at.since(self.since);
        for table in self.rounds.iter_mut().flat_map(|round| &mut round.tables) {
            if let Some(live) = &mut table.live {
                live.since = live.since.plus(pause);
                live.game.grace_until = live.game.grace_until.map(|grace| grace.plus(pause));
            }
            table.next_at = table.next_at.map(|next| next.plus(pause));
        }
        self.arena_ends = self.arena_ends.map(|ends| ends.plus(pause));
        self.wave_at = self.wave_at.plus(pause);
        self.suspended_by = None;
        let since = self.paused_since.take().unwrap_or(at);
        self.move_on(
            if playing { Phase::Playing { round } } else { Phase::RoundDone { round } },
            since.plus(pause),
        );
        Ok(())
    }

    pub(super) fn drop_live_games(&mut self) {
        for table in self.rounds.iter_mut().flat_map(|round| &mut round.tables) {
            table.live = None;
            table.next_at = None;
        }
    }

    pub(super) fn require_player(&self, entry: EntryId) -> Result<usize, Misfit> {
        self.number_of(entry).ok_or_else(|| format!("entry {entry} does not play"))
    }

    pub(super) fn table_mut(&mut self, round: u16, table: u16) -> Result<&mut Table, Misfit> {
        let found = self.rounds.get_mut(usize::from(round).wrapping_sub(1));
        let found = found.and_then(|round| round.table_mut(table));
        found.ok_or_else(|| format!("there is no table {table} in round {round}"))
    }

    pub(super) fn table_of_game_mut(&mut self, game: GameId) -> Result<&mut Table, Misfit> {
        let (round, table) = *self.games.get(&game).ok_or_else(|| format!("there is no game {game}"))?;
        self.table_mut(round, table)
    }

    /// When a game is overdue: a fault, for no clock allows so long a one.
    pub(super) fn overdue_at(&self, live: &LiveGame) -> WallTime {
        let limits = self.terms.limits;
        let clock = crate::Clock { initial: live.game.clocks.white, increment: live.game.increment };
        let other = crate::Clock { initial: live.game.clocks.black, ..clock };
        let moves = limits.overdue_moves;
        let play = clock.length(moves).saturating_add(other.length(moves));
        live.since.plus(self.terms.grace).plus(play).plus(Millis(2 * limits.first_move_window.0))
    }
}

pub(super) fn outcome(result: GameResult, white: Seat, forfeit: bool) -> TableOutcome {
    let by = if forfeit { WonBy::Forfeit } else { WonBy::Play };
    match result {
        GameResult::White => TableOutcome::Won { seat: white, by },
        GameResult::Black => TableOutcome::Won { seat: white.other(), by },
        // a game voided for good is a draw
        GameResult::Draw | GameResult::Void => TableOutcome::Level,
        GameResult::Neither => TableOutcome::BothLost,
    }
}

fn tie_outcome(tie: &MiniMatch, forfeit: bool) -> Option<TableOutcome> {
    let by = if forfeit { WonBy::Forfeit } else { WonBy::Play };
    match tie.next() {
        MiniStep::Game(_) => None,
        MiniStep::Decided(seat) => Some(TableOutcome::Won { seat, by }),
        // the higher seed sits first
        MiniStep::Level => Some(TableOutcome::Won { seat: Seat::First, by }),
        MiniStep::BothOut => Some(TableOutcome::BothLost),
    }
}
