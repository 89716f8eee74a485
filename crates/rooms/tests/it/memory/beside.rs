//! What stands beside the events in memory: orders, ladders, and what players have in common.

use super::{Memory, Rows};
use async_trait::async_trait;
use competition::PerColour;
use ids::{AccountId, LadderId, OrderId, WallTime};
use rooms::{
    AwaitedMatch, BankError, CountedMatch, LadderBook, LadderStep, OrderBook, PairFacts, Reviews, StepError,
    StoredGame, StoredLadder, StoredOrder, Wallet,
};

#[async_trait]
impl Reviews for Memory {
    async fn pair_facts(
        &self,
        _winner: AccountId,
        _loser: AccountId,
        _at: WallTime,
    ) -> Result<PairFacts, BankError> {
        Ok(self.rows().pair_facts)
    }

    async fn share_an_address(&self, _players: &[AccountId]) -> Result<bool, BankError> {
        let mut rows = self.rows();
        if rows.share_outages > 0 {
            rows.share_outages -= 1;
            return Err(BankError("away".to_owned()));
        }
        Ok(rows.pair_facts.same_address)
    }
}

#[async_trait]
impl OrderBook for Memory {
    async fn waiting_orders(&self, _limit: u32) -> Result<Vec<StoredOrder>, BankError> {
        let rows = self.rows();
        let waiting = rows.orders.iter().filter(|(_, answer)| answer.is_none());
        Ok(waiting.map(|(order, _)| order.clone()).collect())
    }

    async fn answer_order(&self, id: OrderId, refused: Option<String>) -> Result<(), BankError> {
        let mut rows = self.rows();
        if let Some((_, answer)) = rows.orders.iter_mut().find(|(order, _)| order.id == id) {
            answer.get_or_insert(refused);
        }
        Ok(())
    }
}

impl Rows {
    /// An order that has an answer is carried out no more.
    pub(super) fn mark_done(&mut self, order: Option<OrderId>) -> Result<(), StepError> {
        let Some(order) = order else { return Ok(()) };
        let known = self.orders.iter_mut().find(|(stored, _)| stored.id == order);
        let (_, answer) = known.ok_or(StepError::Stale)?;
        if answer.is_some() {
            return Err(StepError::Stale);
        }
        *answer = Some(None);
        Ok(())
    }
}

#[async_trait]
impl LadderBook for Memory {
    async fn step_ladder(&self, step: LadderStep) -> Result<Vec<Wallet>, StepError> {
        let mut rows = self.rows();
        let mut after = rows.clone();
        after.mark_done(step.order)?;
        let stored = after.ladders.entry(step.of).or_insert_with(|| StoredLadder {
            of: step.of,
            limits: step.head.limits,
            events: Vec::new(),
            players: Vec::new(),
        });
        if stored.events.len() != step.after.0 as usize {
            return Err(StepError::Stale);
        }
        stored.events.extend(step.events);
        let mut touched = Vec::new();
        after.carry_out(&step.money, &[], &[], &mut touched)?;
        *rows = after;
        if rows.lost_steps > 0 {
            rows.lost_steps -= 1;
            return Err(StepError::Stale);
        }
        Ok(touched.into_iter().map(|account| Self::wallet_of(&rows, account)).collect())
    }

    async fn open_ladders(&self) -> Result<Vec<StoredLadder>, BankError> {
        Ok(self.rows().ladders.values().cloned().collect())
    }

    async fn load_ladder(&self, of: LadderId) -> Result<Option<StoredLadder>, BankError> {
        Ok(self.rows().ladders.get(&of).cloned())
    }

    async fn counted_matches(&self, awaited: &[AwaitedMatch]) -> Result<Vec<CountedMatch>, BankError> {
        let rows = self.rows();
        let counts = |one: &&CountedMatch| {
            awaited.iter().any(|awaited| (awaited.of, awaited.number) == (one.of, one.number))
        };
        Ok(rows.counted.iter().filter(counts).copied().collect())
    }
}

#[async_trait]
impl rooms::PairBook for Memory {
    async fn past_of(
        &self,
        account: AccountId,
        _: draughts::Variant,
        opponents: usize,
        _: usize,
    ) -> Result<rooms::PlayerPast, BankError> {
        let rows = self.rows();
        let mut own: Vec<_> = rows.games.values().filter(|game| opponent(game, account).is_some()).collect();
        own.sort_by_key(|game| std::cmp::Reverse((game.started_at, game.game)));
        let white = own.iter().filter(|game| game.players.white.account == account).count();
        let colours = PerColour { white: count(white), black: count(own.len() - white) };
        let recent = own.iter().filter_map(|game| opponent(game, account)).take(opponents).collect();
        Ok(rooms::PlayerPast { colours, recent, addresses: Vec::new() })
    }

    async fn standings(
        &self,
        pairs: &[[AccountId; 2]],
        _: WallTime,
    ) -> Result<Vec<rooms::PairStanding>, BankError> {
        let mut rows = self.rows();
        rows.standings_asked += pairs.len();
        let standing = |pair: &[AccountId; 2]| rooms::PairStanding {
            used: competition::PairUse { games: rows.pair_games, ..competition::PairUse::default() },
            blocked: rows.blocked(*pair),
        };
        Ok(pairs.iter().map(standing).collect())
    }

    async fn is_blocked(&self, one: AccountId, other: AccountId) -> Result<bool, BankError> {
        Ok(self.rows().blocked([one, other]))
    }
}

impl Rows {
    fn blocked(&self, [one, other]: [AccountId; 2]) -> bool {
        self.blocks.contains(&(one, other)) || self.blocks.contains(&(other, one))
    }
}

fn opponent(game: &StoredGame, account: AccountId) -> Option<AccountId> {
    let (white, black) = (game.players.white.account, game.players.black.account);
    match account {
        _ if account == white => Some(black),
        _ if account == black => Some(white),
        _ => None,
    }
}

fn count(games: usize) -> u32 {
    u32::try_from(games).unwrap()
}
