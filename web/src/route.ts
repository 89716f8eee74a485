// Addresses and pages. Pure.

export type Route =
  | { page: 'home' }
  | { page: 'sign_in' }
  | { page: 'sign_up' }
  | { page: 'lobby' }
  | { page: 'practice' }
  | { page: 'join'; code: string }
  | { page: 'local' }
  | { page: 'game'; game: string }
  | { page: 'games' }
  | { page: 'account' }
  | { page: 'none' };

const PLAIN: Record<string, Route> = {
  '/': { page: 'home' },
  '/sign-in': { page: 'sign_in' },
  '/sign-up': { page: 'sign_up' },
  '/play': { page: 'lobby' },
  '/practice': { page: 'practice' },
  '/practice/local': { page: 'local' },
  '/games': { page: 'games' },
  '/account': { page: 'account' },
};

/** The page of a path; a friend's code stands behind the `#`, where no server hears of it. */
export function route(path: string, hash: string): Route {
  const plain = PLAIN[path === '/' ? path : path.replace(/\/$/, '')];
  if (plain !== undefined) return plain;
  if (path === '/p') return { page: 'join', code: hash.replace(/^#/, '') };
  const game = /^\/g\/([0-9a-fA-F-]{36})$/.exec(path)?.[1];
  return game === undefined ? { page: 'none' } : { page: 'game', game };
}

export function gamePath(game: string): string {
  return `/g/${game}`;
}
