//! Rivals matches through the house: from the challenge to the payout, in virtual time.

use crate::support::{CLOCK, HASH, STAKE, Tab, Table};
use competition::{
    ChallengeError, Clock, CounterTerms, DecidedBy, Holder, LevelRule, Match, MatchState, RivalsLimits, Seat,
    StakeMode, StartAt,
};
use draughts::{RuleSet, Side, Variant};
use ids::{Amount, GameId, MatchId, Millis};
use rooms::{Answer, MatchAct, MatchChoice, Notice, Player, Refusal, SeatAct};
use std::time::Duration;

const MONEY: i64 = 100_000;

pub(crate) fn choice(games: u8, stake_mode: StakeMode, start: StartAt) -> MatchChoice {
    MatchChoice {
        variant: Variant::Brazilian,
        rule_set: RuleSet::Dream,
        time_control: CLOCK,
        games,
        stake_mode,
        stake: Amount(STAKE),
        start,
        level: LevelRule::Drawn,
        watchable: true,
        hash: HASH.to_owned(),
    }
}

impl Tab {
    pub(crate) fn challenge(&mut self, table: &Table, whom: &Tab, choice: &MatchChoice) -> ids::CommandId {
        self.challenges(
            table,
            Some(Player { account: whom.account.unwrap(), name: whom.name.clone() }),
            choice,
        )
    }

    fn challenge_anybody(&mut self, table: &Table, choice: &MatchChoice) -> ids::CommandId {
        self.challenges(table, None, choice)
    }

    fn challenges(&mut self, table: &Table, whom: Option<Player>, choice: &MatchChoice) -> ids::CommandId {
        let id = self.id();
        let terms = table.house.catalogue().match_terms(choice).unwrap();
        let (account, name) = (self.account.unwrap(), self.name.clone());
        self.house.challenge(account, name, self.sink.clone(), id, whom, terms);
        id
    }

    fn ask(&mut self, of: MatchId, act: MatchAct) -> ids::CommandId {
        let id = self.id();
        let (account, name) = (self.account.unwrap(), self.name.clone());
        self.house.act_in_match(account, name, self.sink.clone(), id, of, act);
        id
    }

    pub(crate) async fn asked(&mut self, of: MatchId, act: MatchAct) -> Answer {
        let id = self.ask(of, act);
        self.answer(id).await
    }

    /// The first view of a match that is in that state.
    pub(crate) async fn sees(&mut self, state: MatchState) -> Match {
        self.until(|notice| match notice {
            Notice::Match(view) if view.state.state() == state => Some(view.state.clone()),
            _ => None,
        })
        .await
    }

    /// The game that starts, followed.
    async fn sits_down(&mut self) -> (GameId, Side) {
        let (game, side) = self.game_started().await;
        self.follow(game).await;
        (game, side)
    }
}

/// A match between ana, who challenges, and beto, who has accepted it and has checked in, as she has.
async fn agreed(table: &Table, choice: &MatchChoice) -> (Tab, Tab, Match) {
    let (mut ana, mut beto) = (table.player("ana"), table.player("beto"));
    ana.challenge(table, &beto, choice);
    let offered = beto.sees(MatchState::Proposed).await;
    let accepted = beto.asked(offered.id(), MatchAct::Accept(offered.terms().hash())).await;
    assert_eq!(accepted.result, Ok(()));
    for player in [&mut ana, &mut beto] {
        assert_eq!(player.asked(offered.id(), MatchAct::CheckIn).await.result, Ok(()));
    }
    (ana, beto, offered)
}

fn wallet(table: &Table, tab: &Tab) -> i64 {
    table.memory.rows().wallets[&tab.account.unwrap()].0
}

fn house(table: &Table) -> i64 {
    table.memory.rows().held.get(&Holder::House).copied().unwrap_or(0)
}

#[tokio::test(start_paused = true)]
async fn a_match_of_two_is_played_to_its_payout() {
    let table = Table::new();
    let (mut ana, mut beto, offered) = agreed(&table, &choice(2, StakeMode::PerMatch, StartAt::Now)).await;
    assert_eq!((wallet(&table, &ana), wallet(&table, &beto)), (MONEY - STAKE, MONEY - STAKE));
    assert_eq!(table.memory.rows().escrow(offered.id()), 2 * STAKE);

    let (first, ana_side) = ana.sits_down().await;
    assert_eq!(beto.sits_down().await, (first, ana_side.other()));
    assert_eq!(ana_side, Side::Black, "at their first meeting the challenged player has White");
    beto.act(first, Side::White, SeatAct::Resign);
    let pause = ana.sees(MatchState::Break).await;
    assert_eq!(pause.points()[Seat::First], 2);

    let (second, ana_side) = ana.sits_down().await;
    assert_eq!(ana_side, Side::White, "colours alternate");
    assert_ne!(first, second);
    beto.sits_down().await;
    beto.act(second, Side::Black, SeatAct::Resign);
    let settled = ana.sees(MatchState::Settled).await;
    let outcome = settled.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.by), (Some(Seat::First), DecidedBy::Score));
    // the pot is 10 000, the fee a tenth of it
    assert_eq!((wallet(&table, &ana), wallet(&table, &beto)), (MONEY + STAKE - 1_000, MONEY - STAKE));
    assert_eq!(table.memory.rows().escrow(offered.id()), 0);
    assert_eq!(house(&table), 1_000);
    tokio::time::sleep(Duration::from_secs(130)).await;
    ana.sees(MatchState::Closed).await;
}

#[tokio::test(start_paused = true)]
async fn a_level_match_gives_both_stakes_back_whole() {
    let table = Table::new();
    let (mut ana, mut beto, _) = agreed(&table, &choice(2, StakeMode::PerMatch, StartAt::Now)).await;
    for _ in 0..2 {
        let (game, side) = ana.sits_down().await;
        beto.sits_down().await;
        // who has White resigns, each once
        if side == Side::White {
            ana.act(game, side, SeatAct::Resign);
        } else {
            beto.act(game, side.other(), SeatAct::Resign);
        }
    }
    let settled = ana.sees(MatchState::Settled).await;
    assert_eq!(settled.outcome().unwrap().winner, None);
    assert_eq!((wallet(&table, &ana), wallet(&table, &beto)), (MONEY, MONEY));
}

#[tokio::test(start_paused = true)]
async fn a_stake_for_each_game_is_held_for_all_and_what_is_unplayed_goes_back() {
    let table = Table::new();
    let (mut ana, mut beto, offered) = agreed(&table, &choice(4, StakeMode::PerGame, StartAt::Now)).await;
    assert_eq!(wallet(&table, &ana), MONEY - 4 * STAKE);
    // 2-0, 4-0, 6-0: three games decide a match of four
    for played in 1..=3 {
        let (game, side) = beto.sits_down().await;
        ana.sits_down().await;
        assert_eq!(table.memory.rows().held[&Holder::Game(game)], 2 * STAKE);
        assert_eq!(table.memory.rows().escrow(offered.id()), (4 - played) * 2 * STAKE);
        beto.act(game, side, SeatAct::Resign);
    }
    let settled = ana.sees(MatchState::Settled).await;
    assert_eq!(settled.outcome().unwrap().by, DecidedBy::Lead);
    assert_eq!(table.memory.rows().escrow(offered.id()), 0);
    assert_eq!(wallet(&table, &beto), MONEY - 3 * STAKE, "the unplayed game's stake is back");
}

#[tokio::test(start_paused = true)]
async fn r6_who_does_not_check_in_does_not_play_and_everybody_gets_everything_back() {
    let table = Table::new();
    let (mut ana, mut beto) = (table.player("ana"), table.player("beto"));
    let start = StartAt::At(table.house.clock().wall().plus(RivalsLimits::default().min_lead));
    ana.challenge(&table, &beto, &choice(2, StakeMode::PerMatch, start));
    let offered = beto.sees(MatchState::Proposed).await;
    beto.asked(offered.id(), MatchAct::Accept(offered.terms().hash())).await;
    assert_eq!(ana.asked(offered.id(), MatchAct::CheckIn).await.result, Ok(()));
    let over = ana_waits(&mut ana, MatchState::NoShowOne).await;
    assert_eq!(over.walkover(), Some(Seat::First));
    assert_eq!((wallet(&table, &ana), wallet(&table, &beto)), (MONEY, MONEY));
}

/// Waits for longer than a notice usually takes: check-in closes 20 minutes later.
async fn ana_waits(ana: &mut Tab, state: MatchState) -> Match {
    tokio::time::sleep(Duration::from_secs(25 * 60)).await;
    ana.sees(state).await
}

#[tokio::test(start_paused = true)]
async fn an_event_s_game_that_nobody_begins_is_lost_by_both_and_one_that_one_does_not_begin_by_him() {
    let table = Table::new();
    let (mut ana, mut beto, offered) = agreed(&table, &choice(4, StakeMode::PerGame, StartAt::Now)).await;
    // nobody sits down: at the end of the grace both have lost the first game
    let (first, _) = ana.game_started().await;
    tokio::time::sleep(Duration::from_secs(5 * 60 + 10)).await;
    let pause = ana.sees(MatchState::Break).await;
    assert_eq!(pause.points(), Default::default());
    assert_eq!(pause.games()[0].game, first);
    // the second one ana alone
    beto.game_started().await;
    let (second, side) = ana.sits_down().await;
    assert_eq!(side, Side::White, "she had Black before");
    ana.play(second, Side::White, 0, "c3-d4");
    tokio::time::sleep(Duration::from_secs(90)).await;
    let decided = ana.sees(MatchState::Settled).await;
    let outcome = decided.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.by), (Some(Seat::First), DecidedBy::Absence), "{outcome:?}");
    assert_eq!(table.memory.rows().escrow(offered.id()), 0);
}

#[tokio::test(start_paused = true)]
async fn an_acceptance_that_can_t_be_paid_holds_nothing_and_the_offer_stands() {
    let table = Table::new();
    let (mut ana, mut beto) = (table.player("ana"), table.player("beto"));
    ana.challenge(&table, &beto, &choice(2, StakeMode::PerMatch, StartAt::Now));
    let offered = beto.sees(MatchState::Proposed).await;
    table.memory.rows().wallets.insert(beto.account.unwrap(), (STAKE - 1, 1));
    let answer = beto.asked(offered.id(), MatchAct::Accept(offered.terms().hash())).await;
    let short = Refusal::InsufficientFunds { balance: Amount(STAKE - 1), stake: Amount(STAKE) };
    assert_eq!(answer.result, Err(short));
    assert_eq!(wallet(&table, &ana), MONEY);
    assert_eq!(table.memory.rows().escrow(offered.id()), 0);
    table.memory.rows().wallets.insert(beto.account.unwrap(), (STAKE, 1));
    let again = beto.asked(offered.id(), MatchAct::Accept(offered.terms().hash())).await;
    assert_eq!(again.result, Ok(()));
}

#[tokio::test(start_paused = true)]
async fn a_player_in_a_match_finds_no_seat_in_the_lobby() {
    let table = Table::new();
    let (ana, _beto, _) = agreed(&table, &choice(2, StakeMode::PerMatch, StartAt::Now)).await;
    let mut again = table.tab("ana", ana.account);
    let (mut carla, id) = (table.player("carla"), again.id());
    let seek = carla.seek().await;
    let (account, name) = (again.account.unwrap(), again.name.clone());
    again.house.join_seek(account, name, again.sink.clone(), id, seek, HASH.to_owned());
    assert_eq!(again.answer(id).await.result, Err(Refusal::InEvent));
}

#[tokio::test(start_paused = true)]
async fn a_match_goes_on_after_a_crash_in_each_of_its_states() {
    for steps in 0..6 {
        let table = Table::new();
        let (mut ana, mut beto) = (table.player("ana"), table.player("beto"));
        ana.challenge(&table, &beto, &choice(2, StakeMode::PerMatch, StartAt::Now));
        let of = beto.sees(MatchState::Proposed).await.id();
        let mut table = table;
        let mut done = 0;
        let mut accepted = false;
        let mut checked_in = 0;
        loop {
            if done == steps {
                let memory = table.memory.after_a_crash();
                table = Table::over(memory, crate::support::Setting::default());
                table.house.recover(Millis(1_000)).await.unwrap();
                (ana, beto) = (table.player("ana"), table.player("beto"));
            }
            done += 1;
            let stored = table.memory.rows().matches[&of].clone();
            let state = Match::replay(of, stored.limits, stored.events).unwrap();
            match state.state() {
                MatchState::Proposed if !accepted => {
                    accepted = true;
                    let accept = MatchAct::Accept(state.terms().hash());
                    assert_eq!(beto.asked(of, accept).await.result, Ok(()), "crash after {steps} steps");
                }
                MatchState::CheckIn if checked_in < 2 => {
                    let who = if checked_in == 0 { &mut ana } else { &mut beto };
                    checked_in += 1;
                    assert_eq!(
                        who.asked(of, MatchAct::CheckIn).await.result,
                        Ok(()),
                        "crash after {steps} steps"
                    );
                }
                MatchState::Playing => {
                    let game = state.running().unwrap();
                    let Some(room) = table.house.room(game) else {
                        tokio::time::sleep(Duration::from_secs(1)).await;
                        continue;
                    };
                    let side = room.info().side_of(beto.account.unwrap()).unwrap();
                    beto.act(game, side, SeatAct::Resign);
                    tokio::time::sleep(Duration::from_secs(3)).await;
                }
                MatchState::Settled | MatchState::Closed => break,
                _ => tokio::time::sleep(Duration::from_secs(5)).await,
            }
            assert!(
                done < 200,
                "crash after {steps} steps: the match does not end, it is {:?}",
                state.state()
            );
        }
        let rows = table.memory.rows();
        assert_eq!(rows.escrow(of), 0, "crash after {steps} steps");
        let (ana, beto) = (rows.wallets[&ana.account.unwrap()].0, rows.wallets[&beto.account.unwrap()].0);
        assert_eq!((ana, beto), (MONEY + STAKE - 1_000, MONEY - STAKE), "crash after {steps} steps");
        // that none is told twice is seen to by the rows themselves
        let expected = ["challenged", "scheduled", "check_in_open", "result"];
        for kind in expected {
            let told = rows.notices.iter().filter(|new| new.notice.body.kind() == kind).count();
            let players = if kind == "challenged" { 1 } else { 2 };
            assert_eq!(told, players, "crash after {steps} steps: {kind}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_step_whose_answer_is_lost_is_found_in_the_rows_and_happens_once() {
    let table = Table::new();
    let (mut ana, mut beto) = (table.player("ana"), table.player("beto"));
    ana.challenge(&table, &beto, &choice(2, StakeMode::PerMatch, StartAt::Now));
    let offered = beto.sees(MatchState::Proposed).await;
    table.memory.rows().lost_steps = 1;
    let accept = MatchAct::Accept(offered.terms().hash());
    assert_eq!(beto.asked(offered.id(), accept.clone()).await.result, Err(Refusal::Unavailable));
    assert_eq!(beto.asked(offered.id(), accept).await.result, Ok(()), "it had been recorded");
    assert_eq!(wallet(&table, &beto), MONEY - STAKE, "held once");
    let rows = table.memory.rows();
    let told = rows.notices.iter().filter(|new| new.notice.body.kind() == "scheduled").count();
    assert_eq!(told, 2, "and told once to each");
}

#[tokio::test(start_paused = true)]
async fn a_challenge_comes_to_the_sockets_of_the_challenged_with_the_challenger_s_name() {
    let table = Table::new();
    let (mut ana, mut beto) = (table.player("ana"), table.player("beto"));
    ana.challenge(&table, &beto, &choice(2, StakeMode::PerMatch, StartAt::Now));
    let notified = |notice: &Notice| match notice {
        Notice::Notified(told) => Some((told.body.kind(), told.other.clone(), told.id)),
        _ => None,
    };
    let (kind, other, id) = beto.until(notified).await;
    assert_eq!((kind, other.as_deref()), ("challenged", Some("ana")));
    assert_eq!(table.memory.rows().notices[0].id, id, "what is shown is what was recorded");
    let offered = beto.sees(MatchState::Proposed).await;
    assert_eq!(beto.asked(offered.id(), MatchAct::Decline).await.result, Ok(()));
    let (kind, other, _) = ana.until(notified).await;
    assert_eq!((kind, other.as_deref()), ("declined", Some("beto")));
}

#[tokio::test(start_paused = true)]
async fn a_challenge_that_is_sent_twice_is_one_and_two_offers_of_a_rematch_are_an_agreement() {
    let table = Table::new();
    let (mut ana, mut beto) = (table.player("ana"), table.player("beto"));
    let choice = choice(1, StakeMode::PerMatch, StartAt::Now);
    let id = ana.challenge(&table, &beto, &choice);
    assert_eq!(ana.answer(id).await.result, Ok(()));
    ana.next = id.0 % 1_000_000 - 1;
    assert_eq!(ana.challenge(&table, &beto, &choice), id);
    assert_eq!(ana.answer(id).await.result, Ok(()), "a repeat is answered as the first was");
    assert_eq!(table.memory.rows().matches.len(), 1);
    let offered = beto.sees(MatchState::Proposed).await;
    beto.asked(offered.id(), MatchAct::Accept(offered.terms().hash())).await;
    for player in [&mut ana, &mut beto] {
        player.asked(offered.id(), MatchAct::CheckIn).await;
    }
    let (game, side) = ana.sits_down().await;
    beto.sits_down().await;
    ana.act(game, side, SeatAct::Resign);
    ana.sees(MatchState::Settled).await;
    for player in [&mut ana, &mut beto] {
        assert_eq!(player.asked(offered.id(), MatchAct::OfferRematch).await.result, Ok(()));
    }
    let child = competition::rematch_id(offered.id());
    assert!(table.memory.rows().matches.contains_key(&child), "the second offer agrees to the first");
    assert_eq!(table.memory.rows().escrow(child), 2 * STAKE);
}

#[tokio::test(start_paused = true)]
async fn a_rematch_is_neither_offered_nor_agreed_to_by_who_would_not_be_challenged_any_more() {
    let table = Table::new();
    let (mut ana, mut beto) = (table.player("ana"), table.player("beto"));
    ana.challenge(&table, &beto, &choice(1, StakeMode::PerMatch, StartAt::Now));
    let offered = beto.sees(MatchState::Proposed).await;
    beto.asked(offered.id(), MatchAct::Accept(offered.terms().hash())).await;
    for player in [&mut ana, &mut beto] {
        player.asked(offered.id(), MatchAct::CheckIn).await;
    }
    let (game, side) = ana.sits_down().await;
    beto.sits_down().await;
    ana.act(game, side, SeatAct::Resign);
    ana.sees(MatchState::Settled).await;
    assert_eq!(ana.asked(offered.id(), MatchAct::OfferRematch).await.result, Ok(()));
    // ana thinks better of it: she blocks him
    let pair = (ana.account.unwrap(), beto.account.unwrap());
    table.memory.rows().blocks.insert(pair);
    for act in [MatchAct::AcceptRematch, MatchAct::OfferRematch] {
        let refused = beto.asked(offered.id(), act).await.result;
        assert_eq!(refused, Err(Refusal::Challenge(ChallengeError::Unavailable)));
    }
    assert_eq!(table.memory.rows().matches.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn ones_own_match_is_shown_however_many_open_seats_there_are() {
    let table = Table::new();
    for n in 0..60 {
        let mut other = table.player(&format!("other{n}"));
        for _ in 0..2 {
            let id = other.challenge_anybody(&table, &choice(1, StakeMode::PerMatch, StartAt::Now));
            other.answer(id).await;
        }
    }
    let (mut ana, mut beto) = (table.player("ana"), table.player("beto"));
    ana.challenge(&table, &beto, &choice(1, StakeMode::PerMatch, StartAt::Now));
    let of = beto.sees(MatchState::Proposed).await.id();
    let mut again = table.player("beto");
    table.house.show_matches(beto.account.unwrap(), again.sink.clone(), ids::CommandId(7));
    let found = again
        .until(|notice| match notice {
            Notice::Match(view) => Some(view.state.id() == of),
            Notice::Answer(_) => Some(false),
            _ => None,
        })
        .await;
    assert!(found, "one's own comes first");
}

#[tokio::test(start_paused = true)]
async fn r2_a_counter_offer_stays_within_what_is_offered_for_its_game() {
    let table = Table::new();
    let (mut ana, mut beto) = (table.player("ana"), table.player("beto"));
    ana.challenge(&table, &beto, &choice(2, StakeMode::PerMatch, StartAt::Now));
    let of = beto.sees(MatchState::Proposed).await.id();
    let clock = Clock { initial: CLOCK.initial, increment: CLOCK.increment };
    let counter = |clock, stake| {
        MatchAct::Counter(CounterTerms { clock, games: 2, stake: Amount(stake), start: StartAt::Now })
    };
    let slower = Clock { initial: Millis(120_000), ..clock };
    for act in [counter(slower, STAKE), counter(clock, 99)] {
        let refused = beto.asked(of, act).await.result;
        assert!(matches!(refused, Err(Refusal::OutOfRange { .. })), "{refused:?}");
    }
    assert_eq!(beto.asked(of, counter(clock, 2 * STAKE)).await.result, Ok(()));
    assert_eq!(ana.sees(MatchState::Countered).await.terms().stake, Amount(2 * STAKE));
}

#[tokio::test(start_paused = true)]
async fn a_challenge_whose_answer_is_lost_stands_and_runs_out() {
    let table = Table::new();
    let (mut ana, mut beto) = (table.player("ana"), table.player("beto"));
    table.memory.rows().lost_steps = 1;
    let id = ana.challenge(&table, &beto, &choice(2, StakeMode::PerMatch, StartAt::Now));
    beto.sees(MatchState::Proposed).await;
    assert_eq!(ana.answer(id).await.result, Ok(()));
    tokio::time::sleep(Duration::from_secs(3 * 60)).await;
    ana.sees(MatchState::Expired).await;
}

#[tokio::test(start_paused = true)]
async fn who_has_agreed_to_a_match_that_starts_now_takes_no_lobby_seat_before_he_has_checked_in() {
    let table = Table::new();
    let (mut ana, mut beto) = (table.player("ana"), table.player("beto"));
    ana.challenge(&table, &beto, &choice(2, StakeMode::PerMatch, StartAt::Now));
    let offered = beto.sees(MatchState::Proposed).await;
    let accepted = beto.asked(offered.id(), MatchAct::Accept(offered.terms().hash())).await;
    assert_eq!(accepted.result, Ok(()));
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    let id = beto.id();
    let request = rooms::SeekRequest {
        id,
        variant: draughts::Variant::Brazilian,
        rule_set: draughts::RuleSet::Dream,
        stake: ids::Amount(1_000),
        time_control: crate::support::CLOCK,
        terms: crate::support::HASH.to_owned(),
    };
    beto.house.open_seek(beto.account.unwrap(), beto.name.clone(), beto.sink.clone(), request);
    assert_eq!(beto.answer(id).await.result, Err(Refusal::StartsSoon));
}
