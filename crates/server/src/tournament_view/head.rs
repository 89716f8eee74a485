//! The head of a tournament, and the viewer's own entry. Knows no page.

use super::{row, words};
use competition::TournamentTerms;
use competition::tournament::{CancellationRule, EntryStatus, Format, Phase};
use ids::{AccountId, Amount, Version, WallTime};
use protocol::{ClockSetting, EntryState, OwnEntry};
use rooms::TournamentView;

/// The most prizes and weights that a head names.
const PRIZES: usize = 100;

/// The head as `viewer` may see it, as of `now`.
pub(super) fn head(
    view: &TournamentView,
    viewer: Option<AccountId>,
    now: WallTime,
) -> protocol::TournamentView {
    let state = &*view.state;
    let terms = state.terms();
    let newest = state.rounds().last();
    let open = newest.map_or(0, |round| round.tables.iter().filter(|table| !table.is_decided()).count());
    let checked_in = state.entries().values().filter(|entry| entry.status == EntryStatus::CheckedIn).count();
    let (contributions, overlay) = pool(view);
    let pool = Amount(contributions.0 + overlay.0);
    let started = row::has_started(view);
    protocol::TournamentView {
        of: state.id(),
        v: Version(state.version()),
        terms: wire_terms(terms),
        phase: words::phase(state.phase()),
        starts_at: state.starts().map(WallTime::unix_millis),
        next_at: state.due().filter(|_| !state.phase().is_over()).map(WallTime::unix_millis),
        entered: state.seats_taken(),
        checked_in: count(checked_in),
        players: count(state.players().len()),
        active: count(state.players().iter().filter(|player| player.is_active()).count()),
        round: newest.map_or(0, |round| round.number),
        rounds: state.rounds_planned().filter(|_| started || matches!(terms.format, Format::Swiss { .. })),
        tables: newest.map_or(0, |round| narrow(round.tables.len())),
        open_tables: narrow(open),
        contributions,
        overlay,
        pool,
        pool_final: started && (state.phase().is_over() || !takes_late_entries(view)),
        prizes: prizes(view, pool),
        paid_places: count(terms.prizes.weights().len()),
        protest_until: match state.phase() {
            Phase::Review { until } => Some(until.unix_millis()),
            _ => None,
        },
        open_cases: count(state.open_cases().count()),
        you: viewer.and_then(|viewer| own_entry(view, viewer)),
        server_at: now.unix_millis(),
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn narrow(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// What the players contribute and what the house adds: once it has started what they have, before what they would.
fn pool(view: &TournamentView) -> (Amount, Amount) {
    let (state, terms) = (&*view.state, view.state.terms());
    if state.phase() == Phase::Cancelled {
        return (Amount::ZERO, Amount::ZERO);
    }
    if row::has_started(view) {
        return (state.contributions(), state.overlay());
    }
    let contributions = Amount(terms.contribution.0.saturating_mul(i64::from(state.seats_taken())));
    (contributions, Amount((terms.guarantee.0 - contributions.0).max(0)))
}

fn takes_late_entries(view: &TournamentView) -> bool {
    view.state.phase().is_running()
        && view.state.rounds().len() <= usize::from(view.state.terms().late_entry_until())
        && view.state.terms().late_entry
}

/// The prize of each paid place with that pool, where nobody shares.
fn prizes(view: &TournamentView, pool: Amount) -> Vec<Amount> {
    let terms = view.state.terms();
    if pool == Amount::ZERO || terms.prizes.weights().is_empty() {
        return Vec::new();
    }
    let finishers = match row::has_started(view) {
        true => view.standings().len(),
        false => view.state.seats_taken().max(terms.min_players) as usize,
    };
    let mut prizes = terms.prizes.of_places(pool, finishers);
    prizes.truncate(terms.prizes.weights().len().min(PRIZES));
    prizes
}

fn own_entry(view: &TournamentView, viewer: AccountId) -> Option<OwnEntry> {
    let state = &*view.state;
    let entry = state.entry_of(viewer)?;
    let held = state.held_of_entry(entry);
    let before = |state, row: Option<usize>| OwnEntry {
        state,
        held,
        standing: row.and_then(|row| row::standing(view, row)),
        round: None,
        table: None,
        bye: false,
    };
    let number = match state.entries().get(&entry)?.status {
        EntryStatus::Released => return None,
        status @ (EntryStatus::Registered | EntryStatus::CheckedIn) => {
            let at = view.entrants().iter().position(|other| *other == entry);
            let checked_in = status == EntryStatus::CheckedIn;
            return Some(before(if checked_in { EntryState::CheckedIn } else { EntryState::Registered }, at));
        }
        EntryStatus::Player(number) => number,
    };
    let at = view.standings().iter().position(|row| row.player == number);
    let round = row::newest_round(view, number);
    Some(OwnEntry {
        round: round.map(|round| round.number),
        table: round.and_then(|round| round.table_of(number)).map(|table| row::table(view, table)),
        bye: round.is_some_and(|round| round.bye == Some(number)),
        ..before(row::state_of(state.players().get(number)?), at)
    })
}

/// The terms as they were announced.
fn wire_terms(terms: &TournamentTerms) -> protocol::TournamentTerms {
    let (variant, rules) = words::profile(&terms.profile);
    protocol::TournamentTerms {
        name: terms.name.clone(),
        variant,
        rules,
        format: words::format(terms.format),
        clock: ClockSetting { initial_ms: terms.clock.initial, increment_ms: terms.clock.increment },
        contribution: terms.contribution,
        fee: terms.fee,
        guarantee: terms.guarantee,
        prize_weights: terms.prizes.weights().iter().copied().take(PRIZES).collect(),
        min_players: terms.min_players,
        max_players: terms.max_players,
        registration_at: terms.registration_at.unix_millis(),
        check_in_at: terms.check_in_at.unix_millis(),
        starts_at: terms.starts_at.unix_millis(),
        late_entry_until: match (terms.format, terms.late_entry) {
            (Format::Arena { .. }, true) => None,
            _ => Some(terms.late_entry_until()),
        },
        tie_breaks: terms.tie_breaks.iter().copied().map(words::tie_break).collect(),
        grace_ms: terms.grace,
        cancellation: match terms.cancellation {
            CancellationRule::RollForward => protocol::CancellationRule::RollForward,
            CancellationRule::RollBack => protocol::CancellationRule::RollBack,
        },
        rating_min: terms.rating.at_least,
        rating_max: terms.rating.at_most,
        countries: terms.countries.clone(),
        protest_ms: terms.protest,
        spectators_delay_ms: terms.spectators_delay,
        hash: terms.hash().0.to_string(),
    }
}
