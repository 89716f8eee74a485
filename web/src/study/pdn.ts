// A game as PDN 3.0 text, for those of which the server keeps no file. Pure.

import { place, squaresOf, widthOf } from '../board/geometry';
import type { EndReason, Outcome } from '../protocol';
import { numberOf, type Past } from './past';

/** The standard's GameType, and whether its squares are numbers. */
const TYPES: Record<string, { type: string; numbers: boolean }> = {
  brazilian: { type: '26,W,8,8,A0,0', numbers: false },
  russian: { type: '25,W,8,8,A0,0', numbers: false },
  american: { type: '21,B,8,8,N1,0', numbers: true },
  international: { type: '20,W,10,10,N2,0', numbers: true },
};

/** A square of 8x8 by its number, 1 at the upper left as White looks. */
function numberOfSquare(square: string): string {
  if (widthOf(square) === 10) return square;
  const { file, rank } = place(square);
  return String((7 - rank) * 4 + Math.floor(file / 2) + 1);
}

function resultOf(outcome: Outcome | null, variant: string): string {
  const two = variant === 'international';
  switch (outcome) {
    case 'white': return two ? '2-0' : '1-0';
    case 'black': return two ? '0-2' : '0-1';
    case 'draw': return two ? '1-1' : '1/2-1/2';
    default: return '*';
  }
}

function termination(reason: EndReason | null): string | null {
  switch (reason) {
    case null: return null;
    case 'flag': return 'Time forfeit';
    case 'aborted': case 'voided': return 'Abandoned';
    case 'forfeit': return 'Forfeit';
    default: return 'Normal';
  }
}

const seconds = (ms: number): string => String(ms / 1000);

/** The game's text. `usual` is the position from which its kind is played, `day` when it was played: `2026.12.01`. */
export function pdnOf(past: Past, usual: string | null, day: string | null): string {
  const { variant, clock } = past;
  const kind = TYPES[variant];
  const square = (name: string): string => (kind?.numbers === true ? numberOfSquare(name) : name);
  const ended = termination(past.reason);
  const tags: [string, string][] = [
    ['Event', 'Damas'], ['Site', '?'], ['Date', day ?? '????.??.??'], ['Round', '-'],
    ['White', past.names.white], ['Black', past.names.black], ['Result', resultOf(past.outcome, variant)],
  ];
  if (clock !== null) tags.push(['TimeControl', `${seconds(clock.initial_ms)}+${seconds(clock.increment_ms)}`]);
  if (ended !== null) tags.push(['Termination', ended]);
  tags.push(['PlyCount', String(past.moves.length)]);
  if (kind !== undefined) tags.push(['GameType', kind.type]);
  if (past.startFen !== usual) tags.push(['FEN', past.startFen.replace(/[a-h][1-8]/g, square)]);
  // the side that the rules let begin has the first number even where a set-up position leaves the move to the other
  const starts = kind?.type.split(',')[1] === 'B' ? 'black' : 'white';
  const before = past.first === starts ? 0 : 1;
  const moves = past.moves.map((move, i) => {
    const taking = move.path.includes('x') || move.path.includes(':');
    const text = squaresOf(move.path).map(square).join(!taking ? '-' : variant === 'russian' ? ':' : 'x');
    const ply = i + 1 + before;
    return ply % 2 === 1 ? `${numberOf(ply)}. ${text}` : i === 0 ? `${numberOf(ply)}... ${text}` : text;
  });
  const head = tags.map(([name, value]) => `[${name} "${value.replace(/[\\"]/g, '\\$&')}"]`).join('\n');
  return `${head}\n\n${[...moves, '*'].join(' ')}\n`;
}
