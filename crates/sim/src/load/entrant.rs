//! A player of a tournament: enters, checks in, and plays his games, each move a random legal one. Keeps no board.

use super::meter::Meter;
use crate::{Client, ClientError};
use ids::{GameId, TournamentId};
use protocol::{ClientMsg, DevPlayer, LegalMoves, ServerMsg, TournamentAct, TournamentPhase, TournamentView};
use rand::rngs::SmallRng;
use rand::{Rng as _, SeedableRng as _};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::Instant;

/// How long after his turn came an entrant moves, at most.
const THINK: Duration = Duration::from_secs(4);
/// The longest that a tournament may take to open its check-in, and to start.
const PATIENCE: Duration = Duration::from_secs(900);

/// A player who enters a tournament.
pub(super) struct Entrant {
    pub(super) server: String,
    pub(super) player: DevPlayer,
    pub(super) of: TournamentId,
    pub(super) patience: Duration,
    pub(super) seed: u64,
    pub(super) meter: Arc<Meter>,
}

/// How a tournament stands by its head.
pub(super) async fn head(client: &mut Client, of: TournamentId) -> Result<TournamentView, ClientError> {
    client.send(&ClientMsg::TournamentWatch { id: Client::command_id(), of }).await?;
    let head = client
        .wait_for("the tournament", |message| match message {
            ServerMsg::Tournament(view) if view.of == of => Some(*view),
            _ => None,
        })
        .await?;
    client.send(&ClientMsg::TournamentUnwatch { of }).await?;
    Ok(head)
}

/// How long it is until the tournament starts, by its server's clock.
pub(super) fn until_start(head: &TournamentView) -> Duration {
    let left = head.starts_at.map_or(0, |starts| starts - head.server_at);
    Duration::from_millis(u64::try_from(left).unwrap_or(0))
}

impl Entrant {
    /// Plays until everybody stops; what goes wrong is counted, and ends this player.
    pub(super) async fn run(self, doors: Arc<Semaphore>) {
        let entered = {
            let _door = doors.acquire().await;
            self.enter().await
        };
        self.meter.seat();
        let played = match entered {
            Ok(mut client) => {
                tokio::select! {
                    played = self.play(&mut client, &doors) => played,
                    () = self.meter.stopped() => Ok(()),
                }
            }
            Err(error) => Err(error),
        };
        if let Err(error) = played {
            self.meter.error(&error);
        }
    }

    async fn enter(&self) -> Result<Client, ClientError> {
        let mut client = Client::connect(&self.server, Some(&self.player.token), self.patience).await?;
        let terms = head(&mut client, self.of).await?.terms.hash;
        self.ask(&mut client, TournamentAct::Register { terms }).await?;
        Ok(client)
    }

    /// Asks something of the tournament; a refusal is counted.
    async fn ask(&self, client: &mut Client, act: TournamentAct) -> Result<(), ClientError> {
        let id = Client::command_id();
        client.send(&ClientMsg::TournamentAct { id, of: self.of, act }).await?;
        let refused = client
            .wait_for("the answer", |message| match message {
                ServerMsg::Done { id: done, .. } if done == id => Some(None),
                ServerMsg::Rejected(refused) if refused.id == Some(id) => Some(Some(refused)),
                _ => None,
            })
            .await?;
        if let Some(refused) = refused {
            self.meter.error(&format!("refused: {:?}: {}", refused.code, refused.message));
        }
        Ok(())
    }

    async fn play(&self, client: &mut Client, doors: &Semaphore) -> Result<(), ClientError> {
        let head = head(client, self.of).await?;
        if head.phase != TournamentPhase::CheckIn {
            let opens = head.terms.check_in_at - head.server_at;
            let left = Duration::from_millis(u64::try_from(opens).unwrap_or(0) + 500);
            // whoever waits answers pings: the server takes a socket that does not for gone
            match client.wait_within("check-in", left, |_| None::<()>).await {
                Ok(()) | Err(ClientError::Late { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        {
            let _door = doors.acquire().await;
            self.ask(client, TournamentAct::CheckIn).await?;
        }
        let mut chance = SmallRng::seed_from_u64(self.seed);
        loop {
            let next = client
                .wait_within("a game", PATIENCE, |message| match message {
                    ServerMsg::GameStarted { game, .. } => Some(Next::Watch(game)),
                    ServerMsg::Snapshot(state) => pick(state.game, state.state.ply, &state.state.legal),
                    ServerMsg::Moved(moved) => pick(moved.game, moved.ply + 1, &moved.legal),
                    _ => None,
                })
                .await?;
            match next {
                Next::Watch(game) => client.send(&ClientMsg::Watch { game }).await?,
                Next::Move(mv) => {
                    let think = THINK.mul_f64(chance.random());
                    tokio::time::sleep_until(Instant::now() + think).await;
                    client.send(&mv).await?;
                }
            }
        }
    }
}

/// What an entrant does next.
enum Next {
    Watch(GameId),
    Move(ClientMsg),
}

/// The move to be sent where it is this player's turn.
fn pick(game: GameId, ply: u16, legal: &LegalMoves) -> Option<Next> {
    let path = legal.first()?.paths.first()?.clone();
    Some(Next::Move(ClientMsg::Move { game, id: Client::command_id(), ply, path }))
}
