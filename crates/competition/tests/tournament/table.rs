//! The state table of a tournament, row by row: from, event, money, to. And what each state refuses.

use crate::story::{MINUTE, START, Story, case, entry, terms};
use competition::tournament::{Facts, Format, ReviewOutcome, SuspendedBy};
use competition::{TournamentCommand as Command, TournamentError, TournamentTerms};
use ids::{Amount, Millis};

/// Five enter, four are needed; the guarantee is 600, contributions 100, the fee 10.
fn swiss() -> TournamentTerms {
    let mut terms = terms(Format::Swiss { rounds: 3 });
    terms.guarantee = Amount(600);
    terms.late_entry = true;
    terms
}

/// The states on the way to the end. A suspension is on nobody's way.
const WAY: [&str; 12] = [
    "DRAFT",
    "ANNOUNCED",
    "REG_OPEN",
    "CHECKIN",
    "PAIRING",
    "PLAYING",
    "ROUND_DONE",
    "SUSPENDED",
    "FINISHED",
    "REVIEW",
    "PAID",
    "ARCHIVED",
];

/// A tournament in that state. Seed 5 has not checked in. After the state's name: `few` are three at check-in,
/// `again` is after the start was put off, `playing` suspends in a round, `last` is the last round, `case` has one
/// open.
fn in_state(state: &str) -> Story {
    let mut story = Story::new(swiss());
    let words: Vec<&str> = state.split_whitespace().collect();
    let wanted = words[0];
    match wanted {
        "CANCELLED" => {
            story = in_state("CHECKIN");
            story.ask(Command::Cancel);
        }
        "ABORTED" => {
            story = in_state("PLAYING");
            story.ask(Command::Abort);
        }
        _ => {
            for state in WAY {
                let aside = match state {
                    "SUSPENDED" => wanted != state,
                    "ROUND_DONE" => words.contains(&"playing"),
                    _ => false,
                };
                if !aside {
                    step(&mut story, state, &words);
                }
                if state == wanted {
                    break;
                }
            }
        }
    }
    assert_eq!(story.state.phase().name(), wanted);
    story
}

/// From the state before to that one.
fn step(story: &mut Story, state: &str, words: &[&str]) {
    match state {
        "DRAFT" => {}
        "ANNOUNCED" => story.ask(Command::Announce { purse: Amount(600) }),
        "REG_OPEN" => {
            story.tick();
            (1..=5).for_each(|seed| story.register(seed));
        }
        "CHECKIN" => {
            story.tick();
            let few = words.contains(&"few") || words.contains(&"again");
            (1..=if few { 3 } else { 4 }).for_each(|seed| story.ask(Command::CheckIn(entry(seed))));
            if words.contains(&"again") {
                story.tick();
                assert_eq!(story.state.due(), Some(START.plus(Millis(600_000))), "once, ten minutes later");
                if !words.contains(&"few") {
                    story.ask(Command::CheckIn(entry(4)));
                }
            }
        }
        "PLAYING" => {
            story.tick();
            assert_eq!(story.pairs(), "1-3 4-2");
        }
        "ROUND_DONE" => {
            story.round("11");
            for _ in 0..if words.contains(&"last") { 2 } else { 0 } {
                story.tick();
                story.round("11");
            }
        }
        "SUSPENDED" => story.ask(Command::Suspend(SuspendedBy::Outage)),
        "FINISHED" => {
            for _ in 0..2 {
                story.tick();
                story.round("11");
            }
            story.tick();
        }
        "REVIEW" => {
            story.tick();
            if words.contains(&"case") {
                story.ask(Command::OpenCase(case(1)));
            }
        }
        _ => {
            story.tick();
        }
    }
}

fn event(story: &mut Story, name: &str) {
    match name {
        "announce" => story.ask(Command::Announce { purse: Amount(600) }),
        "register" => story.register(6),
        "unregister" => story.ask(Command::Unregister(entry(5))),
        "check in" => story.ask(Command::CheckIn(entry(5))),
        "undo" => story.ask(Command::UndoCheckIn(entry(1))),
        "cancel" => story.ask(Command::Cancel),
        "time" => {
            story.tick();
        }
        "time, with 4 refused" => {
            story.facts.refused.insert(entry(4));
            story.tick();
        }
        "last game" => {
            story.end(1, '=');
            story.end(2, '=');
            story.tick();
        }
        "suspend" => story.ask(Command::Suspend(SuspendedBy::Operator)),
        "resume" => {
            story.now = story.now.plus(Millis(29 * 60_000));
            story.ask(Command::Resume);
        }
        "abort" => story.ask(Command::Abort),
        "late entry" => story.ask(Command::LateEntry(Story::new_entry(6))),
        "withdraw" => story.ask(Command::Withdraw(entry(2))),
        "remove" => story.ask(Command::Remove(entry(1))),
        "case" => story.ask(Command::OpenCase(case(9))),
        "stands" => story.ask(Command::Review { case: case(1), outcome: ReviewOutcome::Stands }),
        "changed" => {
            let outcome = ReviewOutcome::Removed { entry: entry(1) };
            story.ask(Command::Review { case: case(1), outcome });
        }
        other => panic!("no event {other}"),
    }
}

#[test]
fn the_state_table_holds_row_by_row() {
    // contributions 400 of four players, so 400 of the guarantee come back and 200 stay as overlay: a pool of 600
    let rows = [
        ("DRAFT", "announce", "1 Guarantee 600", "ANNOUNCED"),
        ("ANNOUNCED", "time", "", "REG_OPEN"),
        ("ANNOUNCED", "cancel", "1 OverlayBack 600", "CANCELLED"),
        ("REG_OPEN", "register", "1 Hold 110", "REG_OPEN"),
        ("REG_OPEN", "unregister", "1 Release 110", "REG_OPEN"),
        ("REG_OPEN", "time", "", "CHECKIN"),
        ("REG_OPEN", "cancel", "5 Release 550, 1 OverlayBack 600", "CANCELLED"),
        ("CHECKIN", "check in", "", "CHECKIN"),
        ("CHECKIN", "undo", "", "CHECKIN"),
        ("CHECKIN", "unregister", "1 Release 110", "CHECKIN"),
        ("CHECKIN", "time", "1 Release 110, 4 Capture 400, 1 GuaranteeBack 400", "PAIRING"),
        ("CHECKIN few", "time", "", "CHECKIN"),
        ("CHECKIN few again", "check in", "", "CHECKIN"),
        ("CHECKIN few again", "time", "5 Release 550, 1 OverlayBack 600", "CANCELLED"),
        ("CHECKIN", "time, with 4 refused", "", "CHECKIN"),
        ("CHECKIN again", "time", "1 Release 110, 4 Capture 400, 1 GuaranteeBack 400", "PAIRING"),
        ("PAIRING", "time", "", "PLAYING"),
        ("PAIRING", "abort", "4 Refund 400, 4 FeeRefund 40, 1 OverlayBack 200", "ABORTED"),
        ("PLAYING", "last game", "", "ROUND_DONE"),
        ("PLAYING", "suspend", "", "SUSPENDED"),
        ("PLAYING", "late entry", "1 Hold 110, 1 Capture 100", "PLAYING"),
        ("PLAYING", "withdraw", "", "PLAYING"),
        ("PLAYING", "remove", "", "PLAYING"),
        ("PLAYING", "abort", "4 Refund 400, 4 FeeRefund 40, 1 OverlayBack 200", "ABORTED"),
        ("ROUND_DONE", "time", "", "PLAYING"),
        ("ROUND_DONE last", "time", "", "FINISHED"),
        ("ROUND_DONE", "suspend", "", "SUSPENDED"),
        ("ROUND_DONE", "withdraw", "", "ROUND_DONE"),
        ("ROUND_DONE", "abort", "4 Refund 400, 4 FeeRefund 40, 1 OverlayBack 200", "ABORTED"),
        ("SUSPENDED playing", "resume", "", "PLAYING"),
        ("SUSPENDED", "resume", "", "ROUND_DONE"),
        ("SUSPENDED playing", "abort", "4 Refund 400, 4 FeeRefund 40, 1 OverlayBack 200", "ABORTED"),
        ("SUSPENDED", "time", "4 Refund 400, 4 FeeRefund 40, 1 OverlayBack 200", "ABORTED"),
        ("FINISHED", "time", "", "REVIEW"),
        ("FINISHED", "case", "", "FINISHED"),
        ("REVIEW", "time", "4 Fee 40, 4 Prize 600", "PAID"),
        ("REVIEW", "case", "", "REVIEW"),
        ("REVIEW case", "time", "", "REVIEW"),
        ("REVIEW case", "stands", "", "REVIEW"),
        ("REVIEW case", "changed", "", "REVIEW"),
        ("PAID", "time", "", "ARCHIVED"),
    ];
    for (from, name, money, to) in rows {
        let mut story = in_state(from);
        let before = story.moves.len();
        event(&mut story, name);
        assert_eq!(
            (story.legs_since(before).as_str(), story.state.phase().name()),
            (money, to),
            "{from} | {name}"
        );
        let escrow = story.state.phase().is_over() && story.books().contains("escrow");
        assert!(!escrow, "{from} | {name}: {}", story.books());
    }
}

#[test]
fn what_was_done_is_not_done_again() {
    let rows = [
        ("ANNOUNCED", "announce"),
        ("REG_OPEN", "register"),
        ("REG_OPEN", "unregister"),
        ("CHECKIN", "check in"),
        ("CHECKIN", "undo"),
        ("CHECKIN", "cancel"),
        ("PLAYING", "suspend"),
        ("PLAYING", "late entry"),
        ("PLAYING", "withdraw"),
        ("PLAYING", "remove"),
        ("PLAYING", "abort"),
        ("REVIEW", "case"),
        ("REVIEW case", "stands"),
        ("REVIEW case", "changed"),
    ];
    for (from, name) in rows {
        let mut story = in_state(from);
        let commands = story.events.len();
        if name != "announce" {
            event(&mut story, name);
            assert!(story.events.len() > commands);
        }
        let (state, command) = (story.state.clone(), command(name));
        assert_eq!(story.try_ask(command), Ok(Vec::new()), "{from} | {name}, again");
        assert_eq!(story.state, state);
    }
}

fn command(name: &str) -> Command {
    match name {
        "announce" => Command::Announce { purse: Amount(600) },
        "amend" => {
            let mut terms = swiss();
            terms.name = "Taça".to_owned();
            Command::Amend { terms: Box::new(terms) }
        }
        "register" => Command::Register(Story::new_entry(6)),
        "unregister" => Command::Unregister(entry(5)),
        "check in" => Command::CheckIn(entry(5)),
        "undo" => Command::UndoCheckIn(entry(1)),
        "cancel" => Command::Cancel,
        "suspend" => Command::Suspend(SuspendedBy::Operator),
        "resume" => Command::Resume,
        "abort" => Command::Abort,
        "late entry" => Command::LateEntry(Story::new_entry(6)),
        "withdraw" => Command::Withdraw(entry(2)),
        "remove" => Command::Remove(entry(1)),
        "case" => Command::OpenCase(case(9)),
        "stands" => Command::Review { case: case(1), outcome: ReviewOutcome::Stands },
        "changed" => Command::Review { case: case(1), outcome: ReviewOutcome::Removed { entry: entry(1) } },
        "tick" => Command::Tick(Facts::default()),
        other => panic!("no command {other}"),
    }
}

/// Which commands a state takes, `tick` at its instant apart. All others are refused, or change nothing.
#[test]
fn each_state_takes_its_commands_and_no_others() {
    let all = [
        "announce",
        "amend",
        "register",
        "unregister",
        "check in",
        "undo",
        "cancel",
        "suspend",
        "resume",
        "abort",
        "late entry",
        "withdraw",
        "remove",
        "case",
    ];
    let takes = [
        ("DRAFT", "announce, amend"),
        ("ANNOUNCED", "amend, cancel"),
        ("REG_OPEN", "register, unregister, cancel"),
        ("CHECKIN", "unregister, check in, undo, cancel"),
        ("PAIRING", "abort, withdraw, remove, case"),
        ("PLAYING", "suspend, abort, late entry, withdraw, remove, case"),
        ("ROUND_DONE", "suspend, abort, late entry, withdraw, remove, case"),
        ("SUSPENDED", "suspend, resume, abort, withdraw, remove, case"),
        ("FINISHED", "remove, case"),
        ("REVIEW", "remove, case"),
        ("PAID", ""),
        ("ARCHIVED", ""),
        ("CANCELLED", ""),
        ("ABORTED", ""),
    ];
    for (state, taken) in takes {
        for name in all {
            let mut story = in_state(state);
            let before = story.events.len();
            let answer = story.try_ask(command(name));
            let changed = story.events.len() > before;
            let takes = taken.split(", ").any(|one| one == name);
            assert_eq!(changed, takes, "{state} | {name}: {answer:?}");
            if !changed && !matches!(answer, Ok(_) | Err(TournamentError::NotNow { .. })) {
                let told = answer.unwrap_err().to_string();
                assert!(!told.is_empty(), "{state} | {name}");
            }
        }
        let mut story = in_state(state);
        match story.state.due() {
            Some(due) => {
                story.now = due.minus(Millis(1));
                assert_eq!(
                    story.try_ask(command("tick")),
                    Ok(Vec::new()),
                    "{state}: a tick before it is due"
                );
                story.tick();
            }
            None => assert!(
                matches!(state, "DRAFT" | "ARCHIVED" | "CANCELLED" | "ABORTED"),
                "{state} waits for nothing"
            ),
        }
    }
}

#[test]
fn a_suspension_moves_every_deadline_on_and_ends_after_half_an_hour() {
    let mut story = in_state("PLAYING");
    let due = story.state.due().unwrap();
    story.now = story.now.plus(MINUTE);
    story.ask(Command::Suspend(SuspendedBy::Outage));
    let until = story.now.plus(Millis(30 * 60_000));
    assert_eq!(story.state.due(), Some(until));
    story.now = until.minus(Millis(60_000));
    story.ask(Command::Resume);
    assert_eq!(story.state.due(), Some(due.plus(Millis(29 * 60_000))));
    // between two rounds the break goes on where it was
    let mut story = in_state("ROUND_DONE");
    let next = story.state.due().unwrap();
    story.now = story.now.plus(Millis(20_000));
    story.ask(Command::Suspend(SuspendedBy::Outage));
    story.now = story.now.plus(MINUTE);
    story.ask(Command::Resume);
    assert_eq!(story.state.due(), Some(next.plus(MINUTE)));
    let mut story = in_state("SUSPENDED playing");
    story.now = story.state.due().unwrap();
    assert_eq!(story.try_ask(Command::Resume), Err(TournamentError::SuspendedTooLong { until: story.now }));
}

#[test]
fn what_the_operator_suspends_is_his_and_an_outage_does_not_take_it_over() {
    let mut story = in_state("PLAYING");
    assert_eq!(story.state.suspended_by(), None);
    story.ask(Command::Suspend(SuspendedBy::Outage));
    let due = story.state.due();
    assert_eq!(story.state.suspended_by(), Some(SuspendedBy::Outage));
    story.now = story.now.plus(MINUTE);
    story.ask(Command::Suspend(SuspendedBy::Operator));
    assert_eq!((story.state.suspended_by(), story.state.due()), (Some(SuspendedBy::Operator), due));
    let events = story.events.len();
    for by in [SuspendedBy::Outage, SuspendedBy::Operator] {
        assert_eq!(story.try_ask(Command::Suspend(by)), Ok(Vec::new()));
    }
    assert_eq!((story.events.len(), story.state.suspended_by()), (events, Some(SuspendedBy::Operator)));
    story.ask(Command::Resume);
    assert_eq!(story.state.suspended_by(), None);
}
