// How a line's worth is told.

import type { AnalysedLine } from '../protocol';
import { decimalMark, t } from '../settings.svelte';

/** `+1,2`, `0,0`, or who wins and in how many moves; for White. */
export function worth(line: AnalysedLine): string {
  if (line.won_by !== null) {
    const side = t(line.won_by);
    return line.plies === null ? t('lines_won', { side }) : t('lines_won_in', { side, n: Math.ceil(line.plies / 2) });
  }
  const men = (Math.round(line.score / 10) / 10).toFixed(1).replace('.', decimalMark()).replace('-', '−');
  return line.score >= 5 ? `+${men}` : men.replace(/^−(0\D0)$/, '$1');
}
