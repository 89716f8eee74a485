//! The rows of the state table, and how often each is taken.

use competition::tournament::{
    CancelledBy, Change, Phase, ReviewOutcome, Settlement, ShareKind, TableOutcome, TableRole,
};
use competition::{GameResult, Tournament};
use std::collections::BTreeMap;

/// Every row that must be taken: from, event, to.
pub(crate) const ROWS: [&str; 37] = [
    "DRAFT | announce | ANNOUNCED",
    "ANNOUNCED | registration instant | REG_OPEN",
    "REG_OPEN | register | REG_OPEN",
    "REG_OPEN | unregister | REG_OPEN",
    "REG_OPEN | check-in instant | CHECKIN",
    "REG_OPEN | cancelled by the operator | CANCELLED",
    "CHECKIN | check in | CHECKIN",
    "CHECKIN | undo | CHECKIN",
    "CHECKIN | unregister | CHECKIN",
    "CHECKIN | start, too few, first time | CHECKIN",
    "CHECKIN | start, too few | CANCELLED",
    "CHECKIN | start | PAIRING",
    "PAIRING | paired | PLAYING",
    "PLAYING | game over | PLAYING",
    "PLAYING | grace over | PLAYING",
    "PLAYING | next game | PLAYING",
    "PLAYING | walkover | PLAYING",
    "PLAYING | late entry | PLAYING",
    "PLAYING | withdrawn | PLAYING",
    "PLAYING | removed | PLAYING",
    "PLAYING | all games final | ROUND_DONE",
    "PLAYING | suspend | SUSPENDED",
    "PLAYING | abort | ABORTED",
    "ROUND_DONE | next round | PAIRING",
    "ROUND_DONE | otherwise | FINISHED",
    "ROUND_DONE | suspend | SUSPENDED",
    "ROUND_DONE | abort | ABORTED",
    "ROUND_DONE | withdrawn | ROUND_DONE",
    "SUSPENDED | resume | PLAYING",
    "SUSPENDED | resume | ROUND_DONE",
    "SUSPENDED | abort | ABORTED",
    "FINISHED | protest window opens | REVIEW",
    "REVIEW | case opened | REVIEW",
    "REVIEW | result stands | REVIEW",
    "REVIEW | result changed | REVIEW",
    "REVIEW | window over, no open case | PAID",
    "PAID | 90 days | ARCHIVED",
];

pub(crate) type Counts = BTreeMap<String, u64>;

pub(crate) fn count(counts: &mut Counts, from: Phase, change: &Change, to: Phase) {
    let event = match change {
        Change::Announced => "announce",
        Change::Amended { .. } => "amend",
        Change::RegistrationOpened => "registration instant",
        Change::Registered(_) => "register",
        Change::Unregistered(_) => "unregister",
        Change::CheckInOpened => "check-in instant",
        Change::CheckedIn(_) => "check in",
        Change::CheckInUndone(_) => "undo",
        Change::Extended { .. } => "start, too few, first time",
        Change::Started { .. } => "start",
        Change::Cancelled { why: CancelledBy::TooFew } => "start, too few",
        Change::Cancelled { why: CancelledBy::Operator } => "cancelled by the operator",
        Change::PairingBegan { .. } => "next round",
        Change::RoundPaired(_) => "paired",
        Change::WaveSkipped => "wave skipped",
        Change::GameMade(_) => "next game",
        Change::GameDecided { .. } => "game over",
        Change::GraceOver { .. } => "grace over",
        Change::WalkedOver { .. } => "walkover",
        Change::RoundDone { .. } => "all games final",
        Change::LateEntered(_) => "late entry",
        Change::Withdrawn { .. } => "withdrawn",
        Change::Removed(_) => "removed",
        Change::Suspended(_) => "suspend",
        Change::Resumed => "resume",
        Change::Aborted(_) => "abort",
        Change::Finished { .. } => "otherwise",
        Change::ReviewOpened { .. } => "protest window opens",
        Change::CaseOpened { .. } => "case opened",
        Change::CaseClosed { outcome: ReviewOutcome::Stands, .. } => "result stands",
        Change::CaseClosed { .. } => "result changed",
        Change::Paid(_) => "window over, no open case",
        Change::Archived => "90 days",
    };
    *counts.entry(format!("{} | {event} | {}", from.name(), to.name())).or_default() += 1;
}

/// What else must have happened, whichever row it was.
pub(crate) const SIGHTS: [&str; 14] = [
    "a bye",
    "a double forfeit",
    "a mini-match",
    "a rolled back abort",
    "a rolled forward abort",
    "a rolled forward abort that pays decided places",
    "a sudden death",
    "a tie for place 3",
    "a tie that both lost",
    "a voided game",
    "a voided game played again",
    "an early finish",
    "an empty table",
    "prizes",
];

pub(crate) fn notice(counts: &mut Counts, after: &Tournament, change: &Change) {
    let mut see = |what: &str, times: usize| {
        if times > 0 {
            *counts.entry(what.to_owned()).or_default() += times as u64;
        }
    };
    match change {
        Change::RoundPaired(paired) => {
            see("a bye", usize::from(paired.bye.is_some()));
            let third = paired.tables.iter().filter(|table| table.role == TableRole::ThirdPlace);
            see("a tie for place 3", third.count());
            let empty = paired.tables.iter().filter(|table| table.first.is_none() && table.second.is_none());
            see("an empty table", empty.count());
        }
        Change::GameMade(game) => {
            see("a mini-match", usize::from(game.leg == 3));
            see("a sudden death", usize::from(game.leg == 7));
            see("a voided game played again", usize::from(game.replay > 0));
        }
        Change::GameDecided { game, over } => {
            see("a voided game", usize::from(over.result == GameResult::Void));
            see("a double forfeit", usize::from(over.result == GameResult::Neither));
            let tables = after.rounds().iter().flat_map(|round| &round.tables);
            let table = tables.filter(|table| table.role != TableRole::Points).find(|table| {
                table.outcome == Some(TableOutcome::BothLost)
                    && table.ended.last().is_some_and(|ended| ended.id == *game)
            });
            see("a tie that both lost", usize::from(table.is_some()));
        }
        Change::Finished { early: true } => see("an early finish", 1),
        Change::Aborted(Settlement { shares, .. }) if after.rounds_complete() > 0 => {
            let prizes = shares.iter().any(|share| share.kind == ShareKind::Prize);
            see("a rolled forward abort", 1);
            see("a rolled forward abort that pays decided places", usize::from(prizes));
        }
        Change::Aborted(_) => see("a rolled back abort", 1),
        Change::Paid(Settlement { shares, .. }) => see("prizes", shares.len()),
        _ => {}
    }
}
