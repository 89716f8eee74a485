// The service worker: keeps the page's shell, so that it opens on a bad line and says there what is wrong. Keeps no answer of the server's calls.

import { how } from './shell';

// written by the build: the files that every page needs, and a name that is another with each build
declare const SHELL_FILES: string[];
declare const SHELL_NAME: string;

// the part of a worker's scope that is used here; the page's own types know none of it
type Waits = { waitUntil(work: Promise<unknown>): void };
type Fetches = { request: Request; respondWith(answer: Promise<Response>): void } & Waits;
type Scope = {
  location: Location;
  addEventListener(name: 'install' | 'activate', hear: (event: Waits) => void): void;
  addEventListener(name: 'fetch', hear: (event: Fetches) => void): void;
};
const scope = self as unknown as Scope;

/** How long a page is waited for before the kept one is shown. */
const PATIENCE = 5_000;
const PAGE = '/';

scope.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL_NAME).then((shell) => shell.addAll([PAGE, ...SHELL_FILES])));
});

// the older worker's shell goes when no page of its build is open any more: only then this one takes over
scope.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELL_NAME).map((name) => caches.delete(name)))));
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const way = how(request.method, new URL(request.url), scope.location.origin, request.mode === 'navigate');
  if (way === 'page') event.respondWith(page(request));
  else if (way === 'kept') event.respondWith(kept(request));
});

/** The page of the network; where none comes, the one that is kept. */
async function page(request: Request): Promise<Response> {
  const shell = await caches.open(SHELL_NAME);
  const behind = await shell.match(PAGE);
  try {
    return await fetch(request, behind === undefined ? {} : { signal: AbortSignal.timeout(PATIENCE) });
  } catch (cause) {
    if (behind !== undefined) return behind;
    throw cause;
  }
}

/** A file that never changes: kept from the first time on. */
async function kept(request: Request): Promise<Response> {
  const shell = await caches.open(SHELL_NAME);
  const found = await shell.match(request);
  if (found !== undefined) return found;
  const answer = await fetch(request);
  if (answer.ok) await shell.put(request, answer.clone());
  return answer;
}
