// What a picture of a board shows beside the pieces. Knows no rules.

import type { Position, Square } from './geometry';

export type Scene = {
  readonly position: Position;
  /** The pieces that must capture. */
  readonly must: readonly Square[];
  /** The pieces that can move. */
  readonly able: readonly Square[];
  /** Where a piece may stop, and how many pieces are taken by then. */
  readonly dots: readonly { readonly square: Square; readonly taken: number }[];
  readonly path: readonly Square[];
  /** The pieces that are captured and not yet removed. */
  readonly dead: readonly Square[];
  readonly chosen: Square | null;
  /** The last move's squares. */
  readonly last: readonly Square[];
};

/** Pieces and nothing else. */
export function plain(position: Position): Scene {
  return { position, must: [], able: [], dots: [], path: [], dead: [], chosen: null, last: [] };
}
