// The one place where the state lives: it runs the reducer, and wires socket, HTTP and addresses to it.

import { api, Refused } from './http';
import { decimalMark } from './settings.svelte';
import type { Code, GamePage, Me } from './protocol';
import { gamePath, route, type Route } from './route';
import { Socket } from './socket';
import { initial, reduce, type Input, type State } from './state';
import type { Currency } from './money';

// a practice seat's secret stays in this tab alone: a reload finds it, nothing else does

function secretOf(game: string): string | null {
  return sessionStorage.getItem(`damas.seat.${game}`);
}

function keepSecret(game: string, secret: string): void {
  sessionStorage.setItem(`damas.seat.${game}`, secret);
}

class App {
  /** The newest state, outside of the views' book-keeping: an effect that is being undone would read an older one. */
  #newest: State = initial;
  state = $state.raw<State>(initial);
  route = $state.raw<Route>({ page: 'home' });
  /** The games on offer with the terms in force; null until they are here. */
  pages = $state.raw<GamePage[] | null>(null);
  /** The game that was chosen last, here or by an address. */
  chosen = $state<string | null>(null);
  /** The terms of the game chosen, or of the first on offer. */
  readonly page = $derived(this.pages?.find((one) => one.variant === this.chosen) ?? this.pages?.[0] ?? null);
  /** Whether `/api/me` has answered. */
  ready = $state(false);
  // each is news only when it changes, not with every message
  readonly signedIn = $derived(this.state.account !== null);
  readonly online = $derived(this.state.link.is === 'open');
  readonly walletVersion = $derived(this.state.wallet?.version ?? null);
  /** What the live regions say; the number makes the same words news again. */
  polite = $state({ text: '', n: 0 });
  assertive = $state({ text: '', n: 0 });
  sheet = $state<'none' | 'settings' | 'deposit' | 'withdraw'>('none');

  readonly socket = new Socket(
    {
      open: () => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`),
      now: () => performance.now(),
      after: (ms, act) => window.setTimeout(act, ms),
      cancel: (timer) => window.clearTimeout(timer),
      random: () => Math.random(),
      secret: secretOf,
    },
    () => this.#newest,
    (input) => this.dispatch(input),
  );

  dispatch(input: Input): void {
    const before = this.#newest;
    const after = reduce(before, input);
    this.#newest = after;
    this.state = after;
    const { practiceSeat, started } = after;
    if (practiceSeat !== null && practiceSeat !== before.practiceSeat) keepSecret(practiceSeat.game, practiceSeat.secret);
    if (input.k === 'server' && input.msg.t === 'rematch' && input.msg.d.rematch.is === 'made') {
      // a practice game played once more keeps its seats' secrets
      const secret = secretOf(input.msg.d.game);
      if (secret !== null) keepSecret(input.msg.d.rematch.game, secret);
    }
    if (started !== null && started !== before.started) queueMicrotask(() => this.go(gamePath(started.game)));
    if (after.refused?.code === 'terms_changed' && before.refused !== after.refused) void this.loadTerms();
    if (input.k === 'server' && input.msg.t === 'goodbye' && input.msg.d.reason === 'signed_out') void this.loadMe();
    if (after.account !== before.account && this.ready && input.k === 'server') void this.loadMe();
  }

  /** Opens a page of this site. */
  go(path: string, replace = false): void {
    const url = new URL(path, location.href);
    if (url.pathname === location.pathname && url.hash === location.hash) return;
    if (replace) history.replaceState(null, '', url);
    else history.pushState(null, '', url);
    this.arrive();
  }

  /** Takes the page from the address, and follows or leaves its game. */
  arrive(): void {
    this.#take();
    this.sheet = 'none';
    this.socket.follow(this.route.page === 'game' ? this.route.game : null);
    this.socket.followTournament(this.route.page === 'tournament' ? this.route.tournament : null);
    if (this.state.refused !== null || this.state.seekLost !== null) this.dispatch({ k: 'refusal_read' });
    window.scrollTo(0, 0);
  }

  #take(): void {
    this.route = route(location.pathname, location.hash);
    if ('variant' in this.route && this.route.variant !== null) this.chosen = this.route.variant;
  }

  async start(): Promise<void> {
    this.#take();
    window.addEventListener('popstate', () => this.arrive());
    window.addEventListener('hashchange', () => this.arrive());
    window.addEventListener('online', () => this.socket.wake());
    window.addEventListener('offline', () => this.socket.cut());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.socket.wake();
    });
    if (this.route.page === 'game') this.socket.follow(this.route.game);
    if (this.route.page === 'tournament') this.socket.followTournament(this.route.tournament);
    this.socket.start();
    await Promise.all([this.loadMe(), this.loadTerms()]);
  }

  async loadMe(): Promise<void> {
    try {
      const me = await api.me();
      this.dispatch({ k: 'me', me });
      this.ready = true;
      // a rival sees by it what a start is for both; a browser without a zone of the common data says none
      if (me.account !== null) void api.zone(new Intl.DateTimeFormat().resolvedOptions().timeZone).catch(() => undefined);
    } catch {
      window.setTimeout(() => void this.loadMe(), 3_000);
    }
  }

  async loadTerms(): Promise<void> {
    try {
      this.pages = await api.games();
    } catch {
      window.setTimeout(() => void this.loadTerms(), 3_000);
    }
  }

  /** Signs in or up; the socket is opened anew, since its session is decided when it opens. */
  async enter(how: 'sign_in' | 'sign_up', name: string, password: string): Promise<Code | null> {
    try {
      await (how === 'sign_in' ? api.signIn({ name, password }) : api.signUp({ name, password }));
    } catch (refused) {
      return refused instanceof Refused ? refused.code : 'unavailable';
    }
    this.socket.restart();
    await this.loadMe();
    return null;
  }

  async leave(): Promise<void> {
    try {
      await api.signOut();
    } catch {
      // signed out already, or the server is away: the next call shows which
    }
    this.socket.restart();
    await this.loadMe();
    this.go('/');
  }

  say(text: string, how: 'polite' | 'assertive' = 'polite'): void {
    const n = this[how].n + 1;
    this[how] = { text, n };
  }

  /** The terms in force of a game; null while they are not here, or when it is not on offer. */
  pageOf(variant: string): GamePage | null {
    return this.pages?.find((one) => one.variant === variant) ?? null;
  }

  get me(): Me | null {
    return this.state.me;
  }

  /** The deployment's currency; until the server has said it, none is shown. */
  get currency(): Currency | null {
    const from = this.state.me ?? this.pages?.[0] ?? null;
    return from === null ? null : { currency: from.currency, exponent: from.exponent };
  }

  get decimal(): string {
    return decimalMark();
  }
}

export const app = new App();
