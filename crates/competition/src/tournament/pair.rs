//! The round that comes next: who meets whom, with which games. Pure; the engines do the pairing.

use super::command::{Facts, TournamentError};
use super::event::{EventGame, PairedRound, PairedTable, TableRole};
use super::state::Tournament;
use super::swiss::SwissEngine;
use super::table::{Course, Round, Table, TableOutcome};
use super::terms::Format;
use crate::pairing::swiss::{Relaxation, SwissError};
use crate::pairing::{berger, bracket};
use crate::{MiniGame, MiniKey, MiniMatch, MiniStep, PerColour, PerSeat, Seat, Stage};
use ids::{EntryId, GameId, WallTime};
use std::fmt::Write;
use uuid::Uuid;

/// A table before it has a number: its role and its players, by their numbers.
struct Draft {
    role: TableRole,
    seats: PerSeat<Option<usize>>,
}

impl Draft {
    const fn points(white: usize, black: usize) -> Self {
        Self { role: TableRole::Points, seats: PerSeat { first: Some(white), second: Some(black) } }
    }
}

/// A round before it has games.
#[derive(Default)]
struct DraftRound {
    tables: Vec<Draft>,
    bye: Option<usize>,
    relaxation: Option<Relaxation>,
    /// What it was computed from, as text.
    input: String,
}

impl Tournament {
    /// The round of that number; `None` where no legal pairing exists.
    ///
    /// # Errors
    /// [`TournamentError::Pairing`] when the engine finds a fault in the history.
    pub(super) fn pair(
        &self,
        round: u16,
        at: WallTime,
        facts: &Facts,
        engine: SwissEngine,
    ) -> Result<Option<PairedRound>, TournamentError> {
        let arena = matches!(self.terms.format, Format::Arena { .. });
        if self.active() < 2 && !arena {
            return Ok(None);
        }
        let draft = match self.terms.format {
            Format::Swiss { .. } => self.pair_swiss(round, engine)?,
            Format::RoundRobin { double } => self.pair_round_robin(round, double),
            Format::Knockout { third_place } => Some(self.pair_knockout(round, third_place)),
            Format::Arena { .. } => {
                let pairs = self.pair_arena(facts);
                let input = format!("{pairs:?}");
                let tables = pairs.into_iter().map(|(white, black)| Draft::points(white, black)).collect();
                let draft = DraftRound { tables, input, ..DraftRound::default() };
                // the first wave begins the arena, whoever is there
                Some(draft).filter(|draft| round == 1 || !draft.tables.is_empty())
            }
        };
        Ok(draft.map(|draft| self.paired(round, &draft, at)))
    }

    fn pair_swiss(&self, round: u16, engine: SwissEngine) -> Result<Option<DraftRound>, TournamentError> {
        let event = self.swiss_event(round);
        let (pairing, relaxation) = match engine(&event) {
            Ok(found) => found,
            Err(SwissError::NoCompletePairing { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let seed = |place: usize| self.seeds[place];
        let tables = pairing.boards.iter().map(|(white, black)| Draft::points(seed(*white), seed(*black)));
        Ok(Some(DraftRound {
            tables: tables.collect(),
            bye: pairing.bye.map(seed),
            relaxation: Some(relaxation),
            input: format!("{event:?}"),
        }))
    }

    /// The tables of a round robin are fixed by the seeds. In it a player's number is his seed.
    fn pair_round_robin(&self, round: u16, double: bool) -> Option<DraftRound> {
        let all = berger::rounds(self.players.len(), double);
        let games = all.get(usize::from(round) - 1)?;
        let tables = games.iter().map(|(white, black)| Draft::points(*white, *black)).collect();
        let input = format!("{} {double}", self.players.len());
        Some(DraftRound { tables, input, ..DraftRound::default() })
    }

    fn paired(&self, round: u16, draft: &DraftRound, at: WallTime) -> PairedRound {
        let entry = |player: Option<usize>| player.map(|player| self.players[player].entry);
        let mut tables = Vec::with_capacity(draft.tables.len());
        let mut output = String::new();
        for (number, Draft { role, seats }) in (1..).zip(&draft.tables) {
            let gone = |seat: Seat| seats[seat].is_none_or(|player| self.players[player].gone.is_some());
            let course = match role {
                TableRole::Points => Course::Single { replay: 0 },
                _ => Course::Tie(Box::new(self.tie())),
            };
            let game = if gone(Seat::First) || gone(Seat::Second) {
                None
            } else {
                self.game_at(round, number, &course, *seats, at)
            };
            let (first, second) = (entry(seats.first), entry(seats.second));
            let _ = writeln!(output, "{number} {first:?} {second:?}");
            tables.push(PairedTable { table: number, role: *role, first, second, game });
        }
        let bye = entry(draft.bye);
        let _ = writeln!(output, "bye {bye:?}");
        let digest = |what: &str, text: &str| {
            Uuid::new_v5(&self.id.0, format!("round {round} {what}\n{text}").as_bytes())
        };
        let (input, output) = (digest("input", &draft.input), digest("output", &output));
        PairedRound { round, tables, bye, relaxation: draft.relaxation, input, output }
    }

    pub(super) fn tie(&self) -> MiniMatch {
        MiniMatch::tie(self.terms.clock, Seat::First, self.terms.limits.mini)
    }

    /// The next game of a table that has none.
    pub(super) fn next_game(&self, round: u16, table: &Table, at: WallTime) -> Option<EventGame> {
        self.game_at(round, table.number, &table.course, table.seats, at)
    }

    fn game_at(
        &self,
        round: u16,
        table: u16,
        course: &Course,
        seats: PerSeat<Option<usize>>,
        at: WallTime,
    ) -> Option<EventGame> {
        let next = match course {
            Course::Single { replay } => MiniGame {
                key: MiniKey { stage: Stage::Full, leg: 1, replay: *replay },
                white: Seat::First,
                clocks: PerColour { white: self.terms.clock.initial, black: self.terms.clock.initial },
                increment: self.terms.clock.increment,
                first_move_window: true,
                rated: true,
            },
            Course::Tie(tie) => match tie.next() {
                MiniStep::Game(next) => next,
                _ => return None,
            },
        };
        let leg = leg_number(next.key);
        let entry = |seat: Seat| -> Option<EntryId> { seats[seat].map(|player| self.players[player].entry) };
        Some(EventGame {
            id: game_id(self.id.0, round, table, leg, next.key.replay),
            round,
            table,
            leg,
            replay: next.key.replay,
            white: entry(next.white)?,
            black: entry(next.white.other())?,
            clocks: next.clocks,
            increment: next.increment,
            first_move_window: next.first_move_window.then_some(self.terms.limits.first_move_window),
            grace_until: next.first_move_window.then(|| at.plus(self.terms.grace)),
            rated: next.rated,
        })
    }

    /// The ties of a round in the order of the bracket, the one for place 3 last.
    fn pair_knockout(&self, round: u16, third_place: bool) -> DraftRound {
        let tables = self.ties_of(round, third_place);
        let ties = tables.iter().map(|draft| format!("{:?} {:?}", draft.role, draft.seats));
        let input = ties.collect::<Vec<_>>().join("\n");
        DraftRound { tables, input, ..DraftRound::default() }
    }

    fn ties_of(&self, round: u16, third_place: bool) -> Vec<Draft> {
        let bracket = |first, second| Draft { role: TableRole::Bracket, seats: self.by_seed(first, second) };
        let Some(before) = round.checked_sub(1).and_then(|before| self.round(before)) else {
            let first = bracket::first_round(self.players.len());
            return first.into_iter().map(|(first, second)| bracket(Some(first), second)).collect();
        };
        let ties: Vec<&Table> =
            before.tables.iter().filter(|table| table.role == TableRole::Bracket).collect();
        let winners = ties.chunks(2).map(|pair| (pair[0].winner(), pair.get(1).and_then(|tie| tie.winner())));
        let mut drafts: Vec<Draft> = winners.map(|(first, second)| bracket(first, second)).collect();
        if third_place && ties.len() == 2 {
            let seats = self.by_seed(loser(ties[0]), loser(ties[1]));
            drafts.push(Draft { role: TableRole::ThirdPlace, seats });
        }
        drafts
    }

    /// The higher seed sits first. In a knockout a player's number is his seed.
    fn by_seed(&self, one: Option<usize>, other: Option<usize>) -> PerSeat<Option<usize>> {
        match (one, other) {
            (Some(a), Some(b)) if b < a => PerSeat { first: other, second: one },
            (None, Some(_)) => PerSeat { first: other, second: one },
            _ => PerSeat { first: one, second: other },
        }
    }

    /// The rounds in which something may still happen.
    pub(super) fn open_rounds(&self) -> &[Round] {
        let from = match self.terms.format {
            Format::Arena { .. } => 0,
            _ => self.rounds.len().saturating_sub(1),
        };
        &self.rounds[from..]
    }
}

/// Who lost a tie that somebody won.
fn loser(table: &Table) -> Option<usize> {
    match table.outcome {
        Some(TableOutcome::Won { seat, .. }) => table.seats[seat.other()],
        _ => None,
    }
}

/// Which game of its table it is, from 1: two full ones, two at half the clock, two of blitz, then sudden death.
fn leg_number(key: MiniKey) -> u16 {
    let before = match key.stage {
        Stage::Full => 0,
        Stage::Half => 2,
        Stage::Blitz => 4,
        Stage::SuddenDeath => 6,
    };
    before + u16::from(key.leg)
}

/// The id of a game, the same whenever it is made.
fn game_id(event: Uuid, round: u16, table: u16, leg: u16, replay: u8) -> GameId {
    GameId(Uuid::new_v5(&event, format!("game {round}/{table}/{leg}/{replay}").as_bytes()))
}
