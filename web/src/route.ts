// Addresses and pages. Pure.

export type Route =
  | { page: 'home' }
  | { page: 'sign_in' }
  | { page: 'sign_up' }
  | { page: 'lobby'; variant: string | null }
  | { page: 'variant'; variant: string }
  | { page: 'practice'; variant: string | null }
  | { page: 'join'; code: string }
  | { page: 'local'; variant: string | null }
  | { page: 'game'; game: string }
  | { page: 'games' }
  | { page: 'account' }
  | { page: 'none' };

const PLAIN: Record<string, Route> = {
  '/': { page: 'home' },
  '/sign-in': { page: 'sign_in' },
  '/sign-up': { page: 'sign_up' },
  '/play': { page: 'lobby', variant: null },
  '/practice': { page: 'practice', variant: null },
  '/practice/local': { page: 'local', variant: null },
  '/games': { page: 'games' },
  '/account': { page: 'account' },
};

/** The page of a path. Behind the `#` stands a friend's code, where no server hears of it, or the game that is meant. */
export function route(path: string, hash: string): Route {
  const plain = PLAIN[path === '/' ? path : path.replace(/\/$/, '')];
  if (plain !== undefined) return 'variant' in plain && /^#[a-z]+$/.test(hash) ? { ...plain, variant: hash.slice(1) } : plain;
  const variant = /^\/play\/([a-z]+)\/?$/.exec(path)?.[1];
  if (variant !== undefined) return { page: 'variant', variant };
  if (path === '/p') return { page: 'join', code: hash.replace(/^#/, '') };
  const game = /^\/g\/([0-9a-fA-F-]{36})$/.exec(path)?.[1];
  return game === undefined ? { page: 'none' } : { page: 'game', game };
}

/** A game's own page: what it is and the terms in force. */
export function variantPath(variant: string): string {
  return `/play/${variant}`;
}

export function gamePath(game: string): string {
  return `/g/${game}`;
}
