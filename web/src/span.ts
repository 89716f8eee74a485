// Stretches of time in words and figures. Knows no instant.

import { stretch } from './clock/clock-view';
import { t } from './settings.svelte';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What is left until something: `0:42`, `5:03:10`, from two days on `3 días y 4 h`. */
export function leftText(ms: number): string {
  if (ms < 2 * DAY) return stretch(ms);
  const days = Math.floor(ms / DAY);
  return t('span_days', { n: days, hours: Math.floor((ms - days * DAY) / HOUR) });
}

/** A stretch that is a rule, as short as it can be said: `90 s`, `5 min`, `6 h`, `14 d`. */
export function spanText(ms: number): string {
  if (ms >= 2 * DAY && ms % DAY === 0) return t('span_d', { n: ms / DAY });
  if (ms >= HOUR && ms % HOUR === 0) return t('span_h', { n: ms / HOUR });
  if (ms >= 120_000 && ms % 60_000 === 0) return t('span_min', { n: ms / 60_000 });
  return t('span_s', { n: Math.round(ms / 1000) });
}
