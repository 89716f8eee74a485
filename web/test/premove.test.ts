// A move chosen ahead: played once as the ply it was chosen for, or dropped with a word.
import { describe, expect, it } from 'vitest';
import { bind, due, mayPremove, meant } from '../src/premove';
import type { LegalMove, Moved } from '../src/protocol';
import { reduce, type State } from '../src/state';
import { followed, GAME, moved, snapshot } from './fixture';

const F4: LegalMove = { from: 'e3', to: 'f4', captured: [], paths: ['e3-f4'] };
const theirs = (change: Partial<Moved> = {}): Moved => moved({
  v: 6, ply: 3, side: 'black', path: 'b6-a5', fen: 'W:Wd4,e3:Ba5,d6', legal: [F4], id: null, ...change,
});
const hear = (state: State, change: Partial<Moved> = {}): State => reduce(state, { k: 'server', msg: { t: 'moved', d: theirs(change) }, at: 0 });

/** The other one thinks, and e3 to f4 is chosen. */
function chosen(): State {
  const state = reduce(followed(), { k: 'server', msg: { t: 'moved', d: moved() }, at: 0 });
  return reduce(state, { k: 'premove', game: GAME, ahead: { from: 'e3', to: 'f4' } });
}

function told(state: State, change: Partial<ReturnType<typeof snapshot>['state']>): State {
  const base = snapshot();
  return reduce(state, { k: 'server', msg: { t: 'snapshot', d: snapshot({ state: { ...base.state, v: 9, ...change } }) }, at: 0 });
}

describe('a premove', () => {
  it('is bound to the next ply and to the position it was chosen on', () => {
    expect(chosen().game?.premove).toEqual({ from: 'e3', to: 'f4', ply: 4, fen: 'B:Wd4,e3:Bb6,d6' });
  });

  it('is not offered on one’s own turn, to spectators, after the end, in a pause, or when an old move is looked at', () => {
    const game = chosen().game!;
    expect(mayPremove(game)).toBe(true);
    expect(mayPremove({ ...game, live: { ...game.live, turn: 'white' } })).toBe(false);
    expect(mayPremove({ ...game, you: 'spectator' })).toBe(false);
    expect(mayPremove({ ...game, viewing: 0 })).toBe(false);
    expect(mayPremove({ ...game, live: { ...game.live, paused: true } })).toBe(false);
    const ended = { game: GAME, v: 6, outcome: 'draw' as const, reason: 'agreement' as const, clocks: null, repeated_at: [], money: null };
    expect(mayPremove({ ...game, ended })).toBe(false);
    expect(bind({ ...game, ended }, { from: 'e3', to: 'f4' })).toBeNull();
  });

  it('becomes due when the move of the other one has come and exactly one legal move fits', () => {
    const game = hear(chosen()).game!;
    expect(game.due).toEqual({ ply: 4, path: 'e3-f4', captured: [] });
    expect(game.premove).toBeNull();
    expect(game.notice).toBeNull();
  });

  it('is dropped with a word when no move fits, or two that differ in what they take', () => {
    const two = [['d4', 'f4'], ['d4', 'f6']].map((captured) => ({ from: 'e3', to: 'f4', captured, paths: ['e3xc5xf4'] }));
    for (const legal of [[], [{ ...F4, to: 'd4' }], two]) {
      const game = hear(chosen(), { legal }).game!;
      expect([game.due, game.premove, game.notice?.code]).toEqual([null, null, 'premove_dropped']);
    }
  });

  it('takes any of the ways of one move, which do the same', () => {
    const legal = [{ from: 'e3', to: 'e7', captured: ['d4', 'd6'], paths: ['e3xc5xe7', 'e3xb6xe7'] }];
    expect(meant({ from: 'e3', to: 'e7' }, legal)).toEqual({ path: 'e3xc5xe7', captured: ['d4', 'd6'] });
  });

  it('is never due for another ply or on another position than it was chosen for', () => {
    const { live, premove } = chosen().game!;
    const after = hear(chosen()).game!.live;
    expect(due(premove!, live, after)).not.toBeNull();
    expect(due(premove!, live, { ...after, ply: 6 })).toBeNull();
    expect(due(premove!, { ...live, ply: 5 }, { ...after, ply: 6 })).toBeNull();
    expect(due(premove!, { ...live, fen: 'B:Wd4,e3:Bb6' }, after)).toBeNull();
  });

  it('stays when the same position is told anew, and is dropped with a word when another one is', () => {
    const same = told(chosen(), { fen: 'B:Wd4,e3:Bb6,d6', turn: 'black', ply: 3 });
    expect(same.game?.premove?.ply).toBe(4);
    for (const state of [
      told(chosen(), { fen: 'W:Wd4,e3:Ba5,d6', turn: 'white', ply: 4, legal: [F4] }),
      told(chosen(), { fen: 'B:Wd4,e3:Bb6', turn: 'black', ply: 3 }),
      told(chosen(), { fen: 'B:Wd4,e3:Bb6,d6', turn: 'black', ply: 5 }),
    ]) expect([state.game?.premove, state.game?.due, state.game?.notice?.code]).toEqual([null, null, 'premove_dropped']);
  });

  it('waits behind a gap for the move that is missing', () => {
    const state = hear(chosen(), { v: 8, ply: 5 });
    expect(state.game).toMatchObject({ gap: true, due: null });
    expect(hear(state).game?.due?.path).toBe('e3-f4');
  });

  it('goes with the game, and is taken back by the player', () => {
    const over = reduce(chosen(), { k: 'server', msg: { t: 'ended', d: { game: GAME, v: 6, outcome: 'white', reason: 'flag', clocks: null, repeated_at: [], money: null } }, at: 0 });
    expect([over.game?.premove, over.game?.due, over.game?.notice]).toEqual([null, null, null]);
    const off = hear(reduce(chosen(), { k: 'premove', game: GAME, ahead: null }));
    expect([off.game?.due, off.game?.notice]).toEqual([null, null]);
  });
});
