//! Practice writes nothing: the rows of every table are as many after it as before.

use crate::support::{House, Player};
use protocol::{ClientMsg, Level, ServerMsg, Side};
use sqlx::Connection as _;
use std::collections::BTreeMap;

#[tokio::test(flavor = "multi_thread")]
async fn practice_against_the_bot_and_by_link_writes_not_a_row() {
    let house = House::open("practice").await;
    let before = rows(&house).await;
    assert!(before.len() > 8, "{before:?}");
    // the bot
    let mut guest = Player::connect(&house.url, None).await;
    let id = Player::id();
    let variant = || "brazilian".to_owned();
    guest
        .send(&ClientMsg::PracticeBot {
            id,
            variant: variant(),
            level: Level::Easy,
            side: Side::White,
            clock: None,
            fen: None,
        })
        .await;
    let snapshot = guest.snapshot().await;
    guest.play(snapshot.game, 0, "c3-d4").await;
    guest.moved(1).await;
    guest.send(&ClientMsg::Resign { game: snapshot.game, id: Player::id() }).await;
    guest.ended().await;
    // a friend by link
    guest
        .send(&ClientMsg::PracticeLink {
            id: Player::id(),
            variant: variant(),
            side: Side::White,
            clock: None,
            fen: None,
        })
        .await;
    let code = guest
        .until(|message| match message {
            ServerMsg::PracticeLink { code, .. } => Some(code.clone()),
            _ => None,
        })
        .await;
    let mut friend = Player::connect(&house.url, None).await;
    friend.send(&ClientMsg::PracticeJoin { id: Player::id(), code }).await;
    let snapshot = friend.snapshot().await;
    guest.snapshot().await;
    guest.play(snapshot.game, 0, "c3-d4").await;
    friend.moved(0).await;
    friend.play(snapshot.game, 1, "b6-a5").await;
    guest.moved(1).await;
    guest.send(&ClientMsg::Resign { game: snapshot.game, id: Player::id() }).await;
    friend.ended().await;
    assert_eq!(rows(&house).await, before);
    house.close().await;
}

/// How many rows each table has.
async fn rows(house: &House) -> BTreeMap<String, i64> {
    let options =
        store::embedded::EmbeddedOptions::new(house.data.0.join("pg"), std::env::var_os("PATH"), [0; 32]);
    let address = store::embedded::running(&options).unwrap().expect("the server runs it");
    let mut connection = sqlx::PgConnection::connect_with(address.options()).await.unwrap();
    let tables: Vec<String> =
        sqlx::query_scalar("select tablename::text from pg_tables where schemaname = 'public'")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    let mut counts = BTreeMap::new();
    for table in tables {
        let sql = format!("select count(*) from {table}");
        let count = sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(&mut connection).await.unwrap();
        counts.insert(table, count);
    }
    counts
}
