// A move chosen while the other one thinks: two squares, bound to one ply and to the position it was chosen on. Knows no
// rules: whether it can be played, the server's legal moves of exactly that ply say.

import type { Square } from './board/geometry';
import { squaresOf } from './board/geometry';
import type { LegalMove } from './protocol';
import type { Game, Live } from './state';

/** From where to where: what the board knows of it. */
export type Ahead = { from: Square; to: Square };

/** `ply` is the one it is meant for, `fen` the position before the move of the other one. */
export type Premove = Ahead & { ply: number; fen: string };

/** A premove whose turn has come: it is sent at once, as this ply, or never. */
export type Due = { ply: number; path: string; captured: string[] };

/** Whether a premove may be chosen now: on the live board, while the other one thinks and nothing is on its way. */
export function mayPremove(game: Game): boolean {
  const { you, ended, live, pending, viewing } = game;
  return you !== 'spectator' && ended === null && live.turn !== you && pending === null && viewing === null && !live.paused;
}

/** The move chosen ahead, bound to what the game is now; null where none may be chosen. */
export function bind(game: Game, ahead: Ahead | null): Premove | null {
  if (ahead === null || ahead.from === ahead.to || !mayPremove(game)) return null;
  return { from: ahead.from, to: ahead.to, ply: game.live.ply + 1, fen: game.live.fen };
}

/** Whether the game, told anew, still stands where the premove was chosen. */
export function holds(premove: Premove, live: Live): boolean {
  return live.ply === premove.ply - 1 && live.fen === premove.fen;
}

/** The only legal move between its squares; null where there is none, or more than one that differ in what they do. */
export function meant(ahead: Ahead, legal: readonly LegalMove[]): { path: string; captured: string[] } | null {
  const fitting = legal.filter((move) => move.from === ahead.from && move.to === ahead.to);
  const move = fitting[0];
  const path = move?.paths.find((one) => squaresOf(one).length > 1);
  return fitting.length !== 1 || move === undefined || path === undefined ? null : { path, captured: [...move.captured] };
}

/** What the move that has come makes of the premove: `before` is the game it was chosen on, `after` the one it is for. */
export function due(premove: Premove, before: Live, after: Live): Due | null {
  if (!holds(premove, before) || after.ply !== premove.ply) return null;
  const move = meant(premove, after.legal);
  return move === null ? null : { ply: premove.ply, ...move };
}
