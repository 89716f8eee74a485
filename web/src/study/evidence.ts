// What the clocks took for each move. Pure.

import type { Side } from '../protocol';
import { moverOf, type Past } from './past';

/** `used`: what the clock took, or null where it did not run; `left`: what it had then, the increment in it. */
export type Taken = { ply: number; side: Side; used: number | null; left: number };
export type Evidence = { taken: Taken[]; /** The time of the one who had to move when the game ended. */ last: Taken | null; total: Record<Side, number> };

/** Null where a game had no clocks. */
export function evidence(past: Past): Evidence | null {
  const { clock } = past;
  if (clock === null) return null;
  const left: Record<Side, number> = { white: clock.initial_ms, black: clock.initial_ms };
  const total: Record<Side, number> = { white: 0, black: 0 };
  const taken: Taken[] = [];
  for (const [i, move] of past.moves.entries()) {
    if (move.leftAfterMs === null) return null;
    const side = moverOf(past, i + 1);
    const free = past.firstFree && i < 2;
    const used = Math.max(0, left[side] + clock.increment_ms - move.leftAfterMs);
    left[side] = move.leftAfterMs;
    if (!free) total[side] += used;
    taken.push({ ply: i + 1, side, used: free ? null : used, left: move.leftAfterMs });
  }
  const side = moverOf(past, past.moves.length + 1);
  const used = past.leftAtEnd === null ? 0 : Math.max(0, left[side] - past.leftAtEnd[side]);
  if (past.leftAtEnd === null || used === 0) return { taken, last: null, total };
  total[side] += used;
  return { taken, last: { ply: past.moves.length + 1, side, used, left: past.leftAtEnd[side] }, total };
}

/** A stretch of time to the tenth: `0:04,2`. */
export function tenths(ms: number, decimal: string): string {
  const all = Math.round(ms / 100);
  const minutes = Math.floor(all / 600);
  return `${minutes}:${String(Math.floor(all / 10) % 60).padStart(2, '0')}${decimal}${all % 10}`;
}
