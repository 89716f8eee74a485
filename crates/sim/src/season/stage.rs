//! What stands between the owners of a process and their rows: the crashes, the planted fault, and the auditor's look after each step.
//! Every port is passed on as it is but for that.

use super::auditor::Auditor;
use super::clock::SeasonClock;
use super::crash::{Crash, Crashes};
use super::fault::{Fault, Spoilt};
use super::world::SeasonPorts;
use async_trait::async_trait;
use competition::{LocalDateTime, PairColours};
use draughts::Variant;
use game::{GameEvent, PerSide};
use ids::{AccountId, Amount, GameId, MatchId, Millis, TournamentId, Version, WallTime};
use rooms::{
    Append, AppendError, Bank, BankError, EndedGame, EventBook, GameClock as _, Journal, MatchStep, NewGame,
    NotedGame, Placement, ScheduledStart, Settlement, StartError, StepError, StoredGame, StoredMatch,
    StoredTournament, TournamentStep, Wallet,
};
use std::sync::Arc;

/// The ports of one process.
pub(super) struct Stage {
    pub(super) ports: SeasonPorts,
    pub(super) clock: Arc<SeasonClock>,
    pub(super) auditor: Arc<Auditor>,
    pub(super) crashes: Arc<Crashes>,
    pub(super) fault: Option<Arc<Fault>>,
}

impl Stage {
    /// What goes wrong before a step: nothing is written.
    pub(super) async fn before(&self, crash: Option<Crash>) -> Result<(), StepError> {
        match crash {
            Some(Crash::Before) => {
                self.auditor.crashed(Crash::Before.name());
                self.crashes.die().await
            }
            Some(Crash::Unavailable) => {
                self.auditor.crashed(Crash::Unavailable.name());
                Err(StepError::Unavailable)
            }
            _ => Ok(()),
        }
    }

    /// What goes wrong after a step that was recorded.
    pub(super) async fn after(&self, crash: Option<Crash>) -> Result<(), StepError> {
        match crash {
            Some(Crash::After) => {
                self.auditor.crashed(Crash::After.name());
                self.crashes.die().await
            }
            Some(Crash::LostAnswer) => {
                self.auditor.crashed(Crash::LostAnswer.name());
                Err(StepError::Stale)
            }
            _ => Ok(()),
        }
    }

    fn note_planted(&self) {
        if self.fault.as_ref().is_some_and(|fault| fault.is_done()) {
            self.auditor.planted();
        }
    }

    async fn record_tournament(&self, step: &TournamentStep) -> Result<Vec<Wallet>, StepError> {
        let Some(fault) = &self.fault else { return self.ports.events.step_tournament(step.clone()).await };
        let Spoilt { mut step, unfenced, swallowed, again } = fault.tournament(step.clone());
        if swallowed {
            return Ok(Vec::new());
        }
        if unfenced {
            step.after = self.version(step.of).await.unwrap_or(step.after);
        }
        let wallets = self.ports.events.step_tournament(step.clone()).await?;
        if again {
            step.after = self.version(step.of).await.unwrap_or(step.after);
            let _repeated = self.ports.events.step_tournament(step).await;
        }
        Ok(wallets)
    }

    async fn version(&self, of: TournamentId) -> Option<Version> {
        let stored = self.ports.events.load_tournament(of).await.ok()??;
        u32::try_from(stored.events.len()).ok().map(Version)
    }
}

#[async_trait]
impl EventBook for Stage {
    async fn step_matches(&self, steps: &[MatchStep]) -> Result<Vec<Wallet>, StepError> {
        let crash = self.crashes.next();
        self.before(crash).await?;
        let wallets = {
            let _turn = self.auditor.turn().await;
            let spoilt = self.fault.as_ref().map(|fault| fault.matches(steps));
            let wallets = self.ports.events.step_matches(spoilt.as_deref().unwrap_or(steps)).await?;
            self.note_planted();
            let now = self.clock.wall();
            self.auditor.judge(self.auditor.check_matches(&self.ports, steps, now).await, now);
            wallets
        };
        self.after(crash).await?;
        Ok(wallets)
    }

    async fn step_tournament(&self, step: TournamentStep) -> Result<Vec<Wallet>, StepError> {
        let crash = self.crashes.next();
        self.before(crash).await?;
        let wallets = {
            let _turn = self.auditor.turn().await;
            let wallets = self.record_tournament(&step).await?;
            self.note_planted();
            let now = self.clock.wall();
            self.auditor.judge(self.auditor.check_tournament(&self.ports, &step, now).await, now);
            wallets
        };
        self.after(crash).await?;
        Ok(wallets)
    }

    async fn open_matches(&self) -> Result<Vec<StoredMatch>, BankError> {
        self.ports.events.open_matches().await
    }

    async fn load_match(&self, of: MatchId) -> Result<Option<StoredMatch>, BankError> {
        self.ports.events.load_match(of).await
    }

    async fn matches_of(&self, account: AccountId, limit: u32) -> Result<Vec<StoredMatch>, BankError> {
        self.ports.events.matches_of(account, limit).await
    }

    async fn open_tournaments(&self) -> Result<Vec<StoredTournament>, BankError> {
        let mut stored = self.ports.events.open_tournaments().await?;
        if let Some(fault) = &self.fault {
            fault.read(&mut stored);
            self.note_planted();
        }
        Ok(stored)
    }

    async fn load_tournament(&self, of: TournamentId) -> Result<Option<StoredTournament>, BankError> {
        self.ports.events.load_tournament(of).await
    }

    async fn put_schedule(&self, name: &str, since: LocalDateTime) -> Result<LocalDateTime, BankError> {
        self.ports.events.put_schedule(name, since).await
    }

    async fn skip_start(&self, start: &ScheduledStart) -> Result<(), BankError> {
        self.ports.events.skip_start(start).await
    }

    async fn note(&self, noted: &[NotedGame]) -> Result<(), BankError> {
        self.ports.events.note(noted).await
    }

    async fn purse(&self) -> Result<Amount, BankError> {
        self.ports.events.purse().await
    }

    async fn ended_games(&self, limit: u32) -> Result<Vec<EndedGame>, BankError> {
        let mut ended = self.ports.events.ended_games(limit).await?;
        if let Some(fault) = &self.fault {
            fault.ended(&mut ended);
            self.note_planted();
        }
        Ok(ended)
    }

    async fn pair_colours(
        &self,
        variant: Variant,
        first: AccountId,
        second: AccountId,
    ) -> Result<PairColours, BankError> {
        self.ports.events.pair_colours(variant, first, second).await
    }

    async fn late_cancels(&self, account: AccountId, since: WallTime) -> Result<Vec<WallTime>, BankError> {
        self.ports.events.late_cancels(account, since).await
    }
}

#[async_trait]
impl Journal for Stage {
    async fn append(&self, append: Append) -> Result<(), AppendError> {
        let ends = append.events.iter().any(|one| matches!(one.event, GameEvent::Ended { .. }));
        let crash = if ends { self.crashes.at_an_end() } else { None };
        if crash == Some(Crash::Before) {
            self.auditor.crashed("killed before a game's end");
            self.crashes.die().await;
        }
        let game = append.game;
        self.ports.journal.append(append).await?;
        if ends {
            let found = self.auditor.check_clocks(&self.ports, game).await;
            self.auditor.judge(found, self.clock.wall());
        }
        if crash == Some(Crash::After) {
            self.auditor.crashed("killed after a game's end");
            self.crashes.die().await;
        }
        Ok(())
    }

    fn age(&self) -> Millis {
        self.ports.journal.age()
    }
}

#[async_trait]
impl Bank for Stage {
    async fn start(&self, new: NewGame) -> Result<PerSide<Wallet>, StartError> {
        let _turn = self.auditor.turn().await;
        let wallets = self.ports.bank.start(new.clone()).await?;
        let now = self.clock.wall();
        self.auditor.judge(self.auditor.check_seated(&self.ports, &new, now).await, now);
        Ok(wallets)
    }

    async fn settle_due(&self, limit: u32, at: WallTime) -> Result<Vec<Settlement>, BankError> {
        let _turn = self.auditor.turn().await;
        let settled = self.ports.bank.settle_due(limit, at).await?;
        let found = self.auditor.check_settled(&self.ports, &settled).await;
        self.auditor.judge(found, self.clock.wall());
        Ok(settled)
    }

    async fn settlements(&self, games: &[GameId]) -> Result<Vec<Settlement>, BankError> {
        self.ports.bank.settlements(games).await
    }

    async fn wallet(&self, account: AccountId) -> Result<Wallet, BankError> {
        self.ports.bank.wallet(account).await
    }

    async fn times_white(&self, variant: Variant, account: AccountId) -> Result<u64, BankError> {
        self.ports.bank.times_white(variant, account).await
    }

    async fn barred_until(&self, account: AccountId) -> Result<Option<WallTime>, BankError> {
        self.ports.bank.barred_until(account).await
    }
}

#[async_trait]
impl Placement for Stage {
    async fn take_lease(&self) -> Result<(), BankError> {
        self.ports.placement.take_lease().await
    }

    async fn unfinished(&self) -> Result<Vec<StoredGame>, BankError> {
        let mut games = self.ports.placement.unfinished().await?;
        if let Some(fault) = &self.fault {
            fault.unfinished(&mut games);
            self.note_planted();
        }
        Ok(games)
    }

    async fn load(&self, game: GameId) -> Result<Option<StoredGame>, BankError> {
        self.ports.placement.load(game).await
    }

    async fn unfinished_ids(&self) -> Result<Vec<GameId>, BankError> {
        self.ports.placement.unfinished_ids().await
    }

    fn is_owner(&self) -> bool {
        self.ports.placement.is_owner()
    }

    fn was_away(&self) -> Option<Millis> {
        self.ports.placement.was_away()
    }
}
