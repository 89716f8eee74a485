//! Who is to be paired, in order, with what the rules ask of each one's history, and who may meet whom. Knows no bracket.

use super::colours::Wish;
use super::event::{PastRound, Relaxation, SwissEvent};
use crate::pairing::matching::Bits;

/// A float of a past round (C.04.3 art. 1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Float {
    None,
    /// Met a player with fewer points, or got points without a game.
    Down,
    /// Met a player with more points.
    Up,
}

/// What the rules ask about a player.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    /// The place in the pairing order.
    pub player: usize,
    /// In half points.
    pub score: u32,
    /// The place among those who have taken part, from 0: its parity gives the first colour.
    pub rank: usize,
    /// The colour wanted.
    pub wish: Wish,
    /// The floats of the round before and of the one before that.
    pub floats: [Float; 2],
    /// C2: may have the bye.
    pub bye_allowed: bool,
    /// Games played.
    pub played: usize,
    /// Has more than half of the points that could be made, and the last round is paired (art. 1.8).
    pub is_topscorer: bool,
}

/// The players to be paired: by score, then in pairing order (art. 1.2).
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub players: Vec<Facts>,
    /// Who may meet whom, by place in this field: C1, C3 and the forbidden pairs.
    pub open: Bits,
    /// Pairs that only a relaxation allows.
    pub forgiven: Option<Bits>,
}

impl Field {
    pub(super) fn new(event: &SwissEvent, relaxation: Relaxation) -> Self {
        let mut rank = 0;
        let mut players = Vec::new();
        for (player, entry) in event.players.iter().enumerate() {
            let took_part = entry
                .past
                .iter()
                .any(|past| past.opponent().is_some() || *past == PastRound::Bye(super::Bye::Pairing));
            if !entry.absent {
                players.push(facts(event, player, rank, relaxation));
            }
            if took_part || !entry.absent {
                rank += 1;
            }
        }
        players.sort_by_key(|facts| (std::cmp::Reverse(facts.score), facts.player));
        let mut field = Self { open: Bits::new(players.len()), forgiven: None, players };
        field.allow(event, relaxation);
        field
    }

    fn allow(&mut self, event: &SwissEvent, relaxation: Relaxation) {
        let size = self.players.len();
        let mut forgiven = Bits::new(size);
        for a in 0..size {
            for b in 0..a {
                let (one, other) = (&self.players[a], &self.players[b]);
                // C3 (art. 2.1.3): topscorers and their opponents are free of it
                let clash = one.wish.is_absolute()
                    && other.wish.is_absolute()
                    && one.wish.colour == other.wish.colour
                    && !(one.is_topscorer || other.is_topscorer);
                if clash && relaxation >= Relaxation::Colours {
                    forgiven.set(a, b, true);
                }
                self.open.set(a, b, !clash || relaxation >= Relaxation::Colours);
            }
        }
        let mut place = vec![None; event.players.len()];
        for (at, facts) in self.players.iter().enumerate() {
            place[facts.player] = Some(at);
        }
        // C1: only a game that was played counts as a meeting
        for a in 0..size {
            let player = self.players[a].player;
            for (at, past) in event.players[player].past.iter().enumerate() {
                let PastRound::Played { opponent, .. } = *past else { continue };
                let Some(b) = place[opponent] else { continue };
                if relaxation >= Relaxation::OldRematch && event.round - (at + 1) >= event.rematch_age {
                    forgiven.set(a, b, true);
                } else {
                    self.open.set(a, b, false);
                }
            }
        }
        for &(first, second) in &event.forbidden {
            if let (Some(a), Some(b)) = (place[first], place[second]) {
                self.open.set(a, b, false);
            }
        }
        if relaxation > Relaxation::None {
            self.forgiven = Some(forgiven);
        }
    }

    /// Where the players with less than the score of the player at `start` begin.
    pub(super) fn end_of_score(&self, start: usize) -> usize {
        let score = self.players[start].score;
        start + self.players[start..].iter().take_while(|facts| facts.score == score).count()
    }
}

fn facts(event: &SwissEvent, player: usize, rank: usize, relaxation: Relaxation) -> Facts {
    let past = &event.players[player].past;
    let score = past.iter().map(|round| round.half_points()).sum();
    let last = event.round >= event.rounds;
    let colours: Vec<_> = past.iter().filter_map(|round| round.colour()).collect();
    Facts {
        player,
        score,
        rank,
        played: colours.len(),
        wish: Wish::of(colours),
        floats: [1, 2].map(|back| float(event, player, back)),
        // C2 (art. 2.1.2): nobody who has had as many points as a win without playing
        bye_allowed: relaxation >= Relaxation::SecondBye
            || !past.iter().any(|round| round.colour().is_none() && round.half_points() >= 2),
        is_topscorer: last && score > past.len() as u32,
    }
}

/// The float of a round so many back.
fn float(event: &SwissEvent, player: usize, back: usize) -> Float {
    let past = &event.players[player].past;
    let Some(at) = past.len().checked_sub(back) else { return Float::None };
    if past[at].colour().is_none() {
        return if past[at].half_points() > 0 { Float::Down } else { Float::None };
    }
    let before = |player: usize| -> u32 {
        event.players[player].past[..at].iter().map(|round| round.half_points()).sum()
    };
    match past[at].opponent().map(|opponent| before(player).cmp(&before(opponent))) {
        Some(std::cmp::Ordering::Greater) => Float::Down,
        Some(std::cmp::Ordering::Less) => Float::Up,
        _ => Float::None,
    }
}
