//! The configuration's tests: every key once with a typo and once with a wrong type, and what cannot be.

use super::*;
use toml::Value;

const FILE: &str = include_str!("../../../../config/damas.toml");

fn file() -> Value {
    toml::from_str(FILE).unwrap()
}

/// Every key of the file, as a path; lists of tables by their first item.
fn paths(value: &Value, at: &[String], all: &mut Vec<Vec<String>>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Table(table) => table.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(items) if items.first().is_some_and(Value::is_table) => {
            vec![("0".to_owned(), &items[0])]
        }
        _ => return,
    };
    for (key, child) in children {
        let mut path = at.to_vec();
        path.push(key.clone());
        if key != "0" {
            all.push(path.clone());
        }
        paths(child, &path, all);
    }
}

fn every_path() -> Vec<Vec<String>> {
    let mut all = Vec::new();
    paths(&file(), &[], &mut all);
    assert!(all.len() > 60, "the file has its keys");
    all
}

fn parent<'a>(root: &'a mut Value, path: &[String]) -> &'a mut toml::Table {
    let mut at = root;
    for key in &path[..path.len() - 1] {
        at = match at {
            Value::Table(table) => table.get_mut(key).unwrap(),
            Value::Array(items) => &mut items[key.parse::<usize>().unwrap()],
            _ => panic!("{path:?} leads nowhere"),
        };
    }
    at.as_table_mut().unwrap()
}

fn refusal(root: &Value) -> String {
    Config::from_toml(&toml::to_string(root).unwrap()).unwrap_err().to_string()
}

/// The refusal of the file with `pairs` over it, as from the environment.
fn refused(pairs: &[(&str, &str)]) -> String {
    Config::from_toml_with(FILE, pairs).unwrap_err().to_string()
}

fn accepted(pairs: &[(&str, &str)]) -> Config {
    Config::from_toml_with(FILE, pairs).unwrap_or_else(|error| panic!("{pairs:?}: {error}"))
}

#[test]
fn the_file_of_the_repository_is_accepted_and_names_every_key() {
    let config = Config::from_toml(FILE).unwrap();
    let known: Value = Value::try_from(&config).unwrap();
    let mut all = Vec::new();
    paths(&known, &[], &mut all);
    let mut in_file = every_path();
    all.sort();
    in_file.sort();
    assert_eq!(all, in_file);
    assert_eq!(config.environment, Environment::Development);
}

#[test]
fn w12_a_typo_in_any_key_is_refused_by_name() {
    for path in every_path() {
        let mut root = file();
        let table = parent(&mut root, &path);
        let key = path.last().unwrap();
        let value = table.remove(key).unwrap();
        table.insert(format!("{key}x"), value);
        let text = refusal(&root);
        assert!(text.contains(&format!("{key}x` is unknown")), "{path:?}: {text}");
        assert!(text.contains(key.as_str()), "{path:?}: {text}");
    }
}

#[test]
fn w12_a_wrong_type_in_any_key_is_refused_by_name() {
    for path in every_path() {
        let mut root = file();
        let table = parent(&mut root, &path);
        let key = path.last().unwrap();
        let wrong = match table.get(key).unwrap() {
            Value::String(_) => Value::Array(vec![Value::Boolean(true)]),
            _ => Value::String("much".to_owned()),
        };
        table.insert(key.clone(), wrong);
        let text = refusal(&root);
        assert!(text.contains(key.as_str()), "{path:?}: {text}");
        assert!(text.contains("allowed:"), "{path:?}: {text}");
    }
}

#[test]
fn a_value_that_cannot_be_is_refused_with_key_reason_and_what_is_allowed() {
    for (key, value, says) in [
        (
            "games__brazilian__stake_min",
            "200000",
            "`games.brazilian.stake_min` is 200000, more than stake_max, 100000; allowed: 1 to 100000",
        ),
        ("games__brazilian__stake_min", "0", "`games.brazilian.stake_min` is 0; allowed: 1 to"),
        ("games__brazilian__stake_min", "-5", "`games.brazilian.stake_min` is -5"),
        (
            "games__brazilian__stake_max",
            "9007199254740991",
            "`games.brazilian.stake_max` is 9007199254740991",
        ),
        (
            "games__brazilian__stake_choices",
            "[50]",
            "`games.brazilian.stake_choices[0]` is 50, outside the stake range; allowed: 100 to 100000",
        ),
        ("games__brazilian__stake_choices", "[]", "`games.brazilian.stake_choices` is empty"),
        ("games__brazilian__stake_choices", "[500, 100]", "does not rise"),
        (
            "games__brazilian__fee_basis_points",
            "10001",
            "`games.brazilian.fee_basis_points` is 10001; allowed: 0 to 10000",
        ),
        ("games__brazilian__clocks", "[]", "`games.brazilian.clocks` is empty"),
        ("games__brazilian__clocks", "[{initial_ms=1}]", "`games.brazilian.clocks[0].initial_ms` is 1"),
        ("games__brazilian__clocks", "[{initial_ms=1000},{initial_ms=1000}]", "stands in the list twice"),
        (
            "games__brazilian__rule_sets",
            "[\"chess\"]",
            "`games.brazilian.rule_sets[0]` is \"chess\"; allowed: dream",
        ),
        (
            "games__brazilian__rule_sets",
            "[\"dream\", \"dream\"]",
            "`games.brazilian.rule_sets[1]` stands in the list twice",
        ),
        ("games__brazilian__rule_sets", "[]", "`games.brazilian.rule_sets` is empty"),
        ("games__american__stake_min", "0", "`games.american.stake_min` is 0; allowed: 1 to"),
        ("games__international__clocks", "[]", "`games.international.clocks` is empty"),
        (
            "games__russian__rule_sets",
            "[\"shashki\"]",
            "`games.russian.rule_sets[0]` is \"shashki\"; allowed: dream",
        ),
        ("games__chess__staked", "true", "`games.chess` is unknown; allowed: here: brazilian, american"),
        ("currency__code", "REAL", "`currency.code` is \"REAL\", which is no currency"),
        ("currency__code", "XAU", "`currency.code` is \"XAU\""),
        ("currency__exponent", "3", "`currency.exponent` is 3; allowed: 2, as ISO 4217 says of BRL"),
        ("currency__code", "CLP", "`currency.exponent` is 2; allowed: 0, as ISO 4217 says of CLP"),
        ("server__listen", "localhost", "`server.listen`"),
        ("server__origins", "[\"damas.example\"]", "`server.origins[0]`"),
        ("server__origins", "[\"https://damas.example/page\"]", "`server.origins[0]`"),
        (
            "server__limits__frame_bytes",
            "65536",
            "`server.limits.frame_bytes` is 65536; allowed: 1024 to 16384",
        ),
        ("server__limits__frames_per_second", "0", "`server.limits.frames_per_second` is 0"),
        (
            "server__sockets__ping_every_ms",
            "60000",
            "`server.sockets.ping_every_ms` is 60000; allowed: 100 to 30000",
        ),
        ("server__sockets__missed_pings", "0", "`server.sockets.missed_pings` is 0"),
        ("database__connections", "0", "`database.connections` is 0; allowed: 1 to 500"),
        ("lobby__staked_games_per_player", "0", "`lobby.staked_games_per_player` is 0"),
        ("rivals__games", "[]", "`rivals.games` is []; allowed: one or more numbers of games"),
        ("rivals__games", "[2, 0]", "`rivals.games` is [2, 0]"),
        ("rivals__min_lead_s", "5", "`rivals.min_lead_s` is 5; allowed: 60 to 2592000"),
        (
            "rivals__max_lead_s",
            "60",
            "`rivals.min_lead_s` is 120, more than max_lead_s, 60; allowed: at most 60",
        ),
        ("rivals__grace_s", "60", "`rivals.grace_s` is 60; allowed: 180 to 900"),
        ("rivals__busy_wait_s", "200", "`rivals.grace_s` is 300, more than busy_wait_s, 200"),
        (
            "rivals__absence_per_match_s",
            "30",
            "`rivals.absence_per_game_s` is 60, more than absence_per_match_s",
        ),
        ("rivals__no_show", "shame", "`rivals.no_show` is \"shame\"; allowed: refund_all, forfeit_stake"),
        ("tournaments__round_break_s", "0", "`tournaments.round_break_s` is 0; allowed: 1 to"),
        ("tournaments__mini__replays", "9", "`tournaments.mini.replays` is 9"),
        ("rivals__late_cancels", "0", "`rivals.late_cancels` is 0"),
        ("rivals__mini__sudden_death_games", "0", "`rivals.mini.sudden_death_games` is 0; allowed: 1 to 100"),
        ("outages__lost_basis_points", "0", "`outages.lost_basis_points` is 0"),
        ("reviews__early_stake_basis_points", "10001", "`reviews.early_stake_basis_points` is 10001"),
        ("environment", "test", "`environment` is \"test\"; allowed: development, production"),
        ("payments__gateway", "bank", "`payments.gateway` is \"bank\"; allowed: none, development"),
        ("passwords__memory_kib", "1", "`passwords.memory_kib` is 1"),
        ("log__filter", "rooms=loud", "`log.filter`"),
    ] {
        let text = refused(&[(key, value)]);
        assert!(text.contains(says), "{key}={value}: {text}");
    }
}

#[test]
fn all_that_cannot_be_is_said_at_once() {
    let text = refused(&[("lobby__seeks_per_player", "0"), ("practice__bot_threads", "0")]);
    assert!(text.contains("lobby.seeks_per_player") && text.contains("practice.bot_threads"), "{text}");
}

#[test]
fn a_missing_environment_is_production() {
    let mut root = file();
    root.as_table_mut().unwrap().remove("environment");
    let text = refusal(&root);
    assert!(text.contains("this is production"), "{text}");
}

#[test]
fn production_refuses_stakes_the_development_gateway_and_pages_without_tls() {
    let production = ("environment", "production");
    let text = refused(&[production]);
    for key in [
        "payments.gateway",
        "games.brazilian.staked",
        "games.russian.staked",
        "server.origins",
        "mail.transport",
    ] {
        assert!(text.contains(key), "{key}: {text}");
    }
    let closed = [
        production,
        ("payments__gateway", "none"),
        ("mail__transport", "none"),
        ("games__brazilian__staked", "false"),
        ("games__american__staked", "false"),
        ("games__international__staked", "false"),
        ("games__russian__staked", "false"),
    ];
    let text = refused(&[&closed[..], &[("server__origins", "[\"http://damas.example\"]")]].concat());
    assert!(text.contains("server.origins[0]") && text.contains("https"), "{text}");
    let config = accepted(&[&closed[..], &[("server__origins", "[\"https://damas.example\"]")]].concat());
    let smtp = [("server__origins", "[\"https://damas.example\"]"), ("mail__transport", "smtp")];
    assert!(refused(&[&closed[..], &smtp].concat()).contains("mail.host"), "a mail server has a name");
    assert!(config.is_production() && config.games.offered().all(|(_, game)| !game.staked));
}

#[test]
fn each_game_has_terms_of_its_own_and_the_repository_s_file_offers_all_four() {
    let config = Config::from_toml(FILE).unwrap();
    let offered: Vec<_> = config
        .games
        .offered()
        .map(|(variant, game)| (variant.to_string(), game.rule_sets[0].as_str()))
        .collect();
    let expected = [
        ("brazilian", "dream"),
        ("american", "american"),
        ("international", "international"),
        ("russian", "dream"),
    ];
    assert_eq!(offered, expected.map(|(variant, rules)| (variant.to_owned(), rules)));
    let dearer = accepted(&[("games__russian__fee_basis_points", "900")]);
    let fee = |variant| dearer.games.find(variant).unwrap().fee_basis_points.0;
    assert_eq!((fee(Variant::Russian), fee(Variant::Brazilian)), (900, 500));
    assert_ne!(dearer.hash(), config.hash());
}

#[test]
fn a_game_without_its_section_is_not_offered_and_one_must_be() {
    let mut root = file();
    root.as_table_mut().unwrap().remove("tournaments");
    let games = root["games"].as_table_mut().unwrap();
    for name in ["brazilian", "american", "russian"] {
        games.remove(name);
    }
    let config = Config::from_toml(&toml::to_string(&root).unwrap()).unwrap();
    assert!(config.games.find(Variant::International).is_some());
    assert_eq!(config.games.find(Variant::Brazilian), None);
    root["games"].as_table_mut().unwrap().remove("international");
    let text = refusal(&root);
    assert!(text.contains("`games` offers no game; allowed: one or more of [games.brazilian]"), "{text}");
}

#[test]
fn an_operator_s_own_rule_set_is_played_by_and_named_like_any_other() {
    let own = [
        ("rule_sets__club__quiet_plies", "60"),
        ("rule_sets__club__repetition", "4"),
        ("rule_sets__club__balances", "[\"KK v K, KM v K: 10, anew at crowning\", \"3 pieces v K: 32\"]"),
        ("games__russian__rule_sets", "[\"club\", \"dream\"]"),
    ];
    let config = accepted(&own);
    let club = config.usual_rule_set(Variant::Russian);
    assert_eq!(
        club.definition(),
        "club: repetition 4; quiet 60; KK v K, KM v K: 10, anew at crowning; 3 pieces v K: 32"
    );
    assert_eq!(config.rule_set("club"), Some(club));
    assert_eq!(config.rule_set("dream"), Some(RuleSet::Dream));
    assert_ne!(
        config.hash(),
        accepted(
            &own[1..].iter().copied().chain([("rule_sets__club__quiet_plies", "61")]).collect::<Vec<_>>()
        )
        .hash()
    );
}

#[test]
fn a_rule_set_that_cannot_be_is_refused_with_what_is_right() {
    let quiet = ("rule_sets__club__quiet_plies", "60");
    for (pairs, says) in [
        (&[quiet, ("rule_sets__club__quiet", "60")][..], "`rule_sets.club.quiet` is unknown"),
        (&[("rule_sets__club__repetition", "3")], "`rule_sets.club.quiet_plies` is missing"),
        (&[("rule_sets__club__quiet_plies", "1")], "the number of plies is 2 to 500"),
        (&[quiet, ("rule_sets__club__repetition", "1")], "the number of times is 2 to 9"),
        (
            &[quiet, ("rule_sets__club__balances", "[\"KK gegen K: 10\"]")],
            "`rule_sets.club.balances[0]` is \"KK gegen K: 10\"; allowed: KK v K, KM v K: 10",
        ),
        (&[quiet, ("rule_sets__club__balances", "[\"quiet 3\"]")], "`rule_sets.club.balances[0]`"),
        (&[("rule_sets__dream__quiet_plies", "60")], "dream is a rule set that there is already"),
        (
            &[("games__russian__rule_sets", "[\"club\"]")],
            "`games.russian.rule_sets[0]` is \"club\"; allowed: dream",
        ),
        (&[quiet, ("games__russian__rule_sets", "[\"clubs\"]")], "international, american, club"),
    ] {
        let text = refused(pairs);
        assert!(text.contains(says), "{pairs:?}: {text}");
    }
}

#[test]
fn without_a_section_rivals_are_played_by_the_published_rules_inside_what_the_games_offer() {
    let mut root = file();
    root.as_table_mut().unwrap().remove("rivals");
    let config = Config::from_toml(&toml::to_string(&root).unwrap()).unwrap();
    let limits = config.rivals.limits(&config.games, &config.reviews);
    let published = competition::RivalsLimits::default();
    assert_eq!(
        (limits.min_lead, limits.mini, limits.review),
        (published.min_lead, published.mini, published.review)
    );
    let (shortest, longest) = (limits.clock_min, limits.clock_max);
    assert_eq!((limits.stake_min.0, limits.stake_max.0), (100, 100_000));
    assert_eq!((shortest.initial.0, shortest.increment.0), (30_000, 0));
    assert_eq!((longest.initial.0, longest.increment.0), (1_200_000, 10_000));
    let derived = competition::RivalsLimits {
        stake_min: published.stake_min,
        stake_max: published.stake_max,
        clock_min: published.clock_min,
        clock_max: published.clock_max,
        ..limits
    };
    assert_eq!(derived, published);
    // the file is for trying things out: a start need not be far ahead
    assert_eq!(Config::from_toml(FILE).unwrap().rivals.min_lead_s, 120);
}

#[test]
fn stakes_and_clocks_that_games_may_offer_are_no_contradiction_to_rivals() {
    let config = accepted(&[
        ("games__brazilian__stake_max", "4503599627370495"),
        ("games__brazilian__clocks", "[{initial_ms=100}]"),
    ]);
    let limits = config.rivals.limits(&config.games, &config.reviews);
    assert_eq!(limits.validate(), Ok(()));
    assert_eq!((limits.stake_max.0, limits.clock_min.initial.0), (9_007_199_254_740_991 / 2 / 8, 1_000));
}

#[test]
fn a_secret_in_the_file_is_refused() {
    let text = refused(&[("database__url", "postgres://user:secret@host/damas")]);
    assert!(text.contains("`database.url` is unknown") && !text.contains("secret"), "{text}");
}

#[test]
fn the_hash_is_equal_for_equal_configurations_and_differs_with_any_value() {
    let first = Config::from_toml(FILE).unwrap();
    let commented = Config::from_toml(&format!("# another comment\n{FILE}")).unwrap();
    assert_eq!(first.hash(), commented.hash());
    assert_eq!(first.hash().len(), 64);
    let dearer = accepted(&[("games__brazilian__fee_basis_points", "501")]);
    assert_ne!(first.hash(), dearer.hash());
    let back: Config = serde_json::from_str(&first.canonical()).unwrap();
    assert_eq!(back, first);
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let error = Config::load(std::path::Path::new("/nowhere/damas.toml")).unwrap_err();
    assert_eq!(error, ConfigError::NoFile("/nowhere/damas.toml".into()));
}

#[test]
fn text_that_is_not_toml_is_refused_with_its_place() {
    let text = Config::from_toml("environment = \n").unwrap_err().to_string();
    assert!(text.contains("not TOML") && text.contains("line 1"), "{text}");
}

#[test]
fn the_configuration_for_a_load_is_one() {
    let config = Config::from_toml(include_str!("../../../../config/load.toml")).unwrap();
    assert!(!config.is_production());
}

/// The file with its example of a tournament for money.
fn file_with_the_cup() -> String {
    let (before, after) = FILE.split_once("# [[tournaments.schedules]]").unwrap();
    let (example, after) = after.split_once("\n\n").unwrap();
    let example = example.lines().map(|line| line.trim_start_matches('#').trim_start());
    format!("{before}[[tournaments.schedules]]\n{}\n\n{after}", example.collect::<Vec<_>>().join("\n"))
}

/// The refusal of the file's schedule of that number, its key `key` (under its terms where it stands there) having that value.
fn schedule_refused(schedule: usize, key: &str, value: &str) -> String {
    let mut root: Value = toml::from_str(&file_with_the_cup()).unwrap();
    let table = &mut root["tournaments"]["schedules"][schedule];
    let value = toml::from_str::<Value>(&format!("value = {value}")).unwrap()["value"].clone();
    let own = ["name", "cron", "zone", "announce_ahead_s", "registration_ahead_s", "check_in_ahead_s"];
    let (table, key) = match key.strip_prefix("terms.") {
        Some(key) => (&mut table["terms"], key),
        None if own.contains(&key) => (table, key),
        None => panic!("{key} is no key"),
    };
    table.as_table_mut().unwrap().insert(key.to_owned(), value);
    refusal(&root)
}

#[test]
fn a_schedule_whose_tournaments_could_not_be_kept_is_refused_at_the_start() {
    for (schedule, key, value, says) in [
        (0, "cron", "\"0 25 * * *\"", "`tournaments.schedules[0].cron` can't be:"),
        (0, "zone", "\"America/Nowhere\"", "is no time zone of the IANA data"),
        (0, "name", "\"Arena!\"", "`tournaments.schedules[0].name` is \"Arena!\"; allowed: 1 to 40"),
        (
            1,
            "name",
            "\"hourly-arena\"",
            "`tournaments.schedules[1].name` is \"hourly-arena\", which another has",
        ),
        (0, "announce_ahead_s", "300", "the first must be more"),
        (1, "registration_ahead_s", "60", "registration, check-in and start must follow one another"),
        (0, "terms.contribution", "100", "an arena is without money"),
        (
            1,
            "terms.guarantee",
            "4001",
            "a guarantee of 4001 is more than 4000, 2 times the contributions of 4",
        ),
        (1, "terms.prize_weights", "[]", "a pool needs prize weights"),
        (1, "terms.prize_weights", "[1, 2]", "weight of place 2"),
        (1, "terms.rounds", "3", "rounds is nothing of this format, which has third_place"),
        (1, "terms.min_players", "1", "1 to 16 players"),
        (1, "terms.rule_set", "\"russian\"", "is none of brazilian"),
        (1, "terms.variant", "\"chess\"", "is no variant"),
        (1, "terms.late_entry", "true", "late entry is possible in a Swiss and in an arena only"),
        (1, "terms.countries", "[\"br\"]", "is no country"),
        (1, "terms.name", "\"\"", "a name has 1 to 80 characters"),
    ] {
        let text = schedule_refused(schedule, key, value);
        assert!(text.contains(says), "{key} = {value}: {text}");
    }
    let mut swiss: Value = toml::from_str(&file_with_the_cup()).unwrap();
    let terms = swiss["tournaments"]["schedules"][1]["terms"].as_table_mut().unwrap();
    terms.remove("third_place");
    terms.insert("format".to_owned(), Value::String("swiss".to_owned()));
    assert!(refusal(&swiss).contains("rounds is missing, which this format needs"));
    let terms = swiss["tournaments"]["schedules"][1]["terms"].as_table_mut().unwrap();
    terms.insert("rounds".to_owned(), Value::Integer(4));
    assert!(refusal(&swiss).contains("4 rounds: a Swiss of at least 4 players has 1 to 3"));
    let production = Config::from_toml_with(&file_with_the_cup(), &[("environment", "production")]);
    let text = production.unwrap_err().to_string();
    assert!(text.contains("`tournaments.schedules[1].terms` asks for money"), "{text}");
}

#[test]
fn the_schedules_of_the_file_are_announced_by_the_terms_that_stand_there() {
    let config = Config::from_toml(&file_with_the_cup()).unwrap();
    let schedules = config.schedules("hash");
    let names: Vec<&str> = schedules.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["hourly-arena", "evening-cup"]);
    for one in &schedules {
        let terms = one.terms_at(ids::WallTime(1_800_000_000_000_000));
        assert_eq!(terms.validate(), Ok(()));
        assert_eq!((terms.config_hash.as_str(), terms.limits), ("hash", config.tournaments.limits()));
    }
    assert_eq!(TournamentsConfig::default().limits(), competition::TournamentLimits::default());
}
