//! The operator's orders in memory: answered once, in the step that carries one out or beside it. Knows no event.

use super::{Memory, Rows};
use crate::season::world::{OrderAnswer, OrderDesk};
use async_trait::async_trait;
use ids::{Millis, OrderId, WallTime};
use rooms::{BankError, OrderBook, StoredOrder};

/// For how long an order may be carried out.
const VALID: Millis = Millis(60_000);

/// An order as it stands in the rows.
#[derive(Clone, Debug)]
pub(super) struct OrderRow {
    stored: StoredOrder,
    given_at: WallTime,
    answer: OrderAnswer,
}

impl OrderRow {
    fn waits(&self) -> bool {
        self.answer == OrderAnswer::Waits
    }
}

impl Rows {
    fn order(&mut self, id: OrderId) -> Option<&mut OrderRow> {
        // the newest ones are asked for
        self.orders.iter_mut().rev().find(|row| row.stored.id == id)
    }

    /// Whether a step may carry an order out: one that has an answer is carried out no more.
    pub(super) fn may_carry_out(&mut self, order: Option<OrderId>) -> bool {
        order.is_none_or(|id| self.order(id).is_some_and(|row| row.waits()))
    }

    pub(super) fn mark_done(&mut self, order: Option<OrderId>) {
        if let Some(id) = order {
            self.answer(id, OrderAnswer::Done);
        }
    }

    fn answer(&mut self, id: OrderId, answer: OrderAnswer) {
        if let Some(row) = self.order(id).filter(|row| row.waits()) {
            row.answer = answer;
        }
    }
}

#[async_trait]
impl OrderBook for Memory {
    async fn waiting_orders(&self, limit: u32) -> Result<Vec<StoredOrder>, BankError> {
        let mut rows = self.rows();
        let now = rows.now;
        for row in rows.orders.iter_mut().filter(|row| row.waits() && row.given_at.plus(VALID) < now) {
            row.answer = OrderAnswer::Refused("too late: no server carried it out in time".to_owned());
        }
        let mut waiting: Vec<&OrderRow> = rows.orders.iter().filter(|row| row.waits()).collect();
        waiting.sort_by_key(|row| row.given_at);
        Ok(waiting.into_iter().take(limit as usize).map(|row| row.stored.clone()).collect())
    }

    async fn answer_order(&self, id: OrderId, refused: Option<String>) -> Result<(), BankError> {
        self.rows().answer(id, refused.map_or(OrderAnswer::Done, OrderAnswer::Refused));
        Ok(())
    }
}

#[async_trait]
impl OrderDesk for Memory {
    async fn give(&self, order: &StoredOrder, at: WallTime) -> Result<(), BankError> {
        let row = OrderRow { stored: order.clone(), given_at: at, answer: OrderAnswer::Waits };
        self.rows().orders.push(row);
        Ok(())
    }

    async fn ages(&self, now: WallTime) -> Result<(), BankError> {
        self.rows().now = now;
        Ok(())
    }

    async fn answers(&self, orders: &[OrderId]) -> Result<Vec<OrderAnswer>, BankError> {
        let mut rows = self.rows();
        let of = |id: &OrderId| rows.order(*id).map_or(OrderAnswer::Waits, |row| row.answer.clone());
        Ok(orders.iter().map(of).collect())
    }

    async fn take_back(&self, order: OrderId) -> Result<(), BankError> {
        self.rows().answer(order, OrderAnswer::Refused("taken back: no server carried it out".to_owned()));
        Ok(())
    }
}
