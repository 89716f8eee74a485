// What players are called on screen.

import type { GameKind, PlayerInfo, Side } from './protocol';
import type { Game } from './state';
import { other } from './game';
import { decimalMark, t } from './settings.svelte';

/** A player's name; in practice the bot's level, the viewer, the friend or the side. */
export function nameOf(game: Game, side: Side): string {
  const player = side === 'white' ? game.white : game.black;
  return player.name ?? unnamed(player, game.kind, game.you === side, game.you === other(side), side);
}

function unnamed(player: PlayerInfo, kind: GameKind, me: boolean, opponent: boolean, side: Side): string {
  if (player.bot !== null) return t(`bot_${player.bot}`);
  if (me) return t('you');
  if (opponent && kind === 'practice_link') return t('friend');
  return t(side);
}

export function ruleSet(name: string): string {
  switch (name) {
    case 'dream': return t('rules_dream');
    case 'evolution': return t('rules_evolution');
    case 'online': return t('rules_online');
    case 'cbd': return t('rules_cbd');
    case 'fmjd64': return t('rules_fmjd64');
    case 'international': return t('rules_international');
    case 'american': return t('rules_american');
    // the operator's own has the name that he gave it
    default: return name;
  }
}

/** A move's number as the list of moves counts, which has a line for one of each side: after `plies` moves of both. */
export function moveNumber(plies: number): number {
  return Math.ceil(plies / 2);
}

const half = (ms: number, unit: number): string => String(Math.round((ms / unit) * 10) / 10).replace('.', decimalMark());

/** `5 + 3` */
export function clockShort(clock: { initial_ms: number; increment_ms: number }): string {
  return `${half(clock.initial_ms, 60_000)} + ${half(clock.increment_ms, 1000)}`;
}

/** `5 min + 3 s` */
export function clockLong(clock: { initial_ms: number; increment_ms: number }): string {
  return t('clock_long', { minutes: half(clock.initial_ms, 60_000), seconds: half(clock.increment_ms, 1000) });
}
