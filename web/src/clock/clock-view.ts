// A clock's figures. Rounds up, so that a clock that still has time never reads as one that has none.

import type { Millis } from '../protocol';

/** From here on tenths are shown. */
export const LOW: Millis = 30_000;

/** A stretch of time as whole seconds, rounded up: `3:07`, `1:02:03`. */
export function stretch(ms: Millis): string {
  return figures(Math.ceil(ms / 1000));
}

/** A clock: whole seconds, tenths under half a minute; `decimal` is the language's mark. Zero only when `flagged`. */
export function clockText(ms: Millis, flagged: boolean, decimal: string): string {
  if (flagged) return '0:00';
  if (ms >= LOW) return stretch(ms);
  const tenths = Math.max(1, Math.ceil(ms / 100));
  return `${figures(Math.floor(tenths / 10))}${decimal}${tenths % 10}`;
}

function figures(seconds: number): string {
  const s = String(seconds % 60).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${s}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${s}`;
}
