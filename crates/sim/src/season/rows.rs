//! The rows of both published state tables, and how often each is taken. Knows no command: the events tell.

use competition::tournament::{CancelledBy, Change, Phase, ReviewOutcome};
use competition::{CancelCause, DecidedBy, GameResult, GameSlot, Match, MatchEvent, MatchState, StopCause};
use std::collections::BTreeMap;

/// How often each row was taken.
pub type Counts = BTreeMap<String, u64>;

/// The rows that a season takes, by itself or by the operator's orders: those of removals, cases and rulings and of the archive, after 90 days, are the state
/// machines' own tests'.
pub const SEASON_ROWS: [&str; 74] = [
    "tournament: DRAFT | announce | ANNOUNCED",
    "tournament: ANNOUNCED | registration instant | REG_OPEN",
    "tournament: REG_OPEN | register | REG_OPEN",
    "tournament: REG_OPEN | unregister | REG_OPEN",
    "tournament: REG_OPEN | check-in instant | CHECKIN",
    "tournament: CHECKIN | check in | CHECKIN",
    "tournament: CHECKIN | undo | CHECKIN",
    "tournament: CHECKIN | unregister | CHECKIN",
    "tournament: CHECKIN | start, too few, first time | CHECKIN",
    "tournament: CHECKIN | start, too few | CANCELLED",
    "tournament: CHECKIN | start | PAIRING",
    "tournament: PAIRING | paired | PLAYING",
    "tournament: PLAYING | game over | PLAYING",
    "tournament: PLAYING | grace over | PLAYING",
    "tournament: PLAYING | next game | PLAYING",
    "tournament: PLAYING | walkover | PLAYING",
    "tournament: PLAYING | late entry | PLAYING",
    "tournament: PLAYING | withdrawn | PLAYING",
    "tournament: PLAYING | all games final | ROUND_DONE",
    "tournament: ROUND_DONE | next round | PAIRING",
    "tournament: ROUND_DONE | withdrawn | ROUND_DONE",
    "tournament: ROUND_DONE | otherwise | FINISHED",
    "tournament: FINISHED | protest window opens | REVIEW",
    "tournament: REVIEW | window over, no open case | PAID",
    "tournament: ANNOUNCED | cancelled by the operator | CANCELLED",
    "tournament: REG_OPEN | cancelled by the operator | CANCELLED",
    "tournament: CHECKIN | cancelled by the operator | CANCELLED",
    "tournament: PLAYING | suspend | SUSPENDED",
    "tournament: ROUND_DONE | suspend | SUSPENDED",
    "tournament: SUSPENDED | resume | PLAYING",
    "tournament: SUSPENDED | resume | ROUND_DONE",
    "tournament: SUSPENDED | withdrawn | SUSPENDED",
    "tournament: SUSPENDED | abort | ABORTED",
    "tournament: PLAYING | abort | ABORTED",
    "tournament: ROUND_DONE | abort | ABORTED",
    "match: DRAFT | propose | PROPOSED",
    "match: PROPOSED | counter | COUNTERED",
    "match: COUNTERED | counter | COUNTERED",
    "match: PROPOSED | decline | DECLINED",
    "match: PROPOSED | expire | EXPIRED",
    "match: PROPOSED | withdraw | WITHDRAWN",
    "match: COUNTERED | decline | DECLINED",
    "match: COUNTERED | expire | EXPIRED",
    "match: COUNTERED | withdraw | WITHDRAWN",
    "match: PROPOSED/COUNTERED | accept, funding fails | back",
    "match: PROPOSED/COUNTERED | accept | SCHEDULED",
    "match: PROPOSED/COUNTERED | accept, now or soon | CHECKIN",
    "match: SCHEDULED | cancel by consent | CANCELLED",
    "match: SCHEDULED | cancel in the free window | CANCELLED",
    "match: SCHEDULED | cancel late | CANCELLED",
    "match: SCHEDULED | cancel by the platform or the regulator | CANCELLED",
    "match: CHECKIN | cancel | CANCELLED",
    "match: SCHEDULED | T - 15 min | CHECKIN",
    "match: CHECKIN | both present | PLAYING(1)",
    "match: CHECKIN | one present | NO_SHOW_ONE",
    "match: CHECKIN | none present | NO_SHOW_BOTH",
    "match: PLAYING | game final | BREAK",
    "match: PLAYING | game final, lead | DECIDED",
    "match: PLAYING | game final, k = N | DECIDED",
    "match: PLAYING | absent in a row | DECIDED",
    "match: PLAYING | both absent in a row | DECIDED",
    "match: PLAYING | voided | BREAK, replayed",
    "match: BREAK | over, or both ready | PLAYING",
    "match: BREAK | a limit stops | DECIDED",
    "match: BREAK | both agree to stop | DECIDED",
    "match: BREAK | both agree to stop | VOIDED",
    "match: BREAK | stop by regulator or operator | DECIDED",
    "match: BREAK | stopped | VOIDED",
    "match: DECIDED | level and MINI_MATCH | MINIMATCH",
    "match: MINIMATCH | game final | DECIDED",
    "match: DECIDED | dispute | REVIEW",
    "match: REVIEW | result_stands or deadline | SETTLED",
    "match: DECIDED | no flag, window over | SETTLED",
    "match: SETTLED | rematch window over | CLOSED",
];

/// Counts the row of a tournament's table that a change takes.
pub(super) fn count_tournament(counts: &mut Counts, from: Phase, change: &Change, to: Phase) {
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
    *counts.entry(format!("tournament: {} | {event} | {}", from.name(), to.name())).or_default() += 1;
}

/// Counts the row of a match's table that an event takes from `before` to `after`; the event before it in its step helps to tell.
pub(super) fn count_match(
    counts: &mut Counts,
    before: &Match,
    previous: Option<&MatchEvent>,
    event: &MatchEvent,
    after: &Match,
) {
    if let Some(row) = match_row(before, previous, event, after) {
        *counts.entry(format!("match: {row}")).or_default() += 1;
    }
}

fn match_row(
    before: &Match,
    previous: Option<&MatchEvent>,
    event: &MatchEvent,
    after: &Match,
) -> Option<String> {
    let from = before.state();
    let offer = if from == MatchState::Proposed { "PROPOSED" } else { "COUNTERED" };
    Some(match event {
        MatchEvent::Countered { .. } => format!("{offer} | counter | COUNTERED"),
        MatchEvent::Declined { .. } => format!("{offer} | decline | DECLINED"),
        MatchEvent::Expired => format!("{offer} | expire | EXPIRED"),
        MatchEvent::Withdrawn { .. } => format!("{offer} | withdraw | WITHDRAWN"),
        MatchEvent::FundingFailed { .. } => "PROPOSED/COUNTERED | accept, funding fails | back".to_owned(),
        MatchEvent::Accepted { .. } => "PROPOSED/COUNTERED | accept | SCHEDULED".to_owned(),
        MatchEvent::CheckInOpened { .. } => match previous {
            Some(MatchEvent::Accepted { .. }) => "PROPOSED/COUNTERED | accept, now or soon | CHECKIN",
            _ => "SCHEDULED | T - 15 min | CHECKIN",
        }
        .to_owned(),
        MatchEvent::Cancelled { cause } => match (from, cause) {
            (MatchState::CheckIn, _) => "CHECKIN | cancel | CANCELLED",
            (_, CancelCause::Consent) => "SCHEDULED | cancel by consent | CANCELLED",
            (_, CancelCause::Alone(_)) => "SCHEDULED | cancel in the free window | CANCELLED",
            (_, CancelCause::AloneLate(_)) => "SCHEDULED | cancel late | CANCELLED",
            _ => "SCHEDULED | cancel by the platform or the regulator | CANCELLED",
        }
        .to_owned(),
        MatchEvent::GameStarted(_) => match from {
            MatchState::CheckIn => "CHECKIN | both present | PLAYING(1)",
            _ => "BREAK | over, or both ready | PLAYING",
        }
        .to_owned(),
        MatchEvent::NoShow { present, .. } => match present {
            Some(_) => "CHECKIN | one present | NO_SHOW_ONE",
            None => "CHECKIN | none present | NO_SHOW_BOTH",
        }
        .to_owned(),
        MatchEvent::Decided { outcome, .. } => decided(outcome.by),
        MatchEvent::Voided { cause } => match cause {
            Some(StopCause::Consent) => "BREAK | both agree to stop | VOIDED",
            Some(_) => "BREAK | stopped | VOIDED",
            None => "REVIEW | result_changed, void | VOIDED",
        }
        .to_owned(),
        MatchEvent::MiniMatchBegan => "DECIDED | level and MINI_MATCH | MINIMATCH".to_owned(),
        MatchEvent::ReviewOpened { cause, .. } => match cause {
            competition::ReviewCause::Dispute(_) => "DECIDED | dispute | REVIEW",
            competition::ReviewCause::Integrity(_) => "DECIDED | integrity rule | REVIEW",
        }
        .to_owned(),
        MatchEvent::Settled { outcome, .. } => match (from, outcome.by) {
            (_, DecidedBy::Review) => "REVIEW | result_changed | SETTLED",
            (MatchState::Review, _) => "REVIEW | result_stands or deadline | SETTLED",
            _ => "DECIDED | no flag, window over | SETTLED",
        }
        .to_owned(),
        MatchEvent::Closed => "SETTLED | rematch window over | CLOSED".to_owned(),
        MatchEvent::BreakBegan { next, .. } if after.state() == MatchState::Break => {
            match before.games().last()?.over.result {
                GameResult::Void if matches!(next, GameSlot::Regular { replay, .. } if *replay > 0) => {
                    "PLAYING | voided | BREAK, replayed"
                }
                GameResult::Void => "PLAYING | voided again | on with the rest",
                _ => "PLAYING | game final | BREAK",
            }
            .to_owned()
        }
        _ => return None,
    })
}

fn decided(by: DecidedBy) -> String {
    match by {
        DecidedBy::MiniMatch => "MINIMATCH | game final | DECIDED",
        DecidedBy::Absence => "PLAYING | absent in a row | DECIDED",
        DecidedBy::BothAbsent => "PLAYING | both absent in a row | DECIDED",
        DecidedBy::Lead => "PLAYING | game final, lead | DECIDED",
        DecidedBy::Score => "PLAYING | game final, k = N | DECIDED",
        DecidedBy::Stop(StopCause::Consent) => "BREAK | both agree to stop | DECIDED",
        DecidedBy::Stop(StopCause::Limit(_)) => "BREAK | a limit stops | DECIDED",
        DecidedBy::Stop(_) => "BREAK | stop by regulator or operator | DECIDED",
        DecidedBy::Review => "REVIEW | result_changed | SETTLED",
    }
    .to_owned()
}
