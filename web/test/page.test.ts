// The game's page in a document: what a hand on the board may count on.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { app } from '../src/app.svelte';
import type { LegalMove, ServerMsg } from '../src/protocol';
import Account from '../src/views/Account.svelte';
import GamePage from '../src/views/GamePage.svelte';
import { draw, GAME, moved, snapshot } from './fixture';

const state = snapshot().state;
let page: Record<string, unknown> | null = null;

function hear(msg: ServerMsg): void {
  app.dispatch({ k: 'server', msg, at: 0 });
  flushSync();
}

function open(legal: LegalMove[] = state.legal, fen = state.fen): void {
  app.dispatch({ k: 'follow', game: GAME });
  hear({ t: 'snapshot', d: snapshot({ state: { ...state, legal, fen } }) });
  page = mount(GamePage, { target: document.body, props: { id: GAME } });
  flushSync();
}

function cell(square: string): HTMLButtonElement {
  return document.querySelector<HTMLButtonElement>(`[data-square="${square}"]`)!;
}

function tap(square: string): void {
  cell(square).click();
  flushSync();
}

function point(type: string, square: string, x: number): void {
  cell(square).dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, pointerId: 1, clientX: x, clientY: 0 }));
  flushSync();
}

const name = (square: string): string => cell(square).getAttribute('aria-label') ?? '';
const held = (): string | undefined => document.querySelector<HTMLElement>('.field')!.dataset['holding'];
const offer: ServerMsg = { t: 'draw_offered', d: { game: GAME, v: 5, by: 'black', offer: 1, draw: { ...draw, offer: { offer: 1, by: 'black' } } } };

beforeEach(() => {
  app.dispatch({ k: 'follow', game: null });
  document.body.innerHTML = '';
});
afterEach(async () => {
  if (page !== null) await unmount(page);
  page = null;
});

describe('the board', () => {
  it('lets only pieces that have a move be chosen, and shows where they may stop', () => {
    open();
    expect(name('c3')).toBe('c3, peón blanco, puede mover');
    tap('e3');
    expect(document.querySelectorAll('.halo')).toHaveLength(0);
    tap('c3');
    expect(name('c3')).toBe('c3, peón blanco, elegida');
    expect(name('d4')).toBe('d4, vacía, destino');
    tap('d4');
    expect(app.state.game?.pending).toMatchObject({ ply: 2, path: 'c3-d4' });
    expect(name('d4')).toContain('peón blanco');
  });

  it('follows a capture square by square where the ways differ, and by its last square where there is one way', () => {
    const legal = [
      { from: 'c3', to: 'g3', captured: ['d4', 'f4'], paths: ['c3xe5xg3'] },
      { from: 'c3', to: 'c7', captured: ['d4', 'd6'], paths: ['c3xe5xc7'] },
    ];
    open(legal, 'W:Wc3,h2:Bd4,f4,d6');
    expect(name('c3')).toBe('c3, peón blanco, debe capturar');
    tap('h2');
    expect(document.body.textContent).toContain('Debes capturar con c3');
    tap('c3');
    expect([name('e5'), name('g3'), name('c7')]).toEqual([
      'e5, vacía, destino, 1 captura', 'g3, vacía, destino, 2 capturas', 'c7, vacía, destino, 2 capturas']);
    tap('e5');
    expect(name('e5')).toContain('elegida');
    expect(name('d4')).toBe('d4, peón negro, capturada');
    cell('e5').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    flushSync();
    expect(name('c3')).toBe('c3, peón blanco, debe capturar');
    tap('c3');
    tap('c7');
    expect(app.state.game?.pending?.path).toBe('c3xe5xc7');
  });

  it('carries a piece under the pointer, plays where it may stop and lets go elsewhere', () => {
    open();
    point('pointerdown', 'c3', 0);
    point('pointermove', 'c3', 60);
    expect(held()).toBe('c3');
    point('pointerup', 'e5', 60);
    expect(held()).toBeUndefined();
    expect(app.state.game?.pending).toBeNull();
    point('pointerdown', 'c3', 0);
    point('pointermove', 'c3', 60);
    point('pointerup', 'b4', 60);
    expect(app.state.game?.pending?.path).toBe('c3-b4');
  });

  it('moves the focus along the diagonals by arrows and along the row by Home and End', () => {
    open();
    const key = (square: string, pressed: string): void => {
      cell(square).dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true }));
    };
    cell('c3').focus();
    key('c3', 'ArrowUp');
    expect(document.activeElement).toBe(cell('d4'));
    key('d4', 'End');
    expect(document.activeElement).toBe(cell('h4'));
    key('h4', 'ArrowUp');
    expect(document.activeElement).toBe(cell('g5'));
  });
});

describe('a draw offer', () => {
  it('d1_does_not_end_a_drag', () => {
    open();
    cell('e3').focus();
    point('pointerdown', 'c3', 0);
    point('pointermove', 'c3', 60);
    hear(offer);
    expect(document.querySelector('[data-testid="draw-offer"]')).not.toBeNull();
    expect(held()).toBe('c3');
    expect(document.activeElement).toBe(cell('e3'));
    point('pointerup', 'd4', 60);
    expect(app.state.game?.pending?.path).toBe('c3-d4');
  });

  it('d1_keeps_the_focus_on_the_offer_button_when_both_think_of_a_draw_at_once', () => {
    open();
    const button = document.querySelector<HTMLButtonElement>('[data-testid="offer-draw"]')!;
    button.focus();
    hear(offer);
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('a page without its line', () => {
  it('c3_says_to_the_mover_that_his_time_runs_and_that_its_clock_is_only_counted', async () => {
    app.dispatch({ k: 'link', link: { is: 'open', latency: 5 } });
    open();
    expect(document.querySelector('.clock.guessed')).toBeNull();
    tap('c3');
    tap('d4');
    app.dispatch({ k: 'link', link: { is: 'waiting', until: 0 } });
    flushSync();
    expect(document.querySelector('[data-testid="seat-white"]')!.textContent).toContain('Tu tiempo corre');
    expect(document.querySelectorAll('.clock.guessed')).toHaveLength(1);
    await expect.poll(() => document.querySelector('[role="alert"]')?.textContent).toContain('tu tiempo corre hasta que llegue');
    app.dispatch({ k: 'link', link: { is: 'open', latency: 5 } });
    flushSync();
    expect(document.querySelector('[role="alert"]')).toBeNull();
    expect(document.querySelector('.clock.guessed')).toBeNull();
  });
});

describe('a game against the program', () => {
  it('offers no draw, which the program never takes', () => {
    app.dispatch({ k: 'follow', game: GAME });
    hear({ t: 'snapshot', d: snapshot({ kind: 'practice_bot' }) });
    page = mount(GamePage, { target: document.body, props: { id: GAME } });
    flushSync();
    expect(document.querySelector('[data-testid="actions"]')!.textContent).toContain('Rendirme');
    expect(document.querySelector('[data-testid="offer-draw"]')).toBeNull();
  });
});

describe('the account', () => {
  it('is asked about once a balance, and not at all once nobody is signed in', async () => {
    const asked: string[] = [];
    const before = globalThis.fetch;
    globalThis.fetch = ((path: string) => {
      asked.push(path);
      return Promise.resolve(new Response('{"lines":[]}'));
    }) as typeof fetch;
    const me = { currency: 'BRL', exponent: 2, can_deposit: false, can_withdraw: false };
    const balance = (version: number): void => app.dispatch({ k: 'me', me: { ...me, account: { account: 'a', name: 'ana' }, wallet: { balance: 1, version } } });
    balance(1);
    page = mount(Account, { target: document.body });
    flushSync();
    for (const n of [1, 2]) app.dispatch({ k: 'link', link: { is: 'open', latency: n } });
    flushSync();
    expect(asked).toEqual(['/api/statement']);
    balance(2);
    flushSync();
    expect(asked).toHaveLength(2);
    app.dispatch({ k: 'link', link: { is: 'connecting' } });
    flushSync();
    app.dispatch({ k: 'me', me: { ...me, account: null, wallet: null } });
    flushSync();
    expect(asked).toHaveLength(2);
    globalThis.fetch = before;
  });
});

describe('the end', () => {
  it('counts moves as the list of moves does', () => {
    open();
    hear({ t: 'moved', d: moved() });
    hear({ t: 'ended', d: { game: GAME, v: 6, outcome: 'black', reason: 'resignation', clocks: null, repeated_at: [], money: null } });
    expect(document.querySelectorAll('.wideonly .moves li')).toHaveLength(2);
    expect(document.querySelector('[data-testid="result"]')!.textContent).toContain('Te rendiste en la jugada 2.');
    expect(document.querySelector('.ledger .plain')!.textContent).toContain('Jugadas2');
  });

  it('tells result and money once the server has said so', () => {
    open();
    app.dispatch({ k: 'me', me: { account: { account: 'a', name: 'ana' }, wallet: { balance: 5_000, version: 1 }, currency: 'BRL', exponent: 2, can_deposit: false, can_withdraw: false } });
    hear({ t: 'ended', d: { game: GAME, v: 5, outcome: 'white', reason: 'flag', clocks: null, repeated_at: [], money: { stake: 1_000, pot: 2_000, fee: 100, prize: 1_900 } } });
    const result = document.querySelector('[data-testid="result"]')!;
    expect(result.querySelector('h1')!.textContent).toBe('Ganaste');
    expect(result.textContent).toContain('R$\u00a019,00');
    expect(result.textContent).toContain('+R$\u00a09,00');
  });
});
