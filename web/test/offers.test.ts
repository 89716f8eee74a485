import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { app } from '../src/app.svelte';
import { speak } from '../src/settings.svelte';
import GamePage from '../src/views/GamePage.svelte';
import { draw, GAME, moved, snapshot } from './fixture';

let page: ReturnType<typeof mount> | null = null;

function square(name: string): HTMLButtonElement {
  return document.querySelector(`[data-square="${name}"]`) as HTMLButtonElement;
}

function hear(msg: Parameters<typeof app.dispatch>[0] extends infer I ? (I extends { k: 'server'; msg: infer M } ? M : never) : never): void {
  app.dispatch({ k: 'server', msg, at: 10 });
  flushSync();
}

beforeEach(async () => {
  await speak('en');
  app.dispatch({ k: 'follow', game: null });
  app.dispatch({ k: 'follow', game: GAME });
  app.dispatch({ k: 'server', msg: { t: 'snapshot', d: snapshot() }, at: 0 });
  page = mount(GamePage, { target: document.body, props: { id: GAME } });
  flushSync();
});

afterEach(async () => {
  if (page !== null) await unmount(page);
});

describe('a draw offer', () => {
  const offered = { ...draw, black_offers_left: 2, offer: { offer: 1, by: 'black' as const } };

  it('d1_takes_neither_the_focus_nor_the_piece_in_hand', () => {
    square('c3').focus();
    square('c3').click();
    flushSync();
    expect(square('c3').getAttribute('aria-label')).toContain('chosen');
    hear({ t: 'draw_offered', d: { game: GAME, v: 5, by: 'black', offer: 1, draw: offered } });
    expect(document.querySelector('[data-testid="draw-offer"]')).not.toBeNull();
    expect(document.activeElement).toBe(square('c3'));
    expect(square('c3').getAttribute('aria-label')).toContain('chosen');
    expect(square('d4').getAttribute('aria-label')).toContain('target');
  });

  it('d3_its_button_follows_the_live_game_while_an_old_move_is_looked_at', () => {
    app.dispatch({ k: 'view', ply: 0 });
    flushSync();
    const button = () => document.querySelector<HTMLElement>('[data-testid="offer-draw"]');
    expect(button()?.dataset['state']).toBe('available');
    hear({ t: 'draw_offered', d: { game: GAME, v: 5, by: 'white', offer: 1, draw: { ...draw, white_offers_left: 2, offer: { offer: 1, by: 'white' } } } });
    expect(button()?.dataset['state']).toBe('offered');
    hear({ t: 'moved', d: moved({ v: 6, draw: { ...draw, white_offers_left: 2 } }) });
    expect(button()?.dataset['state']).toBe('available');
    expect(app.state.game?.viewing).toBe(0);
  });
});
