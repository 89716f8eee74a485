// What a game's page reads off the state: whose turn it is, which buttons there are, what the board shows. Pure.

import { carried, readFen, squaresOf, type Position, type Square } from './board/geometry';
import type { LegalMove, Side } from './protocol';
import type { Game } from './state';

export function other(side: Side): Side {
  return side === 'white' ? 'black' : 'white';
}

/** The side that lies below: the viewer's own, White's for spectators. */
export function below(game: Game): Side {
  return game.you === 'black' ? 'black' : 'white';
}

/** Whether the game has a stake of its own. A game of a match or tournament that is played for as a whole has none. */
export function hasStake(game: Game): boolean {
  return game.kind === 'staked' && game.terms.stake > 0;
}

/** The side that moves first in this game. */
export function first(game: Game): Side {
  return readFen(game.startFen).turn;
}

/** Whether the viewer is the one to move, on the live board. */
export function myTurn(game: Game): boolean {
  return game.ended === null && game.live.turn === game.you;
}

/** Whether the viewer's time runs: until the server has his move, whatever is drawn here. */
export function timeRuns(game: Game): boolean {
  const { clocks, paused } = game.live;
  if (!myTurn(game) || clocks === null || paused) return false;
  return clocks.running === game.you || clocks.first_move_ms !== null;
}

/** The moves that the board may offer: none while an own move is on its way, in a pause, or when an old ply is shown. */
export function playable(game: Game): LegalMove[] {
  if (!myTurn(game) || game.pending !== null || game.viewing !== null || game.live.paused) return [];
  return game.live.legal;
}

export type DrawButton =
  | { is: 'available'; left: number }
  | { is: 'offered'; left: number }
  | { is: 'none_left' }
  | { is: 'received'; offer: number }
  | { is: 'absent' };

/** The state of the draw button. It follows the live ply, whatever ply is looked at. */
export function drawButton(game: Game): DrawButton {
  // the program takes no draw: nobody is asked to try
  if (game.you === 'spectator' || game.ended !== null || game.kind === 'practice_bot') return { is: 'absent' };
  const { offer } = game.live.draw;
  const left = (game.you === 'white' ? game.live.draw.white_offers_left : game.live.draw.black_offers_left) ?? 0;
  if (offer !== null && offer.by !== game.you) return { is: 'received', offer: offer.offer };
  if (offer !== null) return { is: 'offered', left };
  return left > 0 ? { is: 'available', left } : { is: 'none_left' };
}

/** A move as the board animates it. The key changes when there is something new to animate. */
export type Motion = { key: string; path: Square[]; captured: Square[]; before: Position; back: boolean };

export type Shown = { position: Position; turn: Side; last: Square[]; motion: Motion | null };

/** What the board shows: the ply looked at, or the live position with one's own pending move already made. */
export function shown(game: Game): Shown {
  const count = game.viewing ?? game.moves.length;
  const move = game.moves[count - 1];
  const fen = count === game.moves.length ? game.live.fen : (move?.fen ?? game.startFen);
  const { position, turn } = readFen(fen);
  if (game.viewing === null && game.pending !== null) {
    const path = squaresOf(game.pending.path);
    return {
      position: carried(position, path, game.pending.captured), turn: other(turn), last: path,
      motion: { key: `${game.pending.ply}:${game.pending.path}`, path, captured: game.pending.captured, before: position, back: false },
    };
  }
  const last = move === undefined ? [] : squaresOf(move.path);
  if (game.viewing !== null) return { position, turn, last, motion: null };
  if (game.takenBack !== null) {
    const path = squaresOf(game.takenBack.path).reverse();
    return { position, turn, last, motion: { key: `back:${game.takenBack.id}`, path, captured: [], before: position, back: true } };
  }
  if (move === undefined) return { position, turn, last, motion: null };
  const before = readFen(game.moves[count - 2]?.fen ?? game.startFen).position;
  return {
    position, turn, last,
    motion: { key: `${count - 1}:${move.path}`, path: last, captured: move.captured, before, back: false },
  };
}

export function counted(position: Position, side: Side): { men: number; kings: number } {
  let men = 0;
  let kings = 0;
  for (const piece of position.values()) {
    if (piece.side !== side) continue;
    if (piece.role === 'man') men += 1;
    else kings += 1;
  }
  return { men, kings };
}

/** The move that the program would play, as long as it is the present one's. */
export function hinted(game: Game): string | null {
  const { hint } = game;
  return hint !== null && hint.ply === game.live.ply && myTurn(game) && game.pending === null && game.viewing === null ? hint.path : null;
}

/** Whether the viewer has played a move that practice against the program lets him take back. */
export function canTakeBack(game: Game): boolean {
  if (game.kind !== 'practice_bot' || game.ended !== null || game.you === 'spectator' || game.pending !== null) return false;
  return game.moves.length > (first(game) === game.you ? 0 : 1);
}
