//! From the configuration to what the house is given: offers and bounds.

use crate::config::{Config, GameConfig};
use draughts::Variant;
use game::TimeControl;
use ids::Millis;
use rooms::{Catalogue, GameOffer, HouseLimits, LobbyLimits, PlayNowLimits, PracticeLimits};

/// What is offered, under the hash of the whole configuration.
pub(crate) fn catalogue(config: &Config, hash: &str) -> Catalogue {
    Catalogue {
        games: config.games.offered().map(|(variant, game)| offer(config, variant, game, hash)).collect(),
        rivals: config.rivals.limits(&config.games, &config.reviews),
        ladders: competition::LadderLimits::default(),
        schedules: config.schedules(hash),
    }
}

fn offer(config: &Config, variant: Variant, game: &GameConfig, hash: &str) -> GameOffer {
    let clocks = game.clocks.iter().map(|clock| TimeControl {
        initial: Millis(clock.initial_ms),
        increment: Millis(clock.increment_ms),
    });
    GameOffer {
        variant,
        staked: game.staked,
        stake_min: game.stake_min,
        stake_max: game.stake_max,
        fee: game.fee_basis_points,
        clocks: clocks.collect(),
        rule_sets: game.rule_sets.iter().filter_map(|name| config.rule_set(name)).collect(),
        first_move_window: game.first_move_window(),
        max_draw_offers: game.max_draw_offers,
        hash: hash.to_owned(),
    }
}

/// The house's bounds.
pub(crate) fn limits(config: &Config) -> HouseLimits {
    let seconds = |seconds: u64| Millis(seconds.saturating_mul(1000));
    HouseLimits {
        lobby: LobbyLimits {
            seek_ttl: seconds(config.lobby.seek_lifetime_s),
            owner_away: seconds(config.lobby.owner_gone_s),
            seeks_per_player: config.lobby.seeks_per_player,
            total: config.lobby.seeks,
            games_per_player: config.lobby.staked_games_per_player,
        },
        play_now: PlayNowLimits {
            pool: config.matchmaking.terms(),
            pairs: crate::storage::pairs(config),
            away: seconds(config.matchmaking.owner_gone_s),
            apart_by_address: config.matchmaking.apart_by_address,
        },
        practice: PracticeLimits {
            per_address: config.practice.games_per_address,
            total: config.practice.games,
            link_valid: seconds(config.practice.link_lifetime_s),
            idle: seconds(config.practice.idle_s),
            analysis_think: Millis(config.practice.analysis_think_ms),
        },
        spectator_delay: Millis(config.spectators.delay_ms),
        spectators: config.spectators.per_game,
        rematch_window: seconds(config.rematch.window_s),
        resume_wait: Millis(config.recovery.wait_for_players_ms),
        void_after: seconds(config.recovery.void_after_s),
        bot_refused_while_playing: true,
    }
}
