// What each sound is made of: knocks of wood on wood, each over in less than 120 ms. Plays nothing.

import type { Cue } from './cues';

/** A knock: when it begins, its two tones, how long it rings and how loud it is. */
export type Stroke = { at: number; hz: number; over: number; ms: number; gain: number };

/** The longest that one sound may be; of a capture, the sound of each piece. */
export const LONGEST = 120;
/** From one captured piece to the next: the step of the piece on the board. */
const STEP = 140;

const knock = (at: number, hz: number, ms: number, gain: number): Stroke => ({ at, hz, over: hz * 2.42, ms, gain });

export function strokes(cue: Cue): Stroke[] {
  switch (cue.is) {
    case 'move': return [knock(0, 310, 70, 0.5)];
    case 'capture': return Array.from({ length: cue.pieces }, (_, i) => knock(i * STEP, 250, 80, 0.6));
    case 'crown': return [knock(0, 400, 50, 0.4), knock(55, 470, 60, 0.5)];
    case 'offer': return [knock(0, 520, 45, 0.35), knock(60, 520, 45, 0.35)];
    // whoever has won: the board is put away
    case 'end': return [knock(0, 200, 50, 0.5), knock(45, 170, 70, 0.5)];
    case 'clock': return [knock(0, 900, 30, 0.3), knock(70, 900, 30, 0.3)];
  }
}
