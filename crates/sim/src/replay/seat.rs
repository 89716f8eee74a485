//! One player's view of the replayed game: every frame of it is looked at, a surprise is an error. Knows no script.

use crate::client::Client;
use anyhow::{bail, ensure};
use compact_str::ToCompactString as _;
use draughts::{Path, Position, SquareSet, Variant};
use ids::{CommandId, GameId, Version};
use protocol::{ClientMsg, Ended, GameSnapshot, LegalMove, Moved, ServerMsg, Settled, SquareText};
use std::time::Duration;

/// A player at a game.
pub(super) struct Seat {
    client: Client,
    game: GameId,
    version: Version,
    patience: Duration,
}

/// What a seat waits for; anything else that happens to the game is an error.
enum Wanted {
    Moved(Box<Moved>),
    Offered(u32),
    Ended(Ended),
    Settled(Settled),
}

impl Seat {
    /// Sits down: follows the game and gets it whole.
    pub(super) async fn take(
        mut client: Client,
        game: GameId,
        patience: Duration,
    ) -> anyhow::Result<(Self, GameSnapshot)> {
        client.send(&ClientMsg::Watch { game }).await?;
        let snapshot = client
            .wait_for("snapshot of the game", |message| match message {
                ServerMsg::Snapshot(snapshot) if snapshot.game == game => Some(*snapshot),
                _ => None,
            })
            .await?;
        let version = snapshot.state.v;
        Ok((Self { client, game, version, patience }, snapshot))
    }

    /// Sends a move; gives the command's number.
    pub(super) async fn send_move(&mut self, ply: u16, path: &str) -> anyhow::Result<CommandId> {
        let id = Client::command_id();
        self.send(&ClientMsg::Move { game: self.game, id, ply, path: path.into() }).await?;
        Ok(id)
    }

    pub(super) async fn send(&mut self, message: &ClientMsg) -> anyhow::Result<()> {
        Ok(self.client.send(message).await?)
    }

    /// The event of the move of that ply, which must be the next one.
    pub(super) async fn moved(&mut self, ply: u16) -> anyhow::Result<Moved> {
        match self.next("move", self.patience).await? {
            Wanted::Moved(moved) if moved.ply == ply => Ok(*moved),
            other => bail!("at move {ply} {}", other.said()),
        }
    }

    pub(super) async fn offered(&mut self) -> anyhow::Result<u32> {
        match self.next("draw offer", self.patience).await? {
            Wanted::Offered(offer) => Ok(offer),
            other => bail!("at the draw offer {}", other.said()),
        }
    }

    pub(super) async fn ended(&mut self, within: Duration) -> anyhow::Result<Ended> {
        match self.next("end of the game", within).await? {
            Wanted::Ended(ended) => Ok(ended),
            other => bail!("at the end {}", other.said()),
        }
    }

    pub(super) async fn settled(&mut self) -> anyhow::Result<Settled> {
        match self.next("settlement", self.patience).await? {
            Wanted::Settled(settled) => Ok(settled),
            other => bail!("at the settlement {}", other.said()),
        }
    }

    pub(super) async fn close(self) {
        self.client.close().await;
    }

    /// The next event of the game, whose version must follow the last one's.
    async fn next(&mut self, what: &str, within: Duration) -> anyhow::Result<Wanted> {
        let game = self.game;
        let found = self.client.wait_within(what, within, |message| wanted(game, message)).await?;
        let (version, wanted) = found?;
        if let Some(version) = version {
            let expected = self.version.plus(1);
            ensure!(version == expected, "version {} came, {} was due", version.0, expected.0);
            self.version = version;
        }
        Ok(wanted)
    }
}

impl Wanted {
    fn said(&self) -> String {
        match self {
            Self::Moved(moved) => format!("the server published move {} {}", moved.ply, moved.path),
            Self::Offered(offer) => format!("the server published draw offer {offer}"),
            Self::Ended(ended) => format!("the game ended: {:?} by {:?}", ended.outcome, ended.reason),
            Self::Settled(_) => "the game was settled".to_owned(),
        }
    }
}

/// What a frame says about the game; `None` for what a replay need not look at.
fn wanted(game: GameId, message: ServerMsg) -> Option<anyhow::Result<(Option<Version>, Wanted)>> {
    Some(match message {
        ServerMsg::Moved(moved) if moved.game == game => Ok((Some(moved.v), Wanted::Moved(moved))),
        ServerMsg::DrawOffered { game: of, v, offer, .. } if of == game => {
            Ok((Some(v), Wanted::Offered(offer)))
        }
        ServerMsg::Ended(ended) if ended.game == game => Ok((Some(ended.v), Wanted::Ended(ended))),
        ServerMsg::Settled(settled) if settled.game == game => Ok((None, Wanted::Settled(settled))),
        ServerMsg::Rejected(rejected) => {
            let paths = rejected.paths.join(" ");
            Err(anyhow::anyhow!("the server refused: {:?} {} {paths}", rejected.code, rejected.message))
        }
        ServerMsg::DrawDeclined { game: of, .. } if of == game => {
            Err(anyhow::anyhow!("a draw was declined that nobody declined"))
        }
        ServerMsg::Paused { game: of, .. } if of == game => {
            Err(anyhow::anyhow!("the server paused the game"))
        }
        ServerMsg::Goodbye { reason, .. } => Err(anyhow::anyhow!("the server said goodbye: {reason:?}")),
        _ => return None,
    })
}

/// Whether the server's legal moves are exactly those of the rules here, with all their paths.
pub(super) fn check_legal(position: &Position, said: &[LegalMove]) -> anyhow::Result<()> {
    let variant = position.variant();
    let mut ours: Vec<LegalMove> = position
        .legal_moves()
        .iter()
        .map(|mv| LegalMove {
            from: mv.from().name(variant).to_compact_string(),
            to: mv.to().name(variant).to_compact_string(),
            captured: names(mv.captured(), variant),
            paths: position.paths(mv).iter().map(|path| text(path, variant)).collect(),
        })
        .collect();
    let mut theirs = said.to_vec();
    for moves in [&mut ours, &mut theirs] {
        for mv in moves.iter_mut() {
            mv.captured.sort_unstable();
            mv.paths.sort_unstable();
        }
        moves.sort_unstable_by(|a, b| a.paths.cmp(&b.paths));
    }
    let show = |moves: &[LegalMove]| -> Vec<String> { moves.iter().map(|mv| mv.paths.join("=")).collect() };
    ensure!(
        ours == theirs,
        "legal moves in {}: the server says {:?}, the rules {:?}",
        position.fen(),
        show(&theirs),
        show(&ours)
    );
    Ok(())
}

pub(super) fn names(squares: SquareSet, variant: Variant) -> Vec<SquareText> {
    squares.iter().map(|square| square.name(variant).to_compact_string()).collect()
}

pub(super) fn text(path: &Path, variant: Variant) -> SquareText {
    path.text(variant).to_compact_string()
}
