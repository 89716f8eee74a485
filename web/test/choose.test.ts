import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { movable, targets } from '../src/board/choose';
import type { LegalMove } from '../src/protocol';

// the server's own encoding of captures in which the way matters, written by a test of crates/server
const golden = JSON.parse(readFileSync(join(import.meta.dirname, '../../tests/data/captures.json'), 'utf8')) as { fen: string; legal: LegalMove[] }[];

/** Every way of tapping square by square, as the texts that would be sent. */
function played(legal: LegalMove[], walked: string[]): string[] {
  return [...targets(legal, walked).values()].flatMap((target) =>
    target.plays !== null ? [target.plays.path] : played(legal, [...target.walked]));
}

describe('choosing a capture', () => {
  it('r6_what_is_tapped_square_by_square_is_one_of_the_texts_that_the_server_sent', () => {
    expect(golden.length).toBeGreaterThan(20);
    for (const { fen, legal } of golden) {
      const sent = new Set(legal.flatMap((move) => move.paths));
      const tapped = [...movable(legal)].flatMap((square) => played(legal, [square]));
      expect(tapped.length, fen).toBeGreaterThan(0);
      for (const path of tapped) expect(sent.has(path), `${fen}: ${path}`).toBe(true);
      // every move can be reached, by one of its ways
      for (const move of legal) expect(move.paths.some((path) => tapped.includes(path)), `${fen}: ${move.paths[0]}`).toBe(true);
    }
  });
});
