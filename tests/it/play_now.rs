//! Play now over real sockets: two are paired at once, two who are kept apart are not, and nobody passes money by it.

use crate::support::{House, Player, ledger_is_clean, page, players};
use ids::{Amount, CommandId, GameId};
use protocol::{
    BlockedPlayer, ClientMsg, Code, DevPlayer, GamePage, Latency, PairLimit, PlayNowOver, PlayNowState,
    ServerMsg, Side,
};
use std::collections::BTreeSet;
use std::time::Duration;

/// What two who would fit are given to meet all the same: asking about them takes some milliseconds.
const LONG_ENOUGH: Duration = Duration::from_millis(1_500);

impl Player {
    async fn play_now(&mut self, page: &GamePage, lowest: i64, highest: i64) -> CommandId {
        let id = Self::id();
        self.send(&ClientMsg::PlayNow {
            id,
            variant: page.variant.clone(),
            rules: page.rule_sets[0].clone(),
            clock: page.clocks[0],
            stake_lowest: Amount(lowest),
            stake_highest: Amount(highest),
            latency_limit_ms: None,
            terms: page.terms.clone(),
        })
        .await;
        id
    }

    async fn waits(&mut self) -> PlayNowState {
        self.until(|message| match message {
            ServerMsg::PlayNowWaiting(state) => Some((**state).clone()),
            ServerMsg::Rejected(rejected) => panic!("refused: {rejected:?}"),
            _ => None,
        })
        .await
    }

    /// The answer to a command: carried out, or the code of the refusal.
    async fn answered(&mut self, id: CommandId) -> Result<(), Code> {
        self.until(|message| match message {
            ServerMsg::Done { id: of } if *of == id => Some(Ok(())),
            ServerMsg::Rejected(rejected) if rejected.id == Some(id) => Some(Err(rejected.code)),
            ServerMsg::GameStarted { .. } => panic!("a game has started"),
            _ => None,
        })
        .await
    }

    /// Cancels, which shows that until then nobody was found.
    async fn has_waited_for_nothing(&mut self) {
        let id = Self::id();
        self.send(&ClientMsg::PlayNowCancel { id }).await;
        assert_eq!(self.answered(id).await, Ok(()));
        let reason = self
            .until(|message| match message {
                ServerMsg::PlayNowOver { reason } => Some(reason.clone()),
                _ => None,
            })
            .await;
        assert_eq!(reason, PlayNowOver::Cancelled);
    }
}

async fn call(url: &str, method: reqwest::Method, path: &str, by: &DevPlayer) -> reqwest::Response {
    let request = reqwest::Client::new().request(method, format!("{url}{path}"));
    request.bearer_auth(&by.token).send().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_want_to_play_now_play_at_once_and_the_winner_is_paid() {
    let house = House::open("play-now").await;
    let page = page(&house.url).await;
    let made = players(&house.url, 2, 100_000).await;
    let mut ana = Player::connect(&house.url, Some(&made[0].token)).await;
    let mut beto = Player::connect(&house.url, Some(&made[1].token)).await;
    ana.play_now(&page, 500, 5_000).await;
    let state = ana.waits().await;
    assert_eq!((state.rating, state.window, state.waiting, state.asks_wider), (1_500, 100, 1, false));
    assert_ne!(state.latency, Latency::Unknown, "the first ping was answered");
    let second = ana.play_now(&page, 500, 5_000).await;
    assert_eq!(ana.answered(second).await, Err(Code::AlreadyWaiting));
    // a new socket of the same player is shown that he waits
    let mut other_tab = Player::connect(&house.url, Some(&made[0].token)).await;
    assert_eq!(other_tab.waits().await.id, state.id);

    beto.play_now(&page, 1_000, 1_000).await;
    let (game, side) = beto.started().await;
    assert_eq!(ana.started().await.0, game);
    assert_eq!(ana.watch(game).await.terms.stake, Amount(1_000), "the highest stake that both accept");
    let path = format!("/api/players/{}/limit/brazilian", made[1].name);
    let left: PairLimit = call(&house.url, reqwest::Method::GET, &path, &made[0]).await.json().await.unwrap();
    assert_eq!(left, PairLimit { stake: page.stake_max, games: 19 });

    let (white, black) = if side == Side::White { (&mut beto, &mut ana) } else { (&mut ana, &mut beto) };
    white.watch(game).await;
    black.watch(game).await;
    crate::support::open(game, white, black, 2).await;
    white.send(&ClientMsg::Resign { game, id: Player::id() }).await;
    assert_eq!(black.settled().await.received, Amount(1_900));
    // who has not got the money does not wait
    let poor = ana.play_now(&page, 500, 100_000).await;
    assert_eq!(ana.answered(poor).await, Err(Code::InsufficientFunds));
    let mut guest = Player::connect(&house.url, None).await;
    let id = guest.play_now(&page, 500, 5_000).await;
    assert_eq!(guest.answered(id).await, Err(Code::NotSignedIn));
    ledger_is_clean(&house.data);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_blocked_pair_is_never_paired_and_takes_no_seat_of_each_other() {
    let house = House::open_with("blocks", &[("matchmaking__blocks_per_player", "1")]).await;
    let page = page(&house.url).await;
    let made = players(&house.url, 3, 100_000).await;
    let path = format!("/api/blocks/{}", made[1].name);
    let put = call(&house.url, reqwest::Method::PUT, &path, &made[0]).await;
    assert_eq!(put.status(), 204);
    let full = format!("/api/blocks/{}", made[2].name);
    let full = call(&house.url, reqwest::Method::PUT, &full, &made[0]).await;
    assert_eq!(full.status(), 409);
    let own = format!("/api/blocks/{}", made[0].name);
    assert_eq!(call(&house.url, reqwest::Method::PUT, &own, &made[0]).await.status(), 400);
    let listed = call(&house.url, reqwest::Method::GET, "/api/blocks", &made[0]).await;
    let listed: Vec<BlockedPlayer> = listed.json().await.unwrap();
    assert_eq!(listed.iter().map(|one| &one.name).collect::<Vec<_>>(), [&made[1].name]);

    let mut ana = Player::connect(&house.url, Some(&made[0].token)).await;
    let mut beto = Player::connect(&house.url, Some(&made[1].token)).await;
    ana.play_now(&page, 1_000, 1_000).await;
    beto.play_now(&page, 1_000, 1_000).await;
    ana.waits().await;
    beto.waits().await;
    tokio::time::sleep(LONG_ENOUGH).await;
    beto.has_waited_for_nothing().await;
    ana.has_waited_for_nothing().await;
    let seek = ana.seek(&page, 1_000, page.clocks[0]).await;
    let id = beto.join(&page, seek).await;
    assert_eq!(beto.answered(id).await, Err(Code::SeekGone));

    let delete = call(&house.url, reqwest::Method::DELETE, &path, &made[0]).await;
    assert_eq!(delete.status(), 204);
    beto.join(&page, seek).await;
    assert_eq!(beto.started().await.0, ana.started().await.0);
    ledger_is_clean(&house.data);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_of_one_address_are_not_paired_where_the_operator_says_so() {
    let house = House::open_with("address", &[("matchmaking__apart_by_address", "true")]).await;
    let page = page(&house.url).await;
    let made = players(&house.url, 2, 100_000).await;
    let mut ana = Player::connect(&house.url, Some(&made[0].token)).await;
    let mut beto = Player::connect(&house.url, Some(&made[1].token)).await;
    ana.play_now(&page, 1_000, 1_000).await;
    assert_eq!(ana.waits().await.waiting, 1);
    beto.play_now(&page, 1_000, 1_000).await;
    beto.waits().await;
    tokio::time::sleep(LONG_ENOUGH).await;
    ana.has_waited_for_nothing().await;
    beto.has_waited_for_nothing().await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_accounts_that_try_to_pass_money_fifty_times_at_once_stop_at_half_of_what_a_pair_may_stake() {
    let bounds = [
        ("pairs__stakes", "6"),
        ("lobby__staked_games_per_player", "100"),
        ("server__limits__connections_per_account", "100"),
    ];
    let house = House::open_with("passing", &bounds).await;
    let page = page(&house.url).await;
    let stake = page.stake_max.0;
    let made = players(&house.url, 2, 50 * stake).await;
    let mut sockets = Vec::new();
    for n in 0..50 {
        sockets.push(Player::connect(&house.url, Some(&made[n % 2].token)).await);
    }
    let mut games: BTreeSet<GameId> = BTreeSet::new();
    for _wave in 0..5 {
        let sent = sockets.iter_mut().map(|socket| socket.play_now(&page, stake, stake));
        futures_util::future::join_all(sent).await;
        tokio::time::sleep(LONG_ENOUGH).await;
    }
    for socket in &mut sockets {
        let id = Player::id();
        socket.send(&ClientMsg::PlayNowCancel { id }).await;
        loop {
            match socket.next().await.unwrap() {
                ServerMsg::GameStarted { game, .. } => drop(games.insert(game)),
                ServerMsg::Done { id: of } if of == id => break,
                ServerMsg::Rejected(rejected) if rejected.id == Some(id) => break,
                _ => {}
            }
        }
    }
    assert_eq!(games.len(), 3, "three of the highest stake: half of six");
    for player in &made {
        let me = Player::connect(&house.url, Some(&player.token)).await;
        assert_eq!(me.balance, Some(Amount(47 * stake)));
    }
    ledger_is_clean(&house.data);
    house.close().await;
}
