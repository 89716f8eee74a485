//! What an event pays that does not come to its end, by its terms, reckoned another way than the event does. Knows no row.

use super::Found;
use competition::tournament::{CancellationRule, Format, Settlement, ShareKind};
use competition::{Holder, Match, MoneyMove, Seat, Tournament, standings};
use ids::EntryId;
use std::collections::{BTreeMap, BTreeSet};

/// Before the start everybody gets back what he paid, the operator his guarantee.
pub(super) fn check_cancelled(before: &Tournament, money: &[MoneyMove]) -> Found {
    for (entry, own) in before.entries() {
        let held = before.held_of_entry(*entry).0;
        let back = paid(money, Holder::Entry(*entry), Holder::Wallet(own.account));
        if held != back {
            return Err(format!("entry {entry} gets {back} back, it has paid {held}"));
        }
    }
    let back = paid(money, Holder::Tournament(before.id()), Holder::Promo);
    let guarantee = before.terms().guarantee.0;
    if back == guarantee { Ok(()) } else { Err(format!("{back} of a guarantee of {guarantee} goes back")) }
}

/// A match that is cancelled gives both what they have staked.
pub(super) fn check_match_cancelled(before: &Match, money: &[MoneyMove]) -> Found {
    let stake = before.terms().hold().0;
    for player in Seat::BOTH.into_iter().filter_map(|seat| before.player(seat)) {
        let back = paid(money, Holder::Match(before.id()), Holder::Wallet(player));
        if back != stake {
            return Err(format!("match {} gives {player} {back} back of {stake}", before.id()));
        }
    }
    Ok(())
}

fn paid(money: &[MoneyMove], from: Holder, to: Holder) -> i64 {
    money.iter().filter(|one| (one.from, one.to) == (from, to)).map(|one| one.amount.0).sum()
}

/// After the start. F13.
pub(super) fn check_aborted(before: &Tournament, settlement: &Settlement) -> Found {
    let of = before.id();
    let (pool, overlay) = (before.pool().0, before.overlay().0);
    let mut shares: BTreeMap<EntryId, i64> = BTreeMap::new();
    for share in &settlement.shares {
        *shares.entry(share.entry).or_default() += share.amount.0;
    }
    let divided: i64 = shares.values().sum();
    if divided + settlement.overlay_back.0 != pool || shares.values().any(|share| *share < 0) {
        return Err(format!("tournament {of} pays {divided} of a pool of {pool}, as it is aborted"));
    }
    if settlement.overlay_back.0 < overlay {
        return Err(format!("tournament {of} keeps the operator's {overlay}, as it is aborted"));
    }
    let fees: BTreeSet<EntryId> = settlement.fees_back.iter().copied().collect();
    let all_back = before.rounds_complete() == 0 || before.terms().cancellation == CancellationRule::RollBack;
    let active = before.players().iter().filter(|player| all_back || player.is_active());
    let fee_goes_back: BTreeSet<EntryId> = active.map(|player| player.entry).collect();
    // who has won a knockout's final while the third place is played out has played to his end: he has his prize
    let prized = |entry: &EntryId| {
        settlement.shares.iter().any(|share| share.entry == *entry && share.kind == ShareKind::Prize)
    };
    let knockout = matches!(before.terms().format, Format::Knockout { .. }) && !all_back;
    let kept = fee_goes_back.difference(&fees);
    if !fees.is_subset(&fee_goes_back) || kept.into_iter().any(|entry| !(knockout && prized(entry))) {
        return Err(format!("tournament {of} gives the wrong fees back, as it is aborted"));
    }
    if all_back {
        let contribution = before.terms().contribution.0;
        let wrong = before
            .players()
            .iter()
            .find(|player| shares.get(&player.entry).copied().unwrap_or(0) != contribution);
        return wrong.map_or(Ok(()), |player| {
            Err(format!("entry {} does not get its contribution of {contribution} back", player.entry))
        });
    }
    check_divided(before, settlement, &shares)
}

/// Half equally, half by points, among those who still play; in a knockout what is decided is paid first.
fn check_divided(before: &Tournament, settlement: &Settlement, shares: &BTreeMap<EntryId, i64>) -> Found {
    let table = standings(before);
    let active: BTreeSet<EntryId> =
        before.players().iter().filter(|player| player.is_active()).map(|player| player.entry).collect();
    let knockout = matches!(before.terms().format, Format::Knockout { .. });
    let prizes: i64 = settlement
        .shares
        .iter()
        .filter(|share| share.kind == ShareKind::Prize)
        .map(|share| share.amount.0)
        .sum();
    if knockout || active.is_empty() {
        return Ok(());
    }
    let left = (before.contributions().0 - prizes) as f64;
    let points: f64 =
        table.iter().filter(|row| active.contains(&row.entry)).map(|row| f64::from(row.half_points)).sum();
    for row in &table {
        let equal = left / active.len() as f64;
        let by_points = if points > 0.0 { left * f64::from(row.half_points) / points } else { equal };
        let should = if active.contains(&row.entry) { f64::midpoint(equal, by_points) } else { 0.0 };
        let share = shares.get(&row.entry).copied().unwrap_or(0);
        // odd units go to the better places
        if (share as f64 - should).abs() > 2.0 {
            return Err(format!("entry {} gets {share} of an aborted tournament, not {should}", row.entry));
        }
    }
    Ok(())
}
