// What was found about a game, read ply by ply. Knows no page.

import type { PositionAnalysis } from '../protocol';
import { verdict, worthOf, type Verdict, type Worth } from './judge';
import { lastWorth, moverOf, type Past } from './past';

export type Reading = {
  /** What stood after each number of moves was worth; null where it was not looked at. */
  worths: (Worth | null)[];
  /** What is to be said of the move that led there; null where it cannot be said yet. */
  verdicts: (Verdict | null)[];
};

export function read(past: Past, found: readonly (PositionAnalysis | null)[]): Reading {
  const last = past.moves.length;
  const worths = Array.from({ length: last + 1 }, (_, ply) => {
    const one = found[ply] ?? null;
    if (one !== null) return worthOf(one);
    return ply === last ? lastWorth(past) : null;
  });
  const verdicts = worths.map((after, ply) => {
    const before = found[ply - 1] ?? null;
    const move = past.moves[ply - 1];
    return after === null || before === null || move === undefined ? null : verdict(moverOf(past, ply), move.path, before, after);
  });
  return { worths, verdicts };
}
