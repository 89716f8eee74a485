// Words that several views say of a game. Knows no layout.

import type { ClockSetting, Outcome, Side } from '../protocol';
import { stretch } from '../clock/clock-view';
import { t } from '../settings.svelte';
import type { Game } from '../state';

/** How a player is called: his name, the program's level, you, your friend. */
export function nameOf(game: Game, side: Side): string {
  const player = side === 'white' ? game.white : game.black;
  if (player.name !== null) return player.name;
  if (player.bot !== null) return t(`bot_${player.bot}`);
  if (game.you === side) return t('you');
  return game.you === 'spectator' ? t(side) : t('friend');
}

/** A clock in words: `5 min + 3 s`. */
export function clockWords(clock: ClockSetting | null): string {
  if (clock === null) return t('clock_none');
  const minutes = clock.initial_ms / 60_000;
  if (!Number.isInteger(minutes)) return `${stretch(clock.initial_ms)} + ${clock.increment_ms / 1000} s`;
  return t('clock_long', { minutes, seconds: clock.increment_ms / 1000 });
}

/** A rule set's name. */
export function rulesWords(rules: string): string {
  switch (rules) {
    case 'dream': return t('rules_dream');
    case 'evolution': return t('rules_evolution');
    case 'online': return t('rules_online');
    case 'cbd': return t('rules_cbd');
    case 'fmjd64': return t('rules_fmjd64');
    default: return t('rules_other');
  }
}

/** How a game ended for its viewer, in two or three words. */
export function resultWords(game: Game): string {
  const outcome: Outcome | undefined = game.ended?.outcome;
  if (outcome === 'draw') return t('drawn');
  if (outcome === 'void' || outcome === undefined) return t(game.ended?.reason === 'voided' ? 'voided' : 'not_started');
  if (game.you === 'spectator') return t(`side_won_${outcome}`);
  return t(game.you === outcome ? 'won' : 'lost');
}

/** Why it ended, as a sentence. */
export function reasonWords(game: Game): string {
  const ended = game.ended;
  if (ended === null) return '';
  const ply = game.moves.length;
  const loser: Side = ended.outcome === 'white' ? 'black' : 'white';
  const you = game.you === loser;
  const name = nameOf(game, loser);
  switch (ended.reason) {
    case 'no_pieces': return you ? t('end_no_pieces_you', { ply }) : t('end_no_pieces', { name, ply });
    case 'blocked': return you ? t('end_blocked_you', { ply }) : t('end_blocked', { name, ply });
    case 'resignation': return you ? t('end_resignation_you', { ply }) : t('end_resignation', { name, ply });
    case 'flag': return you ? t('end_flag_you', { ply: ply + 1 }) : t('end_flag', { name, ply: ply + 1 });
    case 'agreement': return t('end_agreement', { ply });
    case 'repetition':
      return ended.repeated_at.length > 1 ? t('end_repetition_at', { plies: ended.repeated_at.join(', ') }) : t('end_repetition');
    case 'quiet_plies': return t('end_quiet_plies', { n: game.live.draw.quiet });
    case 'aborted': return t('end_aborted');
    case 'voided': return t('end_voided');
  }
}
