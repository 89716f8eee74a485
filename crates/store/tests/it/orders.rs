//! The operator's orders in rows: an order is carried out in the step that says so, once.

use crate::tournaments::swiss;
use crate::world::{NOON, World, id};
use competition::tournament::TournamentCommand;
use competition::{Order, Tournament};
use ids::{Amount, OrderId, TournamentId, Version};
use rooms::{StepError, StoredOrder, TournamentHead, TournamentStep};
use store::OrderAnswer;

/// The step that announces a tournament by that order.
fn announcement(order: OrderId) -> TournamentStep {
    let (of, terms) = (TournamentId(order.0), swiss(0));
    let mut state = Tournament::new(of, terms.clone());
    let events = state.decide(&TournamentCommand::Announce { purse: Amount(0) }, NOON).unwrap();
    for event in &events {
        state.apply(event).unwrap();
    }
    TournamentStep {
        of,
        after: Version(0),
        terms: Some(terms),
        events,
        head: TournamentHead {
            phase: state.phase().name(),
            over: false,
            starts_at: state.starts(),
            held: Amount(0),
        },
        entries: Vec::new(),
        money: Vec::new(),
        games: Vec::new(),
        noted: Vec::new(),
        notices: Vec::new(),
        order: Some(order),
        start: None,
        at: NOON,
    }
}

#[tokio::test]
async fn an_order_waits_until_a_step_carries_it_out_and_no_step_does_so_twice() {
    let world = World::new().await;
    let order = OrderId(id());
    let what = Order::AnnounceTournament(Box::new(swiss(0)));
    for _ in 0..2 {
        world.database.order(order, &what, "a summer cup", "ana").await.unwrap();
    }
    assert_eq!(world.database.order_answer(order).await.unwrap(), Some(OrderAnswer::Waits));
    let waiting = world.owner.orders.waiting_orders(10).await.unwrap();
    assert_eq!(waiting, [StoredOrder { id: order, order: what }]);
    world.owner.events.step_tournament(announcement(order)).await.unwrap();
    assert_eq!(world.database.order_answer(order).await.unwrap(), Some(OrderAnswer::Done));
    assert!(world.owner.orders.waiting_orders(10).await.unwrap().is_empty());
    let mut again = announcement(order);
    again.of = TournamentId(id());
    let refused = world.owner.events.step_tournament(again).await;
    assert_eq!(refused, Err(StepError::Stale), "an order that has an answer is carried out no more");
    assert_eq!(world.count("select count(*) from tournament").await, 1);
    assert!(!world.database.take_order_back(order).await.unwrap());
}

#[tokio::test]
async fn an_order_that_was_refused_or_taken_back_keeps_that_answer() {
    let world = World::new().await;
    let what = Order::Abort(TournamentId(id()));
    let (refused, taken) = (OrderId(id()), OrderId(id()));
    for order in [refused, taken] {
        world.database.order(order, &what, "for a test", "ana").await.unwrap();
    }
    world.owner.orders.answer_order(refused, Some("no such tournament".to_owned())).await.unwrap();
    world.owner.orders.answer_order(refused, None).await.unwrap();
    let answer = world.database.order_answer(refused).await.unwrap();
    assert_eq!(answer, Some(OrderAnswer::Refused("no such tournament".to_owned())));
    assert!(world.database.take_order_back(taken).await.unwrap());
    assert_eq!(world.owner.events.step_tournament(announcement(taken)).await, Err(StepError::Stale));
    assert_eq!(world.database.order_answer(OrderId(id())).await.unwrap(), None);
}

#[tokio::test]
async fn an_order_whose_giver_has_gone_is_not_carried_out_a_minute_later() {
    let world = World::new().await;
    let order = OrderId(id());
    let what = Order::AnnounceTournament(Box::new(swiss(0)));
    world.database.order(order, &what, "a summer cup", "ana").await.unwrap();
    world.execute("update operator_order set ordered_at = ordered_at - interval '61 seconds'").await;
    assert!(world.owner.orders.waiting_orders(10).await.unwrap().is_empty());
    let answer = world.database.order_answer(order).await.unwrap();
    assert!(matches!(&answer, Some(OrderAnswer::Refused(why)) if why.contains("too late")), "{answer:?}");
    assert_eq!(world.owner.events.step_tournament(announcement(order)).await, Err(StepError::Stale));
}
