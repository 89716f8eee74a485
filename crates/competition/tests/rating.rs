//! Ratings from the outside: the fold of games, voids, the cap on gains from one opponent, boards.

use competition::{
    ClockClass, Finish, FinishedGame, GameResult, PerColour, PlayedAs, Points, Rating, RatingBook,
    RatingChange, RatingClass, RatingTerms, Unrated, VoidError, leaderboard, pair_gain, rating_history,
};
use ids::{AccountId, GameId, WallTime};
use rand::{Rng, SeedableRng, rngs::SmallRng, seq::SliceRandom};
use std::collections::BTreeMap;
use uuid::Uuid;

const HOUR: i64 = 3_600_000_000;

fn account(n: u128) -> AccountId {
    AccountId(Uuid::from_u128(n))
}

fn class() -> RatingClass {
    RatingClass { variant: "brazilian".into(), clock: ClockClass::Blitz }
}

fn game(n: u128, white: u128, black: u128, result: GameResult, ended_at: i64) -> FinishedGame {
    FinishedGame {
        game: GameId(Uuid::from_u128(n)),
        class: class(),
        players: PerColour { white: account(white), black: account(black) },
        played_as: PlayedAs::Lobby,
        said_unrated: false,
        result,
        finish: Finish::Played,
        ended_at: WallTime(ended_at),
    }
}

/// Games of 20 players over a month, many that end at the same instant.
fn month(seed: u64, count: u128) -> Vec<FinishedGame> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let results = [GameResult::White, GameResult::Black, GameResult::Draw, GameResult::Void];
    (0..count)
        .map(|n| {
            let white = rng.random_range(0..20);
            let black = (white + rng.random_range(1..20)) % 20;
            let result = results[rng.random_range(0..results.len())];
            let mut game = game(n, white, black, result, rng.random_range(0..200) * 4 * HOUR);
            game.game = GameId(Uuid::from_u128(rng.random()));
            if rng.random_range(0..10) == 0 {
                game.class.clock = ClockClass::Rapid;
            }
            game
        })
        .collect()
}

#[test]
fn a_thousand_games_in_one_batch_equal_the_same_games_one_by_one() {
    let seed = 71;
    println!("seed {seed}");
    let mut games = month(seed, 1000);
    let mut batch = RatingBook::new(RatingTerms::default());
    let rows = batch.rate(games.clone());
    assert!(rows.len() > 1000, "{} rows", rows.len());

    games.sort_by_key(FinishedGame::order);
    let mut single = RatingBook::new(RatingTerms::default());
    let mut single_rows = Vec::new();
    for game in &games {
        single_rows.extend(single.rate([game.clone()]));
    }
    assert_eq!(single, batch);
    assert_eq!(single_rows, rows);

    // a crash in between: the whole batch comes again, in any order
    let mut crashed = RatingBook::new(RatingTerms::default());
    let mut crashed_rows = crashed.rate(games[..437].to_vec());
    games.shuffle(&mut SmallRng::seed_from_u64(seed));
    crashed_rows.extend(crashed.rate(games.clone()));
    assert_eq!(crashed, batch);
    assert_eq!(crashed_rows, rows);
    assert_eq!(crashed.rate(games), []);

    // a rating is the fold of its rows by seq, each of which begins where the one before ended
    let mut held: BTreeMap<(AccountId, RatingClass), (u32, Rating)> = BTreeMap::new();
    for row in &rows {
        let at = held.entry((row.account, row.class.clone())).or_insert((0, row.before));
        assert_eq!((at.0 + 1, at.1), (row.seq, row.before));
        *at = (row.seq, row.after);
    }
    for ((account, class), (seq, rating)) in held {
        let held = batch.held(account, &class);
        assert_eq!((held.seq, held.rating), (seq, rating));
    }
}

#[test]
fn ratings_depend_on_the_order_and_the_order_is_the_end_then_the_id() {
    let win = |n, at| game(n, 1, 2, GameResult::White, at);
    let loss = |n, at| game(n, 1, 3, GameResult::Black, at);
    let fold = |games: [FinishedGame; 2]| {
        let mut book = RatingBook::new(RatingTerms::default());
        book.rate(games);
        book.held(account(1), &class()).rating.rating
    };
    let win_first = fold([win(1, 0), loss(2, 0)]);
    assert_eq!(win_first, fold([loss(2, 0), win(1, 0)]), "the same instant: the smaller id first");
    assert_eq!(win_first, fold([loss(1, 1), win(2, 0)]), "the earlier end first, whatever the ids");
    assert_ne!(win_first, fold([win(2, 0), loss(1, 0)]));
}

#[test]
fn both_players_are_rated_against_what_the_other_was_before_the_game() {
    let mut book = RatingBook::new(RatingTerms::default());
    let rows = book.rate([game(1, 1, 2, GameResult::White, 0)]);
    let (won, lost) = (rows[0].after.rating.0 - 1_500_000_000, 1_500_000_000 - rows[1].after.rating.0);
    assert_eq!(won, lost, "two newcomers move by the same");
    assert_eq!(rows[0].after.rating.shown(), 1662); // as Glicko-2 calculators say for 1500/350/0.06 each, τ 0.5
    assert_eq!(rows[0].after.deviation.shown(), 290);
}

#[test]
fn practice_forfeits_aborted_games_and_mini_matches_are_not_rated() {
    let played = game(1, 1, 2, GameResult::White, 0);
    let cases = [
        (FinishedGame { played_as: PlayedAs::Practice, ..played.clone() }, Unrated::Practice),
        (FinishedGame { played_as: PlayedAs::MiniMatch, ..played.clone() }, Unrated::MiniMatch),
        (FinishedGame { finish: Finish::Forfeit, ..played.clone() }, Unrated::Forfeit),
        (FinishedGame { result: GameResult::Neither, ..played.clone() }, Unrated::Forfeit),
        (FinishedGame { result: GameResult::Void, ..played.clone() }, Unrated::Void),
        (FinishedGame { said_unrated: true, ..played.clone() }, Unrated::PairGain),
        (game(1, 1, 1, GameResult::White, 0), Unrated::OneAccount),
    ];
    for (game, why) in cases {
        let mut book = RatingBook::new(RatingTerms::default());
        assert_eq!(book.rate_one(&game), Err(why));
        assert_eq!(book, RatingBook::new(RatingTerms::default()));
    }
    let event = FinishedGame { played_as: PlayedAs::Event, ..played };
    assert!(RatingBook::new(RatingTerms::default()).rate_one(&event).is_ok());
}

#[test]
fn a_void_gives_back_the_points_once_and_rates_no_later_game_again() {
    let mut book = RatingBook::new(RatingTerms::default());
    let first = book.rate([game(1, 1, 2, GameResult::White, 0)]);
    book.rate([game(2, 1, 3, GameResult::White, HOUR), game(3, 2, 3, GameResult::White, 2 * HOUR)]);
    let before = [1, 2, 3].map(|n| book.held(account(n), &class()));
    let voided = book.void(first[0].game, WallTime(3 * HOUR)).unwrap();
    let after = [1, 2, 3].map(|n| book.held(account(n), &class()));

    for (n, row) in [(0, &first[0]), (1, &first[1])] {
        let won = row.after.rating.0 - row.before.rating.0;
        assert_eq!(after[n].rating.rating.0, before[n].rating.rating.0 - won, "exactly");
        assert_eq!(after[n].rating.deviation, before[n].rating.deviation);
        assert_eq!((after[n].seq, after[n].rating.games), (before[n].seq + 1, before[n].rating.games - 1));
    }
    assert_eq!(after[2], before[2], "who did not play it is not touched");
    assert_eq!((voided.white.before, voided.white.after), (before[0].rating, after[0].rating));

    let once = book.clone();
    assert_eq!(book.void(first[0].game, WallTime(4 * HOUR)), Err(VoidError::Voided(first[0].game)));
    let unknown = GameId(Uuid::from_u128(99));
    assert_eq!(book.void(unknown, WallTime(0)), Err(VoidError::NotRated(unknown)));
    assert_eq!(book, once);
}

#[test]
fn after_thirty_net_points_from_one_opponent_in_a_day_further_games_are_unrated_for_both() {
    let terms = RatingTerms::default();
    let base = RatingBook::new(terms).rate([game(1, 1, 2, GameResult::White, 0)]).remove(0);
    let row = |account: AccountId, opponent, won: i64, at| RatingChange {
        account,
        opponent,
        at: WallTime(at),
        before: Rating::new(&terms),
        after: Rating { rating: Points(1_500_000_000 + won), ..Rating::new(&terms) },
        ..base.clone()
    };
    let (a, b, c) = (account(1), account(2), account(3));
    let rated = |rows: &[RatingChange], at: i64| {
        let one = pair_gain(&terms, rows, &class(), (a, b), WallTime(at));
        let other = pair_gain(&terms, rows, &class(), (b, a), WallTime(at));
        assert_eq!(
            (one.first, one.second, one.rated),
            (other.second, other.first, other.rated),
            "one for both"
        );
        one.rated
    };
    let point = 1_000_000_i64;
    let gained = [row(a, b, 20 * point, 0), row(b, a, -5 * point, 0), row(a, b, 10 * point, HOUR)];
    assert!(rated(&gained[..2], HOUR));
    assert!(!rated(&gained, HOUR), "30 are enough");
    assert!(!rated(&gained, 24 * HOUR - 1));
    assert!(rated(&gained, 24 * HOUR), "the first 20 are a day old");
    let back = [&gained[..], &[row(a, b, -point, 2 * HOUR)]].concat();
    assert!(rated(&back, 3 * HOUR), "net: what was lost or voided counts against it");
    assert!(!rated(&[row(b, a, 30 * point, 0)], HOUR), "either of the two");
    assert!(rated(&[row(a, c, 99 * point, 0)], HOUR), "from this opponent");
    let rapid = RatingClass { clock: ClockClass::Rapid, ..class() };
    assert!(pair_gain(&terms, &gained, &rapid, (a, b), WallTime(HOUR)).rated, "in this class");
}

#[test]
fn a_board_lists_certain_ratings_from_the_highest_and_equals_share_a_place() {
    let terms = RatingTerms::default();
    let rating = |micro, deviation| Rating {
        rating: Points(micro),
        deviation: Points::whole(deviation),
        games: 30,
        last_game: Some(WallTime(0)),
        ..Rating::new(&terms)
    };
    let ratings = [
        (account(1), rating(1_600_400_000, 80)),
        (account(2), rating(1_600_400_000, 60)),
        (account(3), rating(1_599_600_000, 60)),
        (account(4), rating(1_900_000_000, 111)),
        (account(5), rating(1_700_000_000, 110)),
        (account(6), rating(1_500_000_000, 60)),
    ];
    let places = |at, most| -> Vec<_> {
        let rows = leaderboard(&terms, ratings, WallTime(at), most);
        rows.iter().map(|row| (row.place, row.account.0.as_u128())).collect()
    };
    assert_eq!(places(0, 9), [(1, 5), (2, 2), (2, 1), (2, 3), (5, 6)]);
    assert_eq!(places(0, 2), [(1, 5), (2, 2)]);
    assert_eq!(places(24 * HOUR, 1), [(1, 2)], "110 and a day without a game is above 110");
}

#[test]
fn history_is_the_last_rating_of_each_day() {
    let mut book = RatingBook::new(RatingTerms::default());
    let games = [(1, 1), (2, 2), (3, 23), (4, 25), (5, 72)];
    let rows = book.rate(games.map(|(n, hour)| game(n, 1, n + 1, GameResult::White, hour * HOUR)));
    let own: Vec<_> = rows.into_iter().filter(|row| row.account == account(1)).collect();
    let points = rating_history(&own);
    assert_eq!(points.iter().map(|p| p.at.0 / HOUR).collect::<Vec<_>>(), [23, 25, 72]);
    assert_eq!(points[0].rating, own[2].after.rating.shown());
}

#[test]
fn ratings_stay_finite_and_within_their_limits_whatever_happens() {
    let terms = RatingTerms::default();
    let mut book = RatingBook::new(terms);
    book.rate((0..3000).map(|n| game(n, 1, 2, GameResult::White, n as i64 * HOUR)));
    let upset = book.rate([game(9000, 1, 2, GameResult::Black, 1 << 60)]);
    assert_eq!(upset.len(), 2);
    for n in [1, 2] {
        let rating = book.held(account(n), &class()).rating;
        assert!((terms.lowest..=terms.highest).contains(&rating.rating), "{rating:?}");
        assert!((Points::whole(1)..=terms.most_deviation).contains(&rating.deviation), "{rating:?}");
        assert!((10_000_000..200_000_000).contains(&rating.volatility_nano), "{rating:?}");
    }
}

#[test]
fn a_history_gives_the_same_millionths_on_every_machine() {
    let results = [GameResult::White, GameResult::Draw, GameResult::Black, GameResult::White];
    let games = (0..100).map(|n| {
        let at = (n * n % 37) as i64 * 7 * HOUR;
        game(n, n % 5, 5 + n * 7 % 3, results[(n % 4) as usize], at)
    });
    let mut book = RatingBook::new(RatingTerms::default());
    book.rate(games);
    let stored = |n| {
        let rating = book.held(account(n), &class()).rating;
        (rating.rating.0, rating.deviation.0, rating.volatility_nano)
    };
    assert_eq!(
        [stored(0), stored(6)],
        [(1_511_099_906, 96_642_838, 59_998_999), (1_431_854_451, 78_766_628, 59_991_184)]
    );
}
