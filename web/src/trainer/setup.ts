// A position that is being set up, and how an address and a FEN name it. Pure. Knows no rules: what is wrong with it the
// server says.

import { inOrder, type Piece, type Position, type Square } from '../board/geometry';
import type { Key } from '../messages/kinds';
import type { Side } from '../protocol';

/** What a hand puts on squares, or does there: moves what stands there, or takes it away. */
export type Tool = 'hand' | 'away' | `${Side}_${'man' | 'king'}`;
export const TOOLS: readonly Tool[] = ['hand', 'white_man', 'white_king', 'black_man', 'black_king', 'away'];

/** The piece that a tool puts; none for the hand and the one that takes away. */
export function pieceOf(tool: Tool): Piece | null {
  if (tool === 'hand' || tool === 'away') return null;
  return { side: tool.startsWith('white') ? 'white' : 'black', role: tool.endsWith('king') ? 'king' : 'man' };
}

/** `W:Wc3,Kf6:Bb8`, the squares in the board's order. */
export function writeFen(turn: Side, position: Position): string {
  const of = (side: Side): string => inOrder([...position].filter(([, piece]) => piece.side === side).map(([square]) => square))
    .map((square) => (position.get(square)?.role === 'king' ? `K${square}` : square)).join(',');
  return `${turn === 'white' ? 'W' : 'B'}:W${of('white')}:B${of('black')}`;
}

/** What an address behind its `#` names: a game and a position, either of which may be absent. */
export function readAddress(text: string): { variant: string | null; fen: string | null } {
  const found = /^([a-z]+)(?::(.*))?$/.exec(text);
  if (found !== null) return { variant: found[1] ?? null, fen: found[2] === undefined || found[2] === '' ? null : found[2] };
  return { variant: null, fen: text === '' ? null : text };
}

export function editorPath(variant: string, fen: string): string {
  return `/editor#${variant}:${fen}`;
}

/** Two people on one device, from a position or from the start. */
export function localPath(variant: string, fen: string): string {
  return `/practice/local#${variant}:${fen}`;
}

/** The position with a tool used on a square. The same piece put once more is taken away. */
export function used(position: Position, tool: Tool, square: Square): Position {
  const next = new Map(position);
  const piece = pieceOf(tool);
  const there = position.get(square);
  if (piece === null || (there?.side === piece.side && there.role === piece.role)) next.delete(square);
  else next.set(square, piece);
  return next;
}

/** The position with what stands on a square carried to another, or off the board. */
export function moved(position: Position, from: Square, to: Square | null): Position {
  const next = new Map(position);
  const piece = next.get(from);
  next.delete(from);
  if (to !== null && piece !== undefined) next.set(to, piece);
  return next;
}

export function same(a: Position, b: Position): boolean {
  return a.size === b.size && [...a].every(([square, { side, role }]) => b.get(square)?.side === side && b.get(square)?.role === role);
}

/** What the server found wrong with a position or its text. */
export type Wrong = { key: Key; values: Record<string, string> };

/** The server's sentences, each with the message that says the same here. */
const WRONGS: readonly [RegExp, Key, ...string[]][] = [
  [/^there is no piece/, 'wrong_empty'],
  [/^(white|black) has (\d+) pieces; it begins with (\d+)/i, 'wrong_many', 'side', 'found', 'most'],
  [/^the man on (\S+) stands on (white|black)'s far row/i, 'wrong_far', 'square', 'side'],
  [/^two pieces stand on (\S+)/, 'wrong_two', 'square'],
  [/^"(.*)" is not a side to move/, 'wrong_turn'],
  [/^the side to move is not known/, 'wrong_turn'],
  [/^"(.*)" is a captured piece/, 'wrong_captured', 'token'],
  [/^"(.*)" is not a field/, 'wrong_field', 'token'],
  [/^(white|black)'s pieces are given twice/i, 'wrong_twice', 'side'],
  [/^(white|black)'s pieces are missing/i, 'wrong_missing', 'side'],
  [/^"(.*)" is not a piece/, 'wrong_piece', 'token'],
  [/^"(.*)" names no square/, 'wrong_square', 'token'],
  [/^"(.*)" is not a range/, 'wrong_range', 'token'],
  [/^the text is longer/, 'wrong_long'],
];

/** What a refusal of the server means; what it says otherwise is told without the reason. */
export function wrongOf(message: string): Wrong {
  for (const [pattern, key, ...names] of WRONGS) {
    const found = pattern.exec(message);
    if (found !== null) return { key, values: Object.fromEntries(names.map((name, i) => [name, (found[i + 1] ?? '').toLowerCase()])) };
  }
  return { key: 'wrong_other', values: {} };
}
