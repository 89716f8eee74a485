// What a player is told about his last command, in words.

import { t } from './settings.svelte';
import type { Notice, Told } from './state';

const TOLD: readonly Told[] = ['draw_declined', 'already_played', 'premove_dropped'];

/** Whether that is told beside the server's refusals. */
export function isTold(code: Notice['code']): code is Told {
  return TOLD.some((one) => one === code);
}

export function toldText(code: Notice['code']): string {
  return isTold(code) ? t(`notice_${code}`) : t(`code_${code}`);
}
