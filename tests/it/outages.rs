//! A running server by whose own evidence it is out: what is played stands still, and goes on by itself.

use crate::orders::{CUP, announced, comes_to, page};
use crate::support::{House, Player, ledger_is_clean, players};
use ids::TournamentId;
use protocol::{TournamentAct, TournamentPhase};

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_stands_still_while_half_of_the_sockets_are_lost_and_goes_on_when_they_are_back() {
    let pairs = [("outages__lost_least", "3"), ("outages__calm_s", "1")];
    let house = House::open_with("outage", &pairs).await;
    let of = TournamentId(announced(&house.data, "tournament", CUP));
    let made = players(&house.url, 4, 100_000).await;
    let hash = page(&house.url, of).await.head.terms.hash;
    let mut all = Vec::new();
    for player in &made {
        let mut player = Player::connect(&house.url, Some(&player.token)).await;
        player.acts(of, TournamentAct::Register { terms: hash.clone() }).await;
        all.push(player);
    }
    comes_to(&house.url, of, TournamentPhase::CheckIn).await;
    for player in &mut all {
        player.acts(of, TournamentAct::CheckIn).await;
    }
    comes_to(&house.url, of, TournamentPhase::Playing).await;
    // the line breaks: nobody says goodbye
    all.truncate(1);
    comes_to(&house.url, of, TournamentPhase::Suspended).await;
    for player in &made[1..] {
        all.push(Player::connect(&house.url, Some(&player.token)).await);
    }
    comes_to(&house.url, of, TournamentPhase::Playing).await;
    ledger_is_clean(&house.data);
    house.close().await;
}
