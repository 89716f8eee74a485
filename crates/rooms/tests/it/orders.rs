//! The operator's orders through the house: each is carried out once and answered once, whatever is lost, in virtual time.

use crate::support::{CLOCK, HASH, Table};
use competition::tournament::{Format, Phase};
use competition::{
    Clock, Order, PrizePlan, TieBreak, TieBreakEdition, Tournament, TournamentLimits, TournamentTerms,
};
use ids::{Amount, Millis, OrderId, TournamentId};
use rooms::StoredOrder;
use std::time::Duration;
use uuid::Uuid;

impl Table {
    /// Gives an order and waits for its answer: why it was refused, or nothing.
    pub(crate) async fn ordered(&self, order: Order) -> Option<String> {
        let id = OrderId(Uuid::from_u128(self.memory.rows().orders.len() as u128 + 1));
        self.ordered_as(id, order).await
    }

    async fn ordered_as(&self, id: OrderId, order: Order) -> Option<String> {
        self.memory.rows().orders.push((StoredOrder { id, order }, None));
        for _ in 0..120 {
            tokio::time::sleep(Duration::from_secs(1)).await;
            let rows = self.memory.rows();
            let (_, answer) = rows.orders.iter().find(|(order, _)| order.id == id).unwrap();
            if let Some(answer) = answer {
                return answer.clone();
            }
        }
        panic!("the order has no answer");
    }

    fn tournament(&self, of: TournamentId) -> Tournament {
        let stored = self.memory.rows().tournaments[&of].clone();
        Tournament::replay(stored.of, stored.terms, &stored.events).unwrap()
    }
}

fn terms(table: &Table) -> Box<TournamentTerms> {
    let now = table.house.clock().wall().plus(Millis(60_000));
    Box::new(TournamentTerms {
        name: "Copa".to_owned(),
        format: Format::Swiss { rounds: 3 },
        clock: Clock { initial: CLOCK.initial, increment: CLOCK.increment },
        profile: "brazilian dream".to_owned(),
        contribution: Amount(1_000),
        fee: Amount(100),
        guarantee: Amount(0),
        prizes: PrizePlan::new(vec![1]).unwrap(),
        min_players: 4,
        max_players: 16,
        registration_at: now,
        check_in_at: now.plus(Millis(60_000)),
        starts_at: now.plus(Millis(180_000)),
        late_entry: false,
        tie_breaks: TieBreak::SWISS.to_vec(),
        edition: TieBreakEdition::default(),
        grace: Millis(180_000),
        cancellation: Default::default(),
        rating: Default::default(),
        countries: Vec::new(),
        protest: Millis(60_000),
        spectators_delay: Millis(0),
        config_hash: HASH.to_owned(),
        limits: TournamentLimits::default(),
    })
}

#[tokio::test(start_paused = true)]
async fn an_order_whose_answer_is_lost_is_carried_out_once() {
    let table = Table::new();
    table.memory.rows().lost_steps = 1;
    let id = OrderId(Uuid::from_u128(7));
    assert_eq!(table.ordered_as(id, Order::AnnounceTournament(terms(&table))).await, None);
    let of = TournamentId(id.0);
    assert_eq!(table.memory.rows().tournaments.len(), 1);
    // the director has read what it did not hear of
    assert_eq!(table.ordered(Order::CancelTournament(of)).await, None);
    assert_eq!(table.tournament(of).phase(), Phase::Cancelled);
}

#[tokio::test(start_paused = true)]
async fn what_cant_be_carried_out_is_refused_with_its_reason_and_changes_nothing() {
    let table = Table::new();
    let mut wrong = terms(&table);
    wrong.guarantee = Amount(1_000_000);
    let refused = table.ordered(Order::AnnounceTournament(wrong)).await.unwrap();
    assert!(refused.contains("guarantee"), "{refused}");
    assert!(table.memory.rows().tournaments.is_empty());
    let nowhere = TournamentId(Uuid::from_u128(9));
    assert!(table.ordered(Order::Abort(nowhere)).await.unwrap().contains("no such tournament"));
    assert_eq!(table.ordered(Order::AnnounceTournament(terms(&table))).await, None);
    let of = *table.memory.rows().tournaments.keys().next().unwrap();
    assert!(table.ordered(Order::Suspend(of)).await.is_some(), "nothing is played");
}

#[tokio::test(start_paused = true)]
async fn an_order_given_again_is_done_and_one_that_comes_too_late_says_where_the_tournament_stands() {
    let table = Table::new();
    assert_eq!(table.ordered(Order::AnnounceTournament(terms(&table))).await, None);
    let of = *table.memory.rows().tournaments.keys().next().unwrap();
    assert_eq!(table.ordered(Order::CancelTournament(of)).await, None);
    let events = table.memory.rows().tournaments[&of].events.len();
    assert_eq!(table.ordered(Order::CancelTournament(of)).await, None, "it is cancelled already");
    let refused = table.ordered(Order::Abort(of)).await.unwrap();
    assert!(refused.contains("CANCELLED"), "{refused}");
    assert_eq!(table.memory.rows().tournaments[&of].events.len(), events);
}

#[tokio::test(start_paused = true)]
async fn the_row_of_a_tournament_says_when_it_starts_after_that_was_put_off() {
    let table = Table::new();
    let terms = terms(&table);
    assert_eq!(table.ordered(Order::AnnounceTournament(terms.clone())).await, None);
    let of = *table.memory.rows().tournaments.keys().next().unwrap();
    let until = terms.starts_at.plus(Millis(1_000));
    while table.house.clock().wall() < until {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let head = table.memory.rows().tournament_heads[&of].clone();
    assert_eq!(
        (head.phase, head.starts_at),
        ("CHECKIN", Some(terms.starts_at.plus(terms.limits.start_extension)))
    );
}
