//! What people do in the lobby between their events: they open a seat, and others take it.

use super::{Asked, Crowd, Now, Task};
use ids::{Amount, SeekId};
use rand::Rng as _;
use rooms::{GameClock as _, SeekRequest};

impl Crowd {
    /// Somebody opens a seat.
    pub(super) fn seek(&mut self, now: &Now<'_>) {
        let person = self.rng.random_range(0..self.people.len());
        let Some((id, sink)) = self.asks(person, Task::Seek, u8::MAX) else { return };
        let offer = &now.house.catalogue().games[0];
        let request = SeekRequest {
            id,
            variant: offer.variant,
            rule_set: offer.rule_sets[0],
            stake: Amount(self.rng.random_range(100..1_000)),
            time_control: offer.clocks[0],
            terms: offer.hash.clone(),
        };
        let who = &self.people[person];
        now.house.open_seek(who.account, who.name.clone(), sink, request);
    }

    /// Somebody's seat is open: another takes it, maybe two at once.
    pub(super) fn on_seek(&mut self, now: &Now<'_>, person: usize, seek: SeekId) {
        for _ in 0..self.rng.random_range(1..4) {
            let other = self.rng.random_range(0..self.people.len());
            if other != person {
                let when = self.within(now.clock.wall(), 500, 30_000);
                self.plan(when, Task::Sit(other, seek));
            }
        }
    }

    /// Somebody takes a seat.
    pub(super) fn sit(&mut self, now: &Now<'_>, person: usize, seek: SeekId) {
        let Some(sink) = self.people[person].tab.as_ref().map(|tab| tab.sink.clone()) else { return };
        let id = self.numbers.command();
        self.asked.insert(id, Asked { what: Task::Sit(person, seek), tries: u8::MAX });
        let hash = now.house.catalogue().games[0].hash.clone();
        let who = &self.people[person];
        now.house.join_seek(who.account, who.name.clone(), sink, id, seek, hash);
    }
}
