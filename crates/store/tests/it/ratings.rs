//! Ended games change ratings once, in the order of their ends, whatever happens at the same time.

use crate::cluster::{open, sql, try_sql};
use crate::world::{NOON, World, id};
use competition::{
    Clock, Finish, FinishedGame, GameResult, Held, PerColour, PlayedAs, RatingBook, RatingChange,
    RatingClass, leaderboard, pair_gain, rating_history,
};
use ids::{AccountId, GameId, Millis, WallTime};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rooms::RatedGame;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;
use store::{RatingRules, TakeBackError, VoidError};
use uuid::Uuid;

const MINUTE: i64 = 60_000_000;
const HOUR: i64 = 60 * MINUTE;

/// A game whose row is written as it stands when it has ended, and is not paid.
#[derive(Clone, Debug)]
struct Ended {
    game: GameId,
    variant: &'static str,
    clock: (u64, u64),
    players: (AccountId, AccountId),
    outcome: &'static str,
    reason: &'static str,
    rated: bool,
    started_at: WallTime,
    ended_at: WallTime,
}

impl Ended {
    fn new(players: (AccountId, AccountId), outcome: &'static str, ended_at: WallTime) -> Self {
        Self {
            game: GameId(id()),
            variant: "brazilian",
            clock: (300_000, 3_000),
            players,
            outcome,
            reason: "resignation",
            rated: true,
            started_at: WallTime(ended_at.0 - 5 * MINUTE),
            ended_at,
        }
    }

    fn counts(&self) -> bool {
        self.rated && self.outcome != "void" && self.reason != "forfeit"
    }

    fn class(&self) -> RatingClass {
        let clock = Clock { initial: Millis(self.clock.0), increment: Millis(self.clock.1) };
        RatingClass { variant: self.variant.to_owned(), clock: RatingRules::default().classes.of(clock) }
    }

    fn row(&self) -> String {
        let Self { game, variant, clock, players, outcome, reason, rated, started_at, ended_at } = self;
        format!(
            "('{game}', '{variant}', 'dream', {}, {}, 30000, 3, 1000, 500, '0123', '{}', '{}', true, 'node-1', {rated},
            to_timestamp(0) + {} * interval '1 microsecond', to_timestamp(0) + {} * interval '1 microsecond',
            '{outcome}', '{reason}')",
            clock.0, clock.1, players.0, players.1, started_at.0, ended_at.0,
        )
    }

    fn finished(&self, said_unrated: bool) -> FinishedGame {
        FinishedGame {
            game: self.game,
            class: self.class(),
            players: PerColour { white: self.players.0, black: self.players.1 },
            played_as: PlayedAs::Lobby,
            said_unrated,
            result: match self.outcome {
                "white" => GameResult::White,
                "black" => GameResult::Black,
                "draw" => GameResult::Draw,
                other => panic!("{other}"),
            },
            finish: Finish::Played,
            ended_at: self.ended_at,
        }
    }
}

/// Writes the games in one statement.
async fn end_all(world: &World, games: &[Ended]) {
    let rows: Vec<_> = games.iter().map(Ended::row).collect();
    let text = format!(
        "insert into game (game_id, variant, rule_set, initial_ms, increment_ms, first_move_ms, max_draw_offers,
            stake_minor, fee_basis_points, config_hash, white_account_id, black_account_id, watchable, node, rated,
            started_at, ended_at, outcome, reason) values {}",
        rows.join(", ")
    );
    sql(&world.address, &text).await;
}

/// The games one after another in memory: the ratings, their changes, and the games that the pair's cap left out.
struct Fold {
    book: RatingBook,
    changes: Vec<RatingChange>,
    capped: Vec<GameId>,
}

impl Fold {
    fn of(games: &[Ended]) -> Self {
        let terms = RatingRules::default().terms;
        let mut fold = Self { book: RatingBook::new(terms), changes: Vec::new(), capped: Vec::new() };
        let mut counting: Vec<_> = games.iter().filter(|game| game.counts()).collect();
        counting.sort_by_key(|game| (game.ended_at, game.game));
        for game in counting {
            let before = fold.changes.iter().filter(|change| change.at <= game.started_at);
            let gain = pair_gain(&terms, before, &game.class(), game.players, game.started_at);
            match fold.book.rate_one(&game.finished(!gain.rated)) {
                Ok(changes) => {
                    fold.changes.extend(changes.into_iter().flat_map(|both| [both.white, both.black]))
                }
                Err(_) => fold.capped.push(game.game),
            }
        }
        fold
    }

    /// The rows say the same: every change, every rating, every board. How many lines the boards had.
    async fn assert_in_rows(&self, world: &World, note: &str) -> usize {
        let rules = RatingRules::default();
        let mut curves: BTreeMap<(AccountId, RatingClass), Vec<RatingChange>> = BTreeMap::new();
        for change in &self.changes {
            curves.entry((change.account, change.class.clone())).or_default().push(change.clone());
        }
        let mut boards: HashMap<RatingClass, Vec<(AccountId, competition::Rating)>> = HashMap::new();
        for ((account, class), changes) in &curves {
            let rows = world.database.rating_changes(*account, class, 10_000).await.unwrap();
            assert_eq!(&rows, changes, "{note}");
            assert_eq!(rating_history(&rows), rating_history(changes));
            let held = self.book.held(*account, class);
            let now = world.database.ratings_of(*account).await.unwrap();
            assert_eq!(now.iter().find(|(of, _)| of == class), Some(&(class.clone(), held)), "{note}");
            boards.entry(class.clone()).or_default().push((*account, held.rating));
        }
        let rows = world.count("select count(*) from rating_change").await;
        assert_eq!(usize::try_from(rows).unwrap(), self.changes.len(), "{note}");
        let capped = world.count("select count(*) from game where unrated = 'pair_gain'").await;
        assert_eq!(usize::try_from(capped).unwrap(), self.capped.len(), "{note}");
        let mut lines = 0;
        for (class, ratings) in boards {
            for at in [WallTime(NOON.0 + 24 * HOUR), WallTime(NOON.0 + 40 * 24 * HOUR)] {
                let whole = leaderboard(&rules.terms, ratings.clone(), at, 100);
                let (first, rest) =
                    (board(world, &class, at, 0, 7).await, board(world, &class, at, 7, 93).await);
                assert_eq!([first, rest].concat(), whole, "{note}: {class:?}");
                lines += whole.len();
            }
        }
        lines
    }
}

async fn board(
    world: &World,
    class: &RatingClass,
    at: WallTime,
    offset: u32,
    limit: u32,
) -> Vec<competition::BoardRow> {
    let terms = RatingRules::default().terms;
    let lines = world.database.rating_board(&terms, class, at, offset, limit).await.unwrap();
    lines.into_iter().map(|line| line.row).collect()
}

/// Games of some players that end within a day, a few at the same instant, some that are not rated.
fn random_games(random: &mut SmallRng, players: &[AccountId], count: usize) -> Vec<Ended> {
    let one = |_| {
        let pair: Vec<_> = players.choose_multiple(random, 2).copied().collect();
        // few instants, so that many games end together
        let ended_at = WallTime(NOON.0 + random.random_range(0..400) * 4 * MINUTE);
        let (outcome, reason) = *[
            ("white", "resignation"),
            ("white", "flag"),
            ("black", "no_pieces"),
            ("black", "blocked"),
            ("draw", "agreement"),
            ("draw", "repetition"),
            ("void", "aborted"),
            ("void", "voided"),
            ("white", "forfeit"),
        ]
        .choose(random)
        .unwrap();
        Ended {
            game: GameId(Uuid::from_u128(random.random())),
            variant: if random.random_ratio(1, 5) { "russian" } else { "brazilian" },
            clock: if random.random_ratio(1, 5) { (60_000, 0) } else { (300_000, 3_000) },
            reason,
            rated: !random.random_ratio(1, 20),
            ..Ended::new((pair[0], pair[1]), outcome, ended_at)
        }
    };
    (0..count).map(one).collect()
}

async fn accounts(world: &World, count: usize) -> Vec<AccountId> {
    world.players(count, 0).await.into_iter().map(|player| player.account).collect()
}

fn seeded() -> (SmallRng, String) {
    let seed = std::env::var("SEED").ok().and_then(|text| text.parse().ok());
    let seed = seed.unwrap_or_else(|| u64::from_be_bytes(crate::cluster::secret()[..8].try_into().unwrap()));
    (SmallRng::seed_from_u64(seed), format!("SEED={seed}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_games_that_end_in_one_batch_come_out_as_one_after_another_however_often_the_rater_is_killed()
 {
    let (mut random, seed) = seeded();
    println!("{seed}");
    let world = World::new().await;
    let players = accounts(&world, 20).await;
    let games = random_games(&mut random, &players, 1_000);
    end_all(&world, &games).await;
    let fold = Fold::of(&games);
    assert!(fold.changes.len() > 500 && !fold.capped.is_empty(), "{seed}");
    let rules = RatingRules::default();
    let (mut cut, mut in_between) = (0, 0);
    for round in 0..12 {
        // it goes at whatever it waits for then; its transaction with it
        let patience = Duration::from_millis(random.random_range(1..120));
        match round {
            // the database's side of it dies
            5 | 9 => {
                let kill = async {
                    tokio::time::sleep(patience).await;
                    sql(
                        &world.address,
                        "select pg_terminate_backend(pid) from pg_stat_activity
                        where datname = current_database() and pid <> pg_backend_pid()",
                    )
                    .await;
                };
                let (_rated, ()) = tokio::join!(world.database.rate_due(&rules, 100), kill);
            }
            _ => {
                let rating = world.database.rate_due(&rules, 1_000);
                cut += u32::from(tokio::time::timeout(patience, rating).await.is_err());
            }
        }
        let done = world.count("select count(*) from game where rated_at is not null").await;
        in_between += u32::from(done > 0 && done < 600);
        let halves = world.count(
            "select count(*) from game g where (g.rated_at is not null and g.unrated is null)
                <> ((select count(*) from rating_change c where c.game_id = g.game_id) = 2)",
        );
        assert_eq!(halves.await, 0, "{seed}: a game is rated whole or not at all");
    }
    assert!(cut > 0 && in_between > 0, "{seed}: {cut} cut, {in_between} in between");
    while !world.database.rate_due(&rules, 100).await.unwrap().is_empty() {}
    let listed = fold.assert_in_rows(&world, &seed).await;
    assert!(listed > 5, "{seed}: {listed} lines on all boards");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_raters_at_once_rate_each_game_once_and_in_order() {
    let (mut random, seed) = seeded();
    println!("{seed}");
    let world = World::new().await;
    let players = accounts(&world, 6).await;
    let games = random_games(&mut random, &players, 200);
    end_all(&world, &games).await;
    let (other, rules) = (open(world.address.clone()).await, RatingRules::default());
    let (first, second) =
        tokio::join!(async { world.database.rate_due(&rules, 1_000).await.unwrap() }, async {
            other.rate_due(&rules, 1_000).await.unwrap()
        });
    let fold = Fold::of(&games);
    assert_eq!(first.len() + second.len(), fold.changes.len() / 2 + fold.capped.len(), "{seed}");
    assert!(!first.is_empty() && !second.is_empty(), "{seed}: one did it all");
    fold.assert_in_rows(&world, &seed).await;
}

#[tokio::test]
async fn what_was_not_played_and_what_its_terms_leave_out_is_not_rated() {
    let world = World::new().await;
    let players = accounts(&world, 2).await;
    let pair = (players[0], players[1]);
    let games = [
        Ended { reason: "aborted", ..Ended::new(pair, "void", NOON) },
        Ended { reason: "voided", ..Ended::new(pair, "void", NOON) },
        Ended { reason: "forfeit", ..Ended::new(pair, "white", NOON) },
        Ended { reason: "forfeit", ..Ended::new(pair, "black", NOON) },
        Ended { rated: false, ..Ended::new(pair, "white", NOON) },
    ];
    end_all(&world, &games).await;
    let _running = world.game(1_000).await;
    assert_eq!(world.database.rate_due(&RatingRules::default(), 100).await.unwrap(), []);
    assert_eq!(world.count("select count(*) from rating").await, 0);
    end_all(&world, &[Ended::new(pair, "draw", NOON)]).await;
    assert_eq!(world.database.rate_due(&RatingRules::default(), 100).await.unwrap().len(), 1);
}

#[tokio::test]
async fn after_thirty_points_from_one_opponent_the_next_games_of_the_two_are_unrated_for_a_day() {
    let world = World::new().await;
    let (players, rules) = (accounts(&world, 3).await, RatingRules::default());
    let (ana, bruno, carla) = (players[0], players[1], players[2]);
    let at = |hours: i64| WallTime(NOON.0 + hours * HOUR);
    let games = [
        Ended::new((ana, bruno), "white", at(0)),
        // it had begun before she had won anything
        Ended { started_at: at(-1), ..Ended::new((ana, bruno), "white", at(1)) },
        Ended::new((bruno, ana), "white", at(2)),
        Ended::new((bruno, ana), "black", at(3)),
        Ended { clock: (60_000, 0), ..Ended::new((ana, bruno), "white", at(4)) },
        Ended::new((ana, carla), "black", at(5)),
        Ended::new((ana, bruno), "draw", at(26)),
    ];
    end_all(&world, &games).await;
    let done = world.database.rate_due(&rules, 100).await.unwrap();
    let rated: Vec<_> = done.iter().map(|done| matches!(done, RatedGame::Rated(_))).collect();
    assert_eq!(rated, [true, true, false, false, true, true, true]);
    assert_eq!(done[2], RatedGame::PairGain(games[2].game));
    Fold::of(&games).assert_in_rows(&world, "the cap").await;
    let class = games[0].class();
    let gain = world.database.pair_gain(&rules, &class, (ana, bruno), at(3)).await.unwrap();
    assert!(!gain.rated && gain.first > rules.terms.pair_gain, "{gain:?}");
    assert!(world.database.pair_gain(&rules, &class, (ana, carla), at(3)).await.unwrap().rated);
}

#[tokio::test]
async fn a_void_after_the_rating_gives_the_points_back_once() {
    let world = World::new().await;
    let (players, rules) = (accounts(&world, 3).await, RatingRules::default());
    let games = [
        Ended::new((players[0], players[1]), "white", NOON),
        Ended::new((players[1], players[2]), "white", WallTime(NOON.0 + HOUR)),
        Ended::new((players[2], players[0]), "draw", WallTime(NOON.0 + 2 * HOUR)),
    ];
    end_all(&world, &games).await;
    world.database.void(games[2].game, "before it was rated", "operator").await.unwrap();
    assert_eq!(world.database.rate_due(&rules, 100).await.unwrap().len(), 2);
    let of = async |account, game: &Ended| -> Held {
        let ratings = world.database.ratings_of(account).await.unwrap();
        ratings.into_iter().find(|(class, _)| *class == game.class()).unwrap().1
    };
    let before = of(players[1], &games[0]).await;
    // one that the operator voids is taken back by the rater
    world.database.void(games[0].game, "a fault", "operator").await.unwrap();
    let done = world.database.rate_due(&rules, 100).await.unwrap();
    let [RatedGame::TakenBack(back)] = &done[..] else { panic!("{done:?}") };
    assert_eq!((back.white.account, back.black.account), (players[0], players[1]));
    assert_eq!(of(players[0], &games[0]).await.rating.rating, rules.terms.start, "his only game");
    let after = of(players[1], &games[0]).await;
    assert_eq!((after.seq, after.rating.games), (before.seq + 1, before.rating.games - 1));
    assert!(after.rating.rating > before.rating.rating, "he had lost it");
    assert_eq!(world.database.rate_due(&rules, 100).await.unwrap(), []);
    // one that is paid, by a review
    let later = WallTime(NOON.0 + 9 * HOUR);
    let taken = world.database.take_back_rating(&rules, games[1].game, later).await.unwrap();
    assert_eq!(taken.white.at, later);
    assert_eq!(of(players[2], &games[1]).await.rating.rating, rules.terms.start);
    let refused = async |game| world.database.take_back_rating(&rules, game, later).await.unwrap_err();
    for game in &games[..2] {
        assert!(matches!(refused(game.game).await, TakeBackError::TakenBack(_)));
    }
    assert!(matches!(refused(games[2].game).await, TakeBackError::NotRated(_)), "voided before");
    assert!(matches!(refused(GameId(id())).await, TakeBackError::NoSuchGame(_)));
    let kept = try_sql(&world.address, "update rating_change set seq = 9").await;
    assert!(kept.is_err(), "what was recorded stays");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_voided_while_it_is_rated_ends_without_a_trace_in_points() {
    let world = World::new().await;
    let (players, rules) = (accounts(&world, 2).await, RatingRules::default());
    for round in 0..20 {
        let game = Ended::new((players[0], players[1]), "white", WallTime(NOON.0 + round * 48 * HOUR));
        end_all(&world, std::slice::from_ref(&game)).await;
        let (rated, voided) = tokio::join!(
            world.database.rate_due(&rules, 10),
            world.database.void(game.game, "at the same time", "operator")
        );
        rated.unwrap();
        assert!(!matches!(voided, Err(VoidError::Store(_) | VoidError::NoSuchGame(_))));
        world.database.rate_due(&rules, 10).await.unwrap();
        for (_, held) in world.database.ratings_of(players[0]).await.unwrap() {
            assert_eq!((held.rating.rating, held.rating.games), (rules.terms.start, 0), "round {round}");
        }
    }
}

#[tokio::test]
async fn the_rater_stays_out_of_the_way_of_a_payment_and_keeps_the_order() {
    let world = World::new().await;
    let (players, rules) = (accounts(&world, 2).await, RatingRules::default());
    let pair = (players[0], players[1]);
    let games = [Ended::new(pair, "white", NOON), Ended::new(pair, "draw", WallTime(NOON.0 + 1))];
    end_all(&world, &games).await;
    let fresh = format!(
        "update game set ended_at = now() + interval '1 minute' where game_id = '{}';
        update game set ended_at = now() + interval '2 minutes', settled_at = now() where game_id = '{}'",
        games[0].game, games[1].game
    );
    sql(&world.address, &fresh).await;
    assert_eq!(world.database.rate_due(&rules, 10).await.unwrap(), [], "the second waits for the first");
    sql(&world.address, &format!("update game set settled_at = now() where game_id = '{}'", games[0].game))
        .await;
    assert_eq!(world.database.rate_due(&rules, 10).await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_game_that_cannot_be_rated_stands_aside_and_stops_no_other() {
    let world = World::new().await;
    let (players, rules) = (accounts(&world, 2).await, RatingRules::default());
    let games =
        [0, 1, 2].map(|hour| Ended::new((players[0], players[1]), "draw", WallTime(NOON.0 + hour * HOUR)));
    end_all(&world, &games).await;
    assert_eq!(world.database.rate_due(&rules, 1).await.unwrap().len(), 1);
    // it has a change already that nobody made
    let plant = format!(
        "insert into rating_change select '{}', account_id, cause, opponent_id, variant, class, 77, changed_at, 0, 0, 0, 0,
            null, 0, 0, 0, 0, null from rating_change where account_id = '{}'",
        games[1].game, players[0]
    );
    sql(&world.address, &plant).await;
    let done = world.database.rate_due(&rules, 10).await.unwrap();
    assert_eq!(done[0], RatedGame::Failed(games[1].game));
    assert!(matches!(&done[1..], [RatedGame::Rated(changes)] if changes.white.seq == 2), "{done:?}");
    assert_eq!(world.count("select count(*) from game where unrated = 'failed'").await, 1);
}
