// A puzzle being solved: what was played, and what follows from a move. Pure. Knows no rules: the legal moves stand in the puzzle.

import { carried, readFen, squaresOf, type Position, type Square } from '../board/geometry';
import type { Motion } from '../game';
import type { LegalMove, Side } from '../protocol';

/** A ply and the position after it. */
export type Played = { path: string; captured: string[]; fen: string };

export type Step = {
  fen: string;
  legal: LegalMove[];
  /** The one move that keeps the result. */
  plays: string;
  then: string;
  reply: { path: string; captured: string[] } | null;
};

/** A puzzle as its file has it. */
export type Puzzle = { id: string; variant: string; asks: 'win' | 'draw'; level: 1 | 2 | 3; people: boolean; steps: Step[]; rest: Played[] };

/** Where one stands in it. */
export type Solving = {
  puzzle: Puzzle;
  played: Played[];
  /** The step whose move is to be found; as many as there are when it is solved. */
  step: number;
  /** The answer to the move just played is still to come. */
  answering: boolean;
  /** A move that does not keep the result: it lies on the board until it goes back. */
  wrong: { path: string; captured: string[]; number: number } | null;
  /** The squares by which a wrong move goes back; none once another one was tried. */
  back: Square[];
  wrongs: number;
  /** How much was shown: the piece, its move, or the moves one by one. */
  helped: 'none' | 'piece' | 'move' | 'shown';
};

export function begin(puzzle: Puzzle): Solving {
  return { puzzle, played: [], step: 0, answering: false, wrong: null, back: [], wrongs: 0, helped: 'none' };
}

export function stepOf(solving: Solving): Step | null {
  return solving.puzzle.steps[solving.step] ?? null;
}

export function isSolved(solving: Solving): boolean {
  return stepOf(solving) === null;
}

/** The side that solves it. */
export function solver(puzzle: Puzzle): Side {
  return readFen(puzzle.steps[0]?.fen ?? '').turn;
}

/** The moves that may be tried now. */
export function playable(solving: Solving): LegalMove[] {
  return solving.answering || solving.wrong !== null ? [] : (stepOf(solving)?.legal ?? []);
}

function moveOf(step: Step, path: string): LegalMove | undefined {
  return step.legal.find((move) => move.paths.includes(path));
}

/** Plays a move: the right one by whichever way stays, another one is marked as wrong. */
export function play(solving: Solving, path: string): Solving {
  const step = stepOf(solving);
  const move = step === null ? undefined : moveOf(step, path);
  if (step === null || move === undefined || solving.answering || solving.wrong !== null) return solving;
  if (move !== moveOf(step, step.plays)) {
    return { ...solving, wrong: { path, captured: move.captured, number: solving.wrongs + 1 }, back: [], wrongs: solving.wrongs + 1 };
  }
  const played = [...solving.played, { path, captured: move.captured, fen: step.then }];
  const last = step.reply === null;
  return { ...solving, played, back: [], answering: !last, step: last ? solving.puzzle.steps.length : solving.step, helped: solving.helped === 'shown' ? 'shown' : 'none' };
}

/** The answer is played; the next move is to be found. */
export function answer(solving: Solving): Solving {
  const step = stepOf(solving);
  const next = solving.puzzle.steps[solving.step + 1];
  if (!solving.answering || step?.reply == null || next === undefined) return solving;
  return { ...solving, played: [...solving.played, { ...step.reply, fen: next.fen }], step: solving.step + 1, answering: false };
}

/** The wrong move goes back to where it came from. */
export function takeBack(solving: Solving): Solving {
  return solving.wrong === null ? solving : { ...solving, wrong: null, back: squaresOf(solving.wrong.path).reverse() };
}

/** Shows more of what is to be found: first which piece, then its move. */
export function hint(solving: Solving): Solving {
  if (isSolved(solving) || solving.helped === 'shown') return solving;
  return { ...solving, helped: solving.helped === 'none' ? 'piece' : 'move' };
}

/** Plays the right move for who gives up on it. */
export function show(solving: Solving): Solving {
  const step = stepOf(solving);
  return step === null ? solving : play({ ...solving, wrong: null, back: [], helped: 'shown' }, step.plays);
}

/** The squares that the hint marks. */
export function hinted(solving: Solving): Square[] {
  const step = stepOf(solving);
  if (step === null || solving.answering || solving.wrong !== null) return [];
  const squares = squaresOf(step.plays);
  return solving.helped === 'piece' ? squares.slice(0, 1) : solving.helped === 'move' ? squares : [];
}

/** All that may be looked at: what was played and, once it is solved, how it goes on. */
export function line(solving: Solving): Played[] {
  return isSolved(solving) ? [...solving.played, ...solving.puzzle.rest] : solving.played;
}

export type Shown = { position: Position; turn: Side; last: Square[]; motion: Motion | null };

/** What the board shows: the present, or after that many plies of the line. */
export function shown(solving: Solving, viewing: number | null): Shown {
  const plies = line(solving);
  const count = viewing ?? solving.played.length;
  const start = solving.puzzle.steps[0]?.fen ?? '';
  const fenAt = (ply: number): string => plies[ply - 1]?.fen ?? start;
  const { position, turn } = readFen(fenAt(count));
  const move = plies[count - 1];
  if (viewing === null && solving.wrong !== null) {
    const { path, captured, number } = solving.wrong;
    const squares = squaresOf(path);
    return { position: carried(position, squares, captured), turn, last: squares, motion: { key: `wrong:${number}`, path: squares, captured, before: position, back: false } };
  }
  const last = move === undefined ? [] : squaresOf(move.path);
  if (viewing === null && solving.back.length > 0) {
    return { position, turn, last, motion: { key: `back:${solving.wrongs}`, path: solving.back, captured: [], before: position, back: true } };
  }
  // what is only looked at again does not move; what goes on behind the solution does
  if (move === undefined || (viewing !== null && viewing < solving.played.length)) return { position, turn, last, motion: null };
  return { position, turn, last, motion: { key: `${count}:${move.path}`, path: last, captured: move.captured, before: readFen(fenAt(count - 1)).position, back: false } };
}
