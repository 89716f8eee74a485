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

/** The broken frame of a square whose move is on its way: each corner, and a gap between. */
export function frame(x: number, y: number): string {
  return `M${x + 6} ${y + 30}v-24h24M${x + 70} ${y + 6}h24v24M${x + 94} ${y + 70}v24h-24M${x + 30} ${y + 94}h-24v-24`;
}

/** An arrow along a way, from the edge of the piece to the middle of the last square. */
export function arrow(squares: readonly Square[], below: Side): string {
  const points = squares.map((square) => {
    const { x, y } = corner(square, below);
    return { x: x + 50, y: y + 50 };
  });
  const [first, second] = points;
  const [last, before] = [points[points.length - 1], points[points.length - 2]];
  if (first === undefined || second === undefined || last === undefined || before === undefined) return '';
  const sign = (from: number, to: number): number => Math.sign(to - from);
  const start = { x: first.x + 31 * sign(first.x, second.x), y: first.y + 31 * sign(first.y, second.y) };
  const [dx, dy] = [sign(before.x, last.x), sign(before.y, last.y)];
  const tip = { x: last.x - 10 * dx, y: last.y - 10 * dy };
  const line = [start, ...points.slice(1, -1), tip].map(({ x, y }) => `${x} ${y}`).join('L');
  return `M${line}M${tip.x - 27 * dx} ${tip.y - 3 * dy}L${tip.x} ${tip.y}L${tip.x - 3 * dx} ${tip.y - 27 * dy}`;
}
