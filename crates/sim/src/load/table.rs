//! Two players who play one staked game after the other, each move a random legal one. Keeps no board: the legal moves come
//! with each event.

use super::meter::Meter;
use crate::{Client, ClientError};
use ids::GameId;
use protocol::{Brief, BriefMove, ClientMsg, Code, DevPlayer, GamePage, Side, SquareText};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::Instant;

/// How long a player waits before he tries again to begin a game.
const TRY_AGAIN: Duration = Duration::from_millis(200);

/// Two players and how they play.
pub(super) struct Table {
    pub(super) server: String,
    pub(super) page: Arc<GamePage>,
    pub(super) players: [DevPlayer; 2],
    pub(super) think: Option<Duration>,
    pub(super) patience: Duration,
    pub(super) seed: u64,
    pub(super) meter: Arc<Meter>,
}

/// Why a table can't go on.
#[derive(Debug, thiserror::Error)]
enum TableError {
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error("refused: {code:?}: {message}")]
    Refused { code: Code, message: String },
    #[error("the server says goodbye")]
    Goodbye,
}

/// A move that can be played, and its number.
type Choice = (u16, SquareText);

impl Table {
    /// Plays until everybody stops; what goes wrong is counted, and ends this table.
    pub(super) async fn run(self, doors: Arc<Semaphore>) {
        let opened = {
            let _door = doors.acquire().await;
            let [ana, beto] = &self.players;
            let ana = Client::connect(&self.server, Some(&ana.token), self.patience).await;
            match ana {
                Ok(ana) => Client::connect(&self.server, Some(&beto.token), self.patience)
                    .await
                    .map(|beto| (ana, beto)),
                Err(error) => Err(error),
            }
        };
        self.meter.seat();
        let played = match opened {
            Ok((mut ana, mut beto)) => self.games(&mut ana, &mut beto).await,
            Err(error) => Err(error.into()),
        };
        if let Err(error) = played {
            self.meter.error(&error);
        }
    }

    async fn games(&self, ana: &mut Client, beto: &mut Client) -> Result<(), TableError> {
        let mut chance = SmallRng::seed_from_u64(self.seed);
        if let Some(think) = self.think {
            // the games are spread over the time between two moves
            tokio::time::sleep(think.mul_f64(chance.random_range(0.0..1.0))).await;
        }
        while !self.meter.stopping() {
            let (game, side) = match self.start(ana, beto).await {
                // a journal that lags lets no new game begin: a player tries again
                Err(TableError::Refused { code: Code::Unavailable, .. }) => {
                    tokio::time::sleep(TRY_AGAIN).await;
                    continue;
                }
                started => started?,
            };
            let (white, black) =
                if side == Side::White { (&mut *ana, &mut *beto) } else { (&mut *beto, &mut *ana) };
            self.play(game, white, black, &mut chance).await?;
        }
        Ok(())
    }

    /// Opens a seek and takes it; gives the game and the side of the one who opened it.
    async fn start(&self, ana: &mut Client, beto: &mut Client) -> Result<(GameId, Side), TableError> {
        let id = Client::command_id();
        let seek = ClientMsg::Seek {
            id,
            variant: self.page.variant.clone(),
            rules: self.page.rule_sets[0].clone(),
            stake: self.page.stake_min,
            clock: self
                .page
                .clocks
                .iter()
                .copied()
                .max_by_key(|clock| clock.initial_ms)
                .unwrap_or(self.page.clocks[0]),
            terms: self.page.terms.clone(),
        };
        ana.send(&seek).await?;
        let seek = hear(ana, "the seek", |brief| match brief {
            Brief::SeekOpened(opened) if opened.id == id => Some(opened.seek),
            _ => None,
        })
        .await?;
        beto.send(&ClientMsg::Join { id: Client::command_id(), seek, terms: self.page.terms.clone() })
            .await?;
        let started = |brief: Brief<'_>| match brief {
            Brief::GameStarted(start) => Some((start.game, start.side)),
            _ => None,
        };
        if let Err(refused) = hear(beto, "the game", started).await {
            ana.send(&ClientMsg::CancelSeek { id: Client::command_id(), seek }).await?;
            return Err(refused);
        }
        let (game, side) = hear(ana, "the game", started).await?;
        for client in [&mut *ana, &mut *beto] {
            client.send(&ClientMsg::Watch { game }).await?;
        }
        Ok((game, side))
    }

    async fn play(
        &self,
        game: GameId,
        white: &mut Client,
        black: &mut Client,
        chance: &mut SmallRng,
    ) -> Result<(), TableError> {
        let mut first = |brief: Brief<'_>| match brief {
            Brief::Snapshot(state) if state.game == game => Some(choose(&state.legal, state.ply, chance)),
            _ => None,
        };
        let whites = hear(white, "the snapshot", &mut first).await?;
        let blacks = hear(black, "the snapshot", &mut first).await?;
        // only the side to move has legal moves; in American draughts it is Black
        let (mut mover, mut other, mut next) =
            if whites.is_some() { (white, black, whites) } else { (black, white, blacks) };
        // each game's moves have their own place in the second: people do not move in step
        let mut intended = Instant::now();
        if let Some(think) = self.think {
            intended += think.mul_f64(chance.random());
        }
        while let Some((ply, path)) = next.take() {
            match self.think {
                Some(think) => {
                    intended += think;
                    tokio::time::sleep_until(intended).await;
                }
                None => intended = Instant::now(),
            }
            if self.meter.stopping() {
                mover.send(&ClientMsg::Resign { game, id: Client::command_id() }).await?;
                break;
            }
            self.meter.sends(intended);
            mover.send(&ClientMsg::Move { game, id: Client::command_id(), ply, path }).await?;
            // the game may have ended by the move before this one; then this one is refused
            let own = hear_or_end(mover, game, |moved_ply, _| (moved_ply == ply).then_some(())).await?;
            if own.is_none() {
                break;
            }
            self.meter.moved(intended);
            let heard = hear_or_end(other, game, |moved_ply, legal| {
                (moved_ply == ply).then(|| choose(legal, ply + 1, chance))
            })
            .await?;
            next = heard.flatten();
            std::mem::swap(&mut mover, &mut other);
        }
        for client in [mover, other] {
            hear(client, "the money", |brief| match brief {
                Brief::Settled(settled) if settled.game == game => Some(()),
                _ => None,
            })
            .await?;
        }
        self.meter.settled();
        Ok(())
    }
}

/// One of the legal moves, by one of its paths; `None` when there is none.
fn choose(legal: &[BriefMove<'_>], ply: u16, chance: &mut SmallRng) -> Option<Choice> {
    let path = legal.choose(chance)?.paths.choose(chance)?;
    Some((ply, (*path).into()))
}

/// The first frame in which `pick` finds something. A refusal is an error, unless the game has just ended.
async fn hear<T>(
    client: &mut Client,
    what: &str,
    mut pick: impl FnMut(Brief<'_>) -> Option<T>,
) -> Result<T, TableError> {
    client
        .brief(what, |brief| match brief {
            Brief::Rejected(refused) if refused.code == Code::GameOver => None,
            Brief::Rejected(refused) => {
                Some(Err(TableError::Refused { code: refused.code, message: refused.message }))
            }
            Brief::Goodbye => Some(Err(TableError::Goodbye)),
            other => pick(other).map(Ok),
        })
        .await?
}

/// What `pick` finds in a move of the game; `None` when the game has ended.
async fn hear_or_end<T>(
    client: &mut Client,
    game: GameId,
    mut pick: impl FnMut(u16, &[BriefMove<'_>]) -> Option<T>,
) -> Result<Option<T>, TableError> {
    hear(client, "the move", |brief| match brief {
        Brief::Moved(moved) if moved.game == game => pick(moved.ply, &moved.legal).map(Some),
        Brief::Ended(ended) if ended.game == game => Some(None),
        _ => None,
    })
    .await
}
