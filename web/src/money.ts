// Money for the eye, at the last step: minor units in, text out. The currency and its exponent come from the server.

import { LOCALES, type Lang } from './messages/kinds';

export type Currency = { currency: string; exponent: number };

/** Currencies that people write without decimals although they have them. */
const WHOLE_IN_DAILY_USE = new Set(['COP']);
const NO_BREAK = '\u00a0';
const MINUS = '\u2212';

/** `$ 20.000`, `−$ 3.000`, `R$ 18,50`; with `signed`, a gain has its plus. */
export function money(amount: number, { currency, exponent }: Currency, lang: Lang, signed = false): string {
  const sign = amount < 0 ? MINUS : signed && amount > 0 ? '+' : '';
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0');
  const whole = exponent === 0 ? digits : digits.slice(0, -exponent);
  const rest = exponent === 0 ? '' : digits.slice(-exponent);
  const locale = LOCALES[lang];
  const figures = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(BigInt(whole));
  const shown = rest === '' || (WHOLE_IN_DAILY_USE.has(currency) && /^0*$/.test(rest));
  const gap = lang === 'en' ? '' : NO_BREAK;
  return `${sign}${symbol(currency, locale)}${gap}${figures}${shown ? '' : decimal(lang) + rest}`;
}

/** What somebody typed as minor units: `18,5`, `1.850` and `18.50` alike; null when it is no amount of this currency. */
export function minorOf(text: string, { exponent }: Currency): number | null {
  const plain = text.replace(/[\s\u00a0]/g, '');
  const match = /^(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d*))?$/.exec(plain);
  if (match === null) return null;
  const whole = (match[1] ?? '').replace(/[.,]/g, '');
  const rest = match[2] ?? '';
  if (rest.length > exponent) return null;
  const minor = Number(whole + rest.padEnd(exponent, '0'));
  return Number.isSafeInteger(minor) ? minor : null;
}

/** An amount as one would type it: `18,50`, without a currency and without groups. */
export function typed(amount: number, { exponent }: Currency, lang: Lang): string {
  const digits = String(amount).padStart(exponent + 1, '0');
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}${decimal(lang)}${digits.slice(-exponent)}`;
}

/** The mark between whole and part in a language: `,` or `.`. */
export function decimal(lang: Lang): string {
  const parts = new Intl.NumberFormat(LOCALES[lang]).formatToParts(1.5);
  return parts.find((part) => part.type === 'decimal')?.value ?? '.';
}

function symbol(currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return format.formatToParts(0).find((part) => part.type === 'currency')?.value ?? currency;
}

/** Basis points as a percentage: `7,5 %`. */
export function percent(basisPoints: number, lang: Lang): string {
  const figures = new Intl.NumberFormat(LOCALES[lang], { maximumFractionDigits: 2 }).format(basisPoints / 100);
  return lang === 'es' ? `${figures}${NO_BREAK}%` : `${figures}%`;
}

/** What a decisive game gives, figure by figure, as the server computes it: the fee rounds down. */
export function breakdown(stake: number, feeBasisPoints: number): { stake: number; pot: number; fee: number; prize: number } {
  const pot = stake * 2;
  const fee = Number((BigInt(pot) * BigInt(feeBasisPoints)) / 10_000n);
  return { stake, pot, fee, prize: pot - fee };
}
