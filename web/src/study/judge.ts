// Which moves of a game were bad, and how bad: by what the engine thinks before and after each. Pure.

import type { PositionAnalysis, Side } from '../protocol';

/** What a position is worth: to White, in hundredths of a man. */
export type Worth = { score: number; wonBy: Side | null; plies: number | null };
export const MARKS = ['inaccuracy', 'mistake', 'blunder'] as const;
export type Mark = (typeof MARKS)[number];
export type Verdict = {
  mark: Mark | null;
  /** What the mover lost, in hundredths of a man, of what decides a game. */
  loss: number;
  /** Whether he let a certain win go, or out of sight, or made a lost game of one that was not. */
  turned: 'win_gone' | 'less_clear' | 'now_lost' | null;
};

/** From here on, in hundredths of a man, a loss is marked. */
export const FROM: Record<Mark, number> = { inaccuracy: 40, mistake: 80, blunder: 150 };
/** Beyond so much a side has won anyway: how much more it has is no matter. */
const ENOUGH = 300;
/** Who has less than this ahead has no won game. */
const AHEAD = 100;

/** What a position was found to be worth. With nothing to play the side to move has lost. */
export function worthOf(found: PositionAnalysis): Worth {
  const best = found.lines[0];
  if (best !== undefined) return { score: best.score, wonBy: best.won_by, plies: best.plies };
  const wonBy: Side = found.turn === 'white' ? 'black' : 'white';
  return { score: wonBy === 'white' ? ENOUGH : -ENOUGH, wonBy, plies: 0 };
}

/** A draw by rule. */
export const EVEN: Worth = { score: 0, wonBy: null, plies: null };

/** The worth as the mover sees it, as far as it decides. */
function counts(worth: Worth, mover: Side): number {
  if (worth.wonBy !== null) return worth.wonBy === mover ? ENOUGH : -ENOUGH;
  const own = mover === 'white' ? worth.score : -worth.score;
  return Math.max(-ENOUGH, Math.min(ENOUGH, own));
}

/** What is to be said of a move: `before` is what the engine found where it was played, `after` what stood then. */
export function verdict(mover: Side, played: string, before: PositionAnalysis, after: Worth): Verdict {
  const good: Verdict = { mark: null, loss: 0, turned: null };
  // the engine's own choice and a move without another one are nobody's mistake
  if (before.lines.length < 2 || before.lines[0]?.moves[0] === played) return good;
  const then = worthOf(before);
  const [was, is] = [counts(then, mover), counts(after, mover)];
  const loss = Math.max(0, was - is);
  if (then.wonBy === mover && after.wonBy !== mover) {
    if (is < AHEAD) return { mark: 'blunder', loss, turned: 'win_gone' };
    // still far ahead: the engine only has not seen the end from there
    return loss >= FROM.inaccuracy ? { mark: 'inaccuracy', loss, turned: 'less_clear' } : good;
  }
  const lost = after.wonBy !== null && after.wonBy !== mover && then.wonBy === null;
  if (lost && was > -AHEAD) return { mark: 'blunder', loss, turned: 'now_lost' };
  const mark = loss >= FROM.blunder ? 'blunder' : loss >= FROM.mistake ? 'mistake' : loss >= FROM.inaccuracy ? 'inaccuracy' : null;
  return { mark, loss, turned: null };
}
