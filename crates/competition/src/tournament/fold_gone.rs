//! The fold of who leaves and who is out: walkovers, withdrawals, removals, results that a review changed.

use super::entrant::Gone;
use super::event::TableRole;
use super::fold::{Misfit, require};
use super::fold_play::outcome;
use super::state::Tournament;
use super::table::{TableOutcome, WonBy};
use super::terms::Format;
use crate::{GameResult, Seat};
use ids::{EntryId, GameId};

impl Tournament {
    pub(super) fn fold_walkover(&mut self, round: u16, number: u16) -> Result<(), Misfit> {
        let seats = self.table_mut(round, number)?.seats;
        let here = |seat: Seat| seats[seat].is_some_and(|player| self.players[player].gone.is_none());
        let outcome = match (here(Seat::First), here(Seat::Second)) {
            (true, true) => return Err("both are there".to_owned()),
            (true, false) => TableOutcome::Won { seat: Seat::First, by: WonBy::Walkover },
            (false, true) => TableOutcome::Won { seat: Seat::Second, by: WonBy::Walkover },
            (false, false) if seats.first.is_none() && seats.second.is_none() => TableOutcome::Empty,
            (false, false) => TableOutcome::BothLost,
        };
        let table = self.table_mut(round, number)?;
        require(table.live.is_none() && table.outcome.is_none(), "the table is not free to be walked over")?;
        table.next_at = None;
        table.outcome = Some(outcome);
        self.put_out(round, number)
    }

    /// Who lost a tie is out, unless the tie for place 3 awaits him, after which both are.
    pub(super) fn put_out(&mut self, round: u16, number: u16) -> Result<(), Misfit> {
        let third_place = matches!(self.terms.format, Format::Knockout { third_place: true });
        let semifinal = third_place && self.rounds_planned() == Some(round + 1);
        let table = self.table_mut(round, number)?;
        let (seats, outcome, role) = (table.seats, table.outcome, table.role);
        if role == TableRole::Points {
            return Ok(());
        }
        for seat in Seat::BOTH {
            let out = match (role, outcome) {
                (_, None | Some(TableOutcome::Empty)) => None,
                (TableRole::ThirdPlace, _) => Some(round - 1),
                (_, Some(TableOutcome::Won { seat: winner, .. })) => {
                    (winner != seat && !semifinal).then_some(round)
                }
                (_, Some(TableOutcome::BothLost | TableOutcome::Level)) => Some(round),
            };
            if let Some(player) = seats[seat] {
                self.players[player].out_in = out;
            }
        }
        Ok(())
    }

    pub(super) fn fold_gone(&mut self, entry: EntryId, why: Gone) -> Result<(), Misfit> {
        let number = self.require_player(entry)?;
        require(!self.players[number].is_removed(), "that player was removed before")?;
        self.players[number].gone = Some(why);
        if why == Gone::Removed { self.give_up_tables(number) } else { Ok(()) }
    }

    /// The tables of a removed player in the present round go to his opponents: in a knockout the last victim goes
    /// on. F12.
    fn give_up_tables(&mut self, number: usize) -> Result<(), Misfit> {
        let from = match self.terms.format {
            Format::Arena { .. } => 0,
            _ => self.rounds.len().saturating_sub(1),
        };
        let mut decided = Vec::new();
        for round in &mut self.rounds[from..] {
            for table in &mut round.tables {
                let Some(seat) = table.seat_of(number) else { continue };
                let knockout = table.role != TableRole::Points;
                if table.outcome.is_some() && !(knockout && table.winner() == Some(number)) {
                    continue;
                }
                table.live = None;
                table.next_at = None;
                let other = table.seats[seat.other()];
                let there = other.is_some_and(|other| self.players[other].gone.is_none());
                table.outcome = Some(if there {
                    TableOutcome::Won { seat: seat.other(), by: WonBy::Walkover }
                } else {
                    TableOutcome::BothLost
                });
                decided.push((round.number, table.number));
            }
        }
        decided.into_iter().try_for_each(|(round, table)| self.put_out(round, table))
    }

    pub(super) fn fold_changed_result(&mut self, game: GameId, result: GameResult) -> Result<(), Misfit> {
        let (round, number) = *self.games.get(&game).ok_or_else(|| format!("there is no game {game}"))?;
        let table = self.table_of_game_mut(game)?;
        let ended = table.ended.iter_mut().find(|ended| ended.id == game);
        let ended = ended.ok_or_else(|| format!("game {game} has not ended"))?;
        ended.result = result;
        ended.forfeit = false;
        table.outcome = Some(outcome(result, ended.white, false));
        self.put_out(round, number)
    }
}
