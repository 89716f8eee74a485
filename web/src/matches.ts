// Rivals matches as they were told, and what one may be asked now. Pure: the instants are arguments. Knows no socket.

import type { MatchGameSlot, MatchId, MatchPlayer, MatchSeat, MatchState, MatchView } from './protocol';

/** A match and when this page heard of it, on its own clock: what the server's instants are counted down from. */
export type HeardMatch = MatchView & { heardAt: number };
export type Matches = Readonly<Record<MatchId, HeardMatch>>;

/** Something that the server told with its own time. */
export type Heard = { server_at: number; heardAt: number };

/** Keeps the newest view of a match: an older one than is known is dropped. */
export function heard(matches: Matches, view: MatchView, at: number): Matches {
  const known = matches[view.match];
  if (known !== undefined && view.v < known.v) return matches;
  return { ...matches, [view.match]: { ...view, heardAt: at } };
}

/** Milliseconds from `now` until an instant of the server's wall clock; never less than none. */
export function leftUntil(instant: number, told: Heard, now: number): number {
  return Math.max(0, instant - told.server_at - (now - told.heardAt));
}

const OVER: readonly MatchState[] = [
  'closed', 'declined', 'expired', 'withdrawn', 'cancelled', 'no_show_one', 'no_show_both', 'voided',
];

/** Whether nothing can happen in it any more. */
export function isOver(state: MatchState): boolean {
  return OVER.includes(state);
}

/** Whether an answer is awaited. */
export function isOffer(state: MatchState): boolean {
  return state === 'proposed' || state === 'countered';
}

export function otherSeat(seat: MatchSeat): MatchSeat {
  return seat === 'first' ? 'second' : 'first';
}

export function playerIn(view: MatchView, seat: MatchSeat): MatchPlayer | null {
  return seat === 'first' ? view.first : view.second;
}

/** The player who looks, and the other one; null to who does not play. */
export function sides(view: MatchView): { me: MatchPlayer; other: MatchPlayer | null } | null {
  if (view.you === null) return null;
  const me = playerIn(view, view.you);
  return me === null ? null : { me, other: playerIn(view, otherSeat(view.you)) };
}

export type Wanted = 'answer' | 'check_in' | 'play' | 'ready' | 'rematch';

/** What a match waits for from the viewer at `now`, if for anything. */
export function wanted(view: HeardMatch, now: number): Wanted | null {
  const both = sides(view);
  if (both === null) return null;
  if (view.running !== null) return 'play';
  if (isOffer(view.state)) {
    const stands = view.expires_at === null || leftUntil(view.expires_at, view, now) > 0;
    return view.offered_by !== view.you && stands ? 'answer' : null;
  }
  if (view.state === 'check_in') return both.me.checked_in ? null : 'check_in';
  if (view.next !== null) return both.me.ready ? null : 'ready';
  const asked = view.rematch_offered_by !== null && view.rematch_offered_by !== view.you && view.rematch === null;
  return view.state === 'settled' && asked && view.rematch_until !== null && leftUntil(view.rematch_until, view, now) > 0 ? 'rematch' : null;
}

export type Listed = { mine: HeardMatch[]; past: HeardMatch[]; open: HeardMatch[] };

/** An open seat that was not told again for so long may be taken. */
const OPEN_FOR = 25_000;

/** The matches in the order in which one looks at them: one's own, those that are over, and the open seats of others. */
export function listed(matches: Matches, now: number): Listed {
  const all = Object.values(matches);
  const own = all.filter((one) => one.you !== null);
  const done = (one: HeardMatch): boolean => isOver(one.state) || one.state === 'settled';
  return {
    mine: own.filter((one) => !done(one)).sort((a, b) => begins(a) - begins(b) || newest(a, b)),
    past: own.filter(done).sort(newest),
    open: all
      .filter((one) => one.you === null && one.second === null && isOffer(one.state) && now - one.heardAt < OPEN_FOR)
      .filter((one) => one.expires_at === null || leftUntil(one.expires_at, one, now) > 0)
      .sort(newest),
  };
}

function begins(one: MatchView): number {
  return one.starts_at ?? one.terms.start ?? 0;
}

// an id begins with the instant at which it was made
function newest(a: MatchView, b: MatchView): number {
  return a.match < b.match ? 1 : a.match > b.match ? -1 : 0;
}

/** The name of a slot, for lists that need a key. */
export function slotKey(slot: MatchGameSlot): string {
  return slot.is === 'regular' ? `${slot.number}:${slot.replay}` : `${slot.stage}:${slot.leg}:${slot.replay}`;
}
