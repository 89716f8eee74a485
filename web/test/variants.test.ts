// The games on offer: their addresses, and their draw rules in words.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { app } from '../src/app.svelte';
import { drawRule } from '../src/draws';
import type { GamePage } from '../src/protocol';
import { route } from '../src/route';
import { speak } from '../src/settings.svelte';
import VariantPage from '../src/views/VariantPage.svelte';

const american: GamePage = {
  variant: 'american', staked: true, start_fen: 'B:Wa1,c1:Bb8,d8', currency: 'BRL', exponent: 2, stake_min: 100, stake_max: 50_000, latency_steps: [],
  stake_choices: [100, 500], fee_basis_points: 450, clocks: [{ initial_ms: 300_000, increment_ms: 3_000 }], rule_sets: ['american'],
  draw_rules: [{ name: 'american', rules: [{ is: 'repetition', times: 3 }, { is: 'quiet', plies: 80 }] }], max_draw_offers: 3,
  first_move_ms: 30_000, terms: 'h', rivals: null, tournaments: [],
};
let page: Record<string, unknown> | null = null;

beforeEach(() => speak('en'));
afterEach(async () => {
  if (page !== null) await unmount(page);
  page = null;
});

describe('the address of a game', () => {
  it('is its own page, and stands behind the # where it is chosen', () => {
    expect(route('/play/russian', '')).toEqual({ page: 'variant', variant: 'russian' });
    expect(route('/play', '#american')).toEqual({ page: 'lobby', variant: 'american' });
    expect(route('/practice', '#international')).toEqual({ page: 'practice', variant: 'international' });
    expect(route('/practice/local', '#brazilian:W:Wc3:Bb8')).toEqual({ page: 'local', variant: 'brazilian', fen: 'W:Wc3:Bb8' });
    expect(route('/practice/local', '')).toEqual({ page: 'local', variant: null, fen: null });
    expect(route('/play', '#<b>')).toEqual({ page: 'lobby', variant: null });
    expect(route('/games', '#american')).toEqual({ page: 'games' });
  });
});

describe('the page of a game', () => {
  it('shows the stake range, the fee, the clocks and the draw rules in force', () => {
    app.pages = [american];
    page = mount(VariantPage, { target: document.body, props: { variant: 'american' } });
    flushSync();
    const text = document.querySelector('[data-testid="variant"]')!.textContent ?? '';
    for (const said of ['American checkers', 'R$1.00 to R$500.00', '4.5%', '5 min + 3 s', '80 moves in a row', '30 s']) {
      expect(text.replace(/\u00a0/g, '')).toContain(said.replace(/\u00a0/g, ''));
    }
  });

  it('says so of a game that is not on offer', () => {
    app.pages = [american];
    page = mount(VariantPage, { target: document.body, props: { variant: 'russian' } });
    flushSync();
    expect(document.querySelector('h1')!.textContent).toBe('This game is not offered here');
  });
});

describe('draw rules', () => {
  it('are said with their figures, ranges and material', () => {
    const king = { kings: 1, men: 0 };
    expect(drawRule({ is: 'balance', plies: 10, anew: 'crowning', balance: { is: 'listed', pairs: [[{ kings: 2, men: 0 }, king], [{ kings: 1, men: 1 }, king]] } }))
      .toBe('10 moves, counting both players’, with this material: 2 kings against 1 king; 1 king and 1 man against 1 king. A crowning starts the count anew.');
    expect(drawRule({ is: 'balance', plies: 32, anew: 'never', balance: { is: 'against_king', least: 3, most: 3, kings_only: false } }))
      .toBe('32 moves, counting both players’, with this material: 3 pieces, at least one of them a king, against a lone king.');
    expect(drawRule({ is: 'balance', plies: 60, anew: 'change', balance: { is: 'kings_on_both', least: 4, most: 5 } }))
      .toContain('4 to 5 pieces on the board');
  });
});
