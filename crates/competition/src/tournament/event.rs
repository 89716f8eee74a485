//! What happened in a tournament: the rows that all of its state is made of. Knows no decision.

use super::command::{CaseId, NewEntry, ReviewOutcome, SuspendedBy};
use super::terms::TournamentTerms;
use crate::pairing::swiss::Relaxation;
use crate::{GameOver, PerColour};
use ids::{Amount, EntryId, GameId, Millis, WallTime};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// One row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentEvent {
    /// When it was decided.
    pub at: WallTime,
    /// What happened.
    pub change: Change,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// DRAFT → ANNOUNCED.
    Announced,
    /// The terms were changed before anybody registered.
    Amended {
        /// The new ones.
        terms: Box<TournamentTerms>,
    },
    /// ANNOUNCED → REG_OPEN.
    RegistrationOpened,
    /// An entry came.
    Registered(NewEntry),
    /// An entry was taken back.
    Unregistered(EntryId),
    /// REG_OPEN → CHECKIN.
    CheckInOpened,
    /// A player is there.
    CheckedIn(EntryId),
    /// A player took that back.
    CheckInUndone(EntryId),
    /// Too few were there; the start is tried once more.
    Extended {
        /// When.
        until: WallTime,
    },
    /// CHECKIN → STARTING → PAIRING of round 1.
    Started {
        /// Who plays, in the order of seeding.
        players: Vec<EntryId>,
        /// All other entries, released.
        released: Vec<EntryId>,
    },
    /// Before the start → CANCELLED.
    Cancelled {
        /// Why.
        why: CancelledBy,
    },
    /// ROUND_DONE → PAIRING.
    PairingBegan {
        /// The round, from 1.
        round: u16,
    },
    /// PAIRING → PLAYING.
    RoundPaired(PairedRound),
    /// An arena's wave found nobody to pair.
    WaveSkipped,
    /// A game was made: a further one of a tie, or one played again.
    GameMade(EventGame),
    /// A game ended.
    GameDecided {
        /// Which.
        game: GameId,
        /// How.
        over: GameOver,
    },
    /// The graces of these games are over.
    GraceOver {
        /// Which.
        games: Vec<GameId>,
    },
    /// A table is decided without a game, because somebody who sits at it has gone.
    WalkedOver {
        /// The round.
        round: u16,
        /// The table.
        table: u16,
    },
    /// PLAYING → ROUND_DONE.
    RoundDone {
        /// The round.
        round: u16,
    },
    /// A player came after the start.
    LateEntered(NewEntry),
    /// A player left.
    Withdrawn {
        /// His entry.
        entry: EntryId,
        /// Why.
        why: WithdrawnBy,
    },
    /// A player was removed.
    Removed(EntryId),
    /// PLAYING or ROUND_DONE → SUSPENDED.
    Suspended(SuspendedBy),
    /// And back.
    Resumed,
    /// → ABORTED.
    Aborted(Settlement),
    /// ROUND_DONE → FINISHED.
    Finished {
        /// Whether rounds were left that could not be played.
        early: bool,
    },
    /// FINISHED → REVIEW.
    ReviewOpened {
        /// The end of the protest window.
        until: WallTime,
    },
    /// A case was opened.
    CaseOpened {
        /// Which.
        case: CaseId,
        /// When the result stands without an outcome.
        until: WallTime,
    },
    /// A case ended.
    CaseClosed {
        /// Which.
        case: CaseId,
        /// How.
        outcome: ReviewOutcome,
    },
    /// REVIEW → PAID.
    Paid(Settlement),
    /// PAID → ARCHIVED.
    Archived,
}

/// Why a tournament did not start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CancelledBy {
    /// Fewer than the minimum were there.
    TooFew,
    /// The operator.
    Operator,
}

/// Why a player left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WithdrawnBy {
    /// He asked.
    Asked,
    /// He forfeited too often.
    Forfeits,
}

/// Who meets whom in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedRound {
    /// The round, from 1.
    pub round: u16,
    /// The tables, from 1.
    pub tables: Vec<PairedTable>,
    /// The player whom the pairing gave a bye, worth a win.
    pub bye: Option<EntryId>,
    /// What had to be forgiven for it to be complete; `None` where the format has no such rules.
    pub relaxation: Option<Relaxation>,
    /// The digest of what the pairing was computed from.
    pub input: Uuid,
    /// The digest of what came out.
    pub output: Uuid,
}

/// What is played for at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TableRole {
    /// Points.
    Points,
    /// The next round of the bracket; in the last round the title.
    Bracket,
    /// Place 3.
    ThirdPlace,
}

/// A table of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedTable {
    /// Its number, from 1.
    pub table: u16,
    /// What is played for.
    pub role: TableRole,
    /// White in the first game; in a knockout the higher seed. `None` where nobody came through.
    pub first: Option<EntryId>,
    /// The other.
    pub second: Option<EntryId>,
    /// The first game; `None` where one of the two is missing or gone, so that the other has the table.
    pub game: Option<EventGame>,
}

/// A game of a tournament, as it is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventGame {
    /// Its id, derived from the event, round, table, leg and replay.
    pub id: GameId,
    /// The round.
    pub round: u16,
    /// The table.
    pub table: u16,
    /// Which game of the table, from 1.
    pub leg: u16,
    /// 0, or which time it is played again.
    pub replay: u8,
    /// Who has White.
    pub white: EntryId,
    /// Who has Black.
    pub black: EntryId,
    /// What each clock starts with.
    pub clocks: PerColour<Millis>,
    /// What a move adds.
    pub increment: Millis,
    /// The window of a first move; `None` where first moves run on the clock.
    pub first_move_window: Option<Millis>,
    /// When who is not there loses it; `None` as above.
    pub grace_until: Option<WallTime>,
    /// Whether it is rated, if it is played.
    pub rated: bool,
}

/// Who gets what at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settlement {
    /// What players get out of the pool.
    pub shares: Vec<Share>,
    /// Whose fees go back to them; all others' go to the house.
    pub fees_back: Vec<EntryId>,
    /// What goes back to the operator's purse.
    pub overlay_back: Amount,
}

/// What one player gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Share {
    /// His entry.
    pub entry: EntryId,
    /// Which kind of money.
    pub kind: ShareKind,
    /// The first of the places that he shares, from 1; 0 where no place is paid.
    pub place: u32,
    /// How much.
    pub amount: Amount,
}

/// Which kind of money a share is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ShareKind {
    /// A prize.
    Prize,
    /// Part of the pool of an aborted event, or a contribution given back.
    Refund,
}
