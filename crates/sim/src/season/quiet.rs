//! What no season has yet: ladders, play now, and players who have something in common.

use async_trait::async_trait;
use draughts::Variant;
use ids::{AccountId, LadderId, WallTime};
use rooms::{
    AwaitedMatch, BankError, CountedMatch, LadderBook, LadderStep, PairBook, PairFacts, PairStanding,
    PlayerPast, Reviews, StepError, StoredLadder, Wallet,
};

/// Keeps nothing, because nothing comes.
pub(super) struct Quiet;

#[async_trait]
impl LadderBook for Quiet {
    async fn step_ladder(&self, _step: LadderStep) -> Result<Vec<Wallet>, StepError> {
        Err(StepError::Unavailable)
    }

    async fn open_ladders(&self) -> Result<Vec<StoredLadder>, BankError> {
        Ok(Vec::new())
    }

    async fn load_ladder(&self, _of: LadderId) -> Result<Option<StoredLadder>, BankError> {
        Ok(None)
    }

    async fn counted_matches(&self, _awaited: &[AwaitedMatch]) -> Result<Vec<CountedMatch>, BankError> {
        Ok(Vec::new())
    }
}

#[async_trait]
impl Reviews for Quiet {
    async fn pair_facts(
        &self,
        _winner: AccountId,
        _loser: AccountId,
        _at: WallTime,
    ) -> Result<PairFacts, BankError> {
        Ok(PairFacts::default())
    }

    async fn share_an_address(&self, _players: &[AccountId]) -> Result<bool, BankError> {
        Ok(false)
    }
}

#[async_trait]
impl PairBook for Quiet {
    async fn past_of(
        &self,
        _account: AccountId,
        _variant: Variant,
        _opponents: usize,
        _addresses: usize,
    ) -> Result<PlayerPast, BankError> {
        Ok(PlayerPast::default())
    }

    async fn standings(
        &self,
        pairs: &[[AccountId; 2]],
        _at: WallTime,
    ) -> Result<Vec<PairStanding>, BankError> {
        Ok(vec![PairStanding::default(); pairs.len()])
    }

    async fn is_blocked(&self, _one: AccountId, _other: AccountId) -> Result<bool, BankError> {
        Ok(false)
    }
}
