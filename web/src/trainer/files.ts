// The puzzles of each game, fetched when they are looked at.

import american from './puzzles/american.json?url';
import brazilian from './puzzles/brazilian.json?url';
import international from './puzzles/international.json?url';
import russian from './puzzles/russian.json?url';
import type { Puzzle } from './solving';

const FILES: Record<string, string> = { brazilian, american, international, russian };
const here = new Map<string, Puzzle[]>();

/** The games that have puzzles. */
export const PUZZLED: readonly string[] = Object.keys(FILES);

/** The game that a puzzle's name begins with. */
export function variantOf(id: string): string | null {
  const variant = id.split('-')[0] ?? '';
  return variant in FILES ? variant : null;
}

/** The puzzles of a game, the easy ones first; null when they could not be fetched. */
export async function fetchPuzzles(variant: string): Promise<Puzzle[] | null> {
  const known = here.get(variant);
  const file = FILES[variant];
  if (known !== undefined) return known;
  if (file === undefined) return [];
  try {
    const answer = await fetch(file);
    if (!answer.ok) return null;
    const puzzles = (await answer.json()) as Puzzle[];
    here.set(variant, puzzles);
    return puzzles;
  } catch {
    return null;
  }
}
