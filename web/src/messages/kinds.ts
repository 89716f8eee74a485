// The shapes of message tables. Knows no language.

import type { es } from './es';

/** A text with `{places}`, or one text for each plural category of `{n}`. */
export type Entry = string | Plural;
export type Plural = { other: string } & Partial<Record<'zero' | 'one' | 'two' | 'few' | 'many', string>>;

export type Key = keyof typeof es;
/** Every message, each of the kind that it has in Spanish. */
export type Table = { [K in Key]: (typeof es)[K] extends string ? string : Plural };

export type Lang = 'es' | 'pt' | 'en';
export const LANGS: readonly Lang[] = ['es', 'pt', 'en'];
/** What each language calls itself, for whoever reads only that one. */
export const LANG_NAMES: Record<Lang, string> = { es: 'Español', pt: 'Português', en: 'English' };
/** The regional habits of figures, money and dates that each language uses here. */
export const LOCALES: Record<Lang, string> = { es: 'es-CO', pt: 'pt-BR', en: 'en-US' };

export type Values = Record<string, string | number>;

/** A message of a table in words: the plural category chosen by `n`, the places filled. */
export function say(table: Table, locale: string, key: Key, values: Values = {}): string {
  const entry: Entry = table[key];
  const text = typeof entry === 'string'
    ? entry
    : (entry[new Intl.PluralRules(locale).select(Number(values['n'] ?? 0))] ?? entry.other);
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
