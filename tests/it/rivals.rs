//! A Rivals match over real sockets: from the challenge to the payout, with the server killed in the middle of it.

use crate::support::{Folder, House, Player, Process, free_port, ledger_is_clean, page, players};
use ids::{Amount, GameId, MatchId};
use protocol::{
    ClientMsg, Code, DecidedBy, DevPlayer, GamePage, LevelRule, MatchAct, MatchCancelled, MatchGameResult,
    MatchSeat, MatchState, MatchView, RivalRecord, ServerMsg, StakeMode, WinningRun, Zone, Zones,
};

const MONEY: i64 = 100_000;
const STAKE: i64 = 1_000;

fn proposal(page: &GamePage, opponent: Option<&str>, games: u8, stake_mode: StakeMode) -> ClientMsg {
    ClientMsg::MatchPropose {
        id: Player::id(),
        opponent: opponent.map(str::to_owned),
        variant: page.variant.clone(),
        rules: page.rule_sets[0].clone(),
        clock: page.clocks[0],
        games,
        stake_mode,
        stake: Amount(STAKE),
        start: None,
        level: LevelRule::Drawn,
        watchable: false,
        terms: page.terms.clone(),
    }
}

impl Player {
    /// The first view of a match in that state; a refusal before it is a failure.
    async fn sees(&mut self, state: MatchState) -> MatchView {
        self.until(|message| match message {
            ServerMsg::Match(view) if view.state == state => Some((**view).clone()),
            ServerMsg::Rejected(refused) => panic!("refused while {state:?} is awaited: {refused:?}"),
            _ => None,
        })
        .await
    }

    async fn asks(&mut self, of: MatchId, act: MatchAct) {
        self.send(&ClientMsg::MatchAct { id: Player::id(), of, act }).await;
    }

    async fn is_refused(&mut self) -> Code {
        self.until(|message| match message {
            ServerMsg::Rejected(refused) => Some(refused.code),
            _ => None,
        })
        .await
    }

    /// The match as it stands, asked for.
    async fn finds(&mut self, of: MatchId) -> MatchView {
        self.send(&ClientMsg::MatchFind { id: Player::id(), of }).await;
        self.until(|message| match message {
            ServerMsg::Match(view) if view.of == of => Some((**view).clone()),
            ServerMsg::Rejected(refused) => panic!("no match: {refused:?}"),
            _ => None,
        })
        .await
    }
}

/// Both follow the game: only who has sat down takes part in it.
async fn both_sit_down(game: GameId, players: [&mut Player; 2]) {
    for player in players {
        player.watch(game).await;
    }
}

async fn own_record(url: &str, token: &str, name: &str) -> RivalRecord {
    let call = reqwest::Client::new().get(format!("{url}/api/players/{name}/record")).bearer_auth(token);
    call.send().await.unwrap().json().await.unwrap()
}

/// Each says his zone; the match's players see both, others nothing.
async fn clocks_are_told_to_both_alone(url: &str, of: MatchId, made: &[DevPlayer]) {
    let calls = reqwest::Client::new();
    for (zone, status) in [("America/Lima", 204), ("America/Atlantis", 400)] {
        let zone = Zone { zone: zone.to_owned() };
        let call = calls.put(format!("{url}/api/zone")).bearer_auth(&made[1].token).json(&zone);
        assert_eq!(call.send().await.unwrap().status().as_u16(), status, "{zone:?}");
    }
    let zones = format!("{url}/api/matches/{}/zones", of.0);
    let seen = calls.get(&zones).bearer_auth(&made[0].token).send().await.unwrap();
    let expected = Zones { first: None, second: Some("America/Lima".to_owned()) };
    assert_eq!(seen.json::<Zones>().await.unwrap(), expected);
    let stranger = players(url, 1, MONEY).await.pop().unwrap();
    let hidden = calls.get(zones).bearer_auth(stranger.token).send().await.unwrap();
    assert_eq!(hidden.status(), 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_two_games_survives_a_kill_and_pays_to_the_cent() {
    let (data, port) = (Folder::new("rivals"), free_port());
    let mut process = Process::start(&data, port).await;
    let (page, made) = (page(&process.url).await, players(&process.url, 2, MONEY).await);
    let mut ana = Player::connect(&process.url, Some(&made[0].token)).await;
    let mut beto = Player::connect(&process.url, Some(&made[1].token)).await;

    ana.send(&proposal(&page, Some(&made[1].name), 2, StakeMode::PerMatch)).await;
    let offered = beto.sees(MatchState::Proposed).await;
    assert_eq!((offered.you, offered.offered_by), (Some(MatchSeat::Second), Some(MatchSeat::First)));
    assert_eq!((offered.first.name.as_str(), offered.held), (made[0].name.as_str(), Some(Amount(0))));
    let left = offered.expires_at.unwrap() - offered.server_at;
    assert!((110_000..=120_000).contains(&left), "two minutes to answer: {left} ms");
    let of = offered.of;
    beto.asks(of, MatchAct::Accept { terms: offered.terms.hash.clone() }).await;
    let agreed = beto.sees(MatchState::CheckIn).await;
    assert_eq!(agreed.held, Some(Amount(STAKE)));
    ana.asks(of, MatchAct::CheckIn).await;
    beto.asks(of, MatchAct::CheckIn).await;
    let first = beto.sees(MatchState::Playing).await.running.unwrap();
    assert_eq!(first.white, MatchSeat::Second, "at their first meeting the challenged player has White");
    assert_eq!(
        (ana.sees(MatchState::Playing).await.running, beto.balance),
        (Some(first), Some(Amount(99_000)))
    );
    both_sit_down(first.game, [&mut ana, &mut beto]).await;
    beto.play(first.game, 0, "c3-d4").await;
    ana.moved(0).await;

    process.kill();
    process = Process::start(&data, port).await;
    ana = Player::connect(&process.url, Some(&made[0].token)).await;
    beto = Player::connect(&process.url, Some(&made[1].token)).await;
    assert_eq!(ana.games, [first.game], "the welcome names the game that runs");
    assert_eq!(ana.finds(of).await.running, Some(first), "the match goes on where it was");
    both_sit_down(first.game, [&mut ana, &mut beto]).await;
    beto.send(&ClientMsg::Resign { game: first.game, id: Player::id() }).await;
    let pause = ana.sees(MatchState::Break).await;
    assert_eq!((pause.first.points, pause.games[0].result), (2, MatchGameResult::First));
    for player in [&mut ana, &mut beto] {
        player.asks(of, MatchAct::Ready).await;
    }

    let second = ana.sees(MatchState::Playing).await.running.unwrap();
    assert_eq!(second.white, MatchSeat::First, "colours alternate");
    assert_eq!(beto.sees(MatchState::Playing).await.running, Some(second));
    both_sit_down(second.game, [&mut ana, &mut beto]).await;
    ana.play(second.game, 0, "c3-d4").await;
    beto.moved(0).await;
    beto.send(&ClientMsg::Resign { game: second.game, id: Player::id() }).await;
    let settled = ana.sees(MatchState::Settled).await;
    let outcome = settled.outcome.unwrap();
    assert_eq!((outcome.winner, outcome.by), (Some(MatchSeat::First), DecidedBy::Score));
    let money = outcome.money.unwrap();
    assert_eq!((money.stake.0, money.pot.0, money.fee.0, money.prize.0), (1_000, 2_000, 100, 1_900));
    assert_eq!((settled.first.points, settled.held), (4, Some(Amount(0))));
    beto.sees(MatchState::Settled).await;
    let mine = own_record(&process.url, &made[0].token, &made[1].name).await;
    assert_eq!((mine.matches.wins, mine.matches.losses, mine.net), (1, 0, Amount(900)));
    assert_eq!((mine.games[0].white.wins, mine.games[0].black.wins), (1, 1));
    let theirs = own_record(&process.url, &made[1].token, &made[0].name).await;
    assert_eq!((theirs.matches.wins, theirs.matches.losses, theirs.net), (0, 1, Amount(-STAKE)));
    assert_eq!(theirs.current, Some(WinningRun { own: false, length: 1 }));
    clocks_are_told_to_both_alone(&process.url, of, &made).await;

    ana.asks(of, MatchAct::OfferRematch).await;
    beto.until(|message| match message {
        ServerMsg::Match(view) if view.rematch_offered_by == Some(MatchSeat::First) => Some(()),
        _ => None,
    })
    .await;
    beto.asks(of, MatchAct::AcceptRematch).await;
    let again = beto.sees(MatchState::CheckIn).await;
    assert_eq!(again.held, Some(Amount(STAKE)));
    let agreed = |message: &ServerMsg| match message {
        ServerMsg::Match(view) if view.of == of => view.rematch,
        _ => None,
    };
    assert_eq!(ana.until(agreed).await, again.of);
    beto.asks(again.of, MatchAct::CancelAlone).await;
    beto.sees(MatchState::Cancelled).await;
    for (player, balance) in [(&made[0], MONEY + 900), (&made[1], MONEY - STAKE)] {
        let again = Player::connect(&process.url, Some(&player.token)).await;
        assert_eq!(again.balance, Some(Amount(balance)));
    }
    ledger_is_clean(&data);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stake_for_each_game_is_held_for_all_and_paid_game_by_game() {
    let house = House::open("rivals-each").await;
    let (page, made) = (page(&house.url).await, players(&house.url, 2, MONEY).await);
    let mut ana = Player::connect(&house.url, Some(&made[0].token)).await;
    let mut beto = Player::connect(&house.url, Some(&made[1].token)).await;
    ana.send(&proposal(&page, Some(&made[1].name), 2, StakeMode::PerGame)).await;
    let offered = beto.sees(MatchState::Proposed).await;
    let of = offered.of;
    beto.asks(of, MatchAct::Accept { terms: offered.terms.hash.clone() }).await;
    assert_eq!(beto.sees(MatchState::CheckIn).await.held, Some(Amount(2 * STAKE)));
    for player in [&mut ana, &mut beto] {
        player.asks(of, MatchAct::CheckIn).await;
    }
    for left in [STAKE, 0] {
        let view = ana.sees(MatchState::Playing).await;
        let game = view.running.unwrap().game;
        assert_eq!(view.held, Some(Amount(left)), "the stake of the game that runs is the game's");
        both_sit_down(game, [&mut ana, &mut beto]).await;
        beto.send(&ClientMsg::Resign { game, id: Player::id() }).await;
        if left > 0 {
            ana.sees(MatchState::Break).await;
            for player in [&mut ana, &mut beto] {
                player.asks(of, MatchAct::Ready).await;
            }
        }
    }
    let outcome = ana.sees(MatchState::Settled).await.outcome.unwrap();
    assert_eq!((outcome.winner, outcome.money), (Some(MatchSeat::First), None));
    let won = MONEY + 2 * 900;
    while ana.balance != Some(Amount(won)) {
        ana.next().await.expect("the second game is paid as the first");
    }
    let again = Player::connect(&house.url, Some(&made[1].token)).await;
    assert_eq!(again.balance, Some(Amount(MONEY - 2 * STAKE)));
    ledger_is_clean(&house.data);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_shown_to_those_whom_it_concerns_and_refusals_say_why() {
    let house = House::open("rivals-shown").await;
    let (page, made) = (page(&house.url).await, players(&house.url, 3, MONEY).await);
    let mut ana = Player::connect(&house.url, Some(&made[0].token)).await;
    let mut beto = Player::connect(&house.url, Some(&made[1].token)).await;
    let mut carla = Player::connect(&house.url, Some(&made[2].token)).await;
    let mut guest = Player::connect(&house.url, None).await;

    for (opponent, code) in
        [(Some("nobody-there"), Code::NoSuchPlayer), (Some(made[0].name.as_str()), Code::OwnChallenge)]
    {
        ana.send(&proposal(&page, opponent, 2, StakeMode::PerMatch)).await;
        assert_eq!(ana.is_refused().await, code);
    }
    ana.send(&proposal(&page, Some(&made[1].name), 3, StakeMode::PerMatch)).await;
    assert_eq!(ana.is_refused().await, Code::OutOfRange, "a match of three games is not offered");
    guest.send(&proposal(&page, None, 2, StakeMode::PerMatch)).await;
    assert_eq!(guest.is_refused().await, Code::NotSignedIn);

    ana.send(&proposal(&page, Some(&made[1].name), 2, StakeMode::PerMatch)).await;
    let private = ana.sees(MatchState::Proposed).await;
    beto.sees(MatchState::Proposed).await;
    carla.send(&ClientMsg::MatchFind { id: Player::id(), of: private.of }).await;
    assert_eq!(carla.is_refused().await, Code::NoSuchMatch, "it is between the two");
    ana.asks(private.of, MatchAct::Accept { terms: private.terms.hash.clone() }).await;
    assert_eq!(ana.is_refused().await, Code::NotYours);
    beto.asks(private.of, MatchAct::Accept { terms: page.terms.clone() }).await;
    assert_eq!(beto.is_refused().await, Code::TermsChanged);
    beto.asks(private.of, MatchAct::Decline).await;
    ana.sees(MatchState::Declined).await;

    ana.send(&proposal(&page, None, 2, StakeMode::PerGame)).await;
    let open = ana.sees(MatchState::Proposed).await;
    let id = Player::id();
    carla.send(&ClientMsg::MatchWatch { id }).await;
    let seen = carla.sees(MatchState::Proposed).await;
    carla.until(|message| matches!(message, ServerMsg::Done { id: done } if *done == id).then_some(())).await;
    assert_eq!((seen.of, seen.you, seen.second, seen.held), (open.of, None, None, None));
    assert_eq!((seen.terms.stake.0, seen.terms.hold.0), (STAKE, 2 * STAKE));
    carla.asks(open.of, MatchAct::Accept { terms: seen.terms.hash.clone() }).await;
    let agreed = carla.sees(MatchState::CheckIn).await;
    assert_eq!((agreed.you, agreed.held), (Some(MatchSeat::Second), Some(Amount(2 * STAKE))));
    carla.asks(open.of, MatchAct::CancelAlone).await;
    let cancelled = ana.sees(MatchState::Cancelled).await.cancelled;
    assert!(matches!(cancelled, Some(MatchCancelled::Alone { by: MatchSeat::Second, .. })), "{cancelled:?}");
    carla.sees(MatchState::Cancelled).await;
    let again = Player::connect(&house.url, Some(&made[2].token)).await;
    assert_eq!(again.balance, Some(Amount(MONEY)), "everything is back");
    ledger_is_clean(&house.data);
    house.close().await;
}
