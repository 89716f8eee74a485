// The evaluation graph's geometry. Pure.

import type { Worth } from './judge';

export type Point = { ply: number; x: number; y: number };

/** How far up a worth stands, from -1 (Black has won) to 1 (White has won): a man is a third of the way, four are two. */
export function height(worth: Worth): number {
  if (worth.wonBy !== null) return worth.wonBy === 'white' ? 1 : -1;
  return worth.score / (Math.abs(worth.score) + 200);
}

export function pointsOf(worths: readonly (Worth | null)[], width: number, tall: number, edge: number): Point[] {
  const last = Math.max(1, worths.length - 1);
  return worths.flatMap((worth, ply) => (worth === null ? [] : [{
    ply,
    x: round(edge + (ply * (width - 2 * edge)) / last),
    y: round(tall / 2 - height(worth) * (tall / 2 - edge)),
  }]));
}

const round = (n: number): number => Math.round(n * 10) / 10;

/** Points of plies that follow each other, apart from those behind a gap. */
export function runs(points: readonly Point[]): Point[][] {
  const all: Point[][] = [];
  for (const point of points) {
    const run = all[all.length - 1];
    if (run !== undefined && run[run.length - 1]?.ply === point.ply - 1) run.push(point);
    else all.push([point]);
  }
  return all;
}

export function lineOf(run: readonly Point[]): string {
  return run.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}

/** The surface between the line and the middle. */
export function surfaceOf(run: readonly Point[], middle: number): string {
  const [begin, end] = [run[0], run[run.length - 1]];
  return begin === undefined || end === undefined ? '' : `${lineOf(run)}L${end.x} ${middle}L${begin.x} ${middle}Z`;
}

/** The ply under a point of the graph. */
export function plyUnder(x: number, width: number, edge: number, last: number): number {
  const share = (x - edge) / Math.max(1, width - 2 * edge);
  return Math.max(0, Math.min(last, Math.round(share * last)));
}
