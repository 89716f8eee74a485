//! What stands between the owners of a process and the operator's orders: the crashes, a planted fault, and the auditor's look at each
//! answer. Knows no event.

use super::crash::Crash;
use super::stage::Stage;
use async_trait::async_trait;
use ids::OrderId;
use rooms::{BankError, GameClock as _, OrderBook, StoredOrder};

#[async_trait]
impl OrderBook for Stage {
    async fn waiting_orders(&self, limit: u32) -> Result<Vec<StoredOrder>, BankError> {
        self.ports.desk.ages(self.clock.wall()).await?;
        let mut waiting = self.ports.orders.waiting_orders(limit).await?;
        if let Some(fault) = &self.fault {
            fault.orders(&mut waiting);
        }
        Ok(waiting)
    }

    async fn answer_order(&self, id: OrderId, refused: Option<String>) -> Result<(), BankError> {
        let crash = self.crashes.next();
        self.before(crash).await.map_err(|_| lost(crash))?;
        {
            let _turn = self.auditor.turn().await;
            self.ports.orders.answer_order(id, refused).await?;
            self.auditor.judge(self.auditor.check_answered(&self.ports, id).await, self.clock.wall());
        }
        self.after(crash).await.map_err(|_| lost(crash))
    }
}

fn lost(crash: Option<Crash>) -> BankError {
    BankError(crash.map_or_else(String::new, |crash| crash.name().to_owned()))
}
