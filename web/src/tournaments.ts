// The tournament whose page is open, as it was told piece by piece. Pure: the instants are arguments. Knows no socket.

import type {
  MatchSeat, TournamentId, TournamentPlayer, TournamentRound, TournamentStanding, TournamentStandings, TournamentTable, TournamentTables,
  TournamentView, Version,
} from './protocol';

/** The head and when this page heard of it, on its own clock. */
export type Head = TournamentView & { heardAt: number };

export type Round = {
  round: number;
  pairedAt: number;
  count: number;
  bye: TournamentPlayer | null;
  /** Those that were told, by their numbers. */
  tables: Readonly<Record<number, TournamentTable>>;
  /** The table with which the next page begins. */
  next: number | null;
};

export type Standings = { v: Version; count: number; rows: readonly TournamentStanding[]; next: number | null };

export type Followed = {
  id: TournamentId;
  head: Head | null;
  rounds: Readonly<Record<number, Round>>;
  standings: Standings | null;
  /** More has changed than was told: what is shown is asked for anew. It counts how often. */
  stale: number;
};

export function begin(id: TournamentId): Followed {
  return { id, head: null, rounds: {}, standings: null, stale: 0 };
}

export function onHead(followed: Followed, head: TournamentView, at: number): Followed {
  if (head.tournament !== followed.id || (followed.head !== null && head.v < followed.head.v)) return followed;
  return { ...followed, head: { ...head, heardAt: at } };
}

/** A page of a round: what is known of its tables stays, and is replaced where it is told anew. */
export function onRound(followed: Followed, told: TournamentRound): Followed {
  if (told.tournament !== followed.id) return followed;
  const known = followed.rounds[told.round];
  const tables = { ...known?.tables, ...byNumber(told.tables) };
  const whole = Object.keys(tables).length >= told.count;
  const round: Round = { round: told.round, pairedAt: told.paired_at, count: told.count, bye: told.bye, tables, next: whole ? null : told.next };
  return { ...followed, rounds: { ...followed.rounds, [told.round]: round } };
}

export function onTables(followed: Followed, told: TournamentTables): Followed {
  if (told.tournament !== followed.id) return followed;
  const stale = followed.stale + (told.more ? 1 : 0);
  const known = followed.rounds[told.round];
  if (known === undefined) return { ...followed, stale };
  const round = { ...known, tables: { ...known.tables, ...byNumber(told.tables) } };
  return { ...followed, stale, rounds: { ...followed.rounds, [told.round]: round } };
}

/** Rows of the standings: the first ones replace all that an older version told, further ones stand behind them. */
export function onStandings(followed: Followed, told: TournamentStandings): Followed {
  if (told.tournament !== followed.id) return followed;
  const known = followed.standings;
  if (known !== null && told.v < known.v) return followed;
  const from = told.rows[0]?.row ?? 1;
  const before = from > 1 ? (known?.rows.filter((one) => one.row < from) ?? []) : [];
  // rows further down that were asked for stay until they are told anew
  const last = told.rows[told.rows.length - 1]?.row ?? 0;
  const after = from === 1 ? (known?.rows.filter((one) => one.row > last && one.row <= told.count) ?? []) : [];
  const seen = new Set(told.rows.map((one) => one.player.account));
  const rows = [...before, ...told.rows, ...after.filter((one) => !seen.has(one.player.account))];
  const end = rows[rows.length - 1]?.row ?? 0;
  return { ...followed, standings: { v: told.v, count: told.count, rows, next: end < told.count ? end + 1 : null } };
}

function byNumber(tables: readonly TournamentTable[]): Record<number, TournamentTable> {
  return Object.fromEntries(tables.map((table) => [table.table, table]));
}

/** The tables of a round that are known, in order. */
export function tablesOf(round: Round | undefined): TournamentTable[] {
  return Object.values(round?.tables ?? {}).sort((a, b) => a.table - b.table);
}

export function seated(table: TournamentTable, seat: MatchSeat): TournamentPlayer | null {
  return seat === 'first' ? table.first : table.second;
}

/** The points of a seat in the games that count, and in the deciding ones behind the first two. */
export function pointsAt(table: TournamentTable, seat: MatchSeat): { main: number; deciding: number; decided: boolean } {
  const games = table.games.filter((game) => game.result !== 'void');
  const sum = (some: typeof games): number => some.reduce((points, game) => points + (game.result === seat ? 2 : game.result === 'draw' ? 1 : 0), 0);
  return { main: sum(games.slice(0, 2)), deciding: sum(games.slice(2)), decided: games.length > 2 };
}

/** Who has won a table; null while it is open, and when nobody has. */
export function winnerOf(table: TournamentTable): MatchSeat | null {
  return table.outcome?.is === 'won' ? table.outcome.seat : null;
}

/** A bracket's rounds from the first to the last: the tables that are known, and how many there are in those to come. */
export function bracket(followed: Followed, rounds: number): { round: number; tables: (TournamentTable | null)[]; third: TournamentTable | null }[] {
  const first = followed.rounds[1];
  const places = Math.max(1, 2 ** (rounds - 1));
  return Array.from({ length: rounds }, (_, i) => {
    const known = tablesOf(followed.rounds[i + 1]);
    const third = known.find((table) => table.role === 'third_place') ?? null;
    const played = new Map(known.filter((table) => table.role !== 'third_place').map((table) => [table.table, table]));
    const count = i === 0 ? Math.max(first?.count ?? places, places) : places / 2 ** i;
    return { round: i + 1, third, tables: Array.from({ length: count }, (_, n) => played.get(n + 1) ?? null) };
  });
}
