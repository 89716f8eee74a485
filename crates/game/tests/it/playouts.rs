//! Random games with random commands at random instants, one after the other from printed seeds.

use crate::table::{Table, clockless, terms};
use draughts::{Position, RuleSet, Side, Variant};
use game::{Game, GameCommand, GameError, GameEvent, GameTerms, ResumeCause};
use ids::Millis;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// Far above the longest game that the rule sets allow: (24 × 7 man moves + 24 captures) × 50.
const LONGEST: u16 = 10_000;

fn random_side(random: &mut SmallRng) -> Side {
    if random.random() { Side::White } else { Side::Black }
}

/// A command that may or may not be possible; mostly a legal move.
fn random_command(game: &Game, random: &mut SmallRng) -> GameCommand {
    let side = random_side(random);
    let offer = random.random_range(0..8);
    match random.random_range(0..1_000) {
        0..5 => GameCommand::Pause,
        5..30 => GameCommand::Resume { cause: ResumeCause::Restart, down: Millis(1) },
        30..80 => GameCommand::OfferDraw { side },
        80..82 => GameCommand::AcceptDraw { side, offer },
        82..129 => GameCommand::DeclineDraw { side, offer },
        129..131 => GameCommand::Resign { side },
        131..132 => GameCommand::Void,
        132..200 => GameCommand::Flag,
        _ => {
            let legal = game.position().legal_moves();
            let mv = legal[random.random_range(0..legal.len())];
            let paths = game.position().paths(&mv);
            let path = paths[random.random_range(0..paths.len())];
            let text = path.text(game.terms().variant).to_string().parse().unwrap();
            let ply = game.ply().saturating_sub(u16::from(random.random_ratio(1, 50)));
            GameCommand::Move { side: game.position().side_to_move(), ply, text }
        }
    }
}

fn check_invariants(table: &Table) {
    let (game, now) = (&table.game, table.now);
    let terms = game.terms();
    for side in [Side::White, Side::Black] {
        let Some(control) = terms.time_control else {
            assert_eq!(game.left_at(side, now), None);
            continue;
        };
        let most = control.initial.0 + u64::from(game.ply()) * control.increment.0;
        assert!(game.left_at(side, now).unwrap().0 <= most, "a clock has grown");
        let offers = table.events.iter();
        let made =
            offers.filter(|event| matches!(event, GameEvent::DrawOffered { side: by, .. } if *by == side));
        let made = u8::try_from(made.count()).unwrap();
        assert!(made <= terms.max_draw_offers);
        assert_eq!(game.offers_left(side), terms.max_draw_offers - made);
    }
    let can_fall = game.due().is_some();
    assert!(!can_fall || (game.ended().is_none() && !game.paused()));
    assert_eq!(game.ended().is_some(), matches!(table.events.last(), Some(GameEvent::Ended { .. })));
}

fn check_replay(table: &Table) {
    let game = &table.game;
    let again = Game::replay(game.terms().clone(), *game.start_position(), table.events.clone()).unwrap();
    assert_eq!(again.position(), game.position());
    assert_eq!(again.counters(), game.counters());
    assert_eq!((again.version(), again.ply(), again.offer()), (game.version(), game.ply(), game.offer()));
    assert_eq!((again.paused(), again.ended()), (game.paused(), game.ended()));
    assert!(again.moves().eq(game.moves()));
    for side in [Side::White, Side::Black] {
        assert_eq!(again.offers_left(side), game.offers_left(side));
        // at the turn's own beginning: the live game's clock may have run since
        let began = game.turn_started().unwrap_or_default();
        assert_eq!(again.left_at(side, began), game.left_at(side, began));
    }
}

#[expect(clippy::print_stdout, reason = "a test that fails shows its seed")]
fn print_seed(seed: u64, terms: &GameTerms) {
    println!("seed {seed}, {} {}", terms.variant, terms.rule_set);
}

fn play_out(terms: GameTerms, seed: u64) -> Game {
    print_seed(seed, &terms);
    let mut random = SmallRng::seed_from_u64(seed);
    let start = Position::initial(terms.variant);
    let mut table = Table::new(terms, start);
    while table.game.ended().is_none() {
        assert!(table.game.ply() < LONGEST, "the game does not end");
        let slow = random.random_ratio(1, 100);
        table.wait(Millis(random.random_range(0..if slow { 40_000 } else { 2_500 })));
        let command = random_command(&table.game, &mut random);
        let before = table.game.version();
        match table.say(&command) {
            Ok(events) => {
                assert_eq!(table.game.version().0, before.0 + u32::try_from(events.len()).unwrap());
                if matches!(command, GameCommand::Resume { .. }) {
                    table.game.turn_published(table.now);
                }
            }
            Err(GameError::TooLate { .. }) => {
                table.say(&GameCommand::Flag).unwrap();
                assert!(table.game.ended().is_some(), "what is too late is ended by the flag");
            }
            Err(refused) => {
                assert!(
                    !matches!(refused, GameError::GameOver | GameError::Move(_)),
                    "{command:?}: {refused}"
                );
                assert_eq!(table.game.version(), before);
            }
        }
        check_invariants(&table);
        if random.random_ratio(1, 16) {
            check_replay(&table);
        }
    }
    check_replay(&table);
    table.game
}

#[test]
fn r9_every_playout_with_random_commands_ends_and_replays_to_itself() {
    let mut reasons = std::collections::HashSet::new();
    for rule_set in RuleSet::ALL {
        for seed in 0..60 {
            let terms = if seed % 3 == 0 { clockless() } else { terms() };
            let game = play_out(GameTerms { rule_set, ..terms }, seed);
            reasons.insert(game.ended().unwrap().reason);
        }
    }
    assert!(reasons.len() >= 6, "the playouts see too little: {reasons:?}");
}

#[test]
fn r9_every_playout_of_moves_alone_ends_under_every_rule_set() {
    for variant in [Variant::Brazilian, Variant::Russian, Variant::American, Variant::International] {
        for rule_set in RuleSet::ALL {
            for seed in 0..20 {
                let mut random = SmallRng::seed_from_u64(seed);
                let terms = GameTerms { rule_set, variant, ..clockless() };
                print_seed(seed, &terms);
                let mut table = Table::new(terms, Position::initial(variant));
                while table.game.ended().is_none() {
                    assert!(table.game.ply() < LONGEST, "the game does not end");
                    let legal = table.game.position().legal_moves();
                    let mv = legal[random.random_range(0..legal.len())];
                    let path = table.game.position().paths(&mv)[0];
                    let command = table.move_command(&path.text(variant).to_string());
                    table.say(&command).unwrap();
                }
                check_replay(&table);
            }
        }
    }
}
