// When a clock that runs low is told: at a minute, half a minute and ten seconds, once each. Says nothing itself.

import type { Millis } from '../protocol';

const MARKS = [10, 30, 60] as const;
/** So much above a mark the clock has to rise before that mark is news again: increments let it swing around one. */
const SWING: Millis = 10_000;

/** The last mark told, in seconds; infinite when none. */
export type Told = number;

/** A clock that is seen for the first time: what it has passed already is no news. */
export function begun(left: Millis): Told {
  return MARKS.find((mark) => left < mark * 1000 - 1_000) ?? Number.POSITIVE_INFINITY;
}

/** What still counts as told now that the clock stands there. */
export function kept(told: Told, left: Millis): Told {
  return MARKS.find((mark) => mark >= told && left <= mark * 1000 + SWING) ?? Number.POSITIVE_INFINITY;
}

/** The mark that the clock has passed and that was not told yet. */
export function passed(told: Told, left: Millis): number | null {
  const mark = MARKS.find((one) => left <= one * 1000);
  return mark !== undefined && mark < told ? mark : null;
}
