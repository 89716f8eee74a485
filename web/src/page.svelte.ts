// The page's one state, its one socket and its address. Views read the state; what they want goes through here.

import { api } from './http';
import type { GamePage } from './protocol';
import { Socket } from './socket';
import { initial, reduce, type Input, type State } from './state';

class Page {
  // raw: the reducer gets and gives plain values, never proxies
  state = $state.raw<State>(initial);
  /** The terms in force; null until they are here. */
  page = $state.raw<GamePage | null>(null);
  path = $state(location.pathname);
  /** This page's monotonic time, ten times a second: what clocks are painted by. */
  now = $state(performance.now());
}

export const view = new Page();

// --- practice seats, so that a reload finds them again ---

const SEATS = 'damas.seats';

function seats(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(SEATS) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

function keepSeat(game: string, secret: string): void {
  try {
    const recent = Object.entries(seats()).slice(-8);
    sessionStorage.setItem(SEATS, JSON.stringify(Object.fromEntries([...recent, [game, secret]])));
  } catch {
    // a browser that keeps nothing still plays
  }
}

// --- the state and its socket ---

export function act(input: Input): void {
  view.state = reduce(view.state, input);
  if (input.k !== 'server') return;
  if (input.msg.t === 'practice_seat') keepSeat(input.msg.d.game, input.msg.d.secret);
  if (input.msg.t === 'rejected' && input.msg.d.code === 'terms_changed') void loadPage().catch(() => undefined);
  if (input.msg.t === 'goodbye' && input.msg.d.reason === 'signed_out') void loadMe().catch(() => undefined);
}

export const socket = new Socket(
  {
    open: () => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws`),
    now: () => performance.now(),
    after: (ms, run) => window.setTimeout(run, ms),
    cancel: (timer) => window.clearTimeout(timer),
    random: () => Math.random(),
    secret: (game) => seats()[game] ?? null,
  },
  () => view.state,
  act,
);

export async function loadMe(): Promise<void> {
  act({ k: 'me', me: await api.me() });
}

export async function loadPage(): Promise<void> {
  view.page = await api.gamePage();
}

/** After signing in or out: the socket's session is another one. */
export async function changed(): Promise<void> {
  await loadMe();
  socket.restart();
}

// --- the address ---

export function go(path: string): void {
  if (path !== location.pathname) history.pushState(null, '', path);
  view.path = location.pathname;
  window.scrollTo(0, 0);
}

/** Follows a link of this site without loading the page anew. */
export function link(event: MouseEvent): void {
  const target = (event.target as Element).closest('a');
  if (target === null || event.metaKey || event.ctrlKey || event.shiftKey || target.hasAttribute('download')) return;
  if (target.origin !== location.origin || target.pathname.startsWith('/api/') || target.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  go(target.pathname);
}

export function begin(): void {
  window.addEventListener('popstate', () => (view.path = location.pathname));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') socket.wake();
  });
  window.addEventListener('online', () => socket.wake());
  window.setInterval(() => (view.now = performance.now()), 100);
  socket.start();
  void loadMe().catch(() => undefined);
  void loadPage().catch(() => undefined);
}
