// What a person has chosen for this browser: language, appearance, board. Kept in the browser only.

import { LANGS, LOCALES, say, type Key, type Lang, type Table, type Values } from './messages/kinds';
import { decimal, money, percent, type Currency } from './money';

// one language comes with the page, another when it is chosen
const LOADERS: Record<Lang, () => Promise<Table>> = {
  es: async () => (await import('./messages/es')).es,
  pt: async () => (await import('./messages/pt')).pt,
  en: async () => (await import('./messages/en')).en,
};

export const THEMES = ['system', 'light', 'dark'] as const;
export const BOARDS = ['mar', 'evolution', 'linea', 'tinta'] as const;
export const CONTRASTS = ['system', 'more'] as const;

type Choices = {
  lang: Lang;
  theme: (typeof THEMES)[number];
  board: (typeof BOARDS)[number];
  contrast: (typeof CONTRASTS)[number];
  arcs: boolean;
  inside: boolean;
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
  };
}

export const settings = $state<Choices>(begin());

let table = $state.raw<Table | null>(null);

/** Fetches the words of a language; nothing is shown before the first ones are here. */
export async function speak(lang: Lang): Promise<void> {
  table = await LOADERS[lang]();
  settings.lang = lang;
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
  return new Intl.DateTimeFormat(LOCALES[settings.lang], { dateStyle: 'medium', timeStyle: 'short' }).format(ms);
}

/** `e1`, `e1 o g3`, `a1, c1 o e1`. */
export function anyOf(words: readonly string[]): string {
  const last = words[words.length - 1] ?? '';
  return words.length < 2 ? last : t('or', { a: words.slice(0, -1).join(', '), b: last });
}
