//! A tournament on the wire: what is asked of it, its head as one viewer may see it, and pages of its tables and standings.

use crate::board::ClockSetting;
use crate::rivals::{MatchGameResult, MatchSeat};
use ids::{AccountId, Amount, CommandId, GameId, Millis, TournamentId, Version};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a player asks of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "is", rename_all = "snake_case", deny_unknown_fields)]
pub enum TournamentAct {
    /// Enter before the start: the buy-in is held.
    Register {
        /// The `hash` of the tournament's terms that the player saw.
        terms: String,
    },
    /// Take the entry back, before the start: the buy-in comes back.
    Unregister,
    /// Say that one is here, while check-in is open.
    CheckIn,
    /// Take that back.
    UndoCheckIn,
    /// Enter after the start, where the terms allow it: the buy-in is held.
    EnterLate {
        /// The `hash` of the tournament's terms that the player saw.
        terms: String,
    },
    /// Leave after the start; a game that is on is resigned.
    Withdraw,
}

/// How who meets whom is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum TournamentFormat {
    /// Who loses a tie is out.
    Knockout {
        /// Whether the losers of the semifinals play for place 3.
        third_place: bool,
    },
    /// The FIDE Dutch system.
    Swiss {
        /// How many rounds.
        rounds: u16,
    },
    /// All play all.
    RoundRobin {
        /// Whether twice, with both colours.
        double: bool,
    },
    /// Whoever is free meets whoever else is free, until the time is over; never for money.
    Arena {
        /// How long players are paired.
        length_ms: Millis,
        /// How often who is free is paired.
        wave_ms: Millis,
    },
}

/// Where a tournament stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TournamentPhase {
    /// Registration is not open yet.
    Announced,
    /// One may enter.
    Registration,
    /// Who has entered says that he is here; one may not enter any more.
    CheckIn,
    /// The next round is about to be paired.
    Pairing,
    /// A round is played.
    Playing,
    /// Between two rounds.
    RoundDone,
    /// All clocks stand still.
    Suspended,
    /// All rounds are played.
    Finished,
    /// Protests are possible; then the prizes are paid.
    Review,
    /// The prizes are paid.
    Paid,
    /// Paid long ago.
    Archived,
    /// It did not start; everything went back.
    Cancelled,
    /// It was stopped.
    Aborted,
}

/// What decides between players of equal points, for titles and the odd unit of money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    /// Points among the tied, if all of them have met; in twelfths of half a point.
    DirectEncounter,
    /// Buchholz without its least value; in half points.
    BuchholzCut1,
    /// The sum of the opponents' points; in half points.
    Buchholz,
    /// The sum of the opponents' points, each times the points made against him; in quarter points.
    SonnebornBerger,
    /// Rounds with the points of a win.
    Wins,
    /// Games won at the board with Black.
    WinsWithBlack,
}

/// What an abort after the first complete round does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum CancellationRule {
    /// The pool is divided by what was played.
    RollForward,
    /// Everything goes back as paid.
    RollBack,
}

/// What a tournament announces. Money in minor units, instants in Unix milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TournamentTerms {
    /// Its name.
    pub name: String,
    /// The game: `brazilian`, `american`, `international` or `russian`.
    pub variant: String,
    /// The rule set for draws.
    pub rules: String,
    /// How who meets whom is found.
    pub format: TournamentFormat,
    /// The clock of each game.
    pub clock: ClockSetting,
    /// What each entry adds to the pool.
    pub contribution: Amount,
    /// What each entry pays the house beside it.
    pub fee: Amount,
    /// The least pool.
    pub guarantee: Amount,
    /// The weights by which the pool is divided, from the first place, at most the first 100; empty where nothing is won.
    pub prize_weights: Vec<u32>,
    /// The fewest players checked in with whom it starts.
    pub min_players: u32,
    /// The most entries.
    pub max_players: u32,
    /// When registration opens.
    #[ts(type = "number")]
    pub registration_at: i64,
    /// When registration closes and check-in opens.
    #[ts(type = "number")]
    pub check_in_at: i64,
    /// When it starts.
    #[ts(type = "number")]
    pub starts_at: i64,
    /// The last round in which one may still enter; 0 for none; null: in any (an arena).
    pub late_entry_until: Option<u16>,
    /// What decides between players of equal points, in that order.
    pub tie_breaks: Vec<TieBreak>,
    /// How long after a game's start who is not there loses it.
    pub grace_ms: Millis,
    /// What an abort does.
    pub cancellation: CancellationRule,
    /// The lowest rating that may enter.
    pub rating_min: Option<i32>,
    /// The highest rating that may enter.
    pub rating_max: Option<i32>,
    /// The countries whose players may enter; empty for all.
    pub countries: Vec<String>,
    /// The window for protests between the last round and the payout.
    pub protest_ms: Millis,
    /// How much later who watches sees a move.
    pub spectators_delay_ms: Millis,
    /// The name of exactly these terms: `register` and `enter_late` say it.
    pub hash: String,
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TournamentPlayer {
    /// His account.
    pub account: AccountId,
    /// His name.
    pub name: String,
    /// His place in the seeding, from 1.
    pub seed: u32,
}

/// What has become of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum EntryState {
    /// Entered: the buy-in is held.
    Registered,
    /// And checked in.
    CheckedIn,
    /// Plays.
    Playing,
    /// Put out of a knockout.
    Out,
    /// Has left, or was withdrawn for not coming to his games.
    Withdrawn,
    /// Was removed.
    Removed,
}

/// What is played for at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TableRole {
    /// Points.
    Points,
    /// The next round of the bracket; in the last round the title.
    Bracket,
    /// Place 3.
    ThirdPlace,
}

/// How a table was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum WonBy {
    /// At the board.
    Play,
    /// The other did not come.
    Forfeit,
    /// The other has gone, or there was nobody to meet: a bye of the bracket.
    Walkover,
}

/// How a table was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum TableOutcome {
    /// One of the two has it.
    Won {
        /// Who.
        seat: MatchSeat,
        /// How.
        by: WonBy,
    },
    /// A draw.
    Level,
    /// Neither was there, or both have gone.
    BothLost,
    /// Nobody sits there.
    Empty,
}

/// A game that is on at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TableGameOn {
    /// The game: `watch` it.
    pub game: GameId,
    /// The seat that has White.
    pub white: MatchSeat,
}

/// A game of a table that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TableGame {
    /// The game.
    pub game: GameId,
    /// The seat that had White.
    pub white: MatchSeat,
    /// How it ended.
    pub result: MatchGameResult,
    /// Whether it ended because somebody did not come.
    pub forfeit: bool,
}

/// A table of a round: one game, or in a knockout a tie of several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TournamentTable {
    /// Its number, from 1; in a knockout tables 2n − 1 and 2n lead to table n of the next round.
    pub table: u16,
    /// What is played for.
    pub role: TableRole,
    /// White in the first game; in a knockout the higher seed. Null where nobody came through.
    pub first: Option<TournamentPlayer>,
    /// The other.
    pub second: Option<TournamentPlayer>,
    /// The game that is on.
    pub running: Option<TableGameOn>,
    /// When the next game begins, in Unix milliseconds, while none is on and one is to come.
    #[ts(type = "number | null")]
    pub next_at: Option<i64>,
    /// The games that have ended, in order.
    pub games: Vec<TableGame>,
    /// How it was decided; null while it is open.
    pub outcome: Option<TableOutcome>,
}

/// A row of the standings; before the start, of the list of those who have entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TournamentStanding {
    /// The row's number, from 1: what `from` counts.
    pub row: u32,
    /// The first of the places that the player shares, from 1; 0 before the start.
    pub place: u32,
    /// Who.
    pub player: TournamentPlayer,
    /// The rating that seeds him.
    pub rating: i32,
    /// What has become of his entry.
    pub state: EntryState,
    /// Half points: 2 a win, 1 a draw. In a knockout the rounds that he came through.
    pub half_points: u32,
    /// The values of the terms' tie-breaks, in their order; in an arena the wins alone; empty in a knockout.
    pub tie_breaks: Vec<u32>,
    /// What he wins if it ends like this, and has won once it is paid; null in an event without money, before the start, and
    /// where it was called off or stopped.
    pub prize: Option<Amount>,
}

/// The viewer's own entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct OwnEntry {
    /// What has become of it.
    pub state: EntryState,
    /// What is held for it now, in minor units.
    pub held: Amount,
    /// His row of the standings; null where he has none (any more).
    pub standing: Option<TournamentStanding>,
    /// The round of the table below.
    pub round: Option<u16>,
    /// His table in the newest round where he has one.
    pub table: Option<TournamentTable>,
    /// Whether that round gave him a bye instead.
    pub bye: bool,
}

/// A tournament at a version: its head, as its viewer may see it. Instants are Unix milliseconds. It comes again, at most once a
/// second, after changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TournamentView {
    /// The tournament.
    #[serde(rename = "tournament")]
    pub of: TournamentId,
    /// Its version: a client drops an older one.
    pub v: Version,
    /// Its terms.
    pub terms: TournamentTerms,
    /// Where it stands.
    pub phase: TournamentPhase,
    /// When it starts: later than the terms say where it was put off for want of players; null once it has started, or will not.
    #[ts(type = "number | null")]
    pub starts_at: Option<i64>,
    /// When something happens next by itself: a phase ends, a round is paired, a game is lost by absence; null where nothing will.
    #[ts(type = "number | null")]
    pub next_at: Option<i64>,
    /// How many hold a seat.
    pub entered: u32,
    /// How many of them have checked in.
    pub checked_in: u32,
    /// How many play or played.
    pub players: u32,
    /// How many of them may still be paired.
    pub active: u32,
    /// The newest round that was paired; 0 for none. In an arena, a wave.
    pub round: u16,
    /// How many rounds there are at most; null where that is not known (yet).
    pub rounds: Option<u16>,
    /// How many tables the newest round has.
    pub tables: u16,
    /// How many of them are undecided.
    pub open_tables: u16,
    /// What the players have contributed; before the start, what they would.
    pub contributions: Amount,
    /// What the house adds to it; before the start, what it would.
    pub overlay: Amount,
    /// Both: what is won.
    pub pool: Amount,
    /// Whether the pool stays what it is: nobody enters any more.
    pub pool_final: bool,
    /// The prize of each place with that pool and so many players, where nobody shares; at most the first 100 places.
    pub prizes: Vec<Amount>,
    /// How many places are paid by the terms.
    pub paid_places: u32,
    /// The end of the window for protests, while it is open.
    #[ts(type = "number | null")]
    pub protest_until: Option<i64>,
    /// How many cases hold up the payout.
    pub open_cases: u32,
    /// The viewer's own entry; null where he has none.
    pub you: Option<OwnEntry>,
    /// When the server said this: what the instants are counted down from.
    #[ts(type = "number")]
    pub server_at: i64,
}

/// A page of a round's tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TournamentRound {
    /// The tournament.
    #[serde(rename = "tournament")]
    pub of: TournamentId,
    /// The version that it shows.
    pub v: Version,
    /// The command's number; null where it was not asked for.
    pub id: Option<CommandId>,
    /// The round, from 1.
    pub round: u16,
    /// When it was paired, in Unix milliseconds.
    #[ts(type = "number")]
    pub paired_at: i64,
    /// How many tables the round has.
    pub count: u16,
    /// The player whom the pairing gave a bye, worth a win.
    pub bye: Option<TournamentPlayer>,
    /// Its tables, from the one asked for; as many as a frame takes.
    pub tables: Vec<TournamentTable>,
    /// The table with which the next page begins; null at the end.
    pub next: Option<u16>,
}

/// Tables that have changed: they replace those of the same round and number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TournamentTables {
    /// The tournament.
    #[serde(rename = "tournament")]
    pub of: TournamentId,
    /// The version that they show.
    pub v: Version,
    /// The round.
    pub round: u16,
    /// The tables.
    pub tables: Vec<TournamentTable>,
    /// Whether more have changed than are said here: ask for what is shown anew.
    pub more: bool,
}

/// A page of the standings; before the start, of those who have entered, the best seed first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TournamentStandings {
    /// The tournament.
    #[serde(rename = "tournament")]
    pub of: TournamentId,
    /// The version that they show.
    pub v: Version,
    /// The command's number; null where it was not asked for.
    pub id: Option<CommandId>,
    /// How many rows there are.
    pub count: u32,
    /// The rows from the one asked for, best first; as many as a frame takes.
    pub rows: Vec<TournamentStanding>,
    /// The row with which the next page begins; null at the end.
    pub next: Option<u32>,
}
