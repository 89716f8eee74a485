import { describe, expect, it } from 'vitest';
import { between, carried, corner, inOrder, neighbour, place, readFen, rowsFor, squareAt, squaresOf, squareUnder, takenAlong, widthOfFen, type Width } from '../src/board/geometry';

const START = `W:W${Array.from({ length: 20 }, (_, i) => i + 31).join(',')}:B${Array.from({ length: 20 }, (_, i) => i + 1).join(',')}`;

describe('a board of ten by ten', () => {
  it('numbers its squares from the upper left to the lower right as White looks', () => {
    const rows = rowsFor('white', 10);
    expect(rows).toHaveLength(10);
    expect(rows[0]).toEqual(['1', '2', '3', '4', '5']);
    expect(rows[1]).toEqual(['6', '7', '8', '9', '10']);
    expect(rows[9]).toEqual(['46', '47', '48', '49', '50']);
    // the lower left square is played on, the upper left one is not
    expect(corner('46', 'white')).toEqual({ x: 0, y: 900 });
    expect(corner('1', 'white')).toEqual({ x: 100, y: 0 });
    expect(corner('5', 'white')).toEqual({ x: 900, y: 0 });
  });

  it('lies the other way round for Black', () => {
    expect(rowsFor('black', 10)[0]).toEqual(['50', '49', '48', '47', '46']);
    expect(corner('46', 'black')).toEqual({ x: 900, y: 0 });
    expect(corner('5', 'black')).toEqual({ x: 0, y: 900 });
  });

  it('has each square under its own corner, from both sides, and so has a board of eight', () => {
    for (const width of [8, 10] satisfies Width[]) {
      for (const below of ['white', 'black'] as const) {
        const squares = rowsFor(below, width).flat();
        expect(new Set(squares).size).toBe((width * width) / 2);
        for (const square of squares) {
          const { x, y } = corner(square, below);
          expect(squareUnder(x + 50, y + 50, below, width)).toBe(square);
          const { file, rank } = place(square);
          expect(squareAt(file, rank, width)).toBe(square);
        }
      }
    }
    expect(squareUnder(50, 50, 'white', 10)).toBeNull();
    expect(squareUnder(1_050, 50, 'white', 10)).toBeNull();
  });

  it('knows what lies between two squares of a diagonal', () => {
    expect(between('46', '5')).toEqual(['41', '37', '32', '28', '23', '19', '14', '10']);
    expect(between('28', '37')).toEqual(['32']);
    expect(between('28', '33')).toEqual([]);
    expect(between('1', '5')).toEqual([]);
  });

  it('reads its positions, its moves and what a path takes', () => {
    const { position, turn } = readFen(START);
    expect([position.size, turn, widthOfFen(START), widthOfFen('B:Wc3:Bb8')]).toEqual([40, 'white', 10, 8]);
    expect(position.get('50')).toEqual({ side: 'white', role: 'man' });
    expect(readFen('B:WK46,3:BK50').position.get('46')).toEqual({ side: 'white', role: 'king' });
    expect(readFen('W:W51,0:B5').position.size).toBe(1);
    expect(widthOfFen('W:WK46:BK5')).toBe(10);
    expect(squaresOf('32-28')).toEqual(['32', '28']);
    expect(takenAlong(squaresOf('28x19x10'), ['23', '14', '7'])).toEqual(['23', '14']);
    expect([...carried(readFen('W:W28:B23').position, ['28', '19'], ['23']).keys()]).toEqual(['19']);
  });

  it('is walked along its diagonals', () => {
    expect(neighbour('32', 'ArrowUp', 'white')).toBe('28');
    expect(neighbour('32', 'ArrowUp', 'black')).toBe('37');
    expect(neighbour('50', 'ArrowRight', 'white')).toBe('45');
    expect(inOrder(['10', '9', '50', '1'])).toEqual(['1', '9', '10', '50']);
    expect(inOrder(['e1', 'a1', 'c3'])).toEqual(['a1', 'c3', 'e1']);
  });
});
