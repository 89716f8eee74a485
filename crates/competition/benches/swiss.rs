//! How long a Swiss round takes to pair: `cargo bench -p competition --bench swiss -- [PLAYERS [ROUNDS [SEED [DRAWS [BETTER]]]]]`.
//! Some absences and forfeits; DRAWS of 100 games are drawn, and of the others the better seed wins BETTER of 100. Prints
//! each round's time, the last line the worst.

#![allow(clippy::print_stdout, reason = "a bench prints what it measured")]

use competition::swiss::{Bye, Colour, PastRound, REMATCH_AGE, Score, SwissEvent, SwissPlayer, pair};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::time::Duration;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse::<u64>().ok());
    let players = numbers.next().unwrap_or(1000) as usize;
    let rounds = numbers.next().unwrap_or(11) as usize;
    let seed = numbers.next().unwrap_or(1);
    let draws = numbers.next().unwrap_or(28) as u32;
    let better = numbers.next().unwrap_or(50) as u32;
    let mut chance = StdRng::seed_from_u64(seed);
    let mut event = SwissEvent {
        players: vec![SwissPlayer::default(); players],
        round: 0,
        rounds,
        forbidden: Vec::new(),
        first_colour: Colour::White,
        rematch_age: REMATCH_AGE,
    };
    let mut worst = Duration::ZERO;
    for round in 1..=rounds {
        event.round = round;
        for player in &mut event.players {
            player.absent = chance.random_bool(0.01);
        }
        #[expect(clippy::disallowed_methods, reason = "this measures time")]
        let start = std::time::Instant::now();
        let pairing = pair(&event).expect("so many players can be paired");
        let took = start.elapsed();
        worst = worst.max(took);
        println!("round {round}: {} boards in {took:.3?}", pairing.boards.len());
        let mut past = vec![PastRound::Bye(Bye::ZeroPoint); players];
        if let Some(player) = pairing.bye {
            past[player] = PastRound::Bye(Bye::Pairing);
        }
        for (white, black) in pairing.boards {
            let (one, other) = if chance.random_ratio(draws, 100) {
                (Score::Draw, Score::Draw)
            } else if chance.random_ratio(better, 100) == (white < black) {
                (Score::Win, Score::Loss)
            } else {
                (Score::Loss, Score::Win)
            };
            let forfeit = chance.random_bool(0.01);
            (past[white], past[black]) = if forfeit {
                let won = chance.random_bool(0.5);
                let games = [(black, won), (white, !won)];
                let [a, b] = games.map(|(opponent, won)| PastRound::Forfeit { opponent, won });
                (a, b)
            } else {
                let played = |opponent, colour, score| PastRound::Played { opponent, colour, score };
                (played(black, Colour::White, one), played(white, Colour::Black, other))
            };
        }
        event.players.iter_mut().zip(past).for_each(|(player, past)| player.past.push(past));
    }
    println!("{players} players, {rounds} rounds, seed {seed}: the slowest took {worst:.3?}");
}
