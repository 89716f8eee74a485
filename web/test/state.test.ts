import { describe, expect, it } from 'vitest';
import { leftAt } from '../src/clock/clock-ctrl';
import { drawButton, playable, shown, timeRuns } from '../src/game';
import { reduce, type State } from '../src/state';
import { clocks, draw, followed, GAME, moved } from './fixture';

const pending = { ply: 2, id: 7, path: 'c3-d4', captured: [] };
const at = 10;

function hear(state: State, msg: Parameters<typeof reduce>[1] extends infer I ? I extends { k: 'server'; msg: infer M } ? M : never : never): State {
  return reduce(state, { k: 'server', msg, at });
}

describe('the reducer', () => {
  it('draws an own move at once and keeps it when the server confirms it', () => {
    let state = reduce(followed(), { k: 'moved_here', game: GAME, pending });
    expect(shown(state.game!).position.get('d4')).toEqual({ side: 'white', role: 'man' });
    expect(playable(state.game!)).toEqual([]);
    state = hear(state, { t: 'moved', d: moved() });
    expect(state.game!.pending).toBeNull();
    expect(state.game!.v).toBe(5);
  });

  it('takes a refused move back and says why', () => {
    let state = reduce(followed(), { k: 'moved_here', game: GAME, pending });
    state = hear(state, { t: 'rejected', d: { game: GAME, match: null, tournament: null, id: 7, ply: 2, code: 'illegal_move', message: '', paths: [] } });
    expect(state.game!.pending).toBeNull();
    expect(shown(state.game!).position.get('c3')).toBeDefined();
    expect(state.game!.notice?.code).toBe('illegal_move');
  });

  it('drops an event that it has already, and marks a gap where one is missing', () => {
    const state = hear(followed(), { t: 'moved', d: moved() });
    expect(hear(state, { t: 'moved', d: moved() }).game).toEqual(state.game);
    const gap = hear(state, { t: 'moved', d: moved({ v: 8 }) });
    expect(gap.game!.gap).toBe(true);
    expect(gap.game!.v).toBe(5);
  });

  it('drops a wallet that is older than the one it has', () => {
    const state = hear(hear(followed(), { t: 'wallet', d: { balance: 5, version: 3 } }), { t: 'wallet', d: { balance: 9, version: 2 } });
    expect(state.wallet).toEqual({ balance: 5, version: 3 });
  });

  it('d1_an_offer_that_comes_does_not_take_back_a_move_that_is_on_its_way', () => {
    const before = reduce(followed(), { k: 'moved_here', game: GAME, pending });
    const offered = { ...draw, offer: { offer: 1, by: 'black' as const } };
    const state = hear(before, { t: 'draw_offered', d: { game: GAME, v: 5, by: 'black', offer: 1, draw: offered } });
    expect(state.game!.pending).toEqual(pending);
    expect(drawButton(state.game!)).toEqual({ is: 'received', offer: 1 });
  });

  it('d3_the_draw_button_follows_the_live_ply_while_an_old_one_is_looked_at', () => {
    const offered = { ...draw, white_offers_left: 2, offer: { offer: 1, by: 'white' as const } };
    let state = reduce(followed(), { k: 'view', ply: 0 });
    expect(drawButton(state.game!)).toEqual({ is: 'available', left: 3 });
    state = hear(state, { t: 'draw_offered', d: { game: GAME, v: 5, by: 'white', offer: 1, draw: offered } });
    expect(state.game!.viewing).toBe(0);
    expect(drawButton(state.game!)).toEqual({ is: 'offered', left: 2 });
  });
});

describe('the clocks of a page that has lost its line', () => {
  const lost: Parameters<typeof reduce>[1][] = [
    { k: 'moved_here', game: GAME, pending },
    { k: 'link', link: { is: 'waiting', until: 0 } },
    { k: 'link', link: { is: 'connecting' } },
  ];
  const left = (state: State, now: number): number => leftAt(state.game!.live.clocks!, 'white', state.game!.offset, now);

  it('c3_go_on_until_the_server_has_the_move_and_gain_nothing_before', () => {
    let state = followed();
    for (const input of lost) {
      state = reduce(state, input);
      expect(left(state, 20_000)).toBe(40_000);
      expect(timeRuns(state.game!)).toBe(true);
    }
    // another process answers, whose time begins elsewhere
    state = hear(state, { t: 'welcome', d: { protocol: 1, account: null, name: null, wallet: null, games: [], seeks: [], server_ms: 7 } });
    expect(left(state, 20_000)).toBe(40_000);
    state = hear(state, { t: 'moved', d: moved({ clocks: { ...clocks, white_ms: 41_000, running: 'black', server_ms: 9 } }) });
    expect(left(state, 20_000)).toBe(41_000);
    expect(timeRuns(state.game!)).toBe(false);
  });
});

describe('a practice link', () => {
  const seat = { id: 12, game: GAME, side: 'white' as const, secret: 's' };

  it('waits on its page until the friend has come', () => {
    let state = hear(followed(), { t: 'practice_link', d: { id: 12, code: 'c', valid_ms: 1_000, clock: null } });
    state = hear({ ...state, following: null }, { t: 'practice_seat', d: seat });
    expect(state.started).toBeNull();
    expect(state.practiceLink?.code).toBe('c');
    state = hear(state, { t: 'game_started', d: { game: GAME, side: 'white', id: null } });
    expect(state.started).toEqual({ game: GAME, side: 'white' });
    expect(state.practiceLink).toBeNull();
    expect(state.games).toEqual([]);
  });
});

describe('a rematch', () => {
  const made = { t: 'rematch' as const, d: { game: GAME, rematch: { is: 'made' as const, game: 'next' } } };

  it('opens by itself in practice, the sides changed', () => {
    expect(hear(followed({ kind: 'practice_bot' }), made).started).toEqual({ game: 'next', side: 'black' });
    expect(hear(followed({ kind: 'practice_link', you: 'spectator' }), made).started).toBeNull();
  });

  it('for a stake waits to be told as a game that has started', () => {
    expect(hear(followed(), made).started).toBeNull();
  });
});
