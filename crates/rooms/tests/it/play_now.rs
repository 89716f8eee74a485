//! Play now, in virtual time: who is paired with whom and when, what those who wait are told, and who waits on when a start fails.

use crate::memory::Memory;
use crate::support::{CLOCK, HASH, STAKE, Setting, Tab, Table};
use competition::{ChallengeError, JoinError, LevelRule, Points, StakeMode, StakeRange, StartAt};
use draughts::{RuleSet, Side, Variant};
use game::PerSide;
use ids::{AccountId, Amount, CommandId, GameId, Millis, Moment};
use rooms::{
    Latency, LobbyNotice, MatchChoice, Notice, PlayNowNotice, PlayNowOver, PlayNowWaiting, Player, Refusal,
    SeatAct,
};
use std::sync::Arc;
use std::time::Duration;

const ANY: StakeRange = StakeRange { lowest: Amount(100), highest: Amount(STAKE) };

impl Tab {
    /// How it stands with his waiting, the next time that he is told.
    async fn waits(&mut self) -> Arc<PlayNowWaiting> {
        self.waits_until(|_| true).await
    }

    async fn waits_until(&mut self, which: impl Fn(&PlayNowWaiting) -> bool) -> Arc<PlayNowWaiting> {
        self.until(|notice| match notice {
            Notice::PlayNow(PlayNowNotice::Waiting(state)) if which(state) => Some(Arc::clone(state)),
            Notice::PlayNow(PlayNowNotice::Over(over)) => panic!("waits no longer: {over:?}"),
            Notice::Answer(answer) if answer.result.is_err() => panic!("refused: {answer:?}"),
            _ => None,
        })
        .await
    }

    async fn over(&mut self) -> PlayNowOver {
        self.until(|notice| match notice {
            Notice::PlayNow(PlayNowNotice::Over(over)) => Some(over.clone()),
            _ => None,
        })
        .await
    }

    fn wider(&mut self) -> CommandId {
        let id = self.id();
        self.house.play_now_wider(self.account.unwrap(), self.name.clone(), self.sink.clone(), id);
        id
    }

    fn cancel(&mut self) -> CommandId {
        let id = self.id();
        self.house.cancel_play_now(self.account.unwrap(), self.name.clone(), self.sink.clone(), id);
        id
    }

    fn account(&self) -> AccountId {
        self.account.unwrap()
    }
}

fn games(table: &Table) -> Vec<PerSide<Player>> {
    table.memory.rows().games.values().map(|game| game.players.clone()).collect()
}

async fn nobody_plays_within(table: &Table, seconds: u64) {
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    assert_eq!(games(table), []);
}

fn rated(table: &Table, name: &str, rating: i32) -> Tab {
    let tab = table.player(name);
    table.memory.rows().ratings.insert(tab.account(), rating);
    tab
}

/// A staked game of the two before, of which one tires at once.
async fn played(white: &mut Tab, black: &mut Tab, game: GameId) {
    white.act(game, Side::White, SeatAct::Resign);
    white.ended().await;
    black.ended().await;
}

#[tokio::test(start_paused = true)]
async fn two_who_fit_play_at_once_for_the_highest_stake_that_both_accept() {
    let table = Table::new();
    let (mut ana, mut beto) = (table.player("ana"), rated(&table, "beto", 1_600));
    ana.play_now(STAKE);
    let state = ana.waits().await;
    assert_eq!((state.rating, state.window, state.waiting), (Points::whole(1500), Points::whole(100), 1));
    assert!(!state.asks && !state.wider);
    let began = table.now();
    beto.play_now(STAKE - 1);
    let (game, side) = beto.game_started().await;
    assert_eq!(ana.game_started().await, (game, side.other()));
    assert!(table.now().since(began) < Millis(1_000));
    assert_eq!(table.memory.rows().games[&game].terms.stake, Amount(STAKE - 1));
    assert_eq!(table.memory.rows().wallets[&ana.account()].0, 100_000 - STAKE + 1);
    // nobody waits any more
    let id = ana.cancel();
    assert_eq!(ana.answer(id).await.result, Err(Refusal::NotWaiting));
}

#[tokio::test(start_paused = true)]
async fn white_is_who_had_it_less() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    played(&mut white, &mut black, game).await;
    white.play_now(STAKE);
    white.waits().await;
    black.play_now(STAKE);
    assert_eq!(black.game_started().await.1, Side::White);
    assert_eq!(white.game_started().await.1, Side::Black);
}

#[tokio::test(start_paused = true)]
async fn a_window_widens_by_a_step_every_five_seconds_and_is_told() {
    let table = Table::new();
    let (mut ana, mut beto) = (table.player("ana"), rated(&table, "beto", 1_800));
    ana.play_now(STAKE);
    beto.play_now(STAKE);
    let began = table.now();
    ana.waits_until(|state| state.window == Points::whole(125) && state.waiting == 2).await;
    assert_eq!(table.now().since(began).0 / 1000, 5);
    beto.game_started().await;
    assert_eq!(table.now().since(began).0 / 1000, 40, "300 points after eight steps of 25");
}

#[tokio::test(start_paused = true)]
async fn after_a_minute_one_is_asked_whether_anybody_will_do_and_only_a_yes_of_both_widens_further() {
    let table = Table::new();
    let (mut ana, mut beto) = (table.player("ana"), rated(&table, "beto", 1_950));
    ana.play_now(STAKE);
    beto.play_now(STAKE);
    let began = table.now();
    let asked = ana.waits_until(|state| state.asks).await;
    assert_eq!((table.now().since(began).0 / 1000, asked.window), (60, Points::whole(400)));
    let id = ana.wider();
    assert_eq!(ana.answer(id).await.result, Ok(()));
    assert!(!ana.waits_until(|state| state.wider).await.asks);
    nobody_plays_within(&table, 60).await;
    beto.waits_until(|state| state.asks).await;
    beto.wider();
    let (game, _) = beto.game_started().await;
    assert_eq!(ana.game_started().await.0, game);
}

#[tokio::test(start_paused = true)]
async fn after_ten_minutes_without_anybody_one_waits_no_longer() {
    let table = Table::new();
    let mut ana = table.player("ana");
    ana.play_now(STAKE);
    let began = table.now();
    assert_eq!(ana.over().await, PlayNowOver::GaveUp);
    assert_eq!(table.now().since(began).0 / 1000, 600);
}

#[tokio::test(start_paused = true)]
async fn who_has_cancelled_is_not_paired_and_one_waits_once() {
    let table = Table::new();
    let (mut ana, mut beto) = (table.player("ana"), table.player("beto"));
    let first = ana.play_now(STAKE);
    ana.waits().await;
    let again = ana.play_now(STAKE);
    assert_eq!(ana.answer(again).await.result, Err(Refusal::PlayNow(JoinError::Waiting)));
    let id = ana.cancel();
    assert_eq!(ana.answer(id).await.result, Ok(()));
    assert_eq!(ana.over().await, PlayNowOver::Cancelled);
    beto.play_now(STAKE);
    nobody_plays_within(&table, 30).await;
    // a cancel that comes while he is asked about counts too
    let second = ana.play_now(STAKE);
    ana.cancel();
    assert_eq!(ana.over().await, PlayNowOver::Cancelled);
    assert_ne!(first, second);
    nobody_plays_within(&table, 30).await;
}

#[tokio::test(start_paused = true)]
async fn who_has_lost_his_socket_is_not_paired_and_waits_no_longer_after_twenty_seconds() {
    let table = Table::new();
    let mut ana = table.player("ana");
    ana.play_now(STAKE);
    ana.waits().await;
    table.house.depart(ana.account, ana.sink.number(), &[]).await;
    let mut beto = table.player("beto");
    beto.play_now(STAKE);
    nobody_plays_within(&table, 10).await;
    // he is back in time, is shown that he waits, and plays
    let mut back = table.tab("ana again", ana.account);
    assert_eq!(back.waits().await.waiting, 2);
    back.game_started().await;
    beto.game_started().await;

    let mut carla = table.player("carla");
    carla.play_now(STAKE);
    carla.waits().await;
    table.house.depart(carla.account, carla.sink.number(), &[]).await;
    tokio::time::sleep(Duration::from_secs(25)).await;
    let mut gone = table.tab("carla again", carla.account);
    let id = gone.cancel();
    assert_eq!(gone.answer(id).await.result, Err(Refusal::NotWaiting));
}

#[tokio::test(start_paused = true)]
async fn one_who_can_t_pay_is_dropped_and_told_and_the_other_waits_on_with_his_time() {
    let table = Table::new();
    let (mut ana, mut beto) = (table.player("ana"), rated(&table, "beto", 1_800));
    let began = table.now();
    ana.play_now(STAKE);
    let since = ana.waits().await.since;
    beto.play_now(STAKE);
    beto.waits().await;
    // his money goes elsewhere while he waits; after forty seconds the two fit
    table.memory.rows().wallets.insert(beto.account(), (STAKE - 1, 2));
    let PlayNowOver::Refused(refused) = beto.over().await else { panic!("he can't pay") };
    assert!(matches!(refused, Refusal::InsufficientFunds { .. }), "{refused:?}");
    assert_eq!(table.now().since(began).0 / 1000, 40);
    let waits_on = ana.waits_until(|state| state.window > Points::whole(300)).await;
    assert_eq!((waits_on.since, waits_on.waiting), (since, 1));
    assert_eq!(table.now().since(began).0 / 1000, 45, "his window has not begun anew");
    let mut carla = table.player("carla");
    carla.play_now(STAKE);
    assert_eq!(carla.game_started().await.0, ana.game_started().await.0);
}

#[tokio::test(start_paused = true)]
async fn a_game_by_another_door_ends_the_waiting() {
    let table = Table::new();
    let (mut ana, mut beto) = (table.player("ana"), table.player("beto"));
    ana.play_now(STAKE);
    ana.waits().await;
    let seek = ana.seek().await;
    beto.join(seek);
    assert_eq!(ana.over().await, PlayNowOver::Playing);
    let id = ana.play_now(STAKE);
    assert_eq!(ana.answer(id).await.result, Err(Refusal::GameLimit));
}

#[tokio::test(start_paused = true)]
async fn a_blocked_pair_meets_by_no_door_and_is_not_told_why() {
    let table = Table::new();
    let (mut ana, mut beto) = (table.player("ana"), table.player("beto"));
    table.memory.rows().blocks.insert((ana.account(), beto.account()));
    ana.play_now(STAKE);
    beto.play_now(STAKE);
    nobody_plays_within(&table, 120).await;
    // who unblocks plays by the next look
    table.memory.rows().blocks.clear();
    table.house.keep_apart(ana.account(), beto.account(), false);
    let (game, side) = beto.game_started().await;
    ana.game_started().await;
    ana.follow(game).await;
    beto.follow(game).await;
    let (white, black) = if side == Side::White { (&mut beto, &mut ana) } else { (&mut ana, &mut beto) };
    played(white, black, game).await;

    table.memory.rows().blocks.insert((ana.account(), beto.account()));
    let seek = ana.seek().await;
    let id = beto.join(seek);
    assert_eq!(beto.answer(id).await.result, Err(Refusal::SeekGone));
    assert_eq!(table.house.seeks_of(ana.account()).await, [seek], "the seek stands for everybody else");
    let choice = MatchChoice {
        variant: Variant::Brazilian,
        rule_set: RuleSet::Dream,
        time_control: CLOCK,
        games: 2,
        stake_mode: StakeMode::PerMatch,
        stake: Amount(STAKE),
        start: StartAt::Now,
        level: LevelRule::Drawn,
        watchable: true,
        hash: HASH.to_owned(),
    };
    let accounts = [beto.account(), ana.account()];
    for (by, whom) in [&mut ana, &mut beto].into_iter().zip(accounts) {
        let id = by.id();
        let terms = table.house.catalogue().match_terms(&choice).unwrap();
        let challenged = Player { account: whom, name: "whom".to_owned() };
        table.house.challenge(by.account(), by.name.clone(), by.sink.clone(), id, Some(challenged), terms);
        let answer = by.answer(id).await.result;
        assert_eq!(answer, Err(Refusal::Challenge(ChallengeError::Unavailable)));
    }
}

#[tokio::test(start_paused = true)]
async fn a_block_while_both_wait_counts_at_once() {
    let table = Table::new();
    let (mut ana, mut beto) = (table.player("ana"), rated(&table, "beto", 1_700));
    ana.play_now(STAKE);
    beto.play_now(STAKE);
    tokio::time::sleep(Duration::from_secs(10)).await;
    table.memory.rows().blocks.insert((beto.account(), ana.account()));
    table.house.keep_apart(beto.account(), ana.account(), true);
    nobody_plays_within(&table, 120).await;
}

#[tokio::test(start_paused = true)]
async fn a_pair_past_half_of_what_it_may_stake_is_not_paired() {
    for (games_behind, paired) in [(9, true), (10, false)] {
        let table = Table::new();
        table.memory.rows().pair_games = games_behind;
        let (mut ana, mut beto) = (table.player("ana"), table.player("beto"));
        ana.play_now(STAKE);
        beto.play_now(STAKE);
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert_eq!(games(&table).len(), usize::from(paired), "{games_behind} games before");
    }
}

#[tokio::test(start_paused = true)]
async fn two_of_one_address_are_not_paired_where_addresses_count() {
    for (apart, paired) in [(true, false), (false, true)] {
        let setting = Setting { apart_by_address: apart, ..Setting::default() };
        let table = Table::over(Arc::new(Memory::default()), setting);
        let (mut ana, mut beto) = (table.player("ana"), table.player("beto"));
        ana.play_now_from(ANY, [198, 51, 100, 7], None);
        beto.play_now_from(ANY, [198, 51, 100, 7], None);
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert_eq!(games(&table).len(), usize::from(paired), "addresses count: {apart}");
    }
}

#[tokio::test(start_paused = true)]
async fn two_who_met_of_late_don_t_meet_again_while_four_others_wait() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    played(&mut white, &mut black, game).await;
    // four others, whom nobody will meet
    let mut others: Vec<Tab> = (0..4).map(|n| table.player(&format!("other{n}"))).collect();
    let everybody: Vec<_> = others.iter().chain([&white, &black]).map(Tab::account).collect();
    for other in &others {
        let blocks = everybody.iter().map(|whom| (other.account(), *whom));
        table.memory.rows().blocks.extend(blocks);
    }
    for tab in &mut others {
        tab.play_now(STAKE);
        tab.waits().await;
    }
    white.play_now(STAKE);
    black.play_now(STAKE);
    tokio::time::sleep(Duration::from_secs(30)).await;
    assert_eq!(games(&table).len(), 1, "four others wait");
    others[0].cancel();
    black.game_started().await;
    white.game_started().await;
}

#[tokio::test(start_paused = true)]
async fn a_latency_limit_holds_for_both_and_one_s_own_is_measured_and_shown() {
    let table = Table::new();
    let (mut ana, mut beto, mut carla) = (table.player("ana"), table.player("beto"), table.player("carla"));
    let limit = Some(Millis(100));
    let id = ana.play_now_from(ANY, [192, 0, 2, 1], limit);
    assert_eq!(ana.answer(id).await.result, Err(Refusal::Unavailable), "it is not measured yet");
    for (tab, took) in [(&ana, 40), (&beto, 150), (&carla, 90)] {
        tab.sink.round_trip().measured(Millis(took));
    }
    let id = beto.play_now_from(ANY, [192, 0, 2, 2], limit);
    let own = Refusal::PlayNow(JoinError::OwnLatency { latency: Millis(150), limit: Millis(100) });
    assert_eq!(beto.answer(id).await.result, Err(own));
    ana.play_now_from(ANY, [192, 0, 2, 1], limit);
    beto.play_now_from(ANY, [192, 0, 2, 2], None);
    let (state, slow) = (ana.waits().await, beto.waits().await);
    assert_eq!((state.latency, state.latency_limit), (Latency::Within(Millis(50)), limit));
    assert_eq!((slow.latency, slow.latency_limit), (Latency::Within(Millis(200)), None));
    nobody_plays_within(&table, 60).await;
    carla.play_now_from(ANY, [192, 0, 2, 3], None);
    let (game, _) = ana.game_started().await;
    assert!(carla.game_started().await.0 == game || beto.game_started().await.0 == game);
    let white_and_black = games(&table);
    assert!(white_and_black.iter().all(|players| players[Side::White].account != beto.account()));
    assert!(white_and_black.iter().all(|players| players[Side::Black].account != beto.account()));
    // a seek shows its owner's
    let id = beto.cancel();
    assert_eq!(beto.answer(id).await.result, Ok(()));
    table.house.watch_lobby(beto.sink.clone(), beto.account).await;
    beto.seek().await;
    let shown = beto
        .until(|notice| match notice {
            Notice::Lobby(LobbyNotice::Added(seek, _)) => Some(seek.latency),
            _ => None,
        })
        .await;
    assert_eq!(shown, Latency::Within(Millis(200)));
}

#[tokio::test(start_paused = true)]
async fn while_the_database_is_away_nobody_is_paired_and_everybody_waits_on() {
    let table = Table::new();
    let (mut ana, mut beto) = (table.player("ana"), rated(&table, "beto", 1_700));
    ana.play_now(STAKE);
    beto.play_now(STAKE);
    ana.waits().await;
    beto.waits().await;
    table.database.send(false).unwrap();
    let mut carla = table.player("carla");
    let id = carla.play_now(STAKE);
    assert_eq!(carla.answer(id).await.result, Err(Refusal::Unavailable));
    nobody_plays_within(&table, 90).await;
    table.database.send(true).unwrap();
    let back: Moment = table.now();
    ana.game_started().await;
    assert!(table.now().since(back) < Millis(6_000));
}
