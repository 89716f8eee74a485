//! Recurring schedules in real time zones: clocks that jump, leap days, midnight, down time.

#![allow(clippy::unwrap_used, reason = "a test fails by its panic")]

use competition::{LocalDateTime, Occurrence, Planned, Schedule, ScheduleError, ScheduleTerms};
use ids::{Millis, WallTime};

fn at(text: &str) -> WallTime {
    let instant: jiff::Timestamp = text.parse().unwrap();
    WallTime(instant.as_microsecond())
}

fn utc(at: WallTime) -> String {
    jiff::Timestamp::from_microsecond(at.0).unwrap().strftime("%Y-%m-%dT%H:%MZ").to_string()
}

/// The occurrences after `from` are `expected`, as local time and instant.
fn check(zone: &str, cron: &str, from: &str, expected: &[(&str, &str)]) {
    let schedule = Schedule::new(cron, zone).unwrap();
    let first = schedule.next_after(at(from)).unwrap();
    let all = std::iter::successors(Some(first), |last| schedule.next_local(last.local));
    let all: Vec<_> = all.take(expected.len()).map(|o| (o.local.to_string(), utc(o.at))).collect();
    let expected: Vec<_> = expected.iter().map(|(l, u)| ((*l).to_owned(), (*u).to_owned())).collect();
    assert_eq!(all, expected, "{zone} {cron} after {from}");
}

#[test]
fn a_local_hour_stays_what_it_is_when_the_offset_changes() {
    check(
        "Europe/Lisbon",
        "0 20 * * sat,sun",
        "2026-03-27T12:00Z",
        &[
            ("2026-03-28T20:00", "2026-03-28T20:00Z"),
            ("2026-03-29T20:00", "2026-03-29T19:00Z"),
            ("2026-04-04T20:00", "2026-04-04T19:00Z"),
        ],
    );
    check(
        "America/New_York",
        "0 20 * * *",
        "2026-10-31T12:00Z",
        &[("2026-10-31T20:00", "2026-11-01T00:00Z"), ("2026-11-01T20:00", "2026-11-02T01:00Z")],
    );
}

#[test]
fn a_skipped_local_time_is_the_first_instant_after_the_gap() {
    check(
        "America/New_York",
        "30 2 * * *",
        "2026-03-07T12:00Z",
        &[("2026-03-08T02:30", "2026-03-08T07:00Z"), ("2026-03-09T02:30", "2026-03-09T06:30Z")],
    );
    check("America/New_York", "0 2 8 3 *", "2026-03-07T12:00Z", &[("2026-03-08T02:00", "2026-03-08T07:00Z")]);
    check("Europe/Lisbon", "15 1 * * *", "2026-03-28T12:00Z", &[("2026-03-29T01:15", "2026-03-29T01:00Z")]);
    // Lord Howe moves by half an hour: 02:00 becomes 02:30
    check(
        "Australia/Lord_Howe",
        "15 2 * * *",
        "2026-10-03T00:00Z",
        &[("2026-10-04T02:15", "2026-10-03T15:30Z"), ("2026-10-05T02:15", "2026-10-04T15:15Z")],
    );
    check(
        "Australia/Lord_Howe",
        "30 2 * * *",
        "2026-10-03T00:00Z",
        &[("2026-10-04T02:30", "2026-10-03T15:30Z")],
    );
    // São Paulo skipped midnight itself: the 4th of November 2018 began at 01:00
    check(
        "America/Sao_Paulo",
        "0 0 * * *",
        "2018-11-03T12:00Z",
        &[("2018-11-04T00:00", "2018-11-04T03:00Z"), ("2018-11-05T00:00", "2018-11-05T02:00Z")],
    );
    // Samoa skipped a whole day
    check("Pacific/Apia", "0 18 30 12 *", "2011-12-01T00:00Z", &[("2011-12-30T18:00", "2011-12-30T10:00Z")]);
}

#[test]
fn local_times_of_one_gap_are_one_instant_and_each_comes_once() {
    check(
        "America/New_York",
        "*/30 1-3 * * *",
        "2026-03-08T06:00Z",
        &[
            ("2026-03-08T01:30", "2026-03-08T06:30Z"),
            ("2026-03-08T02:00", "2026-03-08T07:00Z"),
            ("2026-03-08T02:30", "2026-03-08T07:00Z"),
            ("2026-03-08T03:00", "2026-03-08T07:00Z"),
            ("2026-03-08T03:30", "2026-03-08T07:30Z"),
        ],
    );
}

#[test]
fn a_repeated_local_time_is_the_first_of_the_two_and_comes_once() {
    check(
        "America/New_York",
        "*/30 1-2 * * *",
        "2026-11-01T04:00Z",
        &[
            ("2026-11-01T01:00", "2026-11-01T05:00Z"),
            ("2026-11-01T01:30", "2026-11-01T05:30Z"),
            ("2026-11-01T02:00", "2026-11-01T07:00Z"),
        ],
    );
    // asked between the two, the answer is not the past one
    check(
        "America/New_York",
        "30 1 * * *",
        "2026-11-01T05:45Z",
        &[("2026-11-02T01:30", "2026-11-02T06:30Z")],
    );
    check(
        "America/New_York",
        "*/30 1 * * *",
        "2026-11-01T06:10Z",
        &[("2026-11-02T01:00", "2026-11-02T06:00Z")],
    );
    check("Europe/Lisbon", "30 1 * * *", "2026-10-24T12:00Z", &[("2026-10-25T01:30", "2026-10-25T00:30Z")]);
    check(
        "Australia/Lord_Howe",
        "45 1 * * *",
        "2026-04-04T00:00Z",
        &[("2026-04-05T01:45", "2026-04-04T14:45Z")],
    );
    // São Paulo repeated the last hour of Saturday
    check(
        "America/Sao_Paulo",
        "30 23 * * *",
        "2018-02-17T12:00Z",
        &[("2018-02-17T23:30", "2018-02-18T01:30Z"), ("2018-02-18T23:30", "2018-02-19T02:30Z")],
    );
}

#[test]
fn the_leap_day_and_the_31st_come_only_when_they_exist() {
    check(
        "America/Sao_Paulo",
        "0 21 29 2 *",
        "2026-01-01T00:00Z",
        &[("2028-02-29T21:00", "2028-03-01T00:00Z"), ("2032-02-29T21:00", "2032-03-01T00:00Z")],
    );
    check(
        "UTC",
        "0 0 31 * *",
        "2026-01-31T00:00Z",
        &[("2026-03-31T00:00", "2026-03-31T00:00Z"), ("2026-05-31T00:00", "2026-05-31T00:00Z")],
    );
}

#[test]
fn midnight_belongs_to_the_day_that_begins() {
    check(
        "America/Sao_Paulo",
        "0 0 * * mon",
        "2026-03-01T12:00Z", // a Sunday
        &[("2026-03-02T00:00", "2026-03-02T03:00Z"), ("2026-03-09T00:00", "2026-03-09T03:00Z")],
    );
    check("UTC", "59 23 31 12 *", "2026-12-31T23:59Z", &[("2027-12-31T23:59", "2027-12-31T23:59Z")]);
}

#[test]
fn an_occurrence_is_after_the_instant_asked_for_to_the_microsecond() {
    let schedule = Schedule::new("0 20 * * *", "UTC").unwrap();
    let start = at("2026-05-01T20:00Z");
    assert_eq!(schedule.next_after(WallTime(start.0 - 1)).unwrap().at, start);
    assert_eq!(schedule.next_after(start).unwrap().at, at("2026-05-02T20:00Z"));
    assert_eq!(schedule.next_after(WallTime(i64::MAX)), None);
    assert_eq!(schedule.next_after(WallTime(i64::MIN)), None);
    assert_eq!(schedule.next_after(at("9999-12-30T20:00Z")), None);
}

#[test]
fn asking_by_instant_never_goes_back_and_agrees_with_asking_by_local_time() {
    for (zone, year) in [("America/Sao_Paulo", 2018), ("Australia/Lord_Howe", 2026), ("Europe/Lisbon", 2026)]
    {
        let schedule = Schedule::new("*/17 * * * *", zone).unwrap();
        let mut now = at(&format!("{year}-01-01T00:00Z"));
        let mut last = schedule.next_after(now).unwrap();
        for _ in 0..35_000 {
            now = last.at;
            let next = schedule.next_after(now).unwrap();
            assert!(next.at > now && next.local > last.local, "{zone}: {last:?} then {next:?}");
            let mut by_local = schedule.next_local(last.local).unwrap();
            while by_local.at == now {
                by_local = schedule.next_local(by_local.local).unwrap();
            }
            assert_eq!(next, by_local, "{zone}");
            last = next;
        }
    }
}

#[test]
fn a_zone_or_an_expression_that_is_none_is_named() {
    for zone in ["Sao_Paulo", "America/Sao Paulo", "", "+03:00", "Etc/Unknown"] {
        assert_eq!(Schedule::new("0 0 * * *", zone), Err(ScheduleError::Zone(zone.into())));
    }
    assert!(matches!(Schedule::new("0 0 * *", "UTC"), Err(ScheduleError::Cron(_))));
    assert_eq!(Schedule::new("0 0 * * *", "america/sao_paulo").unwrap().zone(), "America/Sao_Paulo");
}

#[test]
fn what_was_missed_is_announced_if_its_check_in_is_ahead_and_else_recorded_as_skipped() {
    let schedule = Schedule::new("0 20 * * *", "UTC").unwrap();
    let terms = ScheduleTerms::default(); // a day ahead, check-in from 19:45
    let last: LocalDateTime = "2026-05-01T20:00".parse().unwrap();
    let planned = |now: &str| -> Vec<_> {
        let of = |planned: &Planned| match planned {
            Planned::Announce(o) => format!("announce {}", o.local),
            Planned::Skipped(o) => format!("skipped {}", o.local),
        };
        schedule.planned(&terms, last, at(now)).iter().map(of).collect()
    };
    assert_eq!(schedule.due(&terms, last), Some(at("2026-05-01T20:00Z")));
    let cases: &[(&str, &[&str])] = &[
        ("2026-04-20T00:00Z", &[]), // the clock was set back
        ("2026-05-01T19:59Z", &[]),
        ("2026-05-01T20:00Z", &["announce 2026-05-02T20:00"]),
        ("2026-05-02T19:44Z", &["announce 2026-05-02T20:00"]),
        ("2026-05-02T19:45Z", &["skipped 2026-05-02T20:00"]), // check-in has opened
        ("2026-05-02T20:30Z", &["skipped 2026-05-02T20:00", "announce 2026-05-03T20:00"]),
        (
            "2026-05-04T21:00Z",
            &[
                "skipped 2026-05-02T20:00",
                "skipped 2026-05-03T20:00",
                "skipped 2026-05-04T20:00",
                "announce 2026-05-05T20:00",
            ],
        ),
    ];
    for (now, expected) in cases {
        assert_eq!(planned(now), *expected, "at {now}");
    }
}

#[test]
fn a_long_down_time_is_planned_in_bounded_parts_and_each_occurrence_once() {
    let schedule = Schedule::new("*/5 * * * *", "America/New_York").unwrap();
    let terms = ScheduleTerms { announce_ahead: Millis(3_600_000), ..ScheduleTerms::default() };
    let (mut last, now) = ("2026-02-28T00:00".parse().unwrap(), at("2026-03-14T00:00Z"));
    let mut all: Vec<Occurrence> = Vec::new();
    loop {
        let part = schedule.planned(&terms, last, now);
        assert!(part.len() <= terms.most);
        let Some(end) = part.last() else { break };
        last = end.occurrence().local;
        all.extend(part.iter().map(Planned::occurrence));
    }
    assert!(all.windows(2).all(|pair| pair[0].local < pair[1].local && pair[0].at <= pair[1].at));
    // every five minutes of local time from 02-28T00:05 to 03-13T21:00 (EDT), the skipped hour included
    assert_eq!(all.len(), 13 * 288 + 21 * 12);
    assert!(ScheduleTerms { announce_ahead: terms.check_in_ahead, ..terms }.check().is_err());
    assert!(ScheduleTerms { most: 0, ..terms }.check().is_err());
    assert!(terms.check().is_ok());
}
