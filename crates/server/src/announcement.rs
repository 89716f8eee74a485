//! What an operator announces by a file: a tournament or a ladder season, its instants in UTC or so many seconds from now. Decides
//! nothing: the owner of the event does.

use crate::config::{Config, TournamentTermsConfig};
use competition::{LadderTerms, TournamentTerms};
use draughts::Variant;
use ids::{Amount, Millis, WallTime};
use serde::Deserialize;

/// How far ahead something may be announced: a year and a day.
const FARTHEST: Millis = Millis(366 * 86_400_000);

/// A tournament. Exactly one of `starts_at` and `starts_in_s` says when.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tournament {
    /// When it starts, by RFC 3339: `2026-12-24T20:00:00Z`.
    starts_at: Option<String>,
    /// In how many seconds it starts.
    starts_in_s: Option<u64>,
    /// How long before the start registration opens, in seconds; at once where it is not said.
    registration_ahead_s: Option<u64>,
    /// How long before the start registration closes and check-in opens, in seconds.
    check_in_ahead_s: u64,
    /// What is announced.
    terms: TournamentTermsConfig,
}

/// A ladder season. Exactly one of `opens_at` and `opens_in_s` says when.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ladder {
    /// What is played.
    variant: String,
    /// By which draw rules.
    rule_set: String,
    /// When it opens, by RFC 3339.
    opens_at: Option<String>,
    /// In how many seconds it opens.
    opens_in_s: Option<u64>,
    /// How many days it lasts.
    days: u64,
    /// What the places win, the first one first, in minor units; held from the operator's purse.
    #[serde(default)]
    prizes: Vec<Amount>,
}

/// The terms of the tournament that a TOML text announces at `now`, by the numbers of the configuration.
///
/// # Errors
/// What is wrong and what is right, in words for the operator.
pub fn tournament_announcement(
    text: &str,
    config: &Config,
    now: WallTime,
) -> Result<TournamentTerms, String> {
    let read: Tournament = toml::from_str(text).map_err(|error| error.to_string())?;
    let starts_at = instant("starts", read.starts_at.as_deref(), read.starts_in_s, now)?;
    let before = |seconds: u64| starts_at.minus(Millis(seconds.saturating_mul(1000)));
    let mut terms = read.terms.terms(config, &config.hash())?;
    terms.starts_at = starts_at;
    terms.check_in_at = before(read.check_in_ahead_s);
    terms.registration_at = read.registration_ahead_s.map_or(now, before);
    Ok(terms)
}

/// The terms of the ladder season that a TOML text announces at `now`.
///
/// # Errors
/// As [`tournament_announcement`].
pub fn ladder_announcement(text: &str, config: &Config, now: WallTime) -> Result<LadderTerms, String> {
    let read: Ladder = toml::from_str(text).map_err(|error| error.to_string())?;
    let variant: Variant = read.variant.parse().map_err(|_| format!("variant {:?} is none", read.variant))?;
    let game = config.games.find(variant).ok_or_else(|| format!("{variant} is not offered here"))?;
    let offered = game.rule_sets.contains(&read.rule_set);
    let rule_set = config.rule_set(&read.rule_set).filter(|_| offered).ok_or_else(|| {
        format!("rule_set {:?} is none of {variant}: {}", read.rule_set, game.rule_sets.join(", "))
    })?;
    let opens_at = instant("opens", read.opens_at.as_deref(), read.opens_in_s, now)?;
    Ok(LadderTerms {
        profile: format!("{variant} {}", rule_set.definition()),
        opens_at,
        ends_at: opens_at.plus(Millis(read.days.saturating_mul(86_400_000))),
        prizes: read.prizes,
        config_version: 0,
    })
}

/// The instant that one of the two keys names.
fn instant(what: &str, at: Option<&str>, in_s: Option<u64>, now: WallTime) -> Result<WallTime, String> {
    let named = match (at, in_s) {
        (Some(text), None) => competition::instant_of(text)
            .ok_or_else(|| format!("{what}_at {text:?} is no instant, as in 2026-12-24T20:00:00Z"))?,
        (None, Some(seconds)) => now.plus(Millis(seconds.saturating_mul(1000))),
        _ => return Err(format!("say either {what}_at or {what}_in_s")),
    };
    if named > now.plus(FARTHEST) {
        return Err(format!("it {what} more than a year from now"));
    }
    Ok(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: WallTime = WallTime(1_796_083_200_000_000);

    fn config() -> Config {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../config/damas.toml");
        Config::load(std::path::Path::new(file)).unwrap()
    }

    fn example(name: &str) -> String {
        std::fs::read_to_string(format!("{}/../../config/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
    }

    #[test]
    fn the_examples_announce_what_they_say() {
        let terms = tournament_announcement(&example("tournament.toml"), &config(), NOW).unwrap();
        assert_eq!(terms.starts_at, NOW.plus(Millis(900_000)));
        assert_eq!(terms.registration_at, NOW);
        let season = ladder_announcement(&example("ladder.toml"), &config(), NOW).unwrap();
        assert!(season.validate(&competition::LadderLimits::default(), NOW).is_ok());
    }

    #[test]
    fn a_start_is_said_once_and_in_utc() {
        let text = example("tournament.toml");
        let at = |key: &str| tournament_announcement(&text.replace("starts_in_s = 900", key), &config(), NOW);
        let exact = at("starts_at = \"2026-12-24T20:00:00Z\"").unwrap();
        assert_eq!(competition::utc_text(exact.starts_at), "2026-12-24T20:00:00Z");
        for wrong in ["", "starts_at = \"tonight\"", "starts_in_s = 9\nstarts_at = \"2026-12-24T20:00:00Z\""]
        {
            assert!(at(wrong).unwrap_err().contains("starts_at"), "{wrong}");
        }
        assert!(at("starts_in_s = 99999999999999999").unwrap_err().contains("a year"));
        assert!(at("starts_in_s = 9\nsurprise = 1").unwrap_err().contains("surprise"));
    }
}
