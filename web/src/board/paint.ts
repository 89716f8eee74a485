// Shapes of the board's drawing that are the same on every board.

import { corner, rowsFor, type Square, type Width } from './geometry';
import type { Side } from '../protocol';

/** The playing squares as one path; the same whichever side lies below. */
export const FIELD: Record<Width, string> = { 8: field(8), 10: field(10) };

function field(width: Width): string {
  return rowsFor('white', width).flat().map((square) => {
    const { x, y } = corner(square, 'white');
    return `M${x} ${y}h100v100h-100z`;
  }).join('');
}

/** The corner marks of the last move; where the square's number stands in a corner, it needs none there. */
export function marks(x: number, y: number, numbered: boolean): string {
  return `${numbered ? '' : `M${x + 5} ${y + 21}v-16h16`}M${x + 79} ${y + 5}h16v16M${x + 95} ${y + 79}v16h-16M${x + 21} ${y + 95}h-16v-16`;
}

/** The arc under a piece that can move. */
export function arc(x: number, y: number): string {
  return `M${x + 23.9} ${y + 88.3}A45.5 45.5 0 0 0 ${x + 76.1} ${y + 88.3}`;
}

/** The way that a piece has gone, through the middles of the squares. */
export function way(squares: readonly Square[], below: Side): string {
  return 'M' + squares.map((square) => {
    const { x, y } = corner(square, below);
    return `${x + 50} ${y + 50}`;
  }).join('L');
}

/** An arrow along a path, from beside the piece to its last square, with a head whose arms follow the sides of the squares. */
export function arrow(path: readonly Square[], below: Side): string {
  const points = path.map((square) => {
    const { x, y } = corner(square, below);
    return { x: x + 50, y: y + 50 };
  });
  const [from, next] = points;
  const to = points[points.length - 1];
  const before = points[points.length - 2];
  if (from === undefined || next === undefined || to === undefined || before === undefined) return '';
  const start = { x: from.x + Math.sign(next.x - from.x) * 34, y: from.y + Math.sign(next.y - from.y) * 34 };
  const right = Math.sign(to.x - before.x);
  const down = Math.sign(to.y - before.y);
  const line = [start, ...points.slice(1)].map(({ x, y }) => `${x} ${y}`).join('L');
  return `M${line}M${to.x - right * 27} ${to.y - down * 3}L${to.x} ${to.y}L${to.x - right * 3} ${to.y - down * 27}`;
}
