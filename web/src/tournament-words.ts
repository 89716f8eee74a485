// What tournaments and their parts are called here. Counts nothing.

import type { TieBreak, TournamentFormat } from './protocol';
import { figure, t } from './settings.svelte';

/** `Eliminatoria`, `Suizo a 5 rondas`. */
export function formatName(format: TournamentFormat): string {
  switch (format.is) {
    case 'knockout': return t('format_knockout');
    case 'swiss': return t('format_swiss', { n: format.rounds });
    case 'round_robin': return t(format.double ? 'format_round_robin_double' : 'format_round_robin');
    case 'arena': return t('format_arena');
  }
}

/** What a round of a bracket is called by how many are still to come after it. */
export function roundName(round: number, rounds: number | null): string {
  const after = rounds === null ? 9 : rounds - round;
  if (after === 0) return t('round_final');
  if (after === 1) return t('round_semifinals');
  if (after === 2) return t('round_quarterfinals');
  return t('round_n', { n: round });
}

/** A tie-break's value as people count it: in the points that a win gives two of. */
export function tieBreakFigure(which: TieBreak, value: number): string {
  return which === 'direct_encounter' ? figure(Math.round((value / 12) * 100) / 100) : figure(value);
}
