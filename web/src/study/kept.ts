// What was found about a game, kept in this tab: a reload goes on where it was. One game at a time.

import type { PositionAnalysis } from '../protocol';
import type { Past } from './past';

const KEY = 'damas.analysis';
/** Moves of a line that are worth keeping. */
const LONG = 12;

/** What tells one game from another, wherever it is kept. */
export function markOf(past: Past): string {
  return [past.variant, past.rules ?? '', past.startFen, ...past.moves.map((move) => move.path)].join(' ');
}

export function recall(past: Past): (PositionAnalysis | null)[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { mark: string; found: (PositionAnalysis | null)[] } | null;
    return kept?.mark === markOf(past) ? kept.found : [];
  } catch {
    return [];
  }
}

export function keep(past: Past, found: readonly (PositionAnalysis | null)[]): void {
  const short = found.map((one) => (one === null ? null : { ...one, lines: one.lines.map((line) => ({ ...line, moves: line.moves.slice(0, LONG) })) }));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ mark: markOf(past), found: short }));
  } catch {
    // a browser that keeps nothing analyses anew
  }
}
