import { describe, expect, it } from 'vitest';
import { breakdown, minorOf, money, percent, typed } from '../src/money';

const cop = { currency: 'COP', exponent: 2 };
const brl = { currency: 'BRL', exponent: 2 };

describe('money', () => {
  it('is written by currency, exponent and language, the sign before the symbol', () => {
    expect(money(2_000_000, cop, 'es')).toBe('$\u00a020.000');
    expect(money(-300_000, cop, 'es')).toBe('\u2212$\u00a03.000');
    expect(money(2_000_050, cop, 'es')).toBe('$\u00a020.000,50');
    expect(money(2_000_000, cop, 'en')).toBe('$20,000');
    expect(money(1_850, brl, 'pt')).toBe('R$\u00a018,50');
    expect(money(5, brl, 'pt')).toBe('R$\u00a00,05');
    expect(money(1_700_000, cop, 'es', true)).toBe('+$\u00a017.000');
    expect(money(0, cop, 'es', true)).toBe('$\u00a00');
    expect(money(5_000, { currency: 'CLP', exponent: 0 }, 'es')).toContain('5.000');
    expect(money(Number.MAX_SAFE_INTEGER, brl, 'en')).toBe('R$90,071,992,547,409.91');
  });

  it('rounds the fee down, as the server does', () => {
    expect(breakdown(20_000, 750)).toEqual({ stake: 20_000, pot: 40_000, fee: 3_000, prize: 37_000 });
    expect(breakdown(33, 500)).toEqual({ stake: 33, pot: 66, fee: 3, prize: 63 });
    expect(percent(750, 'es')).toBe('7,5\u00a0%');
  });
});

describe('an amount that somebody types', () => {
  const brl = { currency: 'BRL', exponent: 2 };
  it('is read with either mark, with groups or without', () => {
    const read = ['18,5', '18.50', '18', '1.850', '1,850.05', '1.850,05', ' 1 000 ', '0', '007'];
    expect(read.map((text) => minorOf(text, brl))).toEqual([1850, 1850, 1800, 185000, 185005, 185005, 100000, 0, 700]);
    expect(minorOf('20', { currency: 'CLP', exponent: 0 })).toBe(20);
  });
  it('is refused when it is none, or finer than the currency', () => {
    const none = ['', '-5', '1e5', 'NaN', '1,2345', '12.34.5', '1,5,', '9'.repeat(20), '18,5 R$'];
    expect(none.map((text) => minorOf(text, brl))).toEqual(none.map(() => null));
    expect(minorOf('1,5', { currency: 'CLP', exponent: 0 })).toBe(null);
  });
  it('is what the balance reads as', () => {
    for (const lang of ['es', 'pt', 'en'] as const) expect(minorOf(typed(123_456_05, brl, lang), brl)).toBe(123_456_05);
  });
});
