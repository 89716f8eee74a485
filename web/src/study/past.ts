// A game that is over, as replay and analysis need it, wherever it was played. Knows no rules.

import { readFen } from '../board/geometry';
import { first as firstOf } from '../game';
import type { AnalysisOf, ClockSetting, EndReason, Level, Outcome, Side } from '../protocol';
import type { Game } from '../state';
import { EVEN, type Worth } from './judge';

export type PastMove = { path: string; fen: string; leftAfterMs: number | null };

export type Past = {
  /** Its number; null for a game that only this page has. */
  game: string | null;
  /** Whether the server keeps it, so that its address goes on leading to it. */
  kept: boolean;
  variant: string;
  /** By which rules draws counted; null for the game's usual ones. */
  rules: string | null;
  /** Who moved first in it. */
  first: Side;
  startFen: string;
  moves: readonly PastMove[];
  outcome: Outcome | null;
  /** Why; null where the board alone decides. */
  reason: EndReason | null;
  /** What the players are called in a file: by no language. */
  names: Record<Side, string>;
  clock: ClockSetting | null;
  /** Whether each side's first move took nothing from its clock. */
  firstFree: boolean;
  /** What both clocks had when the game ended. */
  leftAtEnd: Record<Side, number> | null;
  /** Whether the server has its file for whoever looks. */
  filed: boolean;
  /** The side of whoever looks; null for who watched and for two on one device. */
  me: Side | null;
  /** The level of the program that played in it. */
  level: Level | null;
};

/** A game of the server's. */
export function pastOf(game: Game): Past {
  const { terms, ended, white, black } = game;
  const clocks = ended?.clocks ?? null;
  const called = (player: Game['white']): string => player.name ?? (player.bot === null ? '?' : `Damas (${player.bot})`);
  return {
    game: game.game, kept: game.kind === 'staked', variant: terms.variant, rules: terms.rules, first: firstOf(game), startFen: game.startFen,
    moves: game.moves.map(({ path, fen, left_after_ms }) => ({ path, fen, leftAfterMs: left_after_ms })),
    outcome: ended?.outcome ?? null, reason: ended?.reason ?? null,
    names: { white: called(white), black: called(black) },
    clock: game.clocked ? terms.clock : null,
    firstFree: terms.first_move_ms > 0,
    leftAtEnd: clocks === null ? null : { white: clocks.white_ms, black: clocks.black_ms },
    filed: game.kind === 'staked' && game.you !== 'spectator',
    me: game.you === 'spectator' ? null : game.you,
    level: white.bot ?? black.bot,
  };
}

/** A game of two on this device; `fens`: the position after each move, `onBoard`: whether the rules ended it, not the two of them. */
export function pastHere(variant: string, startFen: string, moves: readonly string[], fens: readonly string[], outcome: Outcome, onBoard: boolean): Past {
  return {
    game: null, kept: false, variant, rules: null, first: readFen(startFen).turn, startFen,
    moves: moves.map((path, i) => ({ path, fen: fens[i] ?? startFen, leftAfterMs: null })),
    outcome, reason: onBoard ? null : outcome === 'draw' ? 'agreement' : 'resignation', names: { white: '?', black: '?' }, clock: null, firstFree: false, leftAtEnd: null, filed: false, me: null, level: null,
  };
}

/** The position after so many moves. */
export function fenAt(past: Past, ply: number): string {
  return past.moves[ply - 1]?.fen ?? past.startFen;
}

/** Who made that move, counted from 1. */
export function moverOf(past: Past, ply: number): Side {
  const second: Side = past.first === 'white' ? 'black' : 'white';
  return ply % 2 === 1 ? past.first : second;
}

/** The number of a move, counted from 1, in a list that has a line for one of each side. */
export function numberOf(ply: number): number {
  return Math.ceil(ply / 2);
}

/** `12.` for the first mover, `12…` for the other. */
export function numbered(ply: number): string {
  return `${numberOf(ply)}${ply % 2 === 1 ? '.' : '…'}`;
}

/** Moves of a line that begins after `ply` moves, as they are written: `12… d6-c5 13. b4xd6`. */
export function lineText(moves: readonly string[], ply: number): string {
  return moves.map((move, i) => (i === 0 || (ply + i) % 2 === 0 ? `${numbered(ply + i + 1)} ${move}` : move)).join(' ');
}

/** The question for the house's engine about the position after so many moves. */
export function questionOf(past: Past, ply: number): AnalysisOf {
  // two lines cost the engine nothing more, and a reply without a second one was forced
  return { variant: past.variant, fen: past.startFen, moves: past.moves.slice(0, ply).map((move) => move.path), rules: past.rules, lines: 2 };
}

/** What the last position is worth where the rules ended the game there; null where somebody else decided, or time. */
export function lastWorth(past: Past): Worth | null {
  const { outcome, reason } = past;
  const byRule = reason === null || reason === 'no_pieces' || reason === 'blocked' || reason === 'repetition' || reason === 'quiet_plies' || reason === 'balance';
  if (!byRule || outcome === null || outcome === 'void') return null;
  return outcome === 'draw' ? EVEN : { score: outcome === 'white' ? 1_000 : -1_000, wonBy: outcome, plies: 0 };
}

/** The questions that a game's analysis consists of: one a position, but for an end that is known. */
export function questionsOf(past: Past): AnalysisOf[] {
  const asked = past.moves.length + (lastWorth(past) === null ? 1 : 0);
  return Array.from({ length: asked }, (_, ply) => questionOf(past, ply));
}

/** Where the editor opens a position of a game. */
export function editorPath(variant: string, fen: string): string {
  return `/editor#${encodeURI(`${variant}:${fen}`)}`;
}
