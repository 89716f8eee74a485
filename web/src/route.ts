// Addresses and pages. Pure.

export type Route =
  | { page: 'home' }
  | { page: 'sign_in' }
  | { page: 'sign_up' }
  | { page: 'lobby'; variant: string | null }
  | { page: 'variant'; variant: string }
  | { page: 'practice'; variant: string | null }
  | { page: 'join'; code: string }
  | { page: 'local'; variant: string | null; fen: string | null }
  | { page: 'game'; game: string }
  | { page: 'games' }
  | { page: 'rivals' }
  | { page: 'challenge'; name: string }
  | { page: 'match'; match: string }
  | { page: 'ratings'; variant: string | null; pace: string | null }
  | { page: 'player'; name: string }
  | { page: 'tournaments' }
  | { page: 'tournament'; tournament: string }
  | { page: 'account' }
  | { page: 'notices' }
  | { page: 'mail'; code: string }
  | { page: 'ladders'; season: string | null }
  | { page: 'rules'; variant: string | null }
  | { page: 'editor'; fen: string }
  | { page: 'puzzles'; puzzle: string | null }
  | { page: 'none' };

const PLAIN: Record<string, Route> = {
  '/': { page: 'home' },
  '/sign-in': { page: 'sign_in' },
  '/sign-up': { page: 'sign_up' },
  '/play': { page: 'lobby', variant: null },
  '/practice': { page: 'practice', variant: null },
  '/practice/local': { page: 'local', variant: null, fen: null },
  '/games': { page: 'games' },
  '/account': { page: 'account' },
  '/rivals': { page: 'rivals' },
  '/ratings': { page: 'ratings', variant: null, pace: null },
  '/tournaments': { page: 'tournaments' },
  '/notices': { page: 'notices' },
  '/ladder': { page: 'ladders', season: null },
  '/rules': { page: 'rules', variant: null },
  '/puzzles': { page: 'puzzles', puzzle: null },
};

const ID = '([0-9a-fA-F-]{36})';
const NAME = '([A-Za-z0-9_-]{3,20})';
/** Addresses with something in them, and the page of what was found. */
const PATTERNS: readonly [RegExp, (...found: string[]) => Route][] = [
  [/^\/play\/([a-z]+)\/?$/, (variant = '') => ({ page: 'variant', variant })],
  [new RegExp(`^/g/${ID}$`), (game = '') => ({ page: 'game', game })],
  [new RegExp(`^/m/${ID}$`), (match = '') => ({ page: 'match', match })],
  [new RegExp(`^/ladder/${ID}$`), (season = '') => ({ page: 'ladders', season })],
  [new RegExp(`^/t/${ID}$`), (tournament = '') => ({ page: 'tournament', tournament })],
  [/^\/rules\/([a-z]+)\/?$/, (variant = '') => ({ page: 'rules', variant })],
  [/^\/puzzles\/([a-z0-9-]+)$/, (puzzle = '') => ({ page: 'puzzles', puzzle })],
  [/^\/ratings\/([a-z]+)\/([a-z]+)$/, (variant = '', pace = '') => ({ page: 'ratings', variant, pace })],
  [new RegExp(`^/players/${NAME}$`), (name = '') => ({ page: 'player', name })],
];

/** The page of a path. Behind the `#` stands a friend's code, where no server hears of it, or the game that is meant. */
export function route(path: string, hash: string): Route {
  const plain = PLAIN[path === '/' ? path : path.replace(/\/$/, '')];
  if (plain !== undefined) {
    const set = plain.page === 'local' ? /^([a-z]+):(.+)$/.exec(unescaped(hash.replace(/^#/, ''))) : null;
    if (set !== null) return { page: 'local', variant: set[1] ?? null, fen: set[2] ?? null };
    return (plain.page === 'lobby' || plain.page === 'practice' || plain.page === 'local') && /^#[a-z]+$/.test(hash) ? { ...plain, variant: hash.slice(1) } : plain;
  }
  if (path === '/mail') return { page: 'mail', code: hash.replace(/^#/, '') };
  if (path === '/editor') return { page: 'editor', fen: unescaped(hash.replace(/^#/, '')) };
  if (path === '/p') return { page: 'join', code: hash.replace(/^#/, '') };
  if (path === '/rivals/new') return { page: 'challenge', name: new RegExp(`^#${NAME}$`).exec(hash)?.[1] ?? '' };
  for (const [pattern, page] of PATTERNS) {
    const found = pattern.exec(path);
    if (found !== null) return page(...found.slice(1));
  }
  return { page: 'none' };
}

/** What stands in an address, as it was meant; nothing when it is crooked. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** A game's own page: what it is and the terms in force. */
export function variantPath(variant: string): string {
  return `/play/${variant}`;
}

/** The guide to the rules of a game; `rule` is the place in it. */
export function rulesPath(variant: string, rule = ''): string {
  return `/rules/${variant}${rule === '' ? '' : `#${rule}`}`;
}

export function gamePath(game: string): string {
  return `/g/${game}`;
}

export function matchPath(match: string): string {
  return `/m/${match}`;
}

/** Where a player of that name, or whoever wants, is challenged. */
export function challengePath(name = ''): string {
  return name === '' ? '/rivals/new' : `/rivals/new#${name}`;
}

export function playerPath(name: string): string {
  return `/players/${name}`;
}

export function ratingsPath(variant: string, pace: string): string {
  return `/ratings/${variant}/${pace}`;
}

export function tournamentPath(tournament: string): string {
  return `/t/${tournament}`;
}

/** A ladder season. */
export function ladderPath(season: string): string {
  return `/ladder/${season}`;
}
