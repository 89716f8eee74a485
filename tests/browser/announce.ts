// Tournaments as the operator announces them: by a file, beside the running server.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operator } from './books';

/** What is announced; the rest is the same for all. */
export interface Announced {
  name: string;
  /** The format with all that it needs, as lines of the file. */
  format: string;
  prizes: number[];
  contribution: number;
  fee: number;
  /** When check-in opens and when it starts, in seconds from now. */
  checkInAfter: number;
  startAfter: number;
}

/** Announces a tournament whose breaks are short and whose draws may be offered soon; gives its id. */
export function announce(asked: Announced): string {
  const file = join(process.env.BROWSER_DATA ?? '', 'tournament.toml');
  writeFileSync(file, `
starts_in_s = ${asked.startAfter}
check_in_ahead_s = ${asked.startAfter - asked.checkInAfter}
[terms]
name = "${asked.name}"
variant = "brazilian"
rule_set = "dream"
${asked.format}
clock = { initial_ms = 60_000, increment_ms = 1_000 }
contribution = ${asked.contribution}
fee = ${asked.fee}
prize_weights = [${asked.prizes.join(', ')}]
min_players = 4
max_players = 16
grace_s = 60
protest_s = 0
`);
  const numbers = { ROUND_BREAK_S: '4', LEG_BREAK_S: '4', DRAW_OFFERS_FROM_PLY: '4' };
  for (const [key, value] of Object.entries(numbers)) process.env[`DAMAS_TOURNAMENTS__${key}`] = value;
  const { right, said } = operator('tournament', 'announce', file, '--reason', 'for a test', '--by', 'eva');
  if (!right) throw new Error(said);
  return said.trim();
}
