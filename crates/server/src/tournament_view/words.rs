//! Between the tournament's words and the wire's.

use competition::tournament::{Format, Phase, TableOutcome, TableRole, WonBy};
use competition::{GameResult, Seat, TieBreak};
use draughts::RuleSet;
use protocol::{MatchGameResult, MatchSeat, TournamentFormat, TournamentPhase};

pub(super) const fn seat(seat: Seat) -> MatchSeat {
    match seat {
        Seat::First => MatchSeat::First,
        Seat::Second => MatchSeat::Second,
    }
}

pub(super) const fn format(format: Format) -> TournamentFormat {
    match format {
        Format::Knockout { third_place } => TournamentFormat::Knockout { third_place },
        Format::Swiss { rounds } => TournamentFormat::Swiss { rounds },
        Format::RoundRobin { double } => TournamentFormat::RoundRobin { double },
        Format::Arena { length, wave } => TournamentFormat::Arena { length_ms: length, wave_ms: wave },
    }
}

/// A draft is shown to nobody.
pub(super) const fn phase(phase: Phase) -> TournamentPhase {
    match phase {
        Phase::Draft | Phase::Announced => TournamentPhase::Announced,
        Phase::RegOpen => TournamentPhase::Registration,
        Phase::CheckIn { .. } => TournamentPhase::CheckIn,
        Phase::Pairing { .. } => TournamentPhase::Pairing,
        Phase::Playing { .. } => TournamentPhase::Playing,
        Phase::RoundDone { .. } => TournamentPhase::RoundDone,
        Phase::Suspended { .. } => TournamentPhase::Suspended,
        Phase::Finished => TournamentPhase::Finished,
        Phase::Review { .. } => TournamentPhase::Review,
        Phase::Paid => TournamentPhase::Paid,
        Phase::Archived => TournamentPhase::Archived,
        Phase::Cancelled => TournamentPhase::Cancelled,
        Phase::Aborted => TournamentPhase::Aborted,
    }
}

pub(super) const fn tie_break(tie_break: TieBreak) -> protocol::TieBreak {
    match tie_break {
        TieBreak::DirectEncounter => protocol::TieBreak::DirectEncounter,
        TieBreak::BuchholzCut1 => protocol::TieBreak::BuchholzCut1,
        TieBreak::Buchholz => protocol::TieBreak::Buchholz,
        TieBreak::SonnebornBerger => protocol::TieBreak::SonnebornBerger,
        TieBreak::Wins => protocol::TieBreak::Wins,
        TieBreak::WinsWithBlack => protocol::TieBreak::WinsWithBlack,
    }
}

pub(super) const fn role(role: TableRole) -> protocol::TableRole {
    match role {
        TableRole::Points => protocol::TableRole::Points,
        TableRole::Bracket => protocol::TableRole::Bracket,
        TableRole::ThirdPlace => protocol::TableRole::ThirdPlace,
    }
}

pub(super) const fn outcome(outcome: TableOutcome) -> protocol::TableOutcome {
    match outcome {
        TableOutcome::Won { seat: winner, by } => protocol::TableOutcome::Won {
            seat: seat(winner),
            by: match by {
                WonBy::Play => protocol::WonBy::Play,
                WonBy::Forfeit => protocol::WonBy::Forfeit,
                WonBy::Walkover => protocol::WonBy::Walkover,
            },
        },
        TableOutcome::Level => protocol::TableOutcome::Level,
        TableOutcome::BothLost => protocol::TableOutcome::BothLost,
        TableOutcome::Empty => protocol::TableOutcome::Empty,
    }
}

/// A game's result by the seats of its table.
pub(super) const fn result(result: GameResult, white: Seat) -> MatchGameResult {
    let winner = match result {
        GameResult::White => white,
        GameResult::Black => white.other(),
        GameResult::Draw => return MatchGameResult::Draw,
        GameResult::Neither => return MatchGameResult::Neither,
        GameResult::Void => return MatchGameResult::Void,
    };
    match winner {
        Seat::First => MatchGameResult::First,
        Seat::Second => MatchGameResult::Second,
    }
}

/// The variant and the rule set of a profile, which is the variant's name and the definition of the set as it was at the announcement.
pub(super) fn profile(profile: &str) -> (String, String) {
    let (variant, rules) = profile.split_once(' ').unwrap_or((profile, ""));
    let rules = RuleSet::from_definition(rules).map_or_else(|_| rules.to_owned(), |set| set.to_string());
    (variant.to_owned(), rules)
}
