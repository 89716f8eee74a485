//! Accounts, sessions, and what a database is for.

use crate::cluster::{fresh, sql};
use crate::world::{NOON, World, id};
use ids::{AccountId, Amount, SessionId, WallTime};
use store::{Deployment, DeploymentError, NewAccountError, NewSession};

const LATER: WallTime = WallTime(4_000_000_000_000_000);

fn session(account: AccountId, token: u8, expires_at: WallTime) -> NewSession {
    let address = Some("192.0.2.7".parse().unwrap());
    NewSession { session: SessionId(id()), account, token_hash: [token; 32], expires_at, address }
}

#[tokio::test]
async fn a_name_is_taken_in_upper_and_lower_case() {
    let database = fresh().await;
    let ana = AccountId(id());
    database.create_account(ana, "Begoña", "hash", NOON).await.unwrap();
    let refused = database.create_account(AccountId(id()), "BEGOÑA", "hash", NOON).await.unwrap_err();
    assert!(matches!(refused, NewAccountError::NameTaken(_)), "{refused:?}");
    let found = database.find_account_by_name("begoña").await.unwrap().unwrap();
    assert_eq!((found.account, found.name.as_str()), (ana, "Begoña"));
    assert!(database.find_account_by_name("bruno").await.unwrap().is_none());
    assert_eq!(database.find_wallet(ana).await.unwrap().unwrap().balance, Amount::ZERO);
    database.set_password_hash(ana, "another").await.unwrap();
    assert_eq!(database.find_account(ana).await.unwrap().unwrap().password_hash.as_deref(), Some("another"));
}

#[tokio::test]
async fn a_session_is_found_until_it_ends() {
    let database = fresh().await;
    let ana = AccountId(id());
    database.create_account(ana, "ana", "hash", NOON).await.unwrap();
    let sessions = [session(ana, 1, LATER), session(ana, 2, LATER), session(ana, 3, LATER)];
    for new in sessions {
        database.create_session(new, "hash").await.unwrap();
    }
    database.create_session(session(ana, 9, WallTime(1)), "hash").await.unwrap();
    assert!(database.find_session(&[9; 32]).await.unwrap().is_none(), "it has expired");
    let found = database.find_session(&[1; 32]).await.unwrap().unwrap();
    assert_eq!((found.session, found.account, found.expires_at), (sessions[0].session, ana, LATER));
    assert!(database.revoke_session(sessions[0].session).await.unwrap());
    assert!(!database.revoke_session(sessions[0].session).await.unwrap(), "once");
    assert!(database.find_session(&[1; 32]).await.unwrap().is_none());
    let ended = database.revoke_other_sessions(ana, sessions[1].session).await.unwrap();
    assert!(ended.contains(&sessions[2].session) && !ended.contains(&sessions[1].session));
    assert!(database.find_session(&[2; 32]).await.unwrap().is_some());
}

#[tokio::test]
async fn a_password_that_was_changed_meanwhile_opens_no_session() {
    let database = fresh().await;
    let ana = AccountId(id());
    database.create_account(ana, "ana", "old", NOON).await.unwrap();
    database.set_password_hash(ana, "new").await.unwrap();
    let new = session(ana, 1, LATER);
    assert!(!database.create_session(new, "old").await.unwrap());
    assert!(!database.is_session_open(new.session).await.unwrap());
    assert!(database.create_session(new, "new").await.unwrap());
    assert!(database.is_session_open(new.session).await.unwrap());
    database.revoke_session(new.session).await.unwrap();
    assert!(!database.is_session_open(new.session).await.unwrap());
}

#[tokio::test]
async fn addresses_are_forgotten() {
    let world = World::new().await;
    let ana = world.players(1, 0).await.remove(0);
    world.database.set_password_hash(ana.account, "hash").await.unwrap();
    assert!(world.database.create_session(session(ana.account, 1, LATER), "hash").await.unwrap());
    assert_eq!(world.database.forget_addresses(WallTime(0)).await.unwrap(), 0, "it is not old enough");
    assert_eq!(world.database.forget_addresses(LATER).await.unwrap(), 1);
    assert_eq!(world.count("select count(*) from session where address is not null").await, 0);
}

#[tokio::test]
async fn a_database_for_something_else_is_refused() {
    let database = fresh().await;
    let reais = Deployment { environment: "development".to_owned(), currency: "BRL".to_owned(), exponent: 2 };
    database.check_deployment(&reais).await.unwrap();
    database.check_deployment(&reais).await.unwrap();
    for other in [
        Deployment { environment: "production".to_owned(), ..reais.clone() },
        Deployment { currency: "COP".to_owned(), ..reais.clone() },
        Deployment { exponent: 0, ..reais.clone() },
    ] {
        let refused = database.check_deployment(&other).await.unwrap_err();
        assert!(matches!(refused, DeploymentError::Differs { .. }), "{refused}");
    }
}

#[tokio::test]
async fn ten_thousand_players_are_made_in_a_few_statements() {
    let world = World::new().await;
    let players = world.players(10_000, 2_500).await;
    assert_eq!(world.balance(&players[9_999]).await, 2_500);
    assert_eq!(
        world
            .count("select count(*) from account where password_hash is null and name <> 'house_promo'")
            .await,
        10_000
    );
    world.assert_clean().await;
    sql(&world.address, "analyze").await;
}
