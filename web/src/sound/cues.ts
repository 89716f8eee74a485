// Which sounds a game gives when it goes from one state to the next. Makes none.

import { readFen, squaresOf } from '../board/geometry';
import type { Game } from '../state';

export type Cue = { is: 'move' | 'crown' | 'offer' | 'end' | 'clock' } | { is: 'capture'; pieces: number };

/** What is heard: one's own move when it is drawn, the other one's when it comes; nothing when a game is opened. */
export function cues(before: Game | null, after: Game): Cue[] {
  if (before === null || before.game !== after.game) return [];
  const heard: Cue[] = [];
  const { pending } = after;
  if (pending !== null && pending.id !== before.pending?.id) heard.push(step(pending.captured));
  const count = after.moves.length;
  const move = after.moves[count - 1];
  if (move !== undefined && count === before.moves.length + 1) {
    const drawnAlready = before.pending !== null && before.pending.path === move.path;
    if (!drawnAlready) heard.push(step(move.captured));
    if (crowned(before.moves[count - 2]?.fen ?? after.startFen, move)) heard.push({ is: 'crown' });
  }
  const { offer } = after.live.draw;
  if (offer !== null && offer.by !== after.you && offer.offer !== before.live.draw.offer?.offer) heard.push({ is: 'offer' });
  if (after.ended !== null && before.ended === null) heard.push({ is: 'end' });
  return heard;
}

/** Whether it has become the viewer's turn by a move of the other one. */
export function turnCame(before: Game | null, after: Game): boolean {
  return before !== null && before.game === after.game && after.ended === null && after.live.turn === after.you
    && before.live.turn !== after.you && after.pending === null;
}

function step(captured: readonly string[]): Cue {
  return captured.length === 0 ? { is: 'move' } : { is: 'capture', pieces: captured.length };
}

function crowned(before: string, move: { path: string; fen: string }): boolean {
  const path = squaresOf(move.path);
  const from = path[0];
  const to = path[path.length - 1];
  if (from === undefined || to === undefined) return false;
  return readFen(before).position.get(from)?.role === 'man' && readFen(move.fen).position.get(to)?.role === 'king';
}
