// A notice in words. Pure but for the language.

import type { Currency } from './money';
import type { NoticeView } from './protocol';
import { matchPath, tournamentPath } from './route';
import { amount, localTime, t } from './settings.svelte';

/** Where a notice leads. */
export function noticePath(notice: NoticeView): string {
  if (notice.body.kind === 'your_round') return `/g/${notice.body.game}`;
  return notice.match !== null ? matchPath(notice.match) : tournamentPath(notice.tournament ?? '');
}

/** What it says, in a sentence. */
export function noticeText(notice: NoticeView, currency: Currency | null): string {
  const money = (minor: number): string => (currency === null ? '' : amount(minor, currency));
  const name = notice.other ?? t('match_anybody');
  const title = notice.title ?? '';
  const body = notice.body;
  switch (body.kind) {
    case 'challenged': case 'countered':
      return t(`told_${body.kind}`, { name, games: t('match_games', { n: body.games }), stake: money(body.stake) });
    case 'declined': case 'expired': case 'withdrawn': case 'cancel_offered': return t(`told_${body.kind}`, { name });
    case 'not_covered': return t('told_not_covered', { name, amount: money(body.hold) });
    case 'scheduled': return t('told_scheduled', { name, time: localTime(body.starts_at), amount: money(body.hold) });
    case 'cancelled': return notice.match === null
      ? t('told_cup_cancelled', { title, amount: money(body.refund) })
      : t('told_cancelled', { name, amount: money(body.refund) });
    case 'check_in_open': return notice.match === null
      ? t('told_cup_check_in', { title, time: localTime(body.closes_at) })
      : t('told_check_in_open', { name, time: localTime(body.closes_at) });
    case 'start_moved': return t('told_start_moved', { what: notice.match === null ? title : t('match_with', { name }), time: localTime(body.until) });
    case 'no_show': return t(body.came ? 'told_no_show_other' : 'told_no_show_own', { name, amount: money(body.received) });
    case 'result': return t(`told_result_${body.verdict}`, { name, own: body.points, other: body.other_points, amount: money(body.received ?? 0) });
    case 'refund': return t('told_refund', { amount: money(body.amount) });
    case 'voided': return t('told_voided', { name, amount: money(body.refund) });
    case 'in_review': return t('told_in_review', { name, time: localTime(body.deadline) });
    case 'rematch_offered': return t('told_rematch_offered', { name });
    case 'your_round': return t('told_your_round', { title, round: body.round, table: body.table });
    case 'bye': return t('told_bye', { title, round: body.round });
    case 'walkover': return t('told_walkover', { title, round: body.round });
    case 'left_out': return t('told_left_out', { title, amount: money(body.refund) });
    case 'aborted': return t('told_aborted', { title, amount: money(body.refund) });
    case 'suspended': case 'resumed': case 'absent': case 'removed': return t(`told_${body.kind}`, { title });
    case 'placed': return t(body.prize > 0 ? 'told_placed_won' : 'told_placed', { title, place: body.place, players: body.players, amount: money(body.prize) });
    default: return never(body);
  }
}

function never(body: never): never {
  throw new Error(`a notice of no kind: ${JSON.stringify(body)}`);
}
