// The shapes of message tables. Knows no language.

import type { es } from './es';
import type { esEvents } from './events.es';
import type { esGuide } from './guide.es';
import type { esStudy } from './study.es';
import type { esTrainer } from './trainer.es';

/** A text with `{places}`, or one text for each plural category of `{n}`. */
export type Entry = string | Plural;
export type Plural = { other: string } & Partial<Record<'zero' | 'one' | 'two' | 'few' | 'many', string>>;

/** A table with the messages of another one, each of the kind that it has there. */
type Like<Of> = { [K in keyof Of]: Of[K] extends string ? string : Plural };
/** What every page may say. */
export type CoreTable = Like<typeof es>;
/** What the pages of play that the house arranges say beside it: it comes with them. */
export type EventsTable = Like<typeof esEvents>;
/** What the guide to the rules says. */
export type GuideTable = Like<typeof esGuide>;
/** What stands beside a game that is over: replay and analysis. */
export type StudyTable = Like<typeof esStudy>;
/** What the position editor and the puzzles say. */
export type TrainerTable = Like<typeof esTrainer>;

export type Table = CoreTable & EventsTable & GuideTable & StudyTable & TrainerTable;
/** The parts of the page that are fetched when they are opened, each with its words. */
export const PARTS = ['events', 'guide', 'study', 'trainer'] as const;
export type Part = (typeof PARTS)[number];
export type Key = keyof Table;

export type Lang = 'es' | 'pt' | 'en';
export const LANGS: readonly Lang[] = ['es', 'pt', 'en'];
/** What each language calls itself, for whoever reads only that one. */
export const LANG_NAMES: Record<Lang, string> = { es: 'Español', pt: 'Português', en: 'English' };
/** The regional habits of figures, money and dates that each language uses here. */
export const LOCALES: Record<Lang, string> = { es: 'es-CO', pt: 'pt-BR', en: 'en-US' };

export type Values = Record<string, string | number>;

/** A message of a table in words: the plural category chosen by `n`, the places filled. Nothing while its part is not here. */
export function say(table: Partial<Table>, locale: string, key: Key, values: Values = {}): string {
  const entry: Entry | undefined = table[key];
  if (entry === undefined) return '';
  const text = typeof entry === 'string'
    ? entry
    : (entry[new Intl.PluralRules(locale).select(Number(values['n'] ?? 0))] ?? entry.other);
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
