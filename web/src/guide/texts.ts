// Which sentences each rule has in each game. Knows their keys only.

import type { Key } from '../messages/kinds';
import type { Rule, Variant } from './drawings';

export type Text = { readonly lead: Key; readonly points: readonly Key[] };

export function textOf(rule: Rule, variant: Variant): Text {
  const ten = variant === 'international';
  const american = variant === 'american';
  const most = variant === 'brazilian' || ten;
  switch (rule) {
    case 'board': return {
      lead: ten ? 'guide_board_ten' : 'guide_board_eight',
      points: [ten ? 'guide_coords_ten' : 'guide_coords_eight', ten ? 'guide_men_twenty' : 'guide_men_twelve', american ? 'guide_first_black' : 'guide_first_white', 'guide_sides'],
    };
    case 'men': return { lead: 'guide_men_forward', points: [american ? 'guide_men_never_back' : 'guide_men_back_to_take', 'guide_turns'] };
    case 'capture': return {
      lead: 'guide_capture_must',
      points: [american ? 'guide_capture_forward' : 'guide_capture_any_way', american ? 'guide_capture_on_forward' : 'guide_capture_on', 'guide_capture_kings', 'guide_capture_shown'],
    };
    case 'majority': return most
      ? { lead: 'guide_most', points: ['guide_most_alike', 'guide_most_equal', 'guide_most_whole_board'] }
      : { lead: 'guide_any', points: ['guide_any_whole', 'guide_any_alike'] };
    case 'removal': return { lead: 'guide_removal', points: ['guide_removal_blocks', 'guide_removal_start', 'guide_removal_same'] };
    case 'kings': return american
      ? { lead: 'guide_king_short', points: ['guide_king_short_takes', 'guide_king_must'] }
      : { lead: 'guide_king_flies', points: ['guide_king_takes', most ? 'guide_king_most' : 'guide_king_lands', 'guide_king_must'] };
    case 'crown': return {
      lead: most ? 'guide_crown' : 'guide_crown_reach',
      points: [most ? 'guide_crown_passes' : american ? 'guide_crown_stops' : 'guide_crown_at_once', 'guide_crown_look'],
    };
    case 'end': return { lead: 'guide_end', points: ['guide_end_resign', 'guide_end_away', 'guide_end_first', 'guide_end_not_begun'] };
    case 'draws': return { lead: 'guide_draws', points: ['guide_draws_ply', 'guide_draws_agreed', 'guide_offers_stand', 'guide_offers_cross'] };
    case 'money': return { lead: 'guide_money', points: ['guide_money_win', 'guide_money_draw', 'guide_money_void', 'guide_money_fixed', 'guide_money_practice'] };
    case 'notation': return {
      lead: 'guide_notation',
      points: ['guide_notation_capture', ten ? 'guide_notation_ten' : 'guide_notation_eight'],
    };
  }
}

/** A rule's name: whether the largest capture is compulsory is another rule than that any may be chosen. */
export function titleOf(rule: Rule, variant: Variant): Key {
  if (rule === 'majority' && (variant === 'american' || variant === 'russian')) return 'guide_title_any';
  return `guide_title_${rule}`;
}
