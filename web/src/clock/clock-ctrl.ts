// Counts the clocks between two messages. Never decides that a flag has fallen: only the server's `ended` does.

import type { Clocks, Millis, Side } from '../protocol';

/** Time left to a side at a local instant, from what the server said and the difference of the two clocks. Never below 0. */
export function leftAt(clocks: Clocks, side: Side, offset: number | null, now: number): Millis {
  const said = side === 'white' ? clocks.white_ms : clocks.black_ms;
  if (clocks.running !== side) return said;
  return Math.max(0, said - elapsed(clocks, offset, now));
}

/** What is left of a first-move window, or null when none runs. */
export function firstMoveLeft(clocks: Clocks, offset: number | null, now: number): Millis | null {
  return clocks.first_move_ms === null ? null : Math.max(0, clocks.first_move_ms - elapsed(clocks, offset, now));
}

function elapsed(clocks: Clocks, offset: number | null, now: number): Millis {
  return offset === null ? 0 : Math.max(0, now + offset - clocks.server_ms);
}
