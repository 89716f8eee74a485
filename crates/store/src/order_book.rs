//! The operator's orders: written by a command, read by the owners of events, answered once. Knows no event.

use crate::Database;
use crate::error::StoreError;
use crate::event_step::Failed;
use async_trait::async_trait;
use competition::Order;
use ids::OrderId;
use rooms::{BankError, OrderBook, StoredOrder};
use sqlx::{PgConnection, Row as _};

/// For how long an order may be carried out, in seconds: longer than its command waits for the answer.
const VALID_S: f64 = 60.0;

/// The orders over the rows.
pub(crate) struct RowOrderBook {
    pub(crate) database: Database,
}

#[async_trait]
impl OrderBook for RowOrderBook {
    async fn waiting_orders(&self, limit: u32) -> Result<Vec<StoredOrder>, BankError> {
        Ok(self.database.waiting_orders(limit).await?)
    }

    async fn answer_order(&self, id: OrderId, refused: Option<String>) -> Result<(), BankError> {
        Ok(self.database.answer_order(id, refused).await?)
    }
}

/// What became of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderAnswer {
    /// Nobody has carried it out yet.
    Waits,
    /// It is carried out.
    Done,
    /// It can't be; why.
    Refused(String),
}

impl Database {
    /// Keeps an order until its owner carries it out, with who gave it and why.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn order(&self, id: OrderId, order: &Order, reason: &str, by: &str) -> Result<(), StoreError> {
        let body = serde_json::to_string(order).map_err(StoreError::rows)?;
        sqlx::query(
            "insert into operator_order (order_id, body, reason, ordered_by) values ($1, $2::jsonb, $3, $4)
            on conflict do nothing",
        )
        .bind(id.0)
        .bind(body)
        .bind(reason)
        .bind(by)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// What became of an order; `None` when there is no such order.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn order_answer(&self, id: OrderId) -> Result<Option<OrderAnswer>, StoreError> {
        let found = sqlx::query(
            "select done_at is not null as done, refused from operator_order where order_id = $1",
        )
        .bind(id.0)
        .fetch_optional(&self.pool)
        .await?;
        let Some(row) = found else { return Ok(None) };
        let (done, refused): (bool, Option<String>) = (row.try_get("done")?, row.try_get("refused")?);
        Ok(Some(match refused {
            Some(why) => OrderAnswer::Refused(why),
            None if done => OrderAnswer::Done,
            None => OrderAnswer::Waits,
        }))
    }

    /// Takes an order back that nobody has carried out: whether it was still there to be taken back.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn take_order_back(&self, id: OrderId) -> Result<bool, StoreError> {
        let taken = sqlx::query(
            "update operator_order set done_at = clock_timestamp(), refused = 'taken back: no server carried it out'
            where order_id = $1 and done_at is null",
        )
        .bind(id.0)
        .execute(&self.pool)
        .await?;
        Ok(taken.rows_affected() == 1)
    }

    /// An order that has waited for longer than its command would is refused: whoever gave it has gone, and expects nothing of it.
    async fn waiting_orders(&self, limit: u32) -> Result<Vec<StoredOrder>, StoreError> {
        sqlx::query(
            "update operator_order set done_at = clock_timestamp(), refused = 'too late: no server carried it out in time'
            where done_at is null and ordered_at < clock_timestamp() - $1 * interval '1 second'",
        )
        .bind(VALID_S)
        .execute(&self.pool)
        .await?;
        let rows = sqlx::query(
            "select order_id, body::text as body from operator_order where done_at is null order by ordered_at limit $1",
        )
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        let mut waiting = Vec::with_capacity(rows.len());
        for row in &rows {
            let id = OrderId(row.try_get("order_id")?);
            match serde_json::from_str(row.try_get("body")?) {
                Ok(order) => waiting.push(StoredOrder { id, order }),
                // one of another version of this program: answered, so that it holds up no other
                Err(wrong) => self.answer_order(id, Some(format!("not understood: {wrong}"))).await?,
            }
        }
        Ok(waiting)
    }

    async fn answer_order(&self, id: OrderId, refused: Option<String>) -> Result<(), StoreError> {
        sqlx::query(
            "update operator_order set done_at = clock_timestamp(), refused = $2 where order_id = $1 and done_at is null",
        )
        .bind(id.0)
        .bind(refused)
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}

/// Notes in a step's transaction that it carries an order out. An order that has an answer is carried out no more.
pub(crate) async fn mark_done(connection: &mut PgConnection, order: Option<OrderId>) -> Result<(), Failed> {
    let Some(order) = order else { return Ok(()) };
    let marked = sqlx::query(
        "update operator_order set done_at = clock_timestamp() where order_id = $1 and done_at is null",
    )
    .bind(order.0)
    .execute(connection)
    .await?;
    if marked.rows_affected() == 1 { Ok(()) } else { Err(Failed::Stale) }
}
