//! How long a large Swiss takes: a measurement, asked for by `--ignored`. `TEST_PLAYERS` is the size of its field.

use crate::story::{Story, terms};
use competition::standings;
use competition::tournament::Format;
use std::time::Instant;

#[expect(clippy::disallowed_methods, reason = "a measurement reads the clock")]
#[test]
#[ignore = "a measurement: run it in a release build"]
fn a_large_swiss_is_paired_played_and_ranked() {
    let players: u128 = std::env::var("TEST_PLAYERS").map_or(1000, |text| text.parse().unwrap());
    let mut large = terms(Format::Swiss { rounds: 9 });
    (large.min_players, large.max_players) = (10, 4096);
    let begun = Instant::now();
    let mut story = Story::started(large, players);
    println!("{players} players registered, started and paired: {:.2?}", begun.elapsed());
    for round in 1..=9 {
        let begun = Instant::now();
        let tables: Vec<u16> = story.state.live_games().map(|game| game.table).collect();
        for table in &tables {
            story.end(*table, ['1', '0', '=', '1'][(usize::from(*table) * 7 + round) % 4]);
        }
        println!("round {round}: {} games ended in {:.2?}", tables.len(), begun.elapsed());
        story.tick_to("ROUND_DONE");
        let begun = Instant::now();
        let first = standings(&story.state)[0].half_points;
        println!("round {round}: standings in {:.2?}, {first} half points lead", begun.elapsed());
        let begun = Instant::now();
        story.tick();
        println!("round {round}: the next is paired in {:.2?}", begun.elapsed());
    }
    let begun = Instant::now();
    story.tick_to("PAID");
    println!("paid in {:.2?}", begun.elapsed());
}
