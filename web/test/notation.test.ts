// The same square by letter and by number.
import { describe, expect, it } from 'vitest';
import { moveName, squareName } from '../src/notation';

describe('numeric notation', () => {
  it('counts from the upper left as White looks, as the server does', () => {
    expect(['b8', 'd8', 'f8', 'h8', 'a7', 'h2', 'a1', 'g1'].map((square) => squareName(square, 'numeric'))).toEqual(['1', '2', '3', '4', '5', '28', '29', '32']);
  });

  it('writes whole moves, and leaves those of the larger board as they are', () => {
    expect(moveName('c3xe5xg7', 'numeric')).toBe('22x15x8');
    expect(moveName('c3-d4', 'algebraic')).toBe('c3-d4');
    expect(moveName('32-28', 'numeric')).toBe('32-28');
  });
});
