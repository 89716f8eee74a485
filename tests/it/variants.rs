//! The four kinds of draughts, each played whole: for a stake to its payout, over a restart, and against the bot.

use crate::support::{Folder, House, Player, Process, free_port, game_of, ledger_is_clean, page_of};
use ids::GameId;
use protocol::{
    ClientMsg, ClockSetting, Code, EndReason, Ended, GameSnapshot, LegalMoves, Level, Outcome, ServerMsg,
    Side,
};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};

/// Each variant, the draw rules that it is offered with, and the first move of whoever moves first.
const ALL: [(&str, &str, Side, &str); 4] = [
    ("brazilian", "dream", Side::White, "c3-d4"),
    ("american", "american", Side::Black, "b6-a5"),
    ("international", "international", Side::White, "32-28"),
    ("russian", "dream", Side::White, "c3-d4"),
];
/// Plies after which a game is resigned.
const LONG: u16 = 120;

/// A source of chance whose seed a failing test shows.
fn chance() -> SmallRng {
    let seed = rand::random();
    println!("seed {seed}");
    SmallRng::seed_from_u64(seed)
}

enum Step {
    Moved(LegalMoves),
    Ended(Ended),
}

/// Waits for the move of that ply, or for the game's end.
async fn step(player: &mut Player, ply: u16) -> Step {
    player
        .until(|message| match message {
            ServerMsg::Moved(moved) if moved.ply == ply => Some(Step::Moved(moved.legal.clone())),
            ServerMsg::Ended(ended) => Some(Step::Ended(ended.clone())),
            // the game was drawn by the move before this one
            ServerMsg::Rejected(rejected) if rejected.code == Code::GameOver => None,
            ServerMsg::Rejected(rejected) => panic!("refused: {rejected:?}"),
            _ => None,
        })
        .await
}

/// Plays random legal moves from a ply up to another; the end, if it came. `players[0]` has the even plies.
async fn play_on(
    game: GameId,
    players: &mut [Player; 2],
    mut legal: LegalMoves,
    plies: std::ops::Range<u16>,
    chance: &mut SmallRng,
) -> Option<Ended> {
    let [even, odd] = players;
    for ply in plies {
        let (mover, other) = if ply % 2 == 0 { (&mut *even, &mut *odd) } else { (&mut *odd, &mut *even) };
        let Some(mv) = legal.choose(chance) else { return Some(mover.ended().await) };
        let path = mv.paths[chance.random_range(0..mv.paths.len())].clone();
        mover.play(game, ply, &path).await;
        if let Step::Ended(ended) = step(mover, ply).await {
            return Some(ended);
        }
        match step(other, ply).await {
            Step::Moved(next) => legal = next,
            Step::Ended(ended) => return Some(ended),
        }
    }
    None
}

/// Whoever moves first comes first.
fn in_turn(snapshot: &GameSnapshot, white: Player, black: Player) -> [Player; 2] {
    match snapshot.state.turn {
        Side::White => [white, black],
        Side::Black => [black, white],
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_variant_is_played_for_a_stake_to_its_payout() {
    let house = House::open("variants").await;
    let mut chance = chance();
    for (variant, rules, first, opening) in ALL {
        let (id, mut white, black, _) = game_of(&house.url, variant, 1_000).await;
        let start = white.watch(id).await;
        assert_eq!((start.terms.variant.as_str(), start.terms.rules.as_str()), (variant, rules));
        assert_eq!(start.draw_rules.name, rules);
        assert_eq!(start.state.turn, first, "{variant}");
        let fee = i64::from(page_of(&house.url, variant).await.fee_basis_points.0) * 2_000 / 10_000;
        let mut players = in_turn(&start, white, black);
        let legal = players[0].watch(id).await.state.legal;
        assert!(legal.iter().any(|mv| mv.paths == [opening]), "{variant}: {legal:?}");
        let ended = match play_on(id, &mut players, legal, 0..LONG, &mut chance).await {
            Some(ended) => ended,
            None => {
                players[0].send(&ClientMsg::Resign { game: id, id: Player::id() }).await;
                players[0].ended().await
            }
        };
        let settled = [players[0].settled().await, players[1].settled().await];
        let firsts = match (ended.outcome, first) {
            (Outcome::Draw, _) => [1_000, 1_000],
            (Outcome::White, Side::White) | (Outcome::Black, Side::Black) => [2_000 - fee, 0],
            (Outcome::White | Outcome::Black, _) => [0, 2_000 - fee],
            (Outcome::Void, _) => panic!("{variant}: nothing voided it"),
        };
        assert_eq!(settled.map(|money| money.received.0), firsts, "{variant}: {ended:?}");
    }
    ledger_is_clean(&house.data);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_each_other_variant_goes_on_after_a_kill() {
    let (data, port) = (Folder::new("variants-kill"), free_port());
    let mut process = Process::start(&data, port).await;
    let mut chance = chance();
    for variant in ["american", "international", "russian"] {
        let (id, mut white, black, made) = game_of(&process.url, variant, 1_000).await;
        let start = white.watch(id).await;
        let mut players = in_turn(&start, white, black);
        let legal = players[0].watch(id).await.state.legal;
        let over = play_on(id, &mut players, legal, 0..7, &mut chance).await;
        assert!(over.is_none(), "seven plies end no game: {over:?}");
        let before = players[1].watch(id).await;
        process.kill();

        process = Process::start(&data, port).await;
        let mut white = Player::connect(&process.url, Some(&made[0].token)).await;
        let mut black = Player::connect(&process.url, Some(&made[1].token)).await;
        white.watch(id).await;
        black.watch(id).await;
        let mut players = in_turn(&start, white, black);
        let after = players[1].watch(id).await;
        assert_eq!((&after.state.fen, &after.moves), (&before.state.fen, &before.moves), "{variant}");
        assert_eq!(
            (&after.state.legal, after.state.draw),
            (&before.state.legal, before.state.draw),
            "{variant}"
        );
        assert_eq!((&after.terms, &after.draw_rules), (&before.terms, &before.draw_rules), "{variant}");
        let over = play_on(id, &mut players, after.state.legal, 7..12, &mut chance).await;
        if over.is_none() {
            players[0].send(&ClientMsg::Resign { game: id, id: Player::id() }).await;
            assert_eq!(players[1].ended().await.reason, EndReason::Resignation);
            assert_eq!(players[1].settled().await.received.0, 1_900);
        }
    }
    ledger_is_clean(&data);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_variant_is_practised_against_the_bot() {
    let house = House::open("variants-bot").await;
    let mut chance = chance();
    for (variant, rules, first, _) in ALL {
        for side in [Side::White, Side::Black] {
            let mut guest = Player::connect(&house.url, None).await;
            let id = Player::id();
            let level = Level::Easy;
            guest
                .send(&ClientMsg::PracticeBot {
                    id,
                    variant: variant.to_owned(),
                    level,
                    side,
                    clock: None,
                    fen: None,
                })
                .await;
            let start = guest.snapshot().await;
            assert_eq!((start.terms.variant.as_str(), start.terms.rules.as_str()), (variant, rules));
            let (mut legal, mut ply) = (start.state.legal, 0);
            if side != first {
                (legal, ply) = (guest.moved(0).await, 1);
            }
            for _ in 0..3 {
                let path = legal.choose(&mut chance).expect("nobody has lost yet").paths[0].clone();
                guest.play(start.game, ply, &path).await;
                guest.moved(ply).await;
                legal = guest.moved(ply + 1).await;
                ply += 2;
            }
            guest.send(&ClientMsg::Resign { game: start.game, id: Player::id() }).await;
            assert_eq!(guest.ended().await.reason, EndReason::Resignation);
        }
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_not_configured_is_offered_nowhere_and_the_refusal_says_what_is() {
    let text = crate::support::FILE;
    let section = |name: &str| text.find(&format!("\n[games.{name}]\n")).unwrap();
    let (from, to) = (section("international"), section("russian"));
    let without = format!("{}{}", &text[..from], &text[to..]);
    let house = House::open_file("variants-few", &without, &[("games__russian__staked", "false")]).await;
    let pages: Vec<protocol::GamePage> =
        reqwest::get(format!("{}/api/games", house.url)).await.unwrap().json().await.unwrap();
    let offered: Vec<_> = pages.iter().map(|page| (page.variant.as_str(), page.staked)).collect();
    assert_eq!(offered, [("brazilian", true), ("american", true), ("russian", false)]);
    let answer = reqwest::get(format!("{}/api/games/international", house.url)).await.unwrap();
    assert_eq!(answer.status().as_u16(), 404);
    let said = answer.text().await.unwrap();
    assert!(said.contains("brazilian, american, russian"), "{said}");

    let made = crate::support::players(&house.url, 1, 100_000).await;
    let mut ana = Player::connect(&house.url, Some(&made[0].token)).await;
    let seek = |variant: &str, page: &protocol::GamePage| ClientMsg::Seek {
        id: Player::id(),
        variant: variant.to_owned(),
        rules: page.rule_sets[0].clone(),
        stake: page.stake_min,
        clock: page.clocks[0],
        terms: page.terms.clone(),
    };
    let practice = |variant: &str| ClientMsg::PracticeBot {
        id: Player::id(),
        variant: variant.to_owned(),
        level: Level::Easy,
        side: Side::White,
        clock: None::<ClockSetting>,
        fen: None,
    };
    let refused = |message: &ServerMsg| match message {
        ServerMsg::Rejected(rejected) => Some((rejected.code, rejected.message.clone())),
        ServerMsg::SeekOpened { .. } | ServerMsg::Snapshot(_) => panic!("taken: {message:?}"),
        _ => None,
    };
    for (message, code, says) in [
        (seek("international", &pages[0]), Code::OutOfRange, "brazilian, american, russian"),
        (practice("international"), Code::OutOfRange, "brazilian, american, russian"),
        (practice("chess"), Code::OutOfRange, "there are brazilian"),
        (seek("russian", &pages[2]), Code::StakesRefused, "practice alone"),
    ] {
        ana.send(&message).await;
        let (found, said) = ana.until(refused).await;
        assert!(found == code && said.contains(says), "{message:?}: {said}");
    }
    // practice is open where stakes are closed
    ana.send(&practice("russian")).await;
    assert_eq!(ana.snapshot().await.terms.variant, "russian");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_keeps_the_operator_s_own_draw_rules_when_the_configuration_has_changed() {
    let (data, port) = (Folder::new("own-rules"), free_port());
    let file = |name: &str, text: &str| {
        let path =
            std::env::temp_dir().join(format!("{}-{name}.toml", data.0.file_name().unwrap().display()));
        std::fs::write(&path, text).unwrap();
        vec!["--config".to_owned(), path.display().to_string()]
    };
    let text = crate::support::FILE;
    let (before, russian) = text.split_at(text.find("\n[games.russian]\n").unwrap());
    let own = |rules: &str| {
        let named = russian.replacen("rule_sets = [\"dream\"]", "rule_sets = [\"club\"]", 1);
        format!("{before}{}", named.replacen("[rule_sets]\n", &format!("[rule_sets.club]\n{rules}\n"), 1))
    };
    let first = file(
        "first",
        &own("repetition = 4\nquiet_plies = 60\nbalances = [\"KM v K: 10, anew at crowning\"]"),
    );
    let second = file("second", &own("quiet_plies = 20"));
    let third = file("third", text);

    let mut process = Process::try_start(&data, port, &first).await.expect("it starts");
    let (id, mut white, mut black, made) = game_of(&process.url, "russian", 1_000).await;
    white.play(id, 0, "c3-d4").await;
    white.moved(0).await;
    black.moved(0).await;
    let said = white.watch(id).await;
    assert_eq!((said.terms.rules.as_str(), said.draw_rules.rules.len()), ("club", 3));
    assert_eq!((said.state.draw.quiet_limit, said.state.draw.repetition_limit), (Some(60), Some(4)));
    // the set has other rules, then there is none of that name
    for config in [&second, &third] {
        process.kill();
        process = Process::try_start(&data, port, config).await.expect("it starts again");
        let mut white = Player::connect(&process.url, Some(&made[0].token)).await;
        let now = white.watch(id).await;
        assert_eq!((&now.terms, &now.draw_rules), (&said.terms, &said.draw_rules));
        assert_eq!(now.state.draw, said.state.draw);
        let rules = page_of(&process.url, "russian").await.draw_rules;
        assert_ne!(rules[0], said.draw_rules, "new games are played by the new ones");
    }
    for path in [&first, &second, &third] {
        std::fs::remove_file(&path[1]).unwrap();
    }
    ledger_is_clean(&data);
}
