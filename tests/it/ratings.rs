//! A staked game changes both ratings, and everybody may read them.

use crate::support::{House, game};
use protocol::{ClientMsg, PlayerRating, RatingBoardEntry};
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn a_staked_game_is_rated_and_an_unfinished_one_is_not() {
    let house = House::open("ratings").await;
    let (game, mut white, mut black, made) = game(&house.url, 1_000).await;
    crate::support::open(game, &mut white, &mut black, 2).await;
    let ratings = async |name: &str| -> Vec<PlayerRating> {
        let url = format!("{}/api/players/{name}/ratings", house.url);
        reqwest::get(url).await.unwrap().json().await.unwrap()
    };
    assert!(ratings(&made[0].name).await.is_empty(), "it has not ended");
    white.send(&ClientMsg::Resign { game, id: crate::support::Player::id() }).await;
    black.settled().await;
    // the rater comes within a second of the payment
    let mut both = Vec::new();
    for _ in 0..100 {
        both.clear();
        for player in &made {
            both.extend(ratings(&player.name).await);
        }
        if both.len() == 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    both.sort_by_key(|rating| rating.rating);
    let [lost, won] = both.as_slice() else { panic!("nobody is rated: {both:?}") };
    assert!(lost.rating < 1_500 && won.rating > 1_500, "{lost:?} {won:?}");
    assert_eq!(lost.rating - 1_500, 1_500 - won.rating, "two newcomers change by the same");
    assert!(won.provisional && won.games == 1 && won.history.len() == 1, "{won:?}");
    let url = format!("{}/api/ratings/brazilian/blitz", house.url);
    let board: Vec<RatingBoardEntry> = reqwest::get(url).await.unwrap().json().await.unwrap();
    assert!(board.is_empty(), "who is new is on no board");
    let unknown = reqwest::get(format!("{}/api/players/nobody-at-all/ratings", house.url)).await.unwrap();
    assert_eq!(unknown.status(), 404);
    let class = reqwest::get(format!("{}/api/ratings/brazilian/glacial", house.url)).await.unwrap();
    assert_eq!(class.status(), 404);
    let crooked = reqwest::get(format!("{}/api/ratings/brazilian/blitz?after=zz", house.url)).await.unwrap();
    assert_eq!(crooked.status(), 400);
    let said: protocol::HttpError = crooked.json().await.unwrap();
    assert_eq!(said.code, protocol::Code::BadRequest);
    house.close().await;
}
