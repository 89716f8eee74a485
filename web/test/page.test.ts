// The game's page in a document: what a hand on the board may count on.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { app } from '../src/app.svelte';
import type { LegalMove, ServerMsg } from '../src/protocol';
import { choose } from '../src/settings.svelte';
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

describe('a move chosen ahead', () => {
  const theirs = (): void => { open(); hear({ t: 'moved', d: moved() }); };

  it('is two squares tapped while the other one thinks, and is taken back by a tap elsewhere, Escape or the other button', () => {
    theirs();
    tap('e3');
    expect(name('e3')).toBe('e3, peón blanco, jugada anticipada desde aquí');
    tap('f4');
    expect(app.state.game?.premove).toMatchObject({ from: 'e3', to: 'f4', ply: 4 });
    expect([name('e3'), name('f4')]).toEqual(['e3, peón blanco, jugada anticipada a f4', 'f4, vacía, meta de la jugada anticipada']);
    expect(document.body.textContent).toContain('Jugada anticipada: e3 a f4.');
    tap('h8');
    expect(app.state.game?.premove).toBeNull();
    for (const back of [new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }), new MouseEvent('contextmenu', { bubbles: true, cancelable: true })]) {
      tap('e3');
      tap('f4');
      expect(app.state.game?.premove).not.toBeNull();
      cell('h8').dispatchEvent(back);
      flushSync();
      expect(app.state.game?.premove).toBeNull();
    }
  });

  it('is not there once it is switched off', async () => {
    theirs();
    tap('e3');
    tap('f4');
    await choose({ premove: false });
    flushSync();
    expect(app.state.game?.premove).toBeNull();
    tap('e3');
    tap('f4');
    expect(app.state.game?.premove).toBeNull();
    await choose({ premove: true });
  });

  it('leaves a piece in hand when the move of the other one comes meanwhile', () => {
    theirs();
    tap('e3');
    hear({ t: 'moved', d: moved({ v: 6, ply: 3, side: 'black', path: 'b6-a5', fen: 'W:Wd4,e3:Ba5,d6', legal: [{ from: 'e3', to: 'f4', captured: [], paths: ['e3-f4'] }] }) });
    expect(name('e3')).toContain('elegida');
    expect(name('f4')).toBe('f4, vacía, destino');
  });
});

describe('a capture', () => {
  const legal = [
    { from: 'c3', to: 'g3', captured: ['d4', 'f4'], paths: ['c3xe5xg3'] },
    { from: 'c3', to: 'c7', captured: ['d4', 'd6'], paths: ['c3xe5xc7'] },
  ];
  const fen = 'W:Wc3,h2:Bd4,f4,d6';

  it('that is half entered is undone by a word or by its first square', () => {
    open(legal, fen);
    for (const undo of [() => [...document.querySelectorAll('button')].find((one) => one.textContent === 'Deshacer')?.click(), () => tap('c3')]) {
      tap('c3');
      tap('e5');
      expect(name('d4')).toBe('d4, peón negro, capturada');
      undo();
      flushSync();
      expect(name('e5')).not.toContain('elegida');
      expect(name('d4')).toBe('d4, peón negro');
      if (name('c3').includes('elegida')) tap('c3');
    }
    expect(app.state.game?.pending).toBeNull();
  });

  it('that is compulsory is shown when another piece is touched, with the way to its rule', () => {
    open(legal, fen);
    expect(document.querySelectorAll('.ring.asked')).toHaveLength(0);
    tap('h2');
    expect(document.querySelectorAll('.ring.asked')).toHaveLength(1);
    expect(document.querySelector('.note a')?.getAttribute('href')).toBe('/rules/brazilian#capture');
  });
});

describe('a move on its way', () => {
  it('is marked by another shape than an answered one, and goes back when it is refused', () => {
    open();
    tap('c3');
    tap('d4');
    expect([document.querySelectorAll('.wait').length, document.querySelectorAll('.last').length]).toEqual([2, 0]);
    const { id } = app.state.game!.pending!;
    hear({ t: 'rejected', d: { game: GAME, match: null, tournament: null, id, ply: 2, code: 'illegal_move', message: '', paths: [] } });
    expect(document.querySelectorAll('.wait')).toHaveLength(0);
    expect(name('c3')).toContain('peón blanco');
  });
});

describe('the notation', () => {
  it('by numbers is that of squares, moves and words alike', async () => {
    await choose({ notation: 'numeric' });
    open();
    expect(name('c3')).toBe('22, peón blanco, puede mover');
    expect([...document.querySelectorAll('.moves .mv')].map((one) => one.textContent)).toEqual(['29-25', '5-9']);
    hear({ t: 'moved', d: moved() });
    expect(app.polite.text).toBe('Jugaste 22-18.');
    await choose({ notation: 'algebraic' });
  });
});

describe('a draw by repetition', () => {
  it('shows each of its positions', () => {
    open();
    hear({ t: 'moved', d: moved() });
    hear({ t: 'ended', d: { game: GAME, v: 6, outcome: 'draw', reason: 'repetition', clocks: null, repeated_at: [0, 1, 3], money: null } });
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-testid="repeated"] button')];
    expect(buttons.map((one) => one.textContent)).toEqual(['1. Al inicio', '2. Tras la jugada 1', '3. Tras la jugada 2']);
    expect(buttons.map((one) => one.getAttribute('aria-pressed'))).toEqual(['false', 'false', 'true']);
    buttons[1]!.click();
    flushSync();
    expect(app.state.game?.viewing).toBe(1);
    expect(buttons[1]!.getAttribute('aria-pressed')).toBe('true');
  });
});
