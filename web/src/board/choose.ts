// Following a move square by square among the legal moves that the server sent. Knows no rules: it only compares paths.

import type { LegalMove } from '../protocol';
import { squaresOf, takenAlong, type Square } from './geometry';

/** A path that may still become the move. */
export type Candidate = { readonly path: string; readonly squares: readonly Square[]; readonly captured: readonly Square[] };

/** Where the chosen piece may go next. */
export type Target = {
  readonly square: Square;
  /** The path as far as this square. */
  readonly walked: readonly Square[];
  /** How many pieces are taken by then. */
  readonly taken: number;
  /** The whole path, when tapping this square plays the move. */
  readonly plays: Candidate | null;
};

export function candidates(legal: readonly LegalMove[]): Candidate[] {
  return legal.flatMap((move) =>
    move.paths.map((path) => ({ path, squares: squaresOf(path), captured: move.captured })));
}

/** The squares whose pieces have a move. */
export function movable(legal: readonly LegalMove[]): Set<Square> {
  return new Set(legal.map((move) => move.from));
}

/** Whether the side to move has to capture: the server then sends captures only. */
export function mustCapture(legal: readonly LegalMove[]): boolean {
  return legal.some((move) => move.captured.length > 0);
}

/** The paths that begin with the squares walked so far. */
export function following(all: readonly Candidate[], walked: readonly Square[]): Candidate[] {
  return all.filter((one) => one.squares.length >= walked.length && walked.every((square, i) => one.squares[i] === square));
}

/**
 * Where a piece that has walked these squares may go: the next square of each path, and the last square of a path where
 * only that one path leads there. A square that is both counts as the next step.
 */
export function targets(legal: readonly LegalMove[], walked: readonly Square[]): Map<Square, Target> {
  const found = new Map<Square, Target>();
  if (walked.length === 0) return found;
  const open = following(candidates(legal), walked).filter((one) => one.squares.length > walked.length);
  for (const one of open) {
    const square = one.squares[walked.length] as Square;
    const soFar = [...walked, square];
    const plays = one.squares.length === soFar.length ? one : null;
    const already = found.get(square);
    // two moves that differ only in what they take may share a next square; the first whole one is played
    if (already !== undefined && (already.plays !== null || plays === null)) continue;
    found.set(square, { square, walked: soFar, taken: takenAlong(soFar, one.captured).length, plays });
  }
  const steps = new Set(found.keys());
  for (const one of open) {
    const square = one.squares[one.squares.length - 1] as Square;
    if (steps.has(square)) continue;
    const ways = open.filter((other) => other.squares[other.squares.length - 1] === square);
    if (ways.length === 1) {
      found.set(square, { square, walked: one.squares, taken: takenAlong(one.squares, one.captured).length, plays: one });
    }
  }
  return found;
}

/** The pieces that the squares walked so far have taken. */
export function takenSoFar(legal: readonly LegalMove[], walked: readonly Square[]): Square[] {
  const one = following(candidates(legal), walked)[0];
  return one === undefined ? [] : takenAlong(walked, one.captured);
}
