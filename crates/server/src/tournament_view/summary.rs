//! A tournament in a list. Knows no player.

use super::words;
use competition::TournamentTerms;
use ids::{TournamentId, WallTime};
use protocol::{ClockSetting, TournamentPhase, TournamentSummary};
use rooms::TournamentView;
use store::PastTournament;

/// One that is not over.
pub(crate) fn summary_of_view(view: &TournamentView) -> TournamentSummary {
    let state = &*view.state;
    let entered = state.seats_taken().max(u32::try_from(state.players().len()).unwrap_or(u32::MAX));
    let starts_at = state.starts().unwrap_or(state.terms().starts_at);
    summary(state.id(), state.terms(), words::phase(state.phase()), entered, starts_at)
}

/// One that is over.
pub(crate) fn summary_of_row(row: &PastTournament) -> TournamentSummary {
    let phase = match row.phase.as_str() {
        "PAID" => TournamentPhase::Paid,
        "CANCELLED" => TournamentPhase::Cancelled,
        "ABORTED" => TournamentPhase::Aborted,
        _ => TournamentPhase::Archived,
    };
    summary(row.of, &row.terms, phase, row.players, row.starts_at)
}

fn summary(
    tournament: TournamentId,
    terms: &TournamentTerms,
    phase: TournamentPhase,
    entered: u32,
    starts_at: WallTime,
) -> TournamentSummary {
    let (variant, rules) = words::profile(&terms.profile);
    TournamentSummary {
        tournament,
        name: terms.name.clone(),
        variant,
        rules,
        format: words::format(terms.format),
        clock: ClockSetting { initial_ms: terms.clock.initial, increment_ms: terms.clock.increment },
        phase,
        contribution: terms.contribution,
        fee: terms.fee,
        guarantee: terms.guarantee,
        entered,
        min_players: terms.min_players,
        max_players: terms.max_players,
        registration_at: terms.registration_at.unix_millis(),
        check_in_at: terms.check_in_at.unix_millis(),
        starts_at: starts_at.unix_millis(),
    }
}
