//! Whether somebody may wait for an opponent, and what he brings along. Asked beside the owner, so that nobody waits for it.

use super::PlayNowLimits;
use super::handle::PlayNowRequest;
use crate::house::House;
use crate::lobby::Actor;
use crate::origins::origin_of;
use crate::ports::GateAct;
use crate::refusal::Refusal;
use competition::{Clock, GameProfile, Points, Seeker};
use ids::{AccountId, Millis};

/// Somebody who may wait.
pub(super) struct Checked {
    pub(super) actor: Actor,
    pub(super) request: PlayNowRequest,
    pub(super) seeker: Seeker,
    pub(super) deviation: Points,
}

/// Asks about him: the terms, his money at the highest stake, what bars him, his rating and his past.
pub(super) async fn check(
    house: &House,
    limits: &PlayNowLimits,
    actor: &Actor,
    request: &PlayNowRequest,
) -> Result<(Seeker, Points), Refusal> {
    let account = actor.account;
    may_stake(house, account, request).await?;
    let unavailable = |_| Refusal::Unavailable;
    let latency = actor.sink.round_trip().median();
    if request.latency_limit.is_some() && latency.is_none() {
        // a moment later it is known
        return Err(Refusal::Unavailable);
    }
    let at = house.clock().wall();
    let (variant, control) = (request.variant, request.time_control);
    let rated = house.ratings.rating_now(account, variant, control, at).await.map_err(unavailable)?;
    let pool = &limits.pool;
    let past = house.pair_book.past_of(account, variant, pool.repeat_games, pool.most_origins).await;
    let past = past.map_err(unavailable)?;
    let mut origins = Vec::new();
    if limits.apart_by_address {
        for address in std::iter::once(request.address).chain(past.addresses) {
            let origin = origin_of(address);
            if origins.len() < pool.most_origins && !origins.contains(&origin) {
                origins.push(origin);
            }
        }
    }
    let seeker = Seeker {
        account,
        profile: GameProfile {
            variant: variant.to_string(),
            rule_set: request.rule_set.to_string(),
            clock: Clock { initial: control.initial, increment: control.increment },
        },
        rating: rated.rating,
        deviation: rated.deviation,
        stakes: request.stakes,
        latency: latency.unwrap_or(Millis(u64::MAX)),
        latency_limit: request.latency_limit,
        origins,
        colours: past.colours,
        recent: past.recent,
        wider: false,
    };
    Ok((seeker, rated.deviation))
}

/// What a seek in the lobby is asked, too; the money has to cover the highest stake that he puts up.
async fn may_stake(house: &House, account: AccountId, request: &PlayNowRequest) -> Result<(), Refusal> {
    let highest = request.stakes.highest;
    for stake in [request.stakes.lowest, highest] {
        let PlayNowRequest { variant, rule_set, time_control, ref terms, .. } = *request;
        house.catalogue.terms(variant, rule_set, time_control, stake, terms)?;
    }
    let playing = house.services.registry.playing(account).len();
    if playing >= house.limits.lobby.games_per_player as usize {
        return Err(Refusal::GameLimit);
    }
    house
        .engagements
        .check(account, request.time_control, house.clock().wall())
        .map_err(|engaged| Refusal::of_start(&engaged, account))?;
    house.gate.may(account, GateAct::Seek, highest).map_err(|reason| Refusal::StakesRefused { reason })?;
    let unavailable = |_| Refusal::Unavailable;
    if let Some(until) = house.bank.barred_until(account).await.map_err(unavailable)? {
        return Err(Refusal::Barred { until });
    }
    let wallet = house.bank.wallet(account).await.map_err(unavailable)?;
    if wallet.balance < highest {
        return Err(Refusal::InsufficientFunds { balance: wallet.balance, stake: highest });
    }
    Ok(())
}
