// How squares and moves are written for the reader. The wire has its own names, which never change.

import { place, widthOf, type Square } from './board/geometry';

export const NOTATIONS = ['algebraic', 'numeric'] as const;
export type Notation = (typeof NOTATIONS)[number];

/** A square's name: `c3`, or its number from the upper left (`22`); on 10x10 it is the number anyway. */
export function squareName(square: Square, notation: Notation): string {
  if (notation === 'algebraic' || widthOf(square) === 10) return square;
  const { file, rank } = place(square);
  return String((7 - rank) * 4 + Math.floor(file / 2) + 1);
}

/** A move's text with its squares so named: `c3-d4`, `22-18`. */
export function moveName(path: string, notation: Notation): string {
  return notation === 'algebraic' ? path : path.replace(/[a-h][1-8]/g, (square) => squareName(square, notation));
}
