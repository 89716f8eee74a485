// Draw rules in words. Counts nothing: what the server says is said here.

import type { Balance, DrawRule, Material } from './protocol';
import { t } from './settings.svelte';

/** A draw rule as a sentence. */
export function drawRule(rule: DrawRule): string {
  switch (rule.is) {
    case 'repetition': return t('draw_repetition', { n: rule.times });
    case 'quiet': return t('draw_quiet', { n: rule.plies });
    case 'balance': {
      const said = t('draw_balance', { n: rule.plies, material: balance(rule.balance) });
      return rule.anew === 'never' ? said : `${said} ${t(`draw_anew_${rule.anew}`)}`;
    }
  }
}

function balance(one: Balance): string {
  switch (one.is) {
    case 'listed': return one.pairs.map(([a, b]) => t('draw_against', { a: material(a), b: material(b) })).join('; ');
    case 'against_king': return t(one.kings_only ? 'draw_kings_king' : 'draw_pieces_king', { n: range(one) });
    case 'against_king_on_main_road': return t('draw_road_king', { n: range(one) });
    case 'kings_on_both': return t('draw_both_kings', { n: range(one) });
  }
}

function range({ least, most }: { least: number; most: number }): string | number {
  return least === most ? most : t('range', { min: least, max: most });
}

function material({ kings, men }: Material): string {
  const words = [kings > 0 ? t('kings', { n: kings }) : '', men > 0 ? t('men', { n: men }) : ''].filter((one) => one !== '');
  return words.length < 2 ? (words[0] ?? '') : t('draw_and', { a: words[0] ?? '', b: words[1] ?? '' });
}
