// How an end is told. Knows no figures.

import { other } from './game';
import { moveNumber, nameOf } from './names';
import type { Side } from './protocol';
import { t } from './settings.svelte';
import type { Game } from './state';

/** The headline: the viewer's own result, or the side's for those who watch. */
export function headline(game: Game): string {
  const ended = game.ended;
  if (ended === null) return '';
  if (ended.outcome === 'draw') return t('drawn');
  if (ended.outcome === 'void') return t(ended.reason === 'aborted' ? 'not_started' : 'voided');
  if (game.you === 'spectator') return t(ended.outcome === 'white' ? 'side_won_white' : 'side_won_black');
  return t(ended.outcome === game.you ? 'won' : 'lost');
}

/** Why, in one sentence. */
export function reasonText(game: Game): string {
  const ended = game.ended;
  if (ended === null) return '';
  const loser: Side = ended.outcome === 'black' ? 'white' : ended.outcome === 'white' ? 'black' : game.live.turn;
  const me = loser === game.you;
  const values = { name: nameOf(game, loser), move: Math.max(1, moveNumber(game.moves.length)) };
  const flagged = { ...values, move: moveNumber(game.moves.length + 1) };
  switch (ended.reason) {
    case 'no_pieces': return me ? t('end_no_pieces_you', values) : t('end_no_pieces', values);
    case 'blocked': return me ? t('end_blocked_you', values) : t('end_blocked', values);
    case 'resignation': return me ? t('end_resignation_you', values) : t('end_resignation', values);
    case 'flag': return me ? t('end_flag_you', flagged) : t('end_flag', flagged);
    case 'agreement': return t('end_agreement', values);
    case 'repetition': return ended.repeated_at.length === 0 ? t('end_repetition') : t('end_repetition_at', { moves: ended.repeated_at.map(moveNumber).join(', ') });
    case 'quiet_plies': return t('end_quiet_plies', { n: game.live.draw.quiet });
    case 'balance': return t('end_balance');
    case 'aborted': return t('end_aborted');
    case 'forfeit': return ended.outcome === 'void' ? t('end_forfeit_both') : me ? t('end_forfeit_you', values) : t('end_forfeit', values);
    case 'voided': return t('end_voided');
  }
}

/** The result in points, the viewer's side first: `2` and `0`, `1` and `1`; nothing when it did not count. */
export function points(game: Game): { first: Side; score: [string, string] } {
  const first: Side = game.you === 'black' ? 'black' : 'white';
  const outcome = game.ended?.outcome;
  if (outcome === 'draw') return { first, score: ['1', '1'] };
  if (outcome === first) return { first, score: ['2', '0'] };
  if (outcome === other(first)) return { first, score: ['0', '2'] };
  return { first, score: ['–', '–'] };
}
