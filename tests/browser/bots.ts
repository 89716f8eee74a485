// Players without a browser: they speak the protocol over a WebSocket and play the legal moves that come with each position. They
// know no rules.
import type {
  AccountId, ClientMsg, Code, GameId, GameSnapshot, LegalMove, ServerMsg, Side, TournamentAct, TournamentId, TournamentView,
} from '../../web/src/protocol.ts';

/** What a bot means to do in a game. */
export type Plan = 'win' | 'lose' | 'draw' | 'stay_away';
/** A game as a plan is made for it. */
export type Seat = { me: string; opponent: string; round: number; table: number; side: Side; /** Which of the two's games in that round, from 1. */ nth: number };
export type Planner = (seat: Seat) => Plan;

export type Made = { account: AccountId; name: string; token: string };

type Game = { snapshot: GameSnapshot; side: Side; plan: Plan; ply: number; offered: boolean };
// Node's own WebSocket takes headers, which its type does not say
type Opens = new (url: string, init: { headers: Record<string, string> }) => WebSocket;

/** Makes players with that balance each, paid in through the books. */
export async function makePlayers(origin: string, count: number, balance: number): Promise<Made[]> {
  const answer = await fetch(`${origin}/api/dev/players`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ count, balance }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Made[];
}

export class Bot {
  head: TournamentView | null = null;
  balance = 0;
  /** How many games this bot has begun. */
  begun = 0;
  #id = 1;
  #games = new Map<GameId, Game>();
  #met = new Map<string, number>();
  #waiting: { is: (message: ServerMsg) => boolean; done: (message: ServerMsg) => void }[] = [];

  private constructor(readonly made: Made, private readonly socket: WebSocket, private readonly planner: Planner) {}

  get name(): string {
    return this.made.name;
  }

  static async come(origin: string, made: Made, planner: Planner): Promise<Bot> {
    const Opens = WebSocket as unknown as Opens;
    const socket = new Opens(`${origin.replace('http', 'ws')}/ws`, { headers: { authorization: `Bearer ${made.token}` } });
    const bot = new Bot(made, socket, planner);
    socket.onmessage = (event) => bot.#hear(JSON.parse(String(event.data)) as ServerMsg);
    const welcomed = bot.until((message) => message.t === 'welcome');
    await new Promise<void>((opened, failed) => {
      socket.onopen = () => opened();
      socket.onerror = () => failed(new Error('the socket does not open'));
    });
    bot.send({ t: 'hello', d: { protocol: 1 } });
    await welcomed;
    return bot;
  }

  leave(): void {
    this.socket.close();
  }

  /** The first message of that kind from now on. */
  until(is: (message: ServerMsg) => boolean): Promise<ServerMsg> {
    return new Promise((done) => this.#waiting.push({ is, done }));
  }

  /** Begins to follow a tournament. */
  async follow(tournament: TournamentId): Promise<TournamentView> {
    const told = this.until((message) => message.t === 'tournament' && message.d.tournament === tournament);
    this.send({ t: 'tournament_watch', d: { id: this.#next(), tournament } });
    await told;
    if (this.head === null) throw new Error('no head was told');
    return this.head;
  }

  /** Asks something of a tournament: null when it was done, else why not. */
  async asks(tournament: TournamentId, act: TournamentAct): Promise<Code | null> {
    const id = this.#next();
    const answer = this.until((message) => (message.t === 'done' || message.t === 'rejected') && message.d.id === id);
    this.send({ t: 'tournament_act', d: { id, tournament, act } });
    const message = await answer;
    return message.t === 'rejected' ? message.d.code : null;
  }

  async enters(tournament: TournamentId): Promise<void> {
    const head = await this.follow(tournament);
    const refused = await this.asks(tournament, { is: 'register', terms: head.terms.hash });
    if (refused !== null) throw new Error(`${this.name} may not enter: ${refused}`);
  }

  #next(): number {
    this.#id += 1;
    return this.#id;
  }

  /** Sends a message as it is. */
  send(message: ClientMsg): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  #hear(message: ServerMsg): void {
    switch (message.t) {
      case 'welcome':
        this.balance = message.d.wallet?.balance ?? 0;
        for (const game of message.d.games) this.send({ t: 'watch', d: { game } });
        break;
      case 'wallet': this.balance = message.d.balance; break;
      case 'tournament': this.head = message.d; break;
      case 'game_started': this.send({ t: 'watch', d: { game: message.d.game } }); break;
      case 'snapshot': this.#sitDown(message.d); break;
      case 'moved': {
        const game = this.#games.get(message.d.game);
        if (game === undefined) break;
        game.ply = message.d.ply + 1;
        if (message.d.side !== game.side) this.#turn(game, message.d.legal);
        break;
      }
      case 'draw_offered': {
        const game = this.#games.get(message.d.game);
        if (game === undefined || message.d.by === game.side) break;
        const answer = { game: message.d.game, id: this.#next(), offer: message.d.offer };
        this.send(game.plan === 'draw' ? { t: 'accept_draw', d: answer } : { t: 'decline_draw', d: answer });
        break;
      }
      case 'ended': this.#games.delete(message.d.game); break;
      default: break;
    }
    this.#waiting = this.#waiting.filter((one) => {
      if (!one.is(message)) return true;
      one.done(message);
      return false;
    });
  }

  #sitDown(snapshot: GameSnapshot): void {
    if (snapshot.you === 'spectator' || snapshot.ended !== null) return;
    const known = this.#games.get(snapshot.game);
    const side = snapshot.you;
    let plan = known?.plan;
    if (plan === undefined) {
      const { event } = snapshot.terms;
      const [round, table] = event?.kind === 'tournament' ? [event.round, event.table] : [0, 0];
      const opponent = (side === 'white' ? snapshot.black : snapshot.white).name ?? '';
      const nth = (this.#met.get(`${round}:${opponent}`) ?? 0) + 1;
      this.#met.set(`${round}:${opponent}`, nth);
      this.begun += 1;
      plan = this.planner({ me: this.name, opponent, round, table, side, nth });
    }
    const game: Game = { snapshot, side, plan, ply: snapshot.state.ply, offered: false };
    this.#games.set(snapshot.game, game);
    if (snapshot.state.turn === side) this.#turn(game, snapshot.state.legal);
  }

  /** Plays some legal move, or what the plan says instead. */
  #turn(game: Game, legal: readonly LegalMove[]): void {
    const { game: id, terms } = game.snapshot;
    if (game.plan === 'stay_away') return;
    if (game.plan === 'lose' && game.ply >= 2) return this.send({ t: 'resign', d: { game: id, id: this.#next() } });
    if (game.plan === 'draw' && game.ply >= terms.offers_from_ply && !game.offered && game.side === 'white') {
      game.offered = true;
      this.send({ t: 'offer_draw', d: { game: id, id: this.#next() } });
    }
    const move = legal[(game.ply * 7) % legal.length];
    const path = move?.paths[0];
    if (path !== undefined) this.send({ t: 'move', d: { game: id, id: this.#next(), ply: game.ply, path } });
  }
}
