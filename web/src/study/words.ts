// How positions, worths and verdicts are told.

import { figure, t } from '../settings.svelte';
import type { Verdict, Worth } from './judge';
import { moverOf, numberOf, numbered, type Past } from './past';

/** `12… d6-c5`; the start by its name. */
export function plyShort(past: Past, ply: number): string {
  const move = past.moves[ply - 1];
  return move === undefined ? t('study_start') : `${numbered(ply)} ${move.path}`;
}

/** `Jugada 12, negras: d6-c5`, as it is read aloud. */
export function plyLong(past: Past, ply: number): string {
  const move = past.moves[ply - 1];
  return move === undefined ? t('study_start') : t('study_ply', { n: numberOf(ply), side: t(moverOf(past, ply)), move: move.path });
}

/** Hundredths of a man as men. */
export function men(hundredths: number): string {
  return figure(Math.round(Math.abs(hundredths) / 10) / 10);
}

/** `+0,7` for White, `−0,7` for Black. */
export function signed(worth: Worth): string {
  const sign = worth.score > 0 ? '+' : worth.score < 0 ? '−' : '';
  return worth.wonBy !== null ? `${worth.wonBy === 'white' ? '+' : '−'}∞` : Math.abs(worth.score) < 5 ? '0' : `${sign}${men(worth.score)}`;
}

export function worthText(worth: Worth): string {
  const { score, wonBy, plies } = worth;
  if (wonBy !== null) {
    if (plies === 0) return t(`study_won_${wonBy}`);
    return plies === null ? t(`study_wins_${wonBy}`) : t(`study_wins_in_${wonBy}`, { n: Math.ceil(plies / 2) });
  }
  if (Math.abs(score) < 10) return t('study_even');
  const n = Math.round(Math.abs(score) / 10) / 10;
  return t(score > 0 ? 'study_better_white' : 'study_better_black', { n, men: figure(n) });
}

/** `Error grave: cuesta 2,1 peones`; nothing where nothing is wrong. */
export function verdictText(verdict: Verdict): string {
  if (verdict.mark === null) return '';
  const mark = t(`study_one_${verdict.mark}`);
  if (verdict.turned !== null) return `${mark}: ${t(`study_${verdict.turned}`)}`;
  const n = Math.round(verdict.loss / 10) / 10;
  return `${mark}: ${t('study_costs', { n, men: figure(n) })}`;
}

/** The marks of annotators. */
export const SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' } as const;
