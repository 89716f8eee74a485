//! The rows of the published state table, and which of them a step takes.

use competition::{
    CancelCause, DecidedBy, GameResult, GameSlot, Match, MatchCommand, MatchEvent, MatchState, Ruling,
    StopCause,
};

/// The names of all rows.
pub(crate) const ROWS: [&str; 45] = [
    "DRAFT | propose -> PROPOSED",
    "PROPOSED | counter -> COUNTERED",
    "COUNTERED | counter -> COUNTERED",
    "PROPOSED | decline -> DECLINED",
    "PROPOSED | expire -> EXPIRED",
    "PROPOSED | withdraw -> WITHDRAWN",
    "COUNTERED | decline -> DECLINED",
    "COUNTERED | expire -> EXPIRED",
    "COUNTERED | withdraw -> WITHDRAWN",
    "PROPOSED/COUNTERED | accept, funding fails -> back",
    "PROPOSED/COUNTERED | accept -> SCHEDULED",
    "PROPOSED/COUNTERED | accept, now or soon -> CHECKIN",
    "SCHEDULED | cancel by consent -> CANCELLED",
    "SCHEDULED | cancel in the free window -> CANCELLED",
    "SCHEDULED | cancel late -> CANCELLED",
    "SCHEDULED | cancel by the platform or the regulator -> CANCELLED",
    "CHECKIN | cancel -> CANCELLED",
    "SCHEDULED | T - 15 min -> CHECKIN",
    "CHECKIN | both present -> PLAYING(1)",
    "CHECKIN | one present, refund -> NO_SHOW_ONE",
    "CHECKIN | one present, forfeit -> NO_SHOW_ONE",
    "CHECKIN | none present -> NO_SHOW_BOTH",
    "PLAYING | game final -> BREAK",
    "PLAYING | game final, lead -> DECIDED",
    "PLAYING | game final, k = N -> DECIDED",
    "PLAYING | absent in a row -> DECIDED",
    "PLAYING | both absent in a row -> DECIDED",
    "PLAYING | voided -> BREAK, replayed",
    "PLAYING | voided again -> on with the rest",
    "BREAK | both ready -> PLAYING",
    "BREAK | break over -> PLAYING",
    "BREAK | stop by regulator or operator -> DECIDED",
    "BREAK | stop by regulator or operator -> VOIDED",
    "BREAK | both agree to stop -> DECIDED",
    "BREAK | both agree to stop -> VOIDED",
    "BREAK | a limit stops, PER_GAME",
    "DECIDED | level and MINI_MATCH -> MINIMATCH",
    "MINIMATCH -> DECIDED",
    "DECIDED | integrity rule -> REVIEW",
    "DECIDED | dispute -> REVIEW",
    "REVIEW | result_stands or deadline -> SETTLED",
    "REVIEW | result_changed -> SETTLED",
    "REVIEW | result_changed, void -> VOIDED",
    "DECIDED | no flag, window over -> SETTLED",
    "SETTLED | rematch window over -> CLOSED",
];

/// The row that `event`, in answer to `command`, took from `before` to `after`.
pub(crate) fn row(
    before: &Match,
    command: &MatchCommand,
    event: &MatchEvent,
    after: &Match,
) -> Option<&'static str> {
    let from = before.state();
    let offer = |proposed, countered| Some(if from == MatchState::Proposed { proposed } else { countered });
    match event {
        MatchEvent::Countered { .. } => offer(ROWS[1], ROWS[2]),
        MatchEvent::Declined { .. } => offer(ROWS[3], ROWS[6]),
        MatchEvent::Expired => offer(ROWS[4], ROWS[7]),
        MatchEvent::Withdrawn { .. } => offer(ROWS[5], ROWS[8]),
        MatchEvent::FundingFailed { .. } => Some(ROWS[9]),
        MatchEvent::Accepted { .. } => Some(ROWS[10]),
        MatchEvent::CheckInOpened { .. } => match command {
            MatchCommand::Accept { .. } => Some(ROWS[11]),
            _ => Some(ROWS[17]),
        },
        MatchEvent::Cancelled { cause } => Some(match (from, cause) {
            (MatchState::CheckIn, _) => ROWS[16],
            (_, CancelCause::Consent) => ROWS[12],
            (_, CancelCause::Alone(_)) => ROWS[13],
            (_, CancelCause::AloneLate(_)) => ROWS[14],
            _ => ROWS[15],
        }),
        MatchEvent::GameStarted(_) if from == MatchState::CheckIn => Some(ROWS[18]),
        MatchEvent::GameStarted(_) => None,
        MatchEvent::NoShow { present, forfeit } => Some(match (present, forfeit) {
            (Some(_), false) => ROWS[19],
            (Some(_), true) => ROWS[20],
            (None, _) => ROWS[21],
        }),
        MatchEvent::Decided { outcome, .. } => Some(decided(from, before, outcome.by)),
        MatchEvent::Voided { cause: None } => Some(ROWS[42]),
        MatchEvent::Voided { cause: Some(cause) } => Some(match cause {
            StopCause::Consent => ROWS[34],
            StopCause::Limit(_) => ROWS[35],
            _ => ROWS[32],
        }),
        MatchEvent::MiniMatchBegan => Some(ROWS[36]),
        MatchEvent::ReviewOpened { .. } => Some(match command {
            MatchCommand::Dispute { .. } => ROWS[39],
            _ => ROWS[38],
        }),
        MatchEvent::Settled { .. } => Some(match command {
            MatchCommand::Rule { ruling: Ruling::Winner(_) } => ROWS[41],
            _ if from == MatchState::Review => ROWS[40],
            _ => ROWS[43],
        }),
        MatchEvent::Closed => Some(ROWS[44]),
        MatchEvent::BreakBegan { .. } if after.state() == MatchState::Break => {
            Some(match before.games().last()?.over.result {
                GameResult::Void if is_replay(event) => ROWS[27],
                GameResult::Void => ROWS[28],
                _ => ROWS[22],
            })
        }
        _ => None,
    }
}

fn decided(from: MatchState, before: &Match, by: DecidedBy) -> &'static str {
    let voided = before.games().last().is_some_and(|game| game.over.result == GameResult::Void);
    match by {
        DecidedBy::MiniMatch => ROWS[37],
        DecidedBy::Absence => ROWS[25],
        DecidedBy::BothAbsent => ROWS[26],
        DecidedBy::Lead => ROWS[23],
        DecidedBy::Score if voided && from == MatchState::Break => ROWS[28],
        DecidedBy::Score => ROWS[24],
        DecidedBy::Stop(StopCause::Consent) => ROWS[33],
        DecidedBy::Stop(StopCause::Limit(_)) => ROWS[35],
        DecidedBy::Stop(_) => ROWS[31],
        DecidedBy::Review => unreachable!("a review settles"),
    }
}

fn is_replay(event: &MatchEvent) -> bool {
    matches!(event, MatchEvent::BreakBegan { next: GameSlot::Regular { replay, .. }, .. } if *replay > 0)
}
