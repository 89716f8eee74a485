//! The operator's hand on events, beside a running server: announced by a file, suspended, resumed, aborted; pots that are held and ruled on.

use crate::operator::{damas, said};
use crate::support::{Folder, House, Player, game, ledger_is_clean, open, players};
use ids::{Amount, GameId, LadderId, TournamentId};
use protocol::{
    ClientMsg, DevPlayer, LadderAct, LadderState, LadderSummary, LadderView, ServerMsg, TournamentAct,
    TournamentPage, TournamentPhase,
};
use std::process::Output;
use std::time::{Duration, Instant};

const MONEY: i64 = 100_000;

pub(crate) const CUP: &str = r#"
starts_in_s = 12
check_in_ahead_s = 6
[terms]
name = "Copa"
variant = "brazilian"
rule_set = "dream"
format = "swiss"
rounds = 3
clock = { initial_ms = 60_000, increment_ms = 1_000 }
contribution = 500
fee = 50
prize_weights = [1]
min_players = 4
max_players = 8
grace_s = 120
protest_s = 0
"#;

const SEASON: &str = r#"
variant = "brazilian"
rule_set = "dream"
opens_in_s = 1
days = 28
"#;

fn ordered(data: &Folder, args: &[&str]) -> Output {
    damas(data, &[args, &["--reason", "a test", "--by", "eva"]].concat())
}

/// Announces what the text says; gives its id.
pub(crate) fn announced(data: &Folder, what: &str, text: &str) -> uuid::Uuid {
    let file = data.0.join(format!("{what}.toml"));
    std::fs::write(&file, text).unwrap();
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../config/damas.toml");
    let output = ordered(data, &[what, "announce", file.to_str().unwrap(), "--config", config]);
    assert!(output.status.success(), "{}", said(&output));
    String::from_utf8_lossy(&output.stdout).trim().parse().unwrap()
}

pub(crate) async fn page(url: &str, of: TournamentId) -> TournamentPage {
    reqwest::get(format!("{url}/api/tournaments/{}", of.0)).await.unwrap().json().await.unwrap()
}

pub(crate) async fn comes_to(url: &str, of: TournamentId, phase: TournamentPhase) {
    let began = Instant::now();
    while page(url, of).await.head.phase != phase {
        assert!(began.elapsed() < Duration::from_secs(60), "{phase:?} does not come");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

async fn balance(url: &str, player: &DevPlayer) -> i64 {
    let call = reqwest::Client::new().get(format!("{url}/api/me")).bearer_auth(&player.token);
    let me: protocol::Me = call.send().await.unwrap().json().await.unwrap();
    me.wallet.unwrap().balance.0
}

impl Player {
    pub(crate) async fn acts(&mut self, of: TournamentId, act: TournamentAct) {
        let id = Self::id();
        self.send(&ClientMsg::TournamentAct { id, of, act }).await;
        self.until(|message| match message {
            ServerMsg::Done { id: done } if *done == id => Some(()),
            ServerMsg::Rejected(refused) => panic!("{refused:?}"),
            _ => None,
        })
        .await;
    }

    async fn climbs(&mut self, season: LadderId, act: LadderAct) {
        let id = Self::id();
        self.send(&ClientMsg::LadderAct { id, season, act }).await;
        self.until(|message| match message {
            ServerMsg::Done { id: done } if *done == id => Some(()),
            ServerMsg::Rejected(refused) => panic!("{refused:?}"),
            _ => None,
        })
        .await;
    }

    async fn ladder(&mut self, wanted: impl Fn(&LadderView) -> bool) -> LadderView {
        self.until(|message| match message {
            ServerMsg::Ladder(view) if wanted(view) => Some((**view).clone()),
            _ => None,
        })
        .await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_that_a_file_announces_is_suspended_resumed_and_aborted_with_everything_back() {
    let house = House::open("orders").await;
    let of = TournamentId(announced(&house.data, "tournament", CUP));
    let made = players(&house.url, 4, MONEY).await;
    let hash = page(&house.url, of).await.head.terms.hash;
    let mut all = Vec::new();
    for player in &made {
        let mut player = Player::connect(&house.url, Some(&player.token)).await;
        player.acts(of, TournamentAct::Register { terms: hash.clone() }).await;
        all.push(player);
    }
    let listed = damas(&house.data, &["tournament", "list"]);
    assert!(said(&listed).contains(&of.to_string()), "{}", said(&listed));
    let early = ordered(&house.data, &["tournament", "suspend", &of.to_string()]);
    assert_eq!(early.status.code(), Some(1), "nothing is played yet: {}", said(&early));
    assert!(said(&early).contains("refused"), "{}", said(&early));
    comes_to(&house.url, of, TournamentPhase::CheckIn).await;
    for player in &mut all {
        player.acts(of, TournamentAct::CheckIn).await;
    }
    comes_to(&house.url, of, TournamentPhase::Playing).await;
    assert_eq!(balance(&house.url, &made[0]).await, MONEY - 550);
    for (order, phase) in [("suspend", TournamentPhase::Suspended), ("resume", TournamentPhase::Playing)] {
        for _ in 0..2 {
            let output = ordered(&house.data, &["tournament", order, &of.to_string()]);
            assert!(output.status.success(), "{order}: {}", said(&output));
        }
        comes_to(&house.url, of, phase).await;
    }
    for _ in 0..2 {
        let aborted = ordered(&house.data, &["tournament", "abort", &of.to_string()]);
        assert!(aborted.status.success(), "{}", said(&aborted));
    }
    comes_to(&house.url, of, TournamentPhase::Aborted).await;
    for player in &made {
        assert_eq!(balance(&house.url, player).await, MONEY);
    }
    let again = ordered(&house.data, &["tournament", "cancel", &of.to_string()]);
    assert!(said(&again).contains("ABORTED"), "{}", said(&again));
    ledger_is_clean(&house.data);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_no_server_carries_out_is_taken_back() {
    let data = House::open("unheard").await.leave().await;
    let of = uuid::Uuid::from_u128(7).to_string();
    let output = ordered(&data, &["tournament", "abort", &of]);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("taken back"), "{}", said(&output));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ladder_season_is_announced_entered_challenged_on_and_cancelled() {
    let house = House::open("ladder").await;
    let season = LadderId(announced(&house.data, "ladder", SEASON));
    let list: Vec<LadderSummary> =
        reqwest::get(format!("{}/api/ladders", house.url)).await.unwrap().json().await.unwrap();
    assert_eq!((list.len(), list[0].season), (1, season));
    let made = players(&house.url, 2, MONEY).await;
    let mut ana = Player::connect(&house.url, Some(&made[0].token)).await;
    let mut beto = Player::connect(&house.url, Some(&made[1].token)).await;
    for player in [&mut ana, &mut beto] {
        player.climbs(season, LadderAct::Enter).await;
        player.send(&ClientMsg::LadderWatch { id: Player::id(), season }).await;
    }
    let open = ana.ladder(|view| view.state == LadderState::Open && view.places.len() == 2).await;
    assert_eq!(
        (open.you, open.reach, open.places[1].name.as_str()),
        (Some(1), Some(2), made[1].name.as_str())
    );
    beto.climbs(season, LadderAct::Challenge { player: made[0].name.clone() }).await;
    let asked = ana.ladder(|view| !view.challenges.is_empty()).await.challenges[0].clone();
    assert_eq!((asked.by, asked.to, asked.accepted), (2, 1, false));
    ana.climbs(season, LadderAct::Accept { number: asked.number }).await;
    assert!(beto.ladder(|view| view.challenges.iter().any(|one| one.accepted)).await.you == Some(2));
    let cancelled = ordered(&house.data, &["ladder", "cancel", &season.to_string()]);
    assert!(cancelled.status.success(), "{}", said(&cancelled));
    ana.ladder(|view| view.state == LadderState::Cancelled).await;
    house.close().await;
}

async fn is_held(player: &mut Player, game: GameId) -> i64 {
    player
        .until(|message| match message {
            ServerMsg::PaymentHeld { game: held, until } if *held == game => Some(*until),
            ServerMsg::Settled(_) => panic!("it is paid"),
            _ => None,
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_stake_that_is_given_up_early_is_held_until_somebody_rules() {
    let house = House::open_with("held", &[("reviews__early_stake_basis_points", "100")]).await;
    for (ruling, back) in [("--stands", [0, 1_900]), ("--void", [1_000, 1_000])] {
        let (id, mut white, mut black, _) = game(&house.url, 1_000).await;
        open(id, &mut white, &mut black, 2).await;
        white.send(&ClientMsg::Resign { game: id, id: Player::id() }).await;
        is_held(&mut white, id).await;
        is_held(&mut black, id).await;
        // whoever comes back later is told as well
        white.send(&ClientMsg::Watch { game: id }).await;
        is_held(&mut white, id).await;
        let listed = damas(&house.data, &["review", "list"]);
        assert!(said(&listed).contains(&id.to_string()), "{}", said(&listed));
        let ruled = ordered(&house.data, &["review", "game", &id.to_string(), ruling]);
        assert!(ruled.status.success(), "{}", said(&ruled));
        for (player, back) in [(&mut white, back[0]), (&mut black, back[1])] {
            assert_eq!(player.settled().await.received, Amount(back), "{ruling}");
        }
    }
    ledger_is_clean(&house.data);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_pot_on_which_nobody_rules_is_paid_when_its_time_is_over() {
    let pairs = [("reviews__early_stake_basis_points", "100"), ("reviews__hold_s", "3")];
    let house = House::open_with("deadline", &pairs).await;
    let (id, mut white, mut black, _) = game(&house.url, 1_000).await;
    open(id, &mut white, &mut black, 2).await;
    black.send(&ClientMsg::Resign { game: id, id: Player::id() }).await;
    is_held(&mut white, id).await;
    assert_eq!(white.settled().await.received, Amount(1_900));
    let late = ordered(&house.data, &["review", "game", &id.to_string(), "--void"]);
    assert!(said(&late).contains("not under review"), "{}", said(&late));
    ledger_is_clean(&house.data);
    house.close().await;
}
