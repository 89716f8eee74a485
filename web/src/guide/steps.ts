// A drawing step by step: what is seen, and what is to be said of it. Pure; knows no words and no rules.

import { inOrder, place, readFen, squaresOf, takenAlong, type Position, type Square } from '../board/geometry';
import { plain, type Scene } from '../board/scene';
import type { Side } from '../protocol';
import { played, type Drawing } from './drawings';

export type Said =
  | { readonly is: 'begins'; readonly side: Side }
  | { readonly is: 'must'; readonly squares: readonly Square[] }
  | { readonly is: 'may'; readonly square: Square; readonly to: readonly Square[] }
  | { readonly is: 'jump'; readonly over: readonly Square[]; readonly at: Square }
  | { readonly is: 'takes'; readonly at: Square; readonly taken: readonly Square[] }
  | { readonly is: 'played'; readonly side: Side; readonly path: string }
  | { readonly is: 'crowned'; readonly at: Square }
  | { readonly is: 'stays_man'; readonly at: Square }
  | { readonly is: 'lost'; readonly side: Side }
  | { readonly is: 'road'; readonly from: Square; readonly to: Square }
  | { readonly is: 'again' };
export type Step = { readonly fen: string; readonly scene: Scene; readonly says: readonly Said[] };

const ROAD = ['a1', 'h8'] as const;

export function steps(drawing: Drawing): Step[] {
  const found: Step[] = [];
  let fen = drawing.fen;
  const stood = [fen];
  for (const path of drawing.shown) {
    const found_here = played(drawing, fen, path);
    if (found_here === null) break;
    if (found.length === 0) found.push(before(drawing, fen, path));
    found.push(...during(drawing, fen, path), after(drawing, fen, path, stood));
    fen = found_here.after;
    stood.push(fen);
  }
  if (found.length > 0) return found;
  const { turn, position } = readFen(fen);
  if (drawing.rule === 'board') return [{ fen, scene: plain(position), says: [{ is: 'begins', side: turn }] }];
  // a position without a move is shown for the long diagonal that it stands on
  return [{ fen, scene: { ...plain(position), path: ROAD }, says: [{ is: 'road', from: ROAD[0], to: ROAD[1] }] }];
}

/** The position before the first move, with what may be played. */
function before(drawing: Drawing, fen: string, path: string): Step {
  const { position } = readFen(fen);
  const legal = drawing.positions[fen]?.legal ?? [];
  const squares = squaresOf(path);
  const from = squares[0] ?? '';
  const movers = inOrder(new Set(legal.map((move) => move.from)));
  const captured = played(drawing, fen, path)?.move.captured ?? [];
  if (captured.length === 0) {
    const to = inOrder(new Set(legal.filter((move) => move.from === from).map((move) => move.to)));
    const scene = { ...plain(position), able: movers.filter((square) => square !== from), chosen: from, dots: to.map((square) => ({ square, taken: 0 })) };
    return { fen, scene, says: [{ is: 'may', square: from, to }] };
  }
  const dots = squares.slice(1).map((square, i) => ({ square, taken: takenAlong(squares.slice(0, i + 2), captured).length }));
  // where other moves of the same length stop, too
  for (const move of legal) {
    const end = move.to;
    if (move.from === from && move.captured.length === captured.length && !dots.some((dot) => dot.square === end)) dots.push({ square: end, taken: captured.length });
  }
  return { fen, scene: { ...plain(position), must: movers, dots, path: squares }, says: [{ is: 'must', squares: movers }] };
}

/** Each stop on the way of a capture. */
function during(drawing: Drawing, fen: string, path: string): Step[] {
  const { position } = readFen(fen);
  const captured = played(drawing, fen, path)?.move.captured ?? [];
  const squares = squaresOf(path);
  const piece = position.get(squares[0] ?? '');
  return squares.slice(1, -1).map((at, i) => {
    const walked = squares.slice(0, i + 2);
    const standing = new Map(position);
    standing.delete(squares[0] ?? '');
    if (piece !== undefined) standing.set(at, piece);
    const dots = squares.slice(i + 2).map((square, more) => ({ square, taken: takenAlong(squares.slice(0, i + more + 3), captured).length }));
    const says: Said[] = [{ is: 'jump', over: takenAlong(walked.slice(-2), captured), at }];
    if (piece?.role === 'man' && far(at, piece.side)) {
      if (drawing.variant === 'russian') {
        standing.set(at, { side: piece.side, role: 'king' });
        says.push({ is: 'crowned', at });
      } else says.push({ is: 'stays_man', at });
    }
    return { fen, scene: { ...plain(standing), dead: takenAlong(walked, captured), chosen: at, path: walked, dots }, says };
  });
}

function after(drawing: Drawing, fen: string, path: string, stood: readonly string[]): Step {
  const { turn, position } = readFen(fen);
  const squares = squaresOf(path);
  const end = squares[squares.length - 1] ?? '';
  const found = played(drawing, fen, path);
  const next = found?.after ?? fen;
  const captured = found?.move.captured ?? [];
  const now = readFen(next);
  const says: Said[] = [captured.length > 0 ? { is: 'takes', at: end, taken: inOrder(captured) } : { is: 'played', side: turn, path }];
  // where it became a king on the way, that was said there
  if (crownedAt(position, now.position, squares) === end) says.push({ is: 'crowned', at: end });
  if (drawing.positions[next]?.legal.length === 0) says.push({ is: 'lost', side: now.turn });
  if (stood.includes(next)) says.push({ is: 'again' });
  return { fen: next, scene: { ...plain(now.position), last: squares }, says };
}

/** Where a man that went this way became a king, if it did: on the far row that it reached first. */
export function crownedAt(before: Position, after: Position, squares: readonly Square[]): Square | null {
  const piece = before.get(squares[0] ?? '');
  if (piece?.role !== 'man' || after.get(squares[squares.length - 1] ?? '')?.role !== 'king') return null;
  return squares.find((square) => far(square, piece.side)) ?? null;
}

function far(square: Square, side: Side): boolean {
  const { rank } = place(square);
  return side === 'white' ? rank === (/^\d/.test(square) ? 9 : 7) : rank === 0;
}
