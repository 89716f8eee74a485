// What a square is called aloud: its name, what stands on it, what it is in the move that is being entered.

import type { Key } from '../messages/kinds';
import type { Ahead } from '../premove';
import { squareWord, t } from '../settings.svelte';
import type { Target } from './choose';
import type { Position, Square } from './geometry';

/** What the board knows of its squares. */
export type Known = {
  position: Position;
  walked: readonly Square[];
  able: ReadonlySet<Square>;
  must: boolean;
  dead: ReadonlySet<Square>;
  next: ReadonlyMap<Square, Target>;
  ahead: Square | null;
  premove: Ahead | null;
  last: readonly Square[];
  hint: readonly Square[];
};

export function cellName(square: Square, known: Known): string {
  const { position, walked, able, must, dead, next, ahead, premove, last, hint } = known;
  const start = walked[0];
  const chosen = walked[walked.length - 1];
  const piece = square === chosen ? position.get(start ?? square) : square === start && walked.length > 1 ? undefined : position.get(square);
  const words = [squareWord(square), piece === undefined ? t('cell_empty') : t(`cell_${piece.side}_${piece.role}` satisfies Key)];
  if (square === chosen) words.push(t('cell_chosen'));
  else if (dead.has(square)) words.push(t('cell_taken'));
  else if (able.has(square) && walked.length < 2) words.push(t(must ? 'cell_must' : 'cell_can'));
  const target = next.get(square);
  if (target !== undefined) words.push(target.taken > 0 ? t('cell_target_taken', { n: target.taken }) : t('cell_target'));
  if (square === ahead) words.push(t('cell_pre_chosen'));
  if (square === premove?.from) words.push(t('cell_pre_from', { square: squareWord(premove.to) }));
  if (square === premove?.to) words.push(t('cell_pre_to'));
  if (last.includes(square)) words.push(t('cell_last'));
  if (hint.includes(square)) words.push(t('cell_hint'));
  return words.join(', ');
}
