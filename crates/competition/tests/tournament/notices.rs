//! Whom a tournament tells what. That money never comes without a word holds in every random life.

use crate::story::{START, Story, account, entry, terms};
use competition::tournament::{Change, Format, SuspendedBy};
use competition::{ByMail, EventNotice, NoticeBody, Tournament, TournamentCommand};
use ids::{Amount, TournamentId};

/// What the events so far told, in order.
fn told(story: &Story) -> Vec<EventNotice> {
    let (id, terms) = (TournamentId(story.state.id().0), story.events.first().map(|_| story.state.terms()));
    let mut state = Tournament::new(id, terms.expect("it was announced").clone());
    let mut all = Vec::new();
    for event in &story.events {
        all.extend(state.notices(&event.change));
        state.apply(event).unwrap();
    }
    all
}

fn of_kind(story: &Story, kind: &str) -> Vec<EventNotice> {
    told(story).into_iter().filter(|notice| notice.body.kind() == kind).collect()
}

#[test]
fn check_in_is_told_to_all_who_have_entered_and_the_round_to_all_who_play() {
    let story = Story::started(terms(Format::Swiss { rounds: 3 }), 5);
    let open = of_kind(&story, "check_in_open");
    assert_eq!(open.len(), 5);
    assert!(open.iter().all(|notice| notice.by_mail == ByMail::Until(START)));
    assert!(open.iter().all(|notice| notice.title.as_deref() == Some("Copa")));
    let rounds = of_kind(&story, "your_round");
    assert_eq!((rounds.len(), of_kind(&story, "bye").len()), (4, 1), "five are odd");
    for notice in &rounds {
        let back = rounds.iter().find(|other| Some(other.account) == notice.other).unwrap();
        assert_eq!((back.other, back.body), (Some(notice.account), notice.body), "both sit at one table");
        assert_eq!(notice.part, 1);
    }
}

#[test]
fn who_did_not_check_in_is_told_what_came_back() {
    let mut story = Story::new(terms(Format::Swiss { rounds: 3 }));
    story.ask(TournamentCommand::Announce { purse: Amount(1_000_000) });
    story.tick();
    (1..=5).for_each(|seed| story.register(seed));
    story.tick();
    (1..=4).for_each(|seed| story.ask(TournamentCommand::CheckIn(entry(seed))));
    story.tick();
    let left_out = of_kind(&story, "left_out");
    assert_eq!(left_out.len(), 1);
    assert_eq!(left_out[0].account, account(5));
    assert_eq!(left_out[0].body, NoticeBody::LeftOut { refund: Amount(110) });
}

#[test]
fn with_too_few_the_start_is_put_off_and_then_everybody_is_told_what_came_back() {
    let mut story = Story::new(terms(Format::Swiss { rounds: 3 }));
    story.ask(TournamentCommand::Announce { purse: Amount(1_000_000) });
    story.tick();
    (1..=2).for_each(|seed| story.register(seed));
    story.tick_to("CANCELLED");
    assert_eq!((of_kind(&story, "start_moved").len(), of_kind(&story, "cancelled").len()), (2, 2));
}

#[test]
fn a_stop_and_its_end_are_told_each_time_and_an_abort_with_the_money() {
    let mut story = Story::started(terms(Format::Swiss { rounds: 3 }), 4);
    for _ in 0..2 {
        story.ask(TournamentCommand::Suspend(SuspendedBy::Operator));
        story.ask(TournamentCommand::Resume);
    }
    story.ask(TournamentCommand::Abort);
    assert_eq!((of_kind(&story, "suspended").len(), of_kind(&story, "resumed").len()), (8, 8));
    let aborted = of_kind(&story, "aborted");
    assert_eq!(aborted.len(), 4);
    assert!(aborted.iter().all(|notice| notice.body == NoticeBody::Aborted { refund: Amount(110) }));
}

#[test]
fn at_the_payout_everybody_is_told_his_place_and_his_prize() {
    let mut story = Story::started(terms(Format::Knockout { third_place: false }), 4);
    for _ in 0..2 {
        for table in 1..=story.state.rounds().last().unwrap().tables.len() {
            for result in ['1', '0'] {
                // the higher seed wins both games of a tie
                story.end(u16::try_from(table).unwrap(), result);
                if story.state.rounds().last().unwrap().tables[table - 1].is_decided() {
                    break;
                }
                let made = |changes: &[Change]| changes.iter().any(|one| matches!(one, Change::GameMade(_)));
                while !made(&story.tick()) {}
            }
        }
        while !matches!(story.state.phase().name(), "PLAYING" | "PAID") {
            story.tick();
        }
        if story.state.phase().name() == "PLAYING" && story.state.rounds().len() == 1 {
            story.tick_to("ROUND_DONE");
            story.tick_to("PLAYING");
        }
    }
    story.tick_to("PAID");
    let placed = of_kind(&story, "placed");
    let mut prizes: Vec<(u32, i64)> = placed
        .iter()
        .map(|notice| match notice.body {
            NoticeBody::Placed { place, players: 4, prize } => (place, prize.0),
            other => panic!("{other:?}"),
        })
        .collect();
    prizes.sort_unstable();
    assert_eq!(prizes, [(1, 200), (2, 120), (3, 40), (3, 40)]);
}
