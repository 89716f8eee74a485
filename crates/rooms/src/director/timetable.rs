//! Tournaments that schedules announce: each start once, whatever happens in between. The calendar is `competition`'s.

use super::Director;
use super::tournaments::AnnouncedBy;
use crate::event_book::ScheduledStart;
use crate::house::House;
use crate::offer::ScheduledTournament;
use crate::ports::BankError;
use crate::refusal::Refusal;
use competition::{LocalDateTime, Planned};
use ids::{Millis, TournamentId, WallTime};
use tracing::{info, warn};
use uuid::Uuid;

/// Never to be changed: a start that was announced has to be found again.
const STARTS: Uuid = Uuid::from_u128(0x51e8_0b3d_7c42_5f19_a6d4_2e90_c7f1_384b);
/// How long after a failure a schedule is tried again.
const RETRY: Millis = Millis(60_000);

/// A schedule in force.
pub(super) struct Scheduled {
    tournament: ScheduledTournament,
    /// The last local minute that was announced or missed.
    last: LocalDateTime,
    /// When it may be tried again, after a failure.
    retry_at: WallTime,
}

/// The tournament of a schedule's start.
fn tournament_id(start: &ScheduledStart) -> TournamentId {
    let name = format!("{} {}", start.occurrence.local, start.schedule);
    TournamentId(Uuid::new_v5(&STARTS, name.as_bytes()))
}

impl Director {
    /// Puts the schedules in force, each from where it was left.
    pub(super) async fn load_timetable(&mut self) -> Result<(), BankError> {
        let Some(house) = self.house.upgrade() else { return Ok(()) };
        let now = house.clock().wall();
        self.timetable.clear();
        for tournament in &house.catalogue.schedules {
            // a wall clock that no calendar has shows a machine that is not set up; a start sets it right
            let Some(since) = tournament.schedule.local(now) else { continue };
            let last = self.book.put_schedule(&tournament.name, since).await?;
            let tournament = tournament.clone();
            self.timetable.push(Scheduled { tournament, last, retry_at: WallTime(i64::MIN) });
        }
        Ok(())
    }

    /// When something is to be announced next.
    pub(super) fn timetable_due(&self) -> Option<WallTime> {
        let due = |scheduled: &Scheduled| {
            let due = scheduled.tournament.schedule.due(&scheduled.tournament.ahead, scheduled.last)?;
            Some(due.max(scheduled.retry_at))
        };
        self.timetable.iter().filter_map(due).min()
    }

    /// Announces what is due, and records what was missed.
    pub(super) async fn announce_due(&mut self, house: &House) {
        let now = house.clock().wall();
        for at in 0..self.timetable.len() {
            let scheduled = &self.timetable[at];
            if scheduled.retry_at > now {
                continue;
            }
            let tournament = scheduled.tournament.clone();
            for planned in tournament.schedule.planned(&tournament.ahead, scheduled.last, now) {
                let start =
                    ScheduledStart { schedule: tournament.name.clone(), occurrence: planned.occurrence() };
                let done = match planned {
                    Planned::Announce(_) => self.announce_start(house, &tournament, &start).await,
                    Planned::Skipped(_) => self.skip_start(&start).await,
                };
                if let Err(refused) = done {
                    let (name, local) = (&start.schedule, start.occurrence.local);
                    warn!("schedule {name:?} did not announce its tournament of {local}: {refused}");
                    metrics::counter!("damas_tournaments_not_announced_total").increment(1);
                    self.timetable[at].retry_at = now.plus(RETRY);
                    if refused == Refusal::Unavailable {
                        self.read_again(at).await;
                    }
                    break;
                }
                self.timetable[at].last = start.occurrence.local;
            }
        }
    }

    async fn announce_start(
        &mut self,
        house: &House,
        tournament: &ScheduledTournament,
        start: &ScheduledStart,
    ) -> Result<(), Refusal> {
        let (of, terms) = (tournament_id(start), tournament.terms_at(start.occurrence.at));
        self.announce(house, of, terms, AnnouncedBy::Schedule(start.clone())).await?;
        info!("schedule {:?} has announced tournament {of} of {}", start.schedule, start.occurrence.local);
        Ok(())
    }

    async fn skip_start(&self, start: &ScheduledStart) -> Result<(), Refusal> {
        self.book.skip_start(start).await.map_err(|_away| Refusal::Unavailable)?;
        info!("schedule {:?} has missed its tournament of {}", start.schedule, start.occurrence.local);
        Ok(())
    }

    /// After a step whose outcome is not known the rows tell how far a schedule is.
    async fn read_again(&mut self, at: usize) {
        let scheduled = &mut self.timetable[at];
        if let Ok(last) = self.book.put_schedule(&scheduled.tournament.name, scheduled.last).await {
            scheduled.last = last;
        }
        let of_rows = self.load_tournaments().await;
        if let Err(refused) = of_rows {
            warn!("the open tournaments were not read: {refused}");
        }
    }
}
