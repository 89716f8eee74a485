// The position editor's and the puzzles' reading and book-keeping.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readFen } from '../src/board/geometry';
import { moved, pieceOf, readAddress, used, writeFen, wrongOf } from '../src/trainer/setup';
import { keepDone, readDone } from '../src/trainer/solved';
import { answer, begin, hint, hinted, isSolved, line, play, playable, show, shown, takeBack, type Puzzle } from '../src/trainer/solving';
import { worth } from '../src/trainer/worth';

const folder = join(import.meta.dirname, '../src/trainer/puzzles');
const all = readdirSync(folder).map((name) => ({ name, puzzles: JSON.parse(readFileSync(join(folder, name), 'utf8')) as Puzzle[] }));

describe('a position that is set up', () => {
  it('is written as it is read, in the order of the board', () => {
    for (const fen of ['W:Wc3,Kf6:Bb8', 'B:W:Bh8', 'W:W31,K46:B1,20']) {
      const { turn, position } = readFen(fen);
      expect(writeFen(turn, position)).toBe(fen);
    }
    expect(writeFen('black', readFen('B:WKf6,c3:Bb8').position)).toBe('B:Wc3,Kf6:Bb8');
  });

  it('stands in the address behind its game', () => {
    expect(readAddress('brazilian:W:Wc3:Bb8')).toEqual({ variant: 'brazilian', fen: 'W:Wc3:Bb8' });
    expect(readAddress('russian')).toEqual({ variant: 'russian', fen: null });
    expect(readAddress('W:Wc3:Bb8')).toEqual({ variant: null, fen: 'W:Wc3:Bb8' });
    expect(readAddress('')).toEqual({ variant: null, fen: null });
  });

  it('is changed by putting, putting once more, carrying and taking away', () => {
    const { position } = readFen('W:Wc3:Bb8');
    expect(writeFen('white', used(position, 'black_king', 'c3'))).toBe('W:W:Bb8,Kc3');
    expect(writeFen('white', used(position, 'white_man', 'c3'))).toBe('W:W:Bb8');
    expect(writeFen('white', used(position, 'away', 'b8'))).toBe('W:Wc3:B');
    expect(writeFen('white', moved(position, 'c3', 'b8'))).toBe('W:Wb8:B');
    expect(writeFen('white', moved(position, 'c3', null))).toBe('W:W:Bb8');
    expect(pieceOf('hand')).toBeNull();
  });

  it('has what the server finds wrong with it told in the page\'s language', () => {
    expect(wrongOf('there is no piece on the board').key).toBe('wrong_empty');
    expect(wrongOf('white has 13 pieces; it begins with 12')).toEqual({ key: 'wrong_many', values: { side: 'white', found: '13', most: '12' } });
    expect(wrongOf("the man on h8 stands on White's far row; there it is a king")).toEqual({ key: 'wrong_far', values: { square: 'h8', side: 'white' } });
    expect(wrongOf('"z9" is not a piece; a man is written by its square')).toEqual({ key: 'wrong_piece', values: { token: 'z9' } });
    expect(wrongOf('something else').key).toBe('wrong_other');
  });
});

describe('what a line is worth', () => {
  it('is said in men for White, or as a win', () => {
    const of = (score: number, won: 'white' | 'black' | null = null, plies: number | null = null) => worth({ score, won_by: won, plies, moves: [] });
    expect([of(120), of(-120), of(0), of(-3)]).toEqual(['+1,2', '−1,2', '0,0', '0,0']);
    expect(of(29_990, 'black', 5)).toBe('Negras ganan en 3');
  });
});

describe('the puzzles', () => {
  it('are at least a hundred, sixty of them Brazilian, each with a name of its own', () => {
    const names = all.flatMap((file) => file.puzzles.map((puzzle) => puzzle.id));
    expect(names.length).toBeGreaterThanOrEqual(100);
    expect(all.find((file) => file.name === 'brazilian.json')?.puzzles.length).toBeGreaterThanOrEqual(60);
    expect(new Set(names).size).toBe(names.length);
  });

  it('are solved by their own line, and go on to the end of what is shown behind it', () => {
    for (const puzzle of all.flatMap((file) => file.puzzles)) {
      let solving = begin(puzzle);
      for (const step of puzzle.steps) {
        expect(playable(solving), puzzle.id).toEqual(step.legal);
        solving = answer(play(solving, step.plays));
      }
      expect(isSolved(solving), puzzle.id).toBe(true);
      expect(line(solving)).toHaveLength(puzzle.steps.length * 2 - 1 + puzzle.rest.length);
    }
  });
});

describe('a puzzle being solved', () => {
  const puzzle = all.flatMap((file) => file.puzzles).find((one) => one.steps.length === 2 && one.steps[0]?.plays.includes('-')) as Puzzle;
  const first = puzzle.steps[0] as Puzzle['steps'][number];
  const other = first.legal.find((move) => !move.paths.includes(first.plays))?.paths[0] as string;

  it('shows a wrong move and takes it back along its way', () => {
    const wrong = play(begin(puzzle), other);
    expect(wrong.wrong?.path).toBe(other);
    expect(playable(wrong)).toEqual([]);
    expect(shown(wrong, null).motion?.back).toBe(false);
    const back = takeBack(wrong);
    expect(shown(back, null).motion?.back).toBe(true);
    expect(playable(back)).toEqual(first.legal);
    expect(back.played).toEqual([]);
  });

  it('hints at the piece, then at its move, and begins anew with the next one', () => {
    const one = hint(begin(puzzle));
    expect(hinted(one)).toHaveLength(1);
    const two = hint(one);
    expect(hinted(two).length).toBeGreaterThan(1);
    expect(hinted(answer(play(two, first.plays)))).toEqual([]);
  });

  it('may be shown move by move', () => {
    const shownOne = answer(show(begin(puzzle)));
    expect(shownOne.step).toBe(1);
    expect(isSolved(show(shownOne))).toBe(true);
    expect(show(shownOne).helped).toBe('shown');
  });
});

describe('what was solved', () => {
  beforeEach(() => localStorage.clear());

  it('is kept in the browser, and stays solved when its solution is looked at later', () => {
    keepDone('brazilian-1', 'shown');
    keepDone('brazilian-2', 'solved');
    keepDone('brazilian-2', 'shown');
    expect(readDone()).toEqual({ 'brazilian-1': 'shown', 'brazilian-2': 'solved' });
    localStorage.setItem('damas.puzzles', 'nonsense');
    expect(readDone()).toEqual({});
  });
});
