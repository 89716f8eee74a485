// Which requests the service worker may answer from what it keeps, and how. Pure: it is tested without a browser's cache.

/** How a request is answered: not by the worker, from the network with the kept page behind it, or from what is kept. */
export type How = 'leave' | 'page' | 'kept';

/**
 * Calls, the socket and everything of another site are left alone, so that a game is never played from a cache; a page
 * comes from the network while there is one; a file with a hash in its name never changes.
 */
export function how(method: string, url: URL, own: string, navigates: boolean): How {
  if (method !== 'GET' || url.origin !== own) return 'leave';
  if (['/api/', '/ws', '/healthz', '/readyz', '/metrics'].some((path) => url.pathname.startsWith(path))) return 'leave';
  if (navigates) return 'page';
  return /^\/(assets|icons)\//.test(url.pathname) || url.pathname === '/mark.svg' ? 'kept' : 'leave';
}
