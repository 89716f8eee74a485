// The one connection to the server, and the only place that sends. Keeps no game: what is on its way stands in the state.

import { PROTOCOL } from './protocol';
import type { ClientMsg, ClockSetting, CommandId, GameId, LadderAct, LadderId, Level, MatchAct, MatchId, NoticeId, SeekId, ServerMsg, Side, TournamentAct, TournamentId } from './protocol';
import type { Input, State } from './state';

/** What the socket needs of the browser; tests bring their own. */
export type World = {
  open: () => WebSocket;
  now: () => number;
  after: (ms: number, act: () => void) => number;
  cancel: (timer: number) => void;
  /** Between 0 and 1. */
  random: () => number;
  /** The secret of a practice seat that this page took, if any. */
  secret: (game: GameId) => string | null;
};

/** What a challenge says; the socket numbers it. */
export type Proposal = Omit<Extract<ClientMsg, { t: 'match_propose' }>['d'], 'id'>;

/** A move without an answer for so long means that the line is dead, whatever the browser thinks. */
export const ANSWER_WITHIN = 5_000;
/** How often the page asks whether the line lives. */
export const PING_EVERY = 5_000;
/** Without the answer to that for so long, it does not. */
export const PONG_WITHIN = 4_000;
/** The longest wait between two tries to connect. */
export const LONGEST_WAIT = 10_000;

/** How long to wait before the try number `tries` (from 0): it doubles, up to a bound, and is spread by a quarter. */
export function backOff(tries: number, random: number): number {
  return Math.min(LONGEST_WAIT, 500 * 2 ** tries) * (0.75 + random / 2);
}

type Timer = 'connect' | 'answer' | 'ping' | 'pong' | 'gap';

export class Socket {
  #socket: WebSocket | null = null;
  #tries = 0;
  #timers = new Map<Timer, number>();
  #nextId: CommandId;
  #lobby = false;
  #helloAt = 0;
  #ping = { n: 0, at: 0 };
  #greeted = false;
  #stopped = true;

  constructor(
    private readonly world: World,
    private readonly state: () => State,
    private readonly dispatch: (input: Input) => void,
  ) {
    // two tabs of one player share a seat: their command numbers must not meet
    this.#nextId = Math.floor(world.random() * 2 ** 40) * 4096;
  }

  start(): void {
    this.#stopped = false;
    this.#connect();
  }

  /** Connects anew at once: after signing in or out, or when the network is back. */
  restart(): void {
    this.#tries = 0;
    this.#drop();
    this.#connect();
  }

  stop(): void {
    this.#stopped = true;
    this.#drop();
  }

  /** The page is looked at again after a while, or the network is back: is the line still alive? */
  wake(): void {
    if (this.#stopped || this.state().link.is === 'closed') return;
    if (this.state().link.is === 'open') this.#ask();
    else this.restart();
  }

  /** The browser says that the network is gone: what the line has not said so far, it will not say. */
  cut(): void {
    if (!this.#stopped && this.#socket !== null) this.#lost(null);
  }

  // --- commands ---

  lobby(on: boolean): void {
    if (this.#lobby === on) return;
    this.#lobby = on;
    if (!on) this.dispatch({ k: 'lobby_off' });
    this.#send({ t: 'lobby', d: { on } });
  }

  seek(variant: string, stake: number, clock: ClockSetting, rules: string, terms: string): void {
    this.#send({ t: 'seek', d: { id: this.#id(), variant, rules, stake, clock, terms } });
  }

  /** Has the house look for an opponent. */
  playNow(variant: string, stake: number, clock: ClockSetting, rules: string, terms: string, limit: number | null): void {
    this.#send({ t: 'play_now', d: { id: this.#id(), variant, rules, clock, stake_lowest: stake, stake_highest: stake, latency_limit_ms: limit, terms } });
  }

  /** An opponent of any rating will do. */
  playNowWider(): void {
    this.#send({ t: 'play_now_wider', d: { id: this.#id() } });
  }

  playNowCancel(): void {
    this.#send({ t: 'play_now_cancel', d: { id: this.#id() } });
  }

  cancelSeek(seek: SeekId): void {
    this.#send({ t: 'cancel_seek', d: { id: this.#id(), seek } });
  }

  join(seek: SeekId, terms: string): void {
    this.#send({ t: 'join', d: { id: this.#id(), seek, terms } });
  }

  follow(game: GameId | null): void {
    const before = this.state().following;
    const here = this.state().game?.game === game;
    if (before !== null && before !== game) this.#send({ t: 'unwatch', d: { game: before } });
    this.dispatch({ k: 'follow', game });
    if (game !== null && !here) this.#watch(game);
  }

  /** Plays a move: it is drawn at once and stays until the server answers. */
  move(path: string, captured: string[]): void {
    const game = this.state().game;
    if (game === null || game.pending !== null) return;
    this.dispatch({ k: 'moved_here', game: game.game, pending: { ply: game.live.ply, id: this.#id(), path, captured } });
    this.#sendPending();
  }

  /** A move chosen ahead whose turn came with the message just read: sent now as that ply, and never again as a new one. */
  #playDue(): void {
    const game = this.state().game;
    if (game?.due != null && game.due.ply === game.live.ply) this.move(game.due.path, game.due.captured);
  }

  offerDraw(): void {
    this.#inGame((game) => ({ t: 'offer_draw', d: { game, id: this.#id() } }));
  }

  acceptDraw(offer: number): void {
    this.#inGame((game) => ({ t: 'accept_draw', d: { game, id: this.#id(), offer } }));
  }

  declineDraw(offer: number): void {
    this.#inGame((game) => ({ t: 'decline_draw', d: { game, id: this.#id(), offer } }));
  }

  resign(): void {
    this.#inGame((game) => ({ t: 'resign', d: { game, id: this.#id() } }));
  }

  rematch(terms: string | null): void {
    this.#inGame((game) => ({ t: 'rematch', d: { game, id: this.#id(), terms } }));
  }

  declineRematch(): void {
    this.#inGame((game) => ({ t: 'decline_rematch', d: { game, id: this.#id() } }));
  }

  /** In practice against the program: which move it would play. */
  hint(): void {
    this.#inGame((game) => ({ t: 'hint', d: { game, id: this.#id() } }));
  }

  /** In practice against the program: one's last move does not count, nor its answer. */
  takeBack(): void {
    this.#inGame((game) => ({ t: 'take_back', d: { game, id: this.#id() } }));
  }

  practiceBot(variant: string, level: Level, side: Side, clock: ClockSetting | null, fen: string | null = null): void {
    this.#leavePractice();
    this.#send({ t: 'practice_bot', d: { id: this.#id(), variant, level, side, clock, fen } });
  }

  practiceLink(variant: string, side: Side, clock: ClockSetting | null, fen: string | null = null): void {
    this.#leavePractice();
    this.#send({ t: 'practice_link', d: { id: this.#id(), variant, side, clock, fen } });
  }

  practiceJoin(code: string): void {
    this.#send({ t: 'practice_join', d: { id: this.#id(), code } });
  }

  // --- what the house arranges: each answers with the number of the command ---

  proposeMatch(proposal: Proposal): CommandId {
    const id = this.#id();
    this.#send({ t: 'match_propose', d: { ...proposal, id } });
    return id;
  }

  askOfMatch(match: MatchId, act: MatchAct): CommandId {
    const id = this.#id();
    this.#send({ t: 'match_act', d: { id, match, act } });
    return id;
  }

  /** All matches of one's own that are not over, the newest that are, and the open seats of others. */
  showMatches(): void {
    this.#send({ t: 'match_watch', d: { id: this.#id() } });
  }

  findMatch(match: MatchId): CommandId {
    const id = this.#id();
    this.#send({ t: 'match_find', d: { id, match } });
    return id;
  }

  /** Asks for notices: the newest, or those older than that one. */
  showNotices(before: NoticeId | null): void {
    this.#send({ t: 'notices_show', d: { id: this.#id(), before } });
  }

  /** That notice and all older ones are read. */
  readNotices(upTo: NoticeId): void {
    this.#send({ t: 'notices_read', d: { id: this.#id(), up_to: upTo } });
  }

  watchLadder(season: LadderId): void {
    this.#send({ t: 'ladder_watch', d: { id: this.#id(), season } });
  }

  climb(season: LadderId, act: LadderAct): CommandId {
    const id = this.#id();
    this.#send({ t: 'ladder_act', d: { id, season, act } });
    return id;
  }

  /** Begins to hear of a tournament, or stops. */
  followTournament(tournament: TournamentId | null): void {
    const before = this.state().tournament?.id ?? null;
    if (before === tournament) return;
    if (before !== null) this.#send({ t: 'tournament_unwatch', d: { tournament: before } });
    this.dispatch({ k: 'follow_tournament', tournament });
    if (tournament !== null) this.#send({ t: 'tournament_watch', d: { id: this.#id(), tournament } });
  }

  askOfTournament(tournament: TournamentId, act: TournamentAct): CommandId {
    const id = this.#id();
    this.#send({ t: 'tournament_act', d: { id, tournament, act } });
    return id;
  }

  tournamentRound(tournament: TournamentId, round: number, from: number): void {
    this.#send({ t: 'tournament_round', d: { id: this.#id(), tournament, round, from } });
  }

  tournamentStandings(tournament: TournamentId, from: number): void {
    this.#send({ t: 'tournament_standings', d: { id: this.#id(), tournament, from } });
  }

  /** A practice game that is left for another one ends: an address may have a few at once only. */
  #leavePractice(): void {
    const seat = this.state().practiceSeat;
    if (seat !== null) this.#send({ t: 'resign', d: { game: seat.game, id: this.#id() } });
  }

  // --- the line ---

  #connect(): void {
    if (this.#stopped) return;
    this.#clear('connect');
    this.dispatch({ k: 'link', link: { is: 'connecting' } });
    this.#greeted = false;
    const socket = this.world.open();
    this.#socket = socket;
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#helloAt = this.world.now();
      this.#write({ t: 'hello', d: { protocol: PROTOCOL } });
    };
    socket.onmessage = (event: MessageEvent) => {
      if (this.#socket === socket) this.#receive(JSON.parse(String(event.data)) as ServerMsg);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost(null);
    };
    // a connection that neither opens nor fails is given up
    this.#set('answer', ANSWER_WITHIN * 2, () => this.#lost(null));
  }

  #receive(msg: ServerMsg): void {
    const at = this.world.now();
    if (msg.t === 'pong') return this.#answered(msg.d.n, at);
    if (msg.t === 'goodbye') return this.#goodbye(msg);
    this.dispatch({ k: 'server', msg, at });
    if (msg.t === 'moved') this.#playDue();
    if (msg.t === 'welcome') this.#greet(at - this.#helloAt);
    if (this.state().game?.pending == null && this.#greeted) this.#clear('answer');
    this.#closeGap();
  }

  /** The line stands: say again what this page follows, then the move that is still unanswered, if its turn still is. */
  #greet(latency: number): void {
    this.#tries = 0;
    this.#greeted = true;
    this.#clear('answer');
    this.dispatch({ k: 'link', link: { is: 'open', latency } });
    this.#set('ping', PING_EVERY, () => this.#ask());
    if (this.#lobby) this.#write({ t: 'lobby', d: { on: true } });
    const { following, game, practiceLink, practiceSeat, tournament } = this.state();
    if (tournament !== null) this.#write({ t: 'tournament_watch', d: { id: this.#id(), tournament: tournament.id } });
    // an unused link waits for its friend on this line from now on
    if (practiceLink !== null && practiceSeat !== null) this.#watch(practiceSeat.game);
    if (following !== null) {
      if (game === null || this.world.secret(following) !== null) this.#watch(following);
      else this.#write({ t: 'resume', d: { game: following, version: game.v } });
      this.#sendPending();
    }
    // what waits for this player, whatever page he looks at
    if (this.state().account !== null) {
      this.showMatches();
      this.showNotices(null);
    }
  }

  #goodbye(msg: Extract<ServerMsg, { t: 'goodbye' }>): void {
    this.dispatch({ k: 'server', msg, at: this.world.now() });
    if (msg.d.reason === 'unsupported_protocol') return this.stop();
    this.#lost(msg.d.retry_ms);
  }

  #lost(retryMs: number | null): void {
    this.#drop();
    if (this.#stopped) return;
    const wait = retryMs ?? backOff(this.#tries, this.world.random());
    this.#tries += 1;
    this.dispatch({ k: 'link', link: { is: 'waiting', until: this.world.now() + wait } });
    this.#set('connect', wait, () => this.#connect());
  }

  #drop(): void {
    for (const timer of this.#timers.values()) this.world.cancel(timer);
    this.#timers.clear();
    this.#greeted = false;
    const socket = this.#socket;
    this.#socket = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #watch(game: GameId): void {
    const secret = this.world.secret(game);
    if (secret !== null) this.#send({ t: 'practice_seat', d: { id: this.#id(), game, secret } });
    else this.#send({ t: 'watch', d: { game } });
  }

  /** Sends the pending move under its own number, the first time and again: the same number is the same move. */
  #sendPending(): void {
    const game = this.state().game;
    if (game?.pending == null || game.pending.ply !== game.live.ply || !this.#greeted) return;
    const { ply, id, path } = game.pending;
    this.#write({ t: 'move', d: { game: game.game, id, ply, path } });
    this.#set('answer', ANSWER_WITHIN, () => this.#lost(0));
  }

  #closeGap(): void {
    const game = this.state().game;
    if (game === null || !game.gap || this.#timers.has('gap')) return;
    this.#write({ t: 'resume', d: { game: game.game, version: game.v } });
    this.#set('gap', 2_000, () => {
      const still = this.state().game;
      if (still?.gap) this.#watch(still.game);
    });
  }

  /** Asks whether the line lives. One question at a time: its answer is what the line is measured by. */
  #ask(): void {
    if (!this.#greeted || this.#timers.has('pong')) return;
    this.#ping = { n: this.#ping.n + 1, at: this.world.now() };
    this.#write({ t: 'ping', d: { n: this.#ping.n } });
    this.#set('pong', PONG_WITHIN, () => this.#lost(null));
    this.#set('ping', PING_EVERY, () => this.#ask());
  }

  #answered(n: number, at: number): void {
    if (n !== this.#ping.n || !this.#timers.has('pong')) return;
    this.#clear('pong');
    this.dispatch({ k: 'link', link: { is: 'open', latency: at - this.#ping.at } });
  }

  #inGame(message: (game: GameId) => ClientMsg): void {
    const game = this.state().game;
    if (game !== null) this.#send(message(game.game));
  }

  #id(): CommandId {
    this.#nextId += 1;
    return this.#nextId;
  }

  /** Sends once the line stands; what comes before is repeated by `#greet` or by the player. */
  #send(msg: ClientMsg): void {
    if (this.#greeted) this.#write(msg);
  }

  #write(msg: ClientMsg): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(msg));
  }

  #set(name: Timer, ms: number, act: () => void): void {
    this.#clear(name);
    this.#timers.set(name, this.world.after(ms, () => {
      this.#timers.delete(name);
      act();
    }));
  }

  #clear(name: Timer): void {
    const timer = this.#timers.get(name);
    if (timer === undefined) return;
    this.world.cancel(timer);
    this.#timers.delete(name);
  }
}
