//! What people hear, and where it leads. Knows no plan.

use super::{Crowd, Now, Task};
use rooms::{Answer, GameClock as _, LobbyNotice, Notice, Refusal, TournamentAct};

/// How often what the server could not do just now is asked again.
const TRIES: u8 = 3;

impl Crowd {
    /// Everybody reads what has come.
    pub(in crate::season) async fn read(&mut self, now: &Now<'_>) -> bool {
        let mut any = false;
        while let Some(notice) = self.hall.notices.try_take() {
            any = true;
            if let Notice::Tournament(told) = notice {
                let view = told.view;
                now.auditor.judge(now.auditor.check_told_tournament(&view.state), now.clock.wall());
                self.on_tournament(now, &view.state);
            }
        }
        for person in 0..self.people.len() {
            while let Some(notice) = self.people[person].heard() {
                any = true;
                self.on(now, person, notice);
            }
            if self.people[person].tab.as_ref().is_some_and(|tab| tab.sink.is_closed()) {
                self.leave(now, person).await;
                let back = self.within(now.clock.wall(), 500, 5_000);
                self.plan(back, Task::Return(person));
            }
        }
        any
    }

    fn on(&mut self, now: &Now<'_>, person: usize, notice: Notice) {
        match notice {
            Notice::GameStarted { game, side, .. } => self.on_game(now, person, game, side),
            Notice::Snapshot(snapshot, Some(side)) => {
                self.on_snapshot(now, person, side, &snapshot);
            }
            Notice::Events(publication, Some(side)) => self.on_events(now, person, side, &publication),
            Notice::Gone { game } => {
                let again = self.within(now.clock.wall(), 500, 3_000);
                self.plan(again, Task::Come(person, game));
            }
            Notice::Match(view) => {
                now.auditor.judge(now.auditor.check_told_match(&view.state), now.clock.wall());
                self.on_match(now, person, &view.state);
            }
            Notice::Lobby(LobbyNotice::Opened { seek, .. }) => self.on_seek(now, person, seek),
            Notice::Answer(answer) => self.on_answer(now, &answer),
            _ => {}
        }
    }

    fn on_answer(&mut self, now: &Now<'_>, answer: &Answer) {
        let Some(asked) = self.asked.remove(&answer.id) else { return };
        match &answer.result {
            Ok(()) => {
                if let Task::Tournament(person, of, TournamentAct::Withdraw) = asked.what {
                    let account = self.people[person].account;
                    now.auditor.judge(now.auditor.check_withdrawn(of, account), now.clock.wall());
                }
            }
            Err(refused) => {
                now.auditor.refused(&refused.to_string());
                if *refused == Refusal::Unavailable && asked.tries < TRIES {
                    let again = self.within(now.clock.wall(), 1_000, 6_000);
                    self.plan_again(again, asked.what, asked.tries + 1);
                }
            }
        }
    }
}
