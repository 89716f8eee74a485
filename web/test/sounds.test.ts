// What a game sounds like: once each, dry, and the same however it ends.
import { describe, expect, it } from 'vitest';
import { cues, turnCame } from '../src/sound/cues';
import { LONGEST, strokes } from '../src/sound/strokes';
import { reduce, type Input, type State } from '../src/state';
import { draw, followed, GAME, moved } from './fixture';

const ended = (outcome: 'white' | 'black' | 'draw'): Input => ({ k: 'server', at: 0, msg: { t: 'ended', d: { game: GAME, v: 5, outcome, reason: 'flag', clocks: null, repeated_at: [], money: null } } });

function heard(state: State, ...inputs: Input[]): string[][] {
  return inputs.map((input) => {
    const before = state.game;
    state = reduce(state, input);
    return state.game === null ? [] : cues(before, state.game).map((cue) => (cue.is === 'capture' ? `capture ${cue.pieces}` : cue.is));
  });
}

describe('the sounds', () => {
  it('are one for one’s own move: when it is drawn, not when it is answered', () => {
    expect(heard(followed(),
      { k: 'moved_here', game: GAME, pending: { ply: 2, id: 7, path: 'c3-d4', captured: [] } },
      { k: 'server', at: 0, msg: { t: 'moved', d: moved() } })).toEqual([['move'], []]);
  });

  it('tell each piece taken, a crown, an offer of the other one, and the end', () => {
    expect(heard(followed(),
      { k: 'server', at: 0, msg: { t: 'moved', d: moved({ path: 'c3xe5xg7', captured: ['d4', 'f6'], fen: 'B:WKg7:Bb6' }) } },
      { k: 'server', at: 0, msg: { t: 'draw_offered', d: { game: GAME, v: 6, by: 'black', offer: 1, draw: { ...draw, offer: { offer: 1, by: 'black' } } } } },
    )).toEqual([['capture 2', 'crown'], ['offer']]);
    expect(heard(followed(), ended('white'))).toEqual([['end']]);
  });

  it('are silent when a game is opened, whatever stands in it', () => {
    expect(cues(null, followed().game!)).toEqual([]);
  });

  it('are each over in less than 120 ms, of a capture each piece', () => {
    for (const is of ['move', 'crown', 'offer', 'end', 'clock'] as const) {
      for (const stroke of strokes({ is })) expect(stroke.at + stroke.ms, is).toBeLessThan(LONGEST);
    }
    expect(strokes({ is: 'capture', pieces: 3 })).toHaveLength(3);
    for (const stroke of strokes({ is: 'capture', pieces: 3 })) expect(stroke.ms).toBeLessThan(LONGEST);
  });

  it('and vibration know when the turn has come', () => {
    const mine = followed();
    const theirs = reduce(mine, { k: 'server', at: 0, msg: { t: 'moved', d: moved() } });
    const again = reduce(theirs, { k: 'server', at: 0, msg: { t: 'moved', d: moved({ v: 6, ply: 3, side: 'black' }) } });
    expect([turnCame(null, mine.game!), turnCame(mine.game, theirs.game!), turnCame(theirs.game, again.game!)]).toEqual([false, false, true]);
  });
});
