//! The operator's orders: read from their rows, put to the owner of what they are about, and answered there. Knows no rule.

use crate::director::Message as ToDirector;
use crate::house::House;
use crate::ladders::Message as ToLadders;
use crate::ports::BankError;
use crate::refusal::Refusal;
use async_trait::async_trait;
use competition::Order;
use ids::OrderId;
use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::time::Instant;
use tracing::warn;

/// How often orders are looked for.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// After so long an order that has no answer is put to its owner once more: he may have failed over it.
const AGAIN_AFTER: Duration = Duration::from_secs(15);
/// How many are read at once.
const AT_ONCE: u32 = 100;

/// An order that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredOrder {
    /// The order.
    pub id: OrderId,
    /// What is ordered.
    pub order: Order,
}

/// Keeps orders. That one was carried out is written in the step that does it.
#[async_trait]
pub trait OrderBook: Send + Sync + 'static {
    /// The oldest orders that have no answer.
    ///
    /// # Errors
    /// [`BankError`].
    async fn waiting_orders(&self, limit: u32) -> Result<Vec<StoredOrder>, BankError>;
    /// Answers an order that led to no step: why it was refused, or nothing where all is so already. One that has an answer keeps it.
    ///
    /// # Errors
    /// [`BankError`].
    async fn answer_order(&self, id: OrderId, refused: Option<String>) -> Result<(), BankError>;
}

/// Puts every order to its owner, for as long as the house lives.
pub(crate) async fn watch(house: Weak<House>, book: Arc<dyn OrderBook>) {
    let mut put: HashMap<OrderId, Instant> = HashMap::new();
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        let Some(house) = house.upgrade() else { return };
        if !house.directs() {
            continue;
        }
        let waiting = match book.waiting_orders(AT_ONCE).await {
            Ok(waiting) => waiting,
            Err(refused) => {
                warn!("the operator's orders were not read: {refused}");
                continue;
            }
        };
        put.retain(|id, at| at.elapsed() < AGAIN_AFTER && waiting.iter().any(|order| order.id == *id));
        for StoredOrder { id, order } in waiting {
            if put.contains_key(&id) {
                continue;
            }
            if order.is_of_a_ladder() {
                house.ladders.put(ToLadders::Order { id, order }, None);
            } else {
                house.director.put(ToDirector::Order { id, order: Box::new(order) }, None);
            }
            put.insert(id, Instant::now());
        }
    }
}

/// Writes an answer that no step has written.
pub(crate) async fn answer(book: &dyn OrderBook, id: OrderId, refused: Option<&Refusal>) {
    let refused = refused.map(|refused| whole_reason(refused));
    if let Err(failed) = book.answer_order(id, refused).await {
        warn!("order {id} was not answered, and is put once more: {failed}");
    }
}

/// A refusal with all that it comes of.
fn whole_reason(refused: &dyn std::error::Error) -> String {
    let mut said = refused.to_string();
    let mut source = refused.source();
    while let Some(cause) = source {
        said.push_str(": ");
        said.push_str(&cause.to_string());
        source = cause.source();
    }
    said
}
