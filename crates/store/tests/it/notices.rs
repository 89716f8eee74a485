//! Notices in rows: with their step or not at all, once; which of them go by mail, and how often that is tried.

use crate::matches::Driven;
use crate::world::{NOON, World, id};
use competition::{ByMail, CalledOffBy, EventNotice, NoticeBody, NoticeOf, StakeMode};
use ids::{AccountId, Amount, MatchId, Millis, TournamentId, WallTime};
use rooms::{NewNotice, StepError};
use std::time::Duration;
use store::{MailAddress, MailEnd};

/// An instant that the database's clock has not come to.
const LATER: WallTime = WallTime(4_000_000_000_000_000);
const YEARS: Millis = Millis(100 * 366 * 86_400_000);
const MINUTE: Millis = Millis(60_000);
const CODE: [u8; 32] = [7; 32];

/// A verified address in Spanish, without these topics.
async fn verified(world: &World, account: AccountId, off: &[&str]) {
    let (address, off) = (format!("{account}@example.org"), off.iter().map(|word| (*word).to_owned()));
    let mail = MailAddress { address: address.clone(), language: "es".to_owned(), off: off.collect() };
    assert!(!world.database.set_account_mail(account, &mail, NOON).await.unwrap());
    world.database.note_mail_code(account, &address, CODE, NOON).await.unwrap();
    assert_eq!(world.database.verify_mail(CODE, MINUTE, NOON).await.unwrap(), Some(account));
}

async fn due(world: &World) -> Vec<(String, u32)> {
    let due = world.database.claim_mail(10, MINUTE, YEARS).await.unwrap();
    due.into_iter().map(|due| (due.notice.body.kind().to_owned(), due.tries)).collect()
}

#[tokio::test]
async fn a_notice_is_written_with_its_step_and_a_step_that_fails_or_is_repeated_writes_none() {
    let world = World::new().await;
    let mut driven = Driven::new(&world, 10_000).await;
    let (challenged, challenger) = (driven.players.second.clone(), driven.players.first.clone());
    let (step, _) = driven.step(driven.propose(StakeMode::PerMatch));
    driven.take(&world, driven.propose(StakeMode::PerMatch)).await.unwrap();
    assert_eq!(world.owner.events.step_matches(&[step]).await, Err(StepError::Stale), "a repeat");
    let all = world.database.notices(challenged.account, None, 10).await.unwrap();
    assert_eq!(all.len(), 1);
    assert_eq!((all[0].body.kind(), all[0].other.as_deref()), ("challenged", Some(challenger.name.as_str())));
    assert_eq!((all[0].at, all[0].read), (NOON, false));

    let accept = driven.accept();
    driven.take(&world, accept).await.unwrap();
    let kinds = |notices: Vec<rooms::PlayerNotice>| -> Vec<&'static str> {
        notices.iter().map(|notice| notice.body.kind()).collect()
    };
    let newest = world.database.notices(challenger.account, None, 10).await.unwrap();
    assert!(kinds(newest).contains(&"scheduled"));

    let mut poor = Driven::new(&world, 1).await;
    poor.take(&world, poor.propose(StakeMode::PerMatch)).await.unwrap();
    let accept = poor.accept();
    assert!(poor.take(&world, accept).await.is_err());
    assert_eq!(world.database.unread_notices(poor.players.first.account).await.unwrap(), 0);
}

#[tokio::test]
async fn what_was_read_is_counted_and_forgotten_after_a_while() {
    let world = World::new().await;
    let player = world.players(1, 0).await.remove(0).account;
    many(&world, player, 5).await;
    assert_eq!(world.database.unread_notices(player).await.unwrap(), 5);
    let all = world.database.notices(player, None, 10).await.unwrap();
    assert!(all.is_sorted_by(|newer, older| newer.id > older.id));
    let page = world.database.notices(player, Some(all[1].id), 2).await.unwrap();
    assert_eq!(page, all[2..4]);
    assert_eq!(world.database.read_notices(player, all[2].id, NOON).await.unwrap(), 2);
    let after = NOON.plus(MINUTE);
    assert_eq!(world.database.forget_notices(after, NOON, 2).await.unwrap(), 2, "no more than asked for");
    assert_eq!(world.database.forget_notices(after, NOON, 10).await.unwrap(), 1);
    assert_eq!(world.database.forget_notices(after, after, 10).await.unwrap(), 2, "read or not");
}

/// So many notices to one player, a second apart, by a tournament's step that tells nothing else.
async fn many(world: &World, account: AccountId, count: u32) {
    let mut driven = Driven::new(world, 10_000).await;
    let (mut step, _) = driven.step(driven.propose(StakeMode::PerMatch));
    step.notices = (0..count).map(|part| suspended(account, part)).collect();
    world.owner.events.step_matches(&[step]).await.unwrap();
    driven.now = NOON;
}

fn suspended(account: AccountId, part: u32) -> NewNotice {
    let notice = EventNotice {
        of: NoticeOf::Tournament(TournamentId(id())),
        part,
        account,
        other: None,
        title: Some("Copa".to_owned()),
        by_mail: ByMail::Never,
        body: NoticeBody::Suspended,
    };
    NewNotice::new(notice, None, NOON.plus(Millis(u64::from(part) * 1_000)))
}

#[tokio::test]
async fn a_subject_a_kind_and_an_account_have_one_notice_whatever_a_step_says() {
    let world = World::new().await;
    let driven = Driven::new(&world, 10_000).await;
    let account = driven.players.first.account;
    let (mut step, _) = driven.step(driven.propose(StakeMode::PerMatch));
    let notice = EventNotice {
        of: NoticeOf::Match(MatchId(id())),
        part: 0,
        account,
        other: None,
        title: None,
        by_mail: ByMail::Always,
        body: NoticeBody::Cancelled { by: CalledOffBy::House, refund: Amount(5) },
    };
    let again = EventNotice {
        body: NoticeBody::Cancelled { by: CalledOffBy::You, refund: Amount(6) },
        ..notice.clone()
    };
    step.notices = vec![NewNotice::new(notice, None, NOON), NewNotice::new(again, None, LATER)];
    world.owner.events.step_matches(&[step]).await.unwrap();
    assert_eq!(world.database.unread_notices(account).await.unwrap(), 1);
}

#[tokio::test]
async fn only_a_verified_address_gets_mail_and_only_of_topics_that_are_wanted() {
    let world = World::new().await;
    for (prepared, expected) in [("nobody", 0), ("unverified", 0), ("verified", 1), ("off", 0)] {
        let mut driven = Driven::new(&world, 10_000).await;
        driven.now = LATER;
        let account = driven.players.second.account;
        match prepared {
            "unverified" => {
                let mail =
                    MailAddress { address: "x@y.z".to_owned(), language: "pt".to_owned(), off: Vec::new() };
                world.database.set_account_mail(account, &mail, NOON).await.unwrap();
            }
            "verified" => verified(&world, account, &["results"]).await,
            "off" => verified(&world, account, &["challenges"]).await,
            _ => {}
        }
        driven.take(&world, driven.propose(StakeMode::PerMatch)).await.unwrap();
        assert_eq!(due(&world).await.len(), expected, "{prepared}");
    }
}

#[tokio::test]
async fn a_letter_is_claimed_once_and_is_due_again_when_its_sender_dies() {
    let world = World::new().await;
    let mut driven = Driven::new(&world, 10_000).await;
    driven.now = LATER;
    verified(&world, driven.players.second.account, &[]).await;
    driven.take(&world, driven.propose(StakeMode::PerMatch)).await.unwrap();

    let brief = Millis(200);
    let (one, other) = tokio::join!(
        world.database.claim_mail(10, brief, YEARS),
        world.database.claim_mail(10, brief, YEARS)
    );
    let (one, other) = (one.unwrap(), other.unwrap());
    assert_eq!(one.len() + other.len(), 1, "two senders, one letter");
    let claimed = one.into_iter().chain(other).next().unwrap();
    assert_eq!((claimed.language.as_str(), claimed.tries), ("es", 1));
    assert_eq!(claimed.address, format!("{}@example.org", driven.players.second.account));
    // its sender never comes back
    let mut again = Vec::new();
    while again.is_empty() {
        tokio::time::sleep(Duration::from_millis(20)).await;
        again = world.database.claim_mail(10, MINUTE, YEARS).await.unwrap();
    }
    assert_eq!((again[0].notice.id, again[0].tries), (claimed.notice.id, 2), "the same letter");

    let letter = claimed.notice.id;
    world.database.end_mail(letter, MailEnd::Again(MINUTE)).await.unwrap();
    assert_eq!(due(&world).await, []);
    world.database.end_mail(letter, MailEnd::Again(Millis(0))).await.unwrap();
    assert_eq!(due(&world).await, [("challenged".to_owned(), 3)]);
    world.database.end_mail(letter, MailEnd::Sent).await.unwrap();
    world.database.end_mail(letter, MailEnd::Again(Millis(0))).await.unwrap();
    assert_eq!(due(&world).await, [], "what was sent is not sent again");
}

#[tokio::test]
async fn a_letter_whose_time_is_over_or_whose_address_is_gone_is_put_aside() {
    let world = World::new().await;
    // a challenge of long ago
    let mut stale = Driven::new(&world, 10_000).await;
    verified(&world, stale.players.second.account, &[]).await;
    stale.take(&world, stale.propose(StakeMode::PerMatch)).await.unwrap();
    let mut moved = Driven::new(&world, 10_000).await;
    moved.now = LATER;
    let account = moved.players.second.account;
    verified(&world, account, &[]).await;
    moved.take(&world, moved.propose(StakeMode::PerMatch)).await.unwrap();
    let other =
        MailAddress { address: "new@example.org".to_owned(), language: "en".to_owned(), off: Vec::new() };
    assert!(!world.database.set_account_mail(account, &other, NOON).await.unwrap(), "another address");
    assert_eq!(due(&world).await, []);
    assert_eq!(world.count("select count(*) from notice where mail_state = 'late'").await, 1);
    assert_eq!(world.count("select count(*) from notice where mail_state = 'none'").await, 1);
}

#[tokio::test]
async fn a_code_verifies_its_own_address_once_and_in_time() {
    let world = World::new().await;
    let account = world.players(1, 0).await.remove(0).account;
    let mail = |address: &str| MailAddress {
        address: address.to_owned(),
        language: "es".to_owned(),
        off: vec!["results".to_owned()],
    };
    let database = &world.database;
    database.set_account_mail(account, &mail("a@example.org"), NOON).await.unwrap();
    database.note_mail_code(account, "a@example.org", CODE, NOON).await.unwrap();
    let late = NOON.plus(Millis(60_001));
    assert_eq!(database.verify_mail(CODE, MINUTE, late).await.unwrap(), None, "too late");
    database.set_account_mail(account, &mail("b@example.org"), NOON).await.unwrap();
    assert_eq!(database.verify_mail(CODE, MINUTE, NOON).await.unwrap(), None, "that was the other address");
    database.note_mail_code(account, "a@example.org", CODE, NOON).await.unwrap();
    assert_eq!(
        database.verify_mail(CODE, MINUTE, NOON).await.unwrap(),
        None,
        "it is not the account's any more"
    );
    database.note_mail_code(account, "b@example.org", CODE, NOON).await.unwrap();
    assert_eq!(database.verify_mail(CODE, MINUTE, NOON).await.unwrap(), Some(account));
    assert_eq!(database.verify_mail(CODE, MINUTE, NOON).await.unwrap(), None, "once");
    assert!(database.set_account_mail(account, &mail("b@example.org"), NOON).await.unwrap(), "it stays");
    let found = database.find_account_mail(account).await.unwrap().unwrap();
    assert_eq!((found.address.as_str(), found.off), ("b@example.org", vec!["results".to_owned()]));
    database.forget_account_mail(account).await.unwrap();
    assert!(database.find_account_mail(account).await.unwrap().is_none());
}

#[tokio::test]
async fn the_notices_of_a_round_of_five_hundred_games_are_one_statement() {
    let world = World::new().await;
    let players = world.players(1_000, 0).await;
    let driven = Driven::new(&world, 10_000).await;
    let (mut step, _) = driven.step(driven.propose(StakeMode::PerMatch));
    step.notices = players.iter().map(|player| suspended(player.account, 0)).collect();
    world.owner.events.step_matches(&[step]).await.unwrap();
    assert_eq!(world.count("select count(*) from notice").await, 1_000);
}
