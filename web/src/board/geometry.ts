// Squares, positions and paths as drawings need them. Knows no rules: what may be played comes from the server.

import type { Side } from '../protocol';

/** A square by its name: letter and digit on 8x8 (`c3`), the number on 10x10 (`32`; 1 is the upper left, White below). */
export type Square = string;
/** Squares along an edge of the board. */
export type Width = 8 | 10;
export type Role = 'man' | 'king';
export type Piece = { readonly side: Side; readonly role: Role };
export type Position = ReadonlyMap<Square, Piece>;

/** The board that has a square of that name. */
export function widthOf(square: Square): Width {
  return /^\d/.test(square) ? 10 : 8;
}

/** The board that a position stands on. */
export function widthOfFen(fen: string): Width {
  return /:[WB]K?\d/.test(fen) ? 10 : 8;
}

/** Column and row from 0, the lower left as White looks being 0, 0. */
export function place(square: Square): { file: number; rank: number } {
  const width = widthOf(square);
  if (width === 8) return { file: square.charCodeAt(0) - 97, rank: Number(square.slice(1)) - 1 };
  const index = Number(square) - 1;
  const top = Math.floor(index / (width / 2));
  return { file: (index % (width / 2)) * 2 + ((top + 1) % 2), rank: width - 1 - top };
}

export function squareAt(file: number, rank: number, width: Width): Square | null {
  if (file < 0 || file >= width || rank < 0 || rank >= width || (file + rank) % 2 !== 0) return null;
  if (width === 8) return String.fromCharCode(97 + file) + String(rank + 1);
  return String((width - 1 - rank) * (width / 2) + Math.floor(file / 2) + 1);
}

/** The playing squares row by row as they lie on screen, the viewer's side below. */
export function rowsFor(below: Side, width: Width): Square[][] {
  const rows: Square[][] = [];
  for (let y = 0; y < width; y++) {
    const row: Square[] = [];
    for (let x = 0; x < width; x++) {
      const square = below === 'white' ? squareAt(x, width - 1 - y, width) : squareAt(width - 1 - x, y, width);
      if (square !== null) row.push(square);
    }
    rows.push(row);
  }
  return rows;
}

/** The upper left corner of a square in the drawing, a square being 100 units wide. */
export function corner(square: Square, below: Side): { x: number; y: number } {
  const { file, rank } = place(square);
  const far = widthOf(square) - 1;
  return below === 'white' ? { x: file * 100, y: (far - rank) * 100 } : { x: (far - file) * 100, y: rank * 100 };
}

/** The square under a point of the drawing. */
export function squareUnder(x: number, y: number, below: Side, width: Width): Square | null {
  const column = Math.floor(x / 100);
  const row = Math.floor(y / 100);
  return below === 'white' ? squareAt(column, width - 1 - row, width) : squareAt(width - 1 - column, row, width);
}

/** Squares in the order in which a board names them: `a1`, `c3`, `e1`; 9, 10. */
export function inOrder(squares: Iterable<Square>): Square[] {
  return [...squares].sort((a, b) => (widthOf(a) === 10 ? Number(a) - Number(b) : a < b ? -1 : 1));
}

/** The squares strictly between two squares of one diagonal, in order; none when they share no diagonal. */
export function between(from: Square, to: Square): Square[] {
  const a = place(from);
  const b = place(to);
  const steps = Math.abs(b.file - a.file);
  if (steps !== Math.abs(b.rank - a.rank)) return [];
  const dx = Math.sign(b.file - a.file);
  const dy = Math.sign(b.rank - a.rank);
  const found: Square[] = [];
  for (let i = 1; i < steps; i++) {
    const square = squareAt(a.file + dx * i, a.rank + dy * i, widthOf(from));
    if (square !== null) found.push(square);
  }
  return found;
}

/** The squares of a move's text, in order: `d6xf8xh6`, `c3-d4`, `32-28`. */
export function squaresOf(path: string): Square[] {
  return path.split(/[-x:]/);
}

/** Reads `W:Wa1,Kc3:Bb8` and `W:W32,K46:B1`: the side to move and the pieces. What it does not understand is left out. */
export function readFen(fen: string): { turn: Side; position: Position } {
  const [turn, ...sides] = fen.split(':');
  const position = new Map<Square, Piece>();
  for (const part of sides) {
    const side: Side = part.startsWith('W') ? 'white' : 'black';
    for (const word of part.slice(1).split(',')) {
      const found = /^(K?)([a-h][1-8]|[1-9]|[1-4]\d|50)$/.exec(word.trim());
      if (found?.[2] !== undefined) position.set(found[2], { side, role: found[1] === 'K' ? 'king' : 'man' });
    }
  }
  return { turn: turn === 'B' ? 'black' : 'white', position };
}

/** The position with a piece carried along a path and the captured pieces gone. It is never crowned here. */
export function carried(position: Position, path: readonly Square[], captured: readonly Square[]): Position {
  const next = new Map(position);
  const from = path[0];
  const to = path[path.length - 1];
  if (from === undefined || to === undefined) return next;
  const piece = next.get(from);
  next.delete(from);
  for (const square of captured) next.delete(square);
  if (piece !== undefined) next.set(to, piece);
  return next;
}

/** Of the captured squares, those that a path's legs pass over, in order. */
export function takenAlong(path: readonly Square[], captured: readonly Square[]): Square[] {
  const taken: Square[] = [];
  for (let i = 1; i < path.length; i++) {
    for (const square of between(path[i - 1] as Square, path[i] as Square)) {
      if (captured.includes(square) && !taken.includes(square)) taken.push(square);
    }
  }
  return taken;
}

export type Arrow = 'ArrowUp' | 'ArrowRight' | 'ArrowDown' | 'ArrowLeft';

/** The next square along a diagonal on screen: up goes up and right, right goes down and right, and so on round;
 *  at the board's edge the other diagonal of that direction is taken. */
export function neighbour(square: Square, arrow: Arrow, below: Side): Square | null {
  const tries: Record<Arrow, [number, number][]> = {
    ArrowUp: [[1, -1], [-1, -1]],
    ArrowRight: [[1, 1], [1, -1]],
    ArrowDown: [[-1, 1], [1, 1]],
    ArrowLeft: [[-1, -1], [-1, 1]],
  };
  const { x, y } = corner(square, below);
  for (const [dx, dy] of tries[arrow]) {
    const next = squareUnder(x + dx * 100 + 50, y + dy * 100 + 50, below, widthOf(square));
    if (next !== null) return next;
  }
  return null;
}
