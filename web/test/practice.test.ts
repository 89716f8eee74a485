// Practice against the program: what may be asked, and when a hint still means something.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { app } from '../src/app.svelte';
import { arrow } from '../src/board/paint';
import { canTakeBack, hinted } from '../src/game';
import type { ServerMsg } from '../src/protocol';
import { reduce, type Game } from '../src/state';
import GamePage from '../src/views/GamePage.svelte';
import { followed, GAME, snapshot } from './fixture';

function game(change: Partial<Game> = {}): Game {
  const { game } = followed({ kind: 'practice_bot' });
  if (game === null) throw new Error('no game');
  return { ...game, ...change };
}

let page: Record<string, unknown> | null = null;
afterEach(async () => {
  if (page !== null) await unmount(page);
  page = null;
  app.dispatch({ k: 'follow', game: null });
  document.body.innerHTML = '';
});

function hear(msg: ServerMsg): void {
  app.dispatch({ k: 'server', msg, at: 0 });
  flushSync();
}

describe('a hint', () => {
  it('stands for the ply it was asked for, and while one looks at the present', () => {
    const hint = { ply: 2, path: 'c3-d4' };
    expect(hinted(game({ hint }))).toBe('c3-d4');
    expect(hinted(game({ hint: { ...hint, ply: 0 } }))).toBeNull();
    expect(hinted(game({ hint, viewing: 1 }))).toBeNull();
    expect(hinted(game({ hint, pending: { ply: 2, id: 1, path: 'c3-b4', captured: [] } }))).toBeNull();
  });

  it('goes away when the game is shown anew', () => {
    const told = reduce(followed({ kind: 'practice_bot' }), { k: 'server', msg: { t: 'hint', d: { game: GAME, id: 1, ply: 2, path: 'c3-d4' } }, at: 0 });
    expect(told.game?.hint?.path).toBe('c3-d4');
    expect(reduce(told, { k: 'server', msg: { t: 'snapshot', d: snapshot({ kind: 'practice_bot' }) }, at: 0 }).game?.hint).toBeNull();
  });

  it('is drawn on the board, named on its squares and said', async () => {
    app.dispatch({ k: 'follow', game: GAME });
    hear({ t: 'snapshot', d: snapshot({ kind: 'practice_bot' }) });
    page = mount(GamePage, { target: document.body, props: { id: GAME } });
    flushSync();
    expect(document.querySelector('[data-testid="hint"]')).not.toBeNull();
    hear({ t: 'hint', d: { game: GAME, id: 1, ply: 2, path: 'c3-d4' } });
    expect(document.querySelector('[data-testid="hint-drawn"]')).not.toBeNull();
    expect(document.querySelector('[data-square="d4"]')?.getAttribute('aria-label')).toContain('pista');
    expect(app.polite.text).toBe('Pista: c3-d4');
  });

  it('is not offered where somebody else plays', () => {
    app.dispatch({ k: 'follow', game: GAME });
    hear({ t: 'snapshot', d: snapshot() });
    page = mount(GamePage, { target: document.body, props: { id: GAME } });
    flushSync();
    expect(document.querySelector('[data-testid="hint"]')).toBeNull();
    expect(document.querySelector('[data-testid="take-back"]')).toBeNull();
  });
});

describe('a move of one\'s own', () => {
  it('may be taken back once it was played', () => {
    expect(canTakeBack(game())).toBe(true);
    expect(canTakeBack(game({ moves: [] }))).toBe(false);
    expect(canTakeBack(game({ you: 'black', moves: game().moves.slice(0, 1) }))).toBe(false);
    expect(canTakeBack(game({ kind: 'practice_link' }))).toBe(false);
    expect(canTakeBack(game({ you: 'spectator' }))).toBe(false);
  });
});

describe('the arrow', () => {
  it('leads from beside the piece through every square to the last', () => {
    expect(arrow(['c3', 'd4'], 'white')).toBe('M281 519L340 460M313 463L340 460L337 487');
    expect(arrow(['c3', 'e5', 'g3'], 'white').split('L')).toHaveLength(5);
    expect(arrow(['c3'], 'white')).toBe('');
  });
});
