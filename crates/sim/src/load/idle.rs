//! Those who do no staked play: sockets that only stay, and games against the bot.

use super::meter::Meter;
use crate::{Client, ClientError};
use draughts::Variant;
use protocol::{Brief, ClientMsg, Level, Side, SquareText};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::Instant;

/// Signs in and stays, answering pings, until everybody stops.
pub(super) async fn hold(
    server: String,
    token: Option<String>,
    patience: Duration,
    meter: Arc<Meter>,
    doors: Arc<Semaphore>,
) {
    let opened = {
        let _door = doors.acquire().await;
        Client::connect(&server, token.as_deref(), patience).await
    };
    meter.seat();
    let stayed = match opened {
        Ok(mut client) => {
            let stays = async {
                loop {
                    // there is nothing to be heard: that nothing comes is no error
                    match client.receive().await {
                        Ok(_) | Err(ClientError::Late { .. }) => {}
                        Err(error) => return Err(error),
                    }
                }
            };
            tokio::select! {
                stayed = stays => stayed,
                () = meter.stopped() => Ok(()),
            }
        }
        Err(error) => Err(error),
    };
    if let Err(error) = stayed {
        meter.error(&error);
    }
}

/// Plays the bot without a pause, game after game, until everybody stops.
pub(super) async fn practise(
    server: String,
    variant: Variant,
    patience: Duration,
    meter: Arc<Meter>,
    doors: Arc<Semaphore>,
) {
    let opened = {
        let _door = doors.acquire().await;
        Client::connect(&server, None, patience).await
    };
    meter.seat();
    let played = match opened {
        Ok(mut client) => {
            tokio::select! {
                played = play_the_bot(&mut client, variant, patience, &meter) => played,
                () = meter.stopped() => Ok(()),
            }
        }
        Err(error) => Err(error),
    };
    if let Err(error) = played {
        meter.error(&error);
    }
}

async fn play_the_bot(
    client: &mut Client,
    variant: Variant,
    patience: Duration,
    meter: &Meter,
) -> Result<(), ClientError> {
    loop {
        let begin = ClientMsg::PracticeBot {
            id: Client::command_id(),
            variant: variant.to_string(),
            level: Level::Hard,
            side: Side::White,
            clock: None,
            fen: None,
        };
        client.send(&begin).await?;
        let mut sent = None;
        'game: loop {
            // the bot thinks for long when many play it
            let next = client
                .brief_within("the bot", patience * 20, |brief| match brief {
                    Brief::Snapshot(state) => {
                        state.legal.first().map(|mv| (state.game, state.ply, SquareText::from(mv.paths[0])))
                    }
                    Brief::Moved(moved) => moved
                        .legal
                        .first()
                        .map(|mv| (moved.game, moved.ply + 1, SquareText::from(mv.paths[0]))),
                    Brief::Ended(ended) => Some((ended.game, 0, SquareText::default())),
                    _ => None,
                })
                .await?;
            let (game, ply, path) = next;
            if path.is_empty() {
                break 'game;
            }
            if let Some(sent) = sent.replace(Instant::now()) {
                meter.answered(sent);
            }
            client.send(&ClientMsg::Move { game, id: Client::command_id(), ply, path }).await?;
        }
    }
}
