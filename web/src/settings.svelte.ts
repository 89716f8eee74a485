// What a person has chosen for this browser: language, appearance, board. Kept in the browser only.

import { LANGS, LOCALES, say, type CoreTable, type Key, type Lang, type Part, type Table, type Values } from './messages/kinds';
import { NOTATIONS, moveName, squareName, type Notation } from './notation';
import { decimal, money, percent, type Currency } from './money';

// one language comes with the page, another when it is chosen
const LOADERS: Record<Lang, () => Promise<CoreTable>> = {
  es: async () => (await import('./messages/es')).es,
  pt: async () => (await import('./messages/pt')).pt,
  en: async () => (await import('./messages/en')).en,
};
// and what a part of the page that is fetched later says, with it
const PART_LOADERS: Record<Part, Record<Lang, () => Promise<Partial<Table>>>> = {
  events: {
    es: async () => (await import('./messages/events.es')).esEvents,
    pt: async () => (await import('./messages/events.pt')).ptEvents,
    en: async () => (await import('./messages/events.en')).enEvents,
  },
  guide: {
    es: async () => (await import('./messages/guide.es')).esGuide,
    pt: async () => (await import('./messages/guide.pt')).ptGuide,
    en: async () => (await import('./messages/guide.en')).enGuide,
  },
  study: {
    es: async () => (await import('./messages/study.es')).esStudy,
    pt: async () => (await import('./messages/study.pt')).ptStudy,
    en: async () => (await import('./messages/study.en')).enStudy,
  },
  trainer: {
    es: async () => (await import('./messages/trainer.es')).esTrainer,
    pt: async () => (await import('./messages/trainer.pt')).ptTrainer,
    en: async () => (await import('./messages/trainer.en')).enTrainer,
  },
};

export const THEMES = ['system', 'light', 'dark'] as const;
export const BOARDS = ['mar', 'evolution', 'linea', 'tinta'] as const;
export const CONTRASTS = ['system', 'more'] as const;
/** Which moves are said: each one, or only that by which it becomes one's own turn. */
export const SAID_MOVES = ['all', 'mine'] as const;

type Choices = {
  lang: Lang;
  theme: (typeof THEMES)[number];
  board: (typeof BOARDS)[number];
  contrast: (typeof CONTRASTS)[number];
  arcs: boolean;
  inside: boolean;
  notation: Notation;
  premove: boolean;
  sound: boolean;
  vibration: boolean;
  sayMoves: (typeof SAID_MOVES)[number];
  sayClock: boolean;
};

const KEY = 'damas.settings';

function kept(): Partial<Choices> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}

/** The browser's first language that there is; Spanish when there is none. */
export function preferred(languages: readonly string[]): Lang {
  for (const language of languages) {
    const lang = LANGS.find((one) => language.toLowerCase().split('-')[0] === one);
    if (lang !== undefined) return lang;
  }
  return 'es';
}

function one<T extends string>(value: unknown, all: readonly T[], otherwise: T): T {
  return all.find((each) => each === value) ?? otherwise;
}

function begin(): Choices {
  const found = kept();
  return {
    lang: one(found.lang, LANGS, preferred(navigator.languages ?? [navigator.language])),
    theme: one(found.theme, THEMES, 'system'),
    board: one(found.board, BOARDS, 'mar'),
    contrast: one(found.contrast, CONTRASTS, 'system'),
    arcs: found.arcs ?? true,
    inside: found.inside ?? false,
    notation: one(found.notation, NOTATIONS, 'algebraic'),
    premove: found.premove ?? true,
    sound: found.sound ?? true,
    vibration: found.vibration ?? false,
    sayMoves: one(found.sayMoves, SAID_MOVES, 'all'),
    sayClock: found.sayClock ?? true,
  };
}

export const settings = $state<Choices>(begin());

let table = $state.raw<Partial<Table> | null>(null);
const spoken = new Set<Part>();

/** Fetches the words of a language; nothing is shown before the first ones are here. */
export async function speak(lang: Lang): Promise<void> {
  const [core, ...parts] = await Promise.all([LOADERS[lang](), ...[...spoken].map((part) => PART_LOADERS[part][lang]())]);
  table = Object.assign({}, core, ...parts) as Partial<Table>;
  settings.lang = lang;
}

/** Fetches the words of a part of the page, from now on with every language. */
export async function speakOf(part: Part): Promise<void> {
  spoken.add(part);
  const lang = settings.lang;
  const words = await PART_LOADERS[part][lang]();
  // another language that was chosen in the meantime brings its own
  if (settings.lang === lang) table = { ...table, ...words };
}

/** Changes a choice, keeps it and shows it on the document. */
export async function choose(change: Partial<Choices>): Promise<void> {
  if (change.lang !== undefined && change.lang !== settings.lang) await speak(change.lang);
  Object.assign(settings, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // a browser that keeps nothing still plays
  }
  show();
}

/** Puts language, theme, board and contrast on `<html>`. */
export function show(): void {
  const root = document.documentElement;
  root.lang = settings.lang === 'pt' ? 'pt-BR' : settings.lang;
  root.dataset['board'] = settings.board;
  if (settings.theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = settings.theme;
  if (settings.contrast === 'system') delete root.dataset['contrast'];
  else root.dataset['contrast'] = settings.contrast;
}

/** A message in the language chosen. */
export function t(key: Key, values?: Values): string {
  return table === null ? '' : say(table, LOCALES[settings.lang], key, values);
}

export function amount(minor: number, currency: Currency, signed = false): string {
  return money(minor, currency, settings.lang, signed);
}

export function share(basisPoints: number): string {
  return percent(basisPoints, settings.lang);
}

export function decimalMark(): string {
  return decimal(settings.lang);
}

/** A wall-clock instant in the language's habit. */
export function when(ms: number): string {
  return instant(ms, { dateStyle: 'medium', timeStyle: 'short' });
}

/** A wall-clock instant where one is, with its zone: `vie, 5 dic, 20:00 GMT-5`. */
export function localTime(ms: number): string {
  return instant(ms, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });
}

/** The same instant for everybody: `6 dic, 01:00 UTC`. */
export function utcTime(ms: number): string {
  return instant(ms, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short' });
}

/** The same where somebody else is: `vie, 5 dic, 22:00 GMT-3`. */
export function timeIn(ms: number, timeZone: string): string {
  return instant(ms, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZoneName: 'short', timeZone });
}

/** A day: `1 dic 2026`. */
export function day(ms: number): string {
  return instant(ms, { dateStyle: 'medium' });
}

function instant(ms: number, how: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(LOCALES[settings.lang], how).format(ms);
}

/** `1.520`, in the language's habit. */
export function figure(n: number): string {
  return new Intl.NumberFormat(LOCALES[settings.lang]).format(n);
}

/** A square as this reader writes it. */
export function squareWord(square: string): string {
  return squareName(square, settings.notation);
}

/** A move as this reader writes it. */
export function moveWord(path: string): string {
  return moveName(path, settings.notation);
}

/** `e1`, `e1 o g3`, `a1, c1 o e1`. */
export function anyOf(words: readonly string[]): string {
  const last = words[words.length - 1] ?? '';
  return words.length < 2 ? last : t('or', { a: words.slice(0, -1).join(', '), b: last });
}
