//! Games on paper through a running server: all of a file come out as they ended, and a paper that lies is caught.

use crate::support::{House, ledger_is_clean};
use protocol::{EndReason, Outcome};
use sim::{ReplayOptions, ReplayReport, replay};

const REAL: &str = include_str!("../data/games/brazilian.pdn");
const ENDINGS: &str = include_str!("../data/games/endings.pdn");

/// All games at once, so that the flags fall side by side.
async fn played(house: &House, pdn: &str) -> ReplayReport {
    let mut options = ReplayOptions::new(&house.url, pdn);
    options.side_by_side = 64;
    replay(options, |_| {}).await.unwrap()
}

fn lines(report: &ReplayReport) -> String {
    report.lines.iter().map(|line| format!("{line}\n")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_on_paper_comes_out_of_the_server_as_it_ended() {
    let house = House::open("replay").await;
    let (real, endings) = tokio::join!(played(&house, REAL), played(&house, ENDINGS));
    assert_eq!((real.lines.len(), real.failed()), (15, 0), "{}", lines(&real));
    let flags = real.lines.iter().filter(|line| matches!(line.outcome, Ok((_, EndReason::Flag)))).count();
    assert_eq!(flags, 10, "{}", lines(&real));
    assert_eq!(endings.failed(), 0, "{}", lines(&endings));
    for ending in [
        (Outcome::Black, EndReason::Resignation),
        (Outcome::Draw, EndReason::Agreement),
        (Outcome::Draw, EndReason::Repetition),
        (Outcome::Draw, EndReason::QuietPlies),
    ] {
        assert!(endings.lines.iter().any(|line| line.outcome == Ok(ending)), "{}", lines(&endings));
    }
    ledger_is_clean(&house.data);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_cannot_have_ended_as_the_paper_says_fails_and_says_why() {
    let house = House::open("replay-lies").await;
    let forfeit = "[Termination \"Time forfeit\"]\n";
    for (pdn, why) in [
        ("1. c3-d4 b6-a5 2. b2-c3 %bad 2-0", "line 1"),
        ("1. c3-d4 b6-a5 2. c3-d4 2-0", "c3-d4"),
        ("1. c3-d4 b6-a5 *", "no result"),
        (&format!("{forfeit}1. c3-d4 b6-a5 2-0"), "not to move"),
    ] {
        let report = played(&house, pdn).await;
        assert_eq!((report.lines.len(), report.failed()), (1, 1), "{pdn}");
        assert!(lines(&report).contains(why), "{pdn}: {}", lines(&report));
    }
    house.close().await;
}
