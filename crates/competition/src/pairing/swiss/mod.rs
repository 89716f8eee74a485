//! The Swiss pairing: the FIDE (Dutch) System C.04.3 in the rules of 2025, in force 2026, as a function of the event's
//! history. Knows no clock, no money and no names.
//!
//! Score by score (`mod.rs`): each bracket is a graph (`bracket.rs`) whose edges weigh what the criteria say of a pair
//! (`criteria.rs`), all criteria in one long number, the most important in its highest bits. The heaviest perfect matching
//! (`pairing/matching`) tells how good the bracket can be; then each player in turn gets the first opponent of the order
//! of art. 4 that leaves the pairing as good (`remainder.rs`), which with warm duals costs a glance at a few neighbours.
//!
//! A bracket first looks at nobody else. If the next scoregroup can then pair the downfloaters as well as could be hoped
//! and the rest can be complete (C4, C8; `completion.rs`), looking further could change nothing, since the pairing is the
//! best even without these demands. Else it looks at the next scoregroup, and if need be at everyone.

mod bracket;
mod colours;
mod completion;
mod criteria;
mod event;
mod field;
mod remainder;

use bracket::{Bracket, Paired, Scope};
use completion::{bye_candidates, complete, least_over};
pub use event::{
    Bye, Colour, MOST_PLAYERS, PastRound, REMATCH_AGE, Relaxation, Score, SwissError, SwissEvent,
    SwissPairing, SwissPlayer,
};
use field::Field;
use std::ops::Range;

/// Pairs a round by the rules.
///
/// # Errors
/// [`SwissError::NoCompletePairing`] when the rules leave no pairing of everyone; the others when the event contradicts
/// itself.
pub fn pair(event: &SwissEvent) -> Result<SwissPairing, SwissError> {
    pair_with(event, Relaxation::None, false)
}

/// Pairs a round by the rules, or with the first relaxation that makes it complete: the bye to the lowest score that
/// leaves the others paired (C5), then as few pairs that need the relaxation as can be, then by the rules.
///
/// # Errors
/// [`SwissError::NoCompletePairing`] when no relaxation helps: the event finishes early. The others when the event
/// contradicts itself.
pub fn pair_relaxed(event: &SwissEvent) -> Result<(SwissPairing, Relaxation), SwissError> {
    let mut last = None;
    for relaxation in [Relaxation::None, Relaxation::Colours, Relaxation::SecondBye, Relaxation::OldRematch] {
        match pair_with(event, relaxation, false) {
            Ok(pairing) => return Ok((pairing, relaxation)),
            Err(error @ SwissError::NoCompletePairing { .. }) => last = Some(error),
            Err(error) => return Err(error),
        }
    }
    Err(last.expect("there are relaxations, and each failed"))
}

/// With `far`, every bracket looks at everyone: slow, and the same.
fn pair_with(event: &SwissEvent, relaxation: Relaxation, far: bool) -> Result<SwissPairing, SwissError> {
    event.check()?;
    let field = Field::new(event, relaxation);
    let none = SwissError::NoCompletePairing { players: field.players.len(), round: event.round };
    let bye = bye_candidates(&field).ok_or(none)?;
    // what is forgiven is to be as little as can be in the whole round
    let round = Round { field: &field, bye: &bye, far: far || relaxation > Relaxation::None };
    let mut pairs = Vec::new();
    let mut moved = Vec::new();
    let mut start = 0;
    while start < field.players.len() {
        let here = start..field.end_of_score(start);
        let next =
            here.end..if here.end < field.players.len() { field.end_of_score(here.end) } else { here.end };
        let paired = round.bracket(&moved, here.clone(), next)?.ok_or(none)?;
        let is_paired = |at: &usize| paired.pairs.iter().any(|pair| pair.0 == *at || pair.1 == *at);
        moved = moved.iter().copied().chain(here.clone()).filter(|at| !is_paired(at)).collect();
        pairs.extend(paired.pairs);
        start = here.end;
    }
    Ok(publish(event, &field, &pairs, moved.first().copied()))
}

/// What the pairing of a round's brackets shares.
struct Round<'a> {
    field: &'a Field,
    bye: &'a [bool],
    far: bool,
}

impl Round<'_> {
    /// Pairs a bracket, looking no further than it must.
    fn bracket(
        &self,
        moved: &[usize],
        here: Range<usize>,
        next: Range<usize>,
    ) -> Result<Option<Paired>, SwissError> {
        let has_bye = self.keeps_bye(moved, &here);
        let paired = |scope: Scope| {
            let mut bracket = Bracket::new(self.field, moved, here.clone(), next.clone(), scope, self.bye);
            bracket.has_bye = has_bye;
            bracket.pair()
        };
        if self.far || has_bye || next.is_empty() {
            return paired(Scope::All);
        }
        let players: Vec<usize> = moved.iter().copied().chain(here.clone()).collect();
        let over = least_over(self.field, &players, moved.len());
        if let Some(found) = paired(Scope::Here { over })?
            && self.goes_well(&found.over, &next)
        {
            return Ok(Some(found));
        }
        let over = over + next.len();
        if let Some(found) = paired(Scope::Next { over })?
            && self.completes(&found.over, next.end)
        {
            return Ok(Some(found));
        }
        paired(Scope::All)
    }

    /// Whether the next scoregroup can pair all these downfloaters and all its own but one at most, and the rest be
    /// complete: then nothing that a bracket would see by looking further could change its pairs.
    fn goes_well(&self, over: &[usize], next: &Range<usize>) -> bool {
        let players: Vec<usize> = over.iter().copied().chain(next.clone()).collect();
        let last = next.end == self.field.players.len();
        let allowed = |at: usize| next.contains(&at) && (!last || self.bye[at]);
        let odd = players.len() % 2 == 1;
        let bye: Option<&dyn Fn(usize) -> bool> = if odd { Some(&allowed) } else { None };
        match complete(self.field, &players, over.len(), bye) {
            None => false,
            Some(_) if last => true,
            Some(left) => self.completes(left.as_slice(), next.end),
        }
    }

    /// Whether these and all from `start` on can be paired.
    fn completes(&self, over: &[usize], start: usize) -> bool {
        let players: Vec<usize> = over.iter().copied().chain(start..self.field.players.len()).collect();
        let allowed = |at: usize| self.bye[at];
        let bye: Option<&dyn Fn(usize) -> bool> = if players.len() % 2 == 1 { Some(&allowed) } else { None };
        complete(self.field, &players, 0, bye).is_some()
    }

    /// Whether the bye goes to this bracket and nobody else need float down from it: then C9 counts.
    fn keeps_bye(&self, moved: &[usize], here: &Range<usize>) -> bool {
        let players: Vec<usize> = moved.iter().copied().chain(here.clone()).collect();
        let allowed = |at: usize| self.bye[at];
        players.len() % 2 == 1
            && players.iter().any(|&at| self.bye[at])
            && complete(self.field, &players, moved.len(), Some(&allowed)).is_some()
            && self.completes(&[], here.end)
    }
}

/// Colours, and the order of the boards (C.04.2): by the higher score of the two, the lower one, the higher rank.
fn publish(event: &SwissEvent, field: &Field, pairs: &[(usize, usize)], over: Option<usize>) -> SwissPairing {
    let mut sorted: Vec<(usize, usize)> = pairs.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    let score = |at: usize| std::cmp::Reverse(field.players[at].score);
    sorted.sort_by_key(|&(higher, lower)| (score(higher), score(lower), field.players[higher].player));
    let boards = sorted.into_iter().map(|(higher, lower)| {
        let (one, other) = (&field.players[higher], &field.players[lower]);
        match colours::colour_of(one, other, event.first_colour) {
            Colour::White => (one.player, other.player),
            Colour::Black => (other.player, one.player),
        }
    });
    SwissPairing { boards: boards.collect(), bye: over.map(|at| field.players[at].player) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    #[test]
    fn brackets_that_look_no_further_than_they_must_are_paired_as_if_they_saw_everyone() {
        for seed in 0..60 {
            println!("seed {seed}");
            let mut chance = StdRng::seed_from_u64(seed);
            let count = if seed % 20 == 0 { 150 } else { chance.random_range(4..50) };
            let rounds = chance.random_range(3..12.min(count));
            let draws = chance.random_range(0.0..0.8);
            let mut event = SwissEvent {
                players: vec![SwissPlayer::default(); count],
                round: 0,
                rounds,
                forbidden: vec![(0, 1)],
                first_colour: Colour::Black,
                rematch_age: REMATCH_AGE,
            };
            for round in 1..=rounds {
                event.round = round;
                event.players.iter_mut().for_each(|player| player.absent = chance.random_bool(0.04));
                let pairing = pair_with(&event, Relaxation::None, false);
                assert_eq!(pairing, pair_with(&event, Relaxation::None, true), "round {round}");
                let Ok(pairing) = pairing else { break };
                play(&mut event, &pairing, &mut chance, draws);
            }
        }
    }

    #[test]
    fn a_history_that_contradicts_itself_is_refused() {
        let played = |opponent, colour| PastRound::Played { opponent, colour, score: Score::Draw };
        let check = |one: PastRound, other: PastRound, wanted: Option<SwissError>| {
            let players = [one, other].map(|past| SwissPlayer { past: vec![past], absent: false });
            let event = SwissEvent {
                players: players.into(),
                round: 2,
                rounds: 3,
                forbidden: Vec::new(),
                first_colour: Colour::White,
                rematch_age: REMATCH_AGE,
            };
            assert_eq!(event.check().err(), wanted);
            let late = SwissEvent { round: 3, ..event.clone() };
            assert_eq!(pair(&late), Err(SwissError::History { player: 0, found: 1, expected: 2 }));
            let over = SwissEvent { round: 4, ..event.clone() };
            assert_eq!(pair(&over), Err(SwissError::Round { round: 4, rounds: 3 }));
            let forbidden = SwissEvent { forbidden: vec![(1, 1)], ..event };
            let wanted = wanted.unwrap_or(SwissError::Forbidden { first: 1, second: 1 });
            assert_eq!(pair(&forbidden), Err(wanted));
        };
        let wrong = |player, opponent| Some(SwissError::Opponent { player, opponent, round: 1 });
        check(played(1, Colour::White), played(0, Colour::Black), None);
        check(played(1, Colour::White), played(0, Colour::White), wrong(0, 1));
        check(played(0, Colour::White), played(0, Colour::Black), wrong(0, 0));
        check(played(2, Colour::White), PastRound::Bye(Bye::Pairing), wrong(0, 2));
        let forfeit = |opponent, won| PastRound::Forfeit { opponent, won };
        check(forfeit(1, false), forfeit(0, false), None);
        check(forfeit(1, true), forfeit(0, true), wrong(0, 1));
    }

    #[test]
    fn one_player_has_the_bye_and_nobody_has_nothing() {
        let event = |players: usize| SwissEvent {
            players: vec![SwissPlayer::default(); players],
            round: 1,
            rounds: 1,
            forbidden: Vec::new(),
            first_colour: Colour::White,
            rematch_age: REMATCH_AGE,
        };
        assert_eq!(pair(&event(0)), Ok(SwissPairing::default()));
        assert_eq!(pair(&event(1)), Ok(SwissPairing { boards: Vec::new(), bye: Some(0) }));
        let two = pair(&event(5)).map(|pairing| (pairing.boards, pairing.bye));
        assert_eq!(two, Ok((vec![(0, 2), (3, 1)], Some(4))));
    }

    fn play(event: &mut SwissEvent, pairing: &SwissPairing, chance: &mut StdRng, draws: f64) {
        let mut past = vec![PastRound::Bye(Bye::HalfPoint); event.players.len()];
        if let Some(player) = pairing.bye {
            past[player] = PastRound::Bye(Bye::Pairing);
        }
        for &(white, black) in &pairing.boards {
            let (one, other) = if chance.random_bool(draws) {
                (Score::Draw, Score::Draw)
            } else if chance.random_bool(0.5) {
                (Score::Win, Score::Loss)
            } else {
                (Score::Loss, Score::Win)
            };
            past[white] = PastRound::Played { opponent: black, colour: Colour::White, score: one };
            past[black] = PastRound::Played { opponent: white, colour: Colour::Black, score: other };
        }
        event.players.iter_mut().zip(past).for_each(|(player, past)| player.past.push(past));
    }
}
