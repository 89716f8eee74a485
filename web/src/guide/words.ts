// What the guide's drawings say, and why a move is not legal. Knows no rules.

import { inOrder, widthOfFen, type Position, type Role, type Square } from '../board/geometry';
import type { Key } from '../messages/kinds';
import type { Side } from '../protocol';
import { anyOf, t } from '../settings.svelte';
import type { Drawing, Why } from './drawings';
import type { Said, Step } from './steps';

/** `e1 y f2`, `a1, c1 y e1`. */
export function allOf(words: readonly string[]): string {
  const last = words[words.length - 1] ?? '';
  return words.length < 2 ? last : t('draw_and', { a: words.slice(0, -1).join(', '), b: last });
}

/** `Dibujo de las filas 1 a 5. Blancas: peones e1 y f2. Negras: peón d2.` */
export function described(drawing: Drawing, step: Step): string {
  const width = widthOfFen(drawing.fen);
  const [from, to] = drawing.rows;
  const whole = from === 1 && to === width;
  const rows = whole ? t('guide_whole_board')
    : width === 8 ? t('guide_rows', { from, to })
      : t('guide_squares', { from: (10 - to) * 5 + 1, to: (10 - from + 1) * 5 });
  const { position, dead, chosen } = step.scene;
  const words = [rows, pieces(position, 'white'), pieces(position, 'black')];
  if (chosen !== null && dead.length > 0) words.push(t('guide_dead', { n: dead.length, squares: allOf(dead) }));
  return [...words.filter((one) => one !== ''), ...step.says.map(said)].join(' ');
}

function pieces(position: Position, side: Side): string {
  const of = (role: Role): Square[] => inOrder([...position].filter(([, piece]) => piece.side === side && piece.role === role).map(([square]) => square));
  const named = (['man', 'king'] as const).flatMap((role) => {
    const squares = of(role);
    return squares.length === 0 ? [] : [t(`guide_list_${role}`, { n: squares.length, squares: allOf(squares) })];
  });
  return named.length === 0 ? '' : t('guide_side_has', { side: t(side), pieces: named.join('; ') });
}

export function said(one: Said): string {
  switch (one.is) {
    case 'begins': return t('guide_step_begins', { side: t(one.side) });
    case 'must': return t('guide_step_must', { n: one.squares.length, squares: allOf(one.squares) });
    case 'may': return t('guide_step_may', { square: one.square, to: anyOf(one.to) });
    case 'jump': return t('guide_step_jump', { over: allOf(one.over), at: one.at });
    case 'takes': return t('guide_step_takes', { n: one.taken.length, at: one.at, taken: allOf(one.taken) });
    case 'played': return t('guide_step_played', { side: t(one.side), path: one.path });
    case 'crowned': return t('guide_step_crowned', { at: one.at });
    case 'stays_man': return t('guide_step_stays_man', { at: one.at });
    case 'lost': return `${t('guide_step_lost', { side: t(one.side) })} ${t(`side_won_${one.side === 'white' ? 'black' : 'white'}`)}.`;
    case 'road': return t('guide_step_road', { from: one.from, to: one.to });
    case 'again': return t('guide_step_again');
  }
}

/** What is wrong with a move that the drawing shows as forbidden. */
export function wrong(drawing: Drawing, why: Why): string {
  switch (why.is) {
    case 'must_capture': return t('guide_why_must_capture');
    case 'must_take_more': {
      const all = drawing.variant === 'brazilian' || drawing.variant === 'international';
      return all ? t('guide_why_most', { n: why.most ?? 2 }) : t('guide_why_whole');
    }
    case 'no_such_move': return t(`guide_no_${drawing.name}` as Key);
  }
}
