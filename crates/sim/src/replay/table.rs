//! Two players act out a script: every position, move, clock and payment is checked on the way.

use super::Venue;
use super::script::{Finale, Script};
use super::seat::{Seat, check_legal, names, text};
use crate::client::Client;
use anyhow::{Context as _, bail, ensure};
use draughts::{DrawCounters, Move, Position, Side};
use ids::{Amount, GameId, Millis};
use protocol::{
    ClientMsg, DevPlayer, EndReason, Ended, GameSnapshot, LegalMove, Moved, Outcome, ServerMsg, Viewer,
};
use std::time::Duration;
use tokio::time::Instant;

/// How much earlier than its clock says a flag may be seen to fall: the frame that started the clock was under way.
const UNDER_WAY: Duration = Duration::from_millis(500);

/// Two seats, White's first, and the tokens of who sits there.
struct Table<'a> {
    venue: &'a Venue,
    game: GameId,
    white: Seat,
    black: Seat,
    tokens: [String; 2],
}

/// Plays the script through the server; how the game ended there, which is what the script says.
pub(super) async fn play(
    venue: &Venue,
    script: &Script,
    players: (DevPlayer, DevPlayer),
) -> anyhow::Result<(Outcome, EndReason)> {
    let (mut table, legal) = Table::open(venue, players).await?;
    let clock = table.play_moves(script, legal).await?;
    let ended = table.play_finale(script, clock).await?;
    ensure!(
        (ended.outcome, ended.reason) == script.expected(),
        "it ended {:?} by {:?}, on paper it is {:?}",
        ended.outcome,
        ended.reason,
        script.expected()
    );
    table.check_money(&ended).await?;
    Ok(script.expected())
}

impl<'a> Table<'a> {
    /// One opens a seek, the other takes it; both sit down. Gives the legal moves of the first position.
    async fn open(
        venue: &'a Venue,
        (one, other): (DevPlayer, DevPlayer),
    ) -> anyhow::Result<(Self, Vec<LegalMove>)> {
        let server = venue.calls.server();
        let mut owner = Client::connect(server, Some(&one.token), venue.patience).await?;
        let mut taker = Client::connect(server, Some(&other.token), venue.patience).await?;
        ensure!(owner.greeting().account == Some(one.account), "signed in as somebody else");
        let (id, terms) = (Client::command_id(), venue.page.terms.clone());
        let seek = ClientMsg::Seek {
            id,
            variant: venue.variant.to_string(),
            rules: venue.rule_set.to_string(),
            stake: venue.page.stake_min,
            clock: venue.clock,
            terms: terms.clone(),
        };
        owner.send(&seek).await?;
        let opened = owner.wait_for("open seek", |message| match message {
            ServerMsg::SeekOpened { id: of, seek } if of == id => Some(Ok(seek)),
            ServerMsg::Rejected(rejected) => Some(Err(rejected)),
            _ => None,
        });
        let refused = |rejected: protocol::Rejected| {
            anyhow::anyhow!("the server refused: {:?} {}", rejected.code, rejected.message)
        };
        let seek = opened.await?.map_err(refused)?;
        taker.send(&ClientMsg::Join { id: Client::command_id(), seek, terms }).await?;
        let started = |message| match message {
            ServerMsg::GameStarted { game, side, .. } => Some(Ok((game, side))),
            ServerMsg::Rejected(rejected) => Some(Err(rejected)),
            _ => None,
        };
        let (game, taker_side) = taker.wait_for("game", started).await?.map_err(refused)?;
        let (same, owner_side) = owner.wait_for("game", started).await?.map_err(refused)?;
        ensure!(game == same && owner_side != taker_side, "the two are in different games");

        let (white, black, tokens) = match taker_side {
            protocol::Side::White => (taker, owner, [other.token, one.token]),
            protocol::Side::Black => (owner, taker, [one.token, other.token]),
        };
        let (white, seen) = Seat::take(white, game, venue.patience).await?;
        check_opening(venue, &seen, Viewer::White)?;
        let (black, seen_by_black) = Seat::take(black, game, venue.patience).await?;
        check_opening(venue, &seen_by_black, Viewer::Black)?;
        let first = Position::initial(venue.variant).side_to_move();
        let (legal, other) = match first {
            Side::White => (seen.state.legal, seen_by_black.state.legal),
            Side::Black => (seen_by_black.state.legal, seen.state.legal),
        };
        ensure!(other.is_empty(), "the side that waits was told legal moves");
        Ok((Self { venue, game, white, black, tokens }, legal))
    }

    fn seats(&mut self, mover: Side) -> (&mut Seat, &mut Seat) {
        match mover {
            Side::White => (&mut self.white, &mut self.black),
            Side::Black => (&mut self.black, &mut self.white),
        }
    }

    /// Plays all moves; gives what the side then to move has on its clock.
    async fn play_moves(&mut self, script: &Script, mut legal: Vec<LegalMove>) -> anyhow::Result<Millis> {
        let variant = self.venue.variant;
        let mut position = Position::initial(variant);
        let mut counters = DrawCounters::new(self.venue.rule_set, &position);
        let mut left = self.venue.clock.initial_ms;
        let ends_on_board = matches!(script.finale, Finale::Board(..));
        for (ply, (mv, path)) in (0..).zip(&script.moves) {
            let what = || format!("move {ply} {}", text(path, variant));
            check_legal(&position, &legal).with_context(what)?;
            let mover = position.side_to_move();
            let (moving, waiting) = self.seats(mover);
            let id = moving.send_move(ply, &text(path, variant)).await.with_context(what)?;
            let (seen, other) = tokio::join!(moving.moved(ply), waiting.moved(ply));
            let (seen, mut other) = (seen.with_context(what)?, other.with_context(what)?);
            ensure!(
                seen.id == Some(id) && other.id.is_none(),
                "{}: the number is its sender's alone",
                what()
            );
            let after = position.play(mv);
            counters.after(&position, mv, &after);
            for moved in [&seen, &other] {
                check_moved(moved, mover, &text(path, variant), mv, &after, &counters).with_context(what)?;
            }
            ensure!(seen.legal.is_empty(), "after {} the mover was told legal moves", what());
            position = after;
            legal = std::mem::take(&mut other.legal);
            if let Some(clocks) = other.clocks {
                left = match position.side_to_move() {
                    Side::White => clocks.white_ms,
                    Side::Black => clocks.black_ms,
                };
            }
        }
        if ends_on_board {
            ensure!(legal.is_empty(), "the game has ended, but legal moves were told");
        } else {
            check_legal(&position, &legal).context("after the last move")?;
        }
        Ok(left)
    }

    /// Brings the end about and hears of it on both sides.
    async fn play_finale(&mut self, script: &Script, left: Millis) -> anyhow::Result<Ended> {
        let (game, patience, id) = (self.game, self.venue.patience, Client::command_id());
        let mut within = patience;
        let began = Instant::now();
        match script.finale {
            Finale::Board(..) => {}
            Finale::Resignation(loser) => {
                let (losing, _) = self.seats(loser);
                losing.send(&ClientMsg::Resign { game, id }).await?;
            }
            Finale::Agreement => {
                // who has just moved offers; who is to move answers
                let first = Position::initial(self.venue.variant).side_to_move();
                let even = script.moves.len().is_multiple_of(2);
                let to_move = if even { first } else { first.other() };
                let (accepting, offering) = self.seats(to_move);
                offering.send(&ClientMsg::OfferDraw { game, id }).await?;
                let (seen, other) = tokio::join!(offering.offered(), accepting.offered());
                let offer = seen?;
                ensure!(other? == offer, "the two see different offers");
                accepting.send(&ClientMsg::AcceptDraw { game, id: Client::command_id(), offer }).await?;
            }
            Finale::Flag(_) => within += Duration::from_millis(left.0),
        }
        let (white, black) = tokio::join!(self.white.ended(within), self.black.ended(within));
        let (white, black) = (white?, black?);
        ensure!(white == black, "the two see different ends: {white:?} {black:?}");
        if let Finale::Flag(loser) = script.finale {
            let waited = began.elapsed() + UNDER_WAY;
            ensure!(waited.as_millis() >= u128::from(left.0), "the flag fell with time left");
            let clocks = white.clocks.context("the end tells no clocks")?;
            let on_clock = match loser {
                Side::White => clocks.white_ms,
                Side::Black => clocks.black_ms,
            };
            ensure!(on_clock == Millis(0), "a flag fell with {} ms on the clock", on_clock.0);
        }
        Ok(white)
    }

    /// The settlement and both wallets are what the terms give.
    async fn check_money(mut self, ended: &Ended) -> anyhow::Result<()> {
        let stake = self.venue.page.stake_min;
        let received = share(self.venue, ended.outcome)?;
        let (white, black) = tokio::join!(self.white.settled(), self.black.settled());
        for (n, settled) in [white?, black?].into_iter().enumerate() {
            ensure!(settled.outcome == ended.outcome, "settled as {:?}", settled.outcome);
            ensure!(ended.money == Some(settled.money), "the end and the settlement tell different money");
            ensure!(settled.money.stake == stake, "the stake was {stake}, told {}", settled.money.stake);
            ensure!(
                settled.received == received[n],
                "side {n} received {}, its share is {}",
                settled.received,
                received[n]
            );
            // each came with just the stake
            let me = self.venue.calls.me(&self.tokens[n]).await?;
            let balance = me.wallet.context("a player without a wallet")?.balance;
            ensure!(balance == received[n], "side {n} has {balance}, its share is {}", received[n]);
        }
        tokio::join!(self.white.close(), self.black.close());
        Ok(())
    }
}

/// What White and Black get, by the terms in force.
fn share(venue: &Venue, outcome: Outcome) -> anyhow::Result<[Amount; 2]> {
    let stake = venue.page.stake_min;
    let pot = i128::from(stake.0) * 2;
    let fee = pot * i128::from(venue.page.fee_basis_points.0) / 10_000;
    let prize = Amount(i64::try_from(pot - fee)?);
    Ok(match outcome {
        Outcome::White => [prize, Amount::ZERO],
        Outcome::Black => [Amount::ZERO, prize],
        Outcome::Draw | Outcome::Void => [stake, stake],
    })
}

fn check_opening(venue: &Venue, seen: &GameSnapshot, viewer: Viewer) -> anyhow::Result<()> {
    ensure!(seen.you == viewer, "seated as {:?}", seen.you);
    ensure!(seen.terms.clock == venue.clock, "another clock than the one asked for");
    ensure!(seen.terms.stake == venue.page.stake_min, "another stake than the one asked for");
    ensure!(seen.ended.is_none() && seen.moves.is_empty() && seen.state.ply == 0, "the game has gone on");
    let fen = Position::initial(venue.variant).fen().to_string();
    ensure!(seen.state.fen == fen, "it begins from {}", seen.state.fen);
    Ok(())
}

fn check_moved(
    moved: &Moved,
    mover: Side,
    path: &str,
    mv: &Move,
    after: &Position,
    counters: &DrawCounters,
) -> anyhow::Result<()> {
    let side = match mover {
        Side::White => protocol::Side::White,
        Side::Black => protocol::Side::Black,
    };
    ensure!(moved.side == side && moved.path == path, "the server published {}", moved.path);
    let mut captured = names(mv.captured(), after.variant());
    let mut told = moved.captured.clone();
    told.sort_unstable();
    captured.sort_unstable();
    ensure!(told == captured, "it took {captured:?}, the server says {told:?}");
    ensure!(moved.crowned == mv.crowns(), "crowned is told as {}", moved.crowned);
    let fen = after.fen().to_string();
    ensure!(moved.fen == fen, "it leads to {fen}, the server says {}", moved.fen);
    let (quiet, repetition) = (counters.quiet(), counters.repetition());
    ensure!(
        (moved.draw.quiet, moved.draw.repetition) == (quiet, repetition),
        "quiet plies and repetition are {quiet} and {repetition}, the server says {:?}",
        moved.draw
    );
    let (Some(before), Some(left)) = (moved.left_before_ms, moved.left_after_ms) else {
        bail!("a staked game's move without clocks")
    };
    ensure!(left > Millis(0), "a move with nothing left on the clock ({} ms before)", before.0);
    Ok(())
}
