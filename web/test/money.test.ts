import { describe, expect, it } from 'vitest';
import { breakdown, money, percent } from '../src/money';

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
