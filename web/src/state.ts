// What the page knows, as a pure reducer over the server's messages in order of version. Knows no rules, no socket, no
// clock: the instant of each message is an argument.

import type {
  AccountId, Clocks, Code, CommandId, DrawRule, DrawState, Ended, GameId, GameKind, GameSnapshot, LegalMove, LobbySeek, Me,
  LadderView, Millis, Moved, NoticePage, NoticeView, PlayedMove, PlayerInfo, PlayNowOver, PlayNowState, Rejected, RematchState, SeekGone, SeekId, ServerMsg, Settled, Side, Terms,
  TournamentId, Version, Viewer, WalletState,
} from './protocol';
import { heard, type Matches } from './matches';
import { bind, due, holds, type Ahead, type Due, type Premove } from './premove';
import { begin, onHead, onRound, onStandings, onTables, type Followed } from './tournaments';

/** An instant of this page's own monotonic clock, in milliseconds. */
export type Instant = number;

/** How the socket stands. */
export type Link =
  | { is: 'connecting' }
  | { is: 'open'; latency: Millis | null }
  | { is: 'waiting'; until: Instant }
  | { is: 'closed'; why: 'unsupported_protocol' };

/** The game as it stands now, whatever move is being looked at. */
export type Live = {
  fen: string;
  turn: Side;
  ply: number;
  legal: LegalMove[];
  clocks: Clocks | null;
  draw: DrawState;
  paused: boolean;
};

/** One's own move that the server has not answered yet. It is drawn at once. */
export type PendingMove = { ply: number; id: CommandId; path: string; captured: string[] };

/** A move that was taken back because the server refused it: the piece goes back along this path. */
export type TakenBack = { id: CommandId; path: string; captured: string[]; code: Code };

export type Game = {
  game: GameId;
  kind: GameKind;
  you: Viewer;
  terms: Terms;
  drawRules: DrawRule[];
  clocked: boolean;
  /** Server time minus this page's, by which the clocks are read: of the connection that brought them, which may be gone. */
  offset: number | null;
  white: PlayerInfo;
  black: PlayerInfo;
  startFen: string;
  v: Version;
  live: Live;
  moves: PlayedMove[];
  ended: Ended | null;
  rematch: RematchState | null;
  /** When the rematch's present state came. */
  rematchAt: Instant;
  settled: Settled | null;
  /** Until when the pot is looked at before it is paid, in Unix milliseconds; null while it is not. */
  held: number | null;
  pending: PendingMove | null;
  takenBack: TakenBack | null;
  /** The move chosen while the other one thinks. */
  premove: Premove | null;
  /** The same once its turn has come: the socket sends it at once. */
  due: Due | null;
  /** What the program would play at a ply of a practice game. */
  hint: { ply: number; path: string } | null;
  /** The ply that is looked at: as many moves of the list as are shown; null: the present. */
  viewing: number | null;
  /** An event is missing: the socket asks for it. */
  gap: boolean;
  /** What the player should be told about his last command. */
  notice: Notice | null;
};

/** What is told beside the server's refusals. */
export type Told = 'draw_declined' | 'already_played' | 'premove_dropped';
export type Notice = { code: Code | Told; id: number };

/** A lobby seek and when it was told. */
export type HeardSeek = LobbySeek & { heardAt: Instant };

export type State = {
  link: Link;
  me: Me | null;
  /** Server time minus this page's time, from the quickest message of this connection; null before the first one. */
  offset: number | null;
  account: AccountId | null;
  name: string | null;
  wallet: WalletState | null;
  /** The staked games that this player has running. */
  games: GameId[];
  lobby: HeardSeek[] | null;
  mySeeks: SeekId[];
  /** The last of one's own seeks that went away by itself. */
  seekLost: { seek: SeekId; reason: SeekGone } | null;
  game: Game | null;
  /** The game whose page is open, before and while its snapshot is here. */
  following: GameId | null;
  /** A game of this player that has just started. */
  started: { game: GameId; side: Side } | null;
  /** The last refusal of a command outside a game. */
  refused: Rejected | null;
  /** The last command that was done without an event of its own. */
  done: CommandId | null;
  /** The Rivals matches that were told. */
  matches: Matches;
  /** The tournament whose page is open. */
  tournament: Followed | null;
  /** The house looks for an opponent, and for how long it had when it said so. */
  playNow: { state: PlayNowState; heardAt: Instant; waited: number } | null;
  /** Why it looks no more, where no game came of it. */
  playNowOver: PlayNowOver | null;
  /** One's notices, as far as they were asked for, the newest first. */
  notices: { list: NoticeView[]; more: boolean; unread: number } | null;
  /** How many notices are unread. */
  unread: number;
  /** The ladder season that was told last. */
  ladder: LadderView | null;
  /** A practice link waiting for a friend. */
  practiceLink: { id: CommandId; code: string; until: Instant } | null;
  /** The seat that practice gave last; its secret lets the player come back. */
  practiceSeat: { game: GameId; side: Side; secret: string } | null;
};

export const initial: State = {
  link: { is: 'connecting' }, me: null, offset: null, account: null, name: null, wallet: null, games: [], lobby: null,
  mySeeks: [], seekLost: null, game: null, following: null, started: null, refused: null, done: null,
  matches: {}, tournament: null, playNow: null, playNowOver: null, notices: null, unread: 0, ladder: null, practiceLink: null,
  practiceSeat: null,
};

/** What changes the state: a message of the server, the socket, or the player. */
export type Input =
  | { k: 'server'; msg: ServerMsg; at: Instant }
  | { k: 'link'; link: Link }
  | { k: 'me'; me: Me }
  | { k: 'follow'; game: GameId | null }
  | { k: 'follow_tournament'; tournament: TournamentId | null }
  | { k: 'lobby_off' }
  | { k: 'moved_here'; game: GameId; pending: PendingMove }
  | { k: 'premove'; game: GameId; ahead: Ahead | null }
  | { k: 'view'; ply: number | null }
  | { k: 'notice_read' }
  | { k: 'started_seen' }
  | { k: 'refusal_read' }
  | { k: 'link_dropped' };

export function reduce(state: State, input: Input): State {
  switch (input.k) {
    case 'server': return onServer(state, input.msg, input.at);
    case 'link': return onLink(state, input.link);
    case 'me': return onMe(state, input.me);
    case 'follow': return onFollow(state, input.game);
    case 'follow_tournament': return onFollowTournament(state, input.tournament);
    case 'lobby_off': return { ...state, lobby: null };
    case 'moved_here':
      return inGame(state, input.game, (game) => ({ ...game, pending: input.pending, premove: null, due: null, takenBack: null, notice: null, viewing: null }));
    case 'premove':
      return inGame(state, input.game, (game) => ({ ...game, premove: bind(game, input.ahead), notice: game.notice?.code === 'premove_dropped' ? null : game.notice }));
    case 'view': return onView(state, input.ply);
    case 'notice_read': return state.game === null ? state : { ...state, game: { ...state.game, notice: null } };
    case 'started_seen': return { ...state, started: null };
    case 'refusal_read': return { ...state, refused: null, seekLost: null };
    case 'link_dropped': return { ...state, practiceLink: null };
    default: return never(input);
  }
}

function onServer(state: State, msg: ServerMsg, at: Instant): State {
  switch (msg.t) {
    case 'welcome':
      return {
        ...state, offset: msg.d.server_ms - at, account: msg.d.account, name: msg.d.name, games: msg.d.games,
        mySeeks: msg.d.seeks, matches: msg.d.account === state.account ? state.matches : {}, wallet: newer(msg.d.account === state.account ? state.wallet : null, msg.d.wallet),
      };
    case 'pong': return state;
    case 'done': return { ...state, done: msg.d.id };
    case 'rejected': return onRejected(state, msg.d);
    case 'lobby': return { ...state, lobby: msg.d.seeks.map((seek) => ({ ...seek, heardAt: at })) };
    case 'seek_added': return onSeekAdded(state, msg.d, at);
    case 'seek_removed': return onSeekRemoved(state, msg.d.seek, msg.d.reason);
    case 'seek_opened': return { ...state, mySeeks: with_(state.mySeeks, msg.d.seek), refused: null, seekLost: null };
    case 'game_started': return onStarted(state, msg.d.game, msg.d.side);
    case 'snapshot': return onSnapshot(timed(state, msg.d.state.clocks, at), msg.d, at);
    case 'moved': return onClocks(state, msg.d, at, (game) => onMoved(game, msg.d));
    case 'draw_offered':
      return onEvent(state, msg.d.game, msg.d.v, (game) => ({ ...game, live: { ...game.live, draw: msg.d.draw } }));
    case 'draw_declined':
      return onEvent(state, msg.d.game, msg.d.v, (game) => ({
        ...game,
        live: { ...game.live, draw: msg.d.draw },
        notice: game.you !== 'spectator' && msg.d.by !== game.you ? { code: 'draw_declined', id: msg.d.v } : game.notice,
      }));
    case 'hidden': return onEvent(state, msg.d.game, msg.d.v, (game) => game);
    case 'paused': return onClocks(state, msg.d, at, (game) => ({ ...game, live: { ...game.live, paused: true, clocks: msg.d.clocks } }));
    case 'resumed': return onClocks(state, msg.d, at, (game) => ({ ...game, live: { ...game.live, paused: false, clocks: msg.d.clocks } }));
    case 'ended': return onClocks(gone(state, msg.d.game), msg.d, at, (game) => onEnded(game, msg.d));
    case 'presence':
      return inGame(state, msg.d.game, (game) => {
        const seen = { connected: msg.d.connected, away_since_ms: msg.d.away_since_ms };
        return msg.d.side === 'white'
          ? { ...game, white: { ...game.white, ...seen } }
          : { ...game, black: { ...game.black, ...seen } };
      });
    case 'rematch': return onRematch(state, msg.d.game, msg.d.rematch, at);
    case 'settled': return inGame(state, msg.d.game, (game) => ({ ...game, settled: msg.d }));
    case 'wallet': return { ...state, wallet: newer(state.wallet, msg.d) };
    case 'hint': return inGame(state, msg.d.game, (game) => ({ ...game, hint: { ply: msg.d.ply, path: msg.d.path } }));
    case 'payment_held': return inGame(state, msg.d.game, (game) => ({ ...game, held: msg.d.until }));
    case 'notice': return { ...state, unread: state.unread + 1, notices: state.notices === null ? null : { ...state.notices, unread: state.notices.unread + 1, list: [msg.d, ...state.notices.list] } };
    case 'notices': return { ...state, unread: msg.d.unread, notices: onNotices(state.notices, msg.d) };
    case 'notices_unread': return { ...state, unread: msg.d.unread, notices: state.notices === null ? null : { ...state.notices, unread: msg.d.unread, list: msg.d.unread === 0 ? state.notices.list.map((one) => ({ ...one, read: true })) : state.notices.list } };
    case 'ladder': return state.ladder?.season === msg.d.season && state.ladder.v > msg.d.v ? state : { ...state, ladder: msg.d };
    case 'match': return { ...state, matches: heard(state.matches, msg.d, at) };
    case 'tournament': return inTournament(state, (followed) => onHead(followed, msg.d, at));
    case 'tournament_round': return inTournament(state, (followed) => onRound(followed, msg.d));
    case 'tournament_tables': return inTournament(state, (followed) => onTables(followed, msg.d));
    case 'tournament_standings': return inTournament(state, (followed) => onStandings(followed, msg.d));
    case 'play_now_waiting': {
      const waited = state.offset === null ? 0 : Math.max(0, at + state.offset - msg.d.since_ms);
      return { ...state, playNow: { state: msg.d, heardAt: at, waited }, playNowOver: null };
    }
    case 'play_now_over': return { ...state, playNow: null, playNowOver: msg.d.reason };
    case 'practice_link':
      return { ...state, practiceLink: { id: msg.d.id, code: msg.d.code, until: at + msg.d.valid_ms }, refused: null };
    case 'practice_seat': return onSeat(state, msg.d);
    case 'goodbye':
      return msg.d.reason === 'unsupported_protocol' ? { ...state, link: { is: 'closed', why: 'unsupported_protocol' } } : state;
    default: return never(msg);
  }
}

/** A page of notices behind those that are here, or the newest anew. */
function onNotices(before: State['notices'], page: NoticePage): State['notices'] {
  const first = page.notices[0];
  const last = before?.list[before.list.length - 1];
  const older = before !== null && first !== undefined && last !== undefined && first.id < last.id;
  return { list: older ? [...before.list, ...page.notices] : page.notices, more: page.more, unread: page.unread };
}

// --- games ---

function onSnapshot(state: State, snapshot: GameSnapshot, at: Instant): State {
  if (snapshot.game !== state.following) return state;
  const before = state.game?.game === snapshot.game ? state.game : null;
  // a snapshot older than what is shown is a straggler
  if (before !== null && snapshot.state.v < before.v) return state;
  const { v, ...live } = snapshot.state;
  // told anew at another ply, a move chosen ahead was chosen for another game
  const premove = snapshot.ended === null && before?.premove != null && holds(before.premove, live) ? before.premove : null;
  const dropped = snapshot.ended === null && before?.premove != null && premove === null;
  const awaited = snapshot.ended === null && before?.pending != null && before.pending.ply === live.ply && snapshot.you === live.turn;
  const game: Game = {
    game: snapshot.game, kind: snapshot.kind, you: snapshot.you, terms: snapshot.terms, drawRules: snapshot.draw_rules.rules, clocked: snapshot.clocked, offset: state.offset,
    white: snapshot.white, black: snapshot.black, startFen: snapshot.start_fen, v, live,
    moves: snapshot.moves, ended: snapshot.ended, rematch: snapshot.rematch, rematchAt: at,
    settled: before?.settled ?? null,
    held: before?.held ?? null,
    pending: awaited ? before.pending : null,
    takenBack: null,
    premove,
    due: null,
    hint: null,
    viewing: before?.viewing != null && before.viewing <= snapshot.moves.length ? before.viewing : null,
    gap: false,
    notice: dropped ? { code: 'premove_dropped', id: v } : (before?.notice ?? null),
  };
  return snapshot.ended === null ? { ...state, game } : gone({ ...state, game }, snapshot.game);
}

/** Applies an event that brings version `v`: an old one is dropped, a later one shows that something is missing. */
function onEvent(state: State, id: GameId, v: Version | null, change: (game: Game) => Game): State {
  return inGame(state, id, (game) => {
    if (v === null) return change(game);
    if (v <= game.v) return game;
    if (v > game.v + 1) return { ...game, gap: true };
    return { ...change(game), v, gap: false };
  });
}

/** An event that says both clocks: from here on they are read by the time of the connection that brought it. */
function onClocks(state: State, event: { game: GameId; v: Version | null; clocks: Clocks | null }, at: Instant, change: (game: Game) => Game): State {
  const after = timed(state, event.clocks, at);
  return onEvent(after, event.game, event.v, (game) => ({ ...change(game), offset: after.offset }));
}

function onMoved(game: Game, moved: Moved): Game {
  const mine = game.pending !== null && moved.ply >= game.pending.ply;
  const other = mine && game.pending?.ply === moved.ply && game.pending.path !== moved.path;
  const live: Live = {
    ...game.live,
    fen: moved.fen, turn: moved.side === 'white' ? 'black' : 'white', ply: moved.ply + 1, legal: moved.legal,
    clocks: moved.clocks, draw: moved.draw,
  };
  const ahead = game.premove === null ? null : due(game.premove, game.live, live);
  return {
    ...game, live, premove: null, due: ahead,
    moves: [...game.moves, { path: moved.path, captured: moved.captured, left_after_ms: moved.left_after_ms, fen: moved.fen }],
    pending: mine ? null : game.pending,
    takenBack: null,
    notice: other ? { code: 'already_played', id: moved.v } : game.premove !== null && ahead === null ? { code: 'premove_dropped', id: moved.v } : moved.side === game.you ? game.notice : null,
  };
}

function onEnded(game: Game, ended: Ended): Game {
  return {
    ...game, ended, pending: null, premove: null, due: null, notice: null,
    live: { ...game.live, legal: [], paused: false, clocks: ended.clocks, draw: { ...game.live.draw, offer: null } },
  };
}

function onRejected(state: State, rejected: Rejected): State {
  if (rejected.game === null || state.game?.game !== rejected.game) return { ...state, refused: rejected };
  return inGame(state, rejected.game, (game) => {
    const pending = game.pending;
    if (pending === null || rejected.id !== pending.id) {
      // the repeat of a move that has come in the meantime is no news
      if (rejected.ply !== null && rejected.ply < game.live.ply) return game;
      return { ...game, notice: { code: rejected.code, id: rejected.id ?? 0 } };
    }
    // sent twice after a reconnect: the first one is still being decided
    if (rejected.code === 'one_at_a_time') return game;
    const { id, path, captured } = pending;
    return {
      ...game, pending: null, takenBack: { id, path, captured, code: rejected.code },
      notice: { code: rejected.code, id },
      // the server stands elsewhere than this page: look again
      gap: game.gap || rejected.code === 'stale_ply' || rejected.code === 'not_your_turn',
    };
  });
}

function onStarted(state: State, game: GameId, side: Side): State {
  const practice = state.practiceSeat?.game === game;
  return {
    ...state, started: { game, side }, refused: null,
    games: practice ? state.games : with_(state.games, game),
    practiceLink: practice ? null : state.practiceLink,
  };
}

/** A seat in practice: the game opens, unless it still waits for a friend. */
function onSeat(state: State, seat: { id: CommandId | null; game: GameId; side: Side; secret: string }): State {
  const { game, side, secret } = seat;
  const practiceSeat = { game, side, secret };
  const link = state.practiceLink;
  if (link !== null && (link.id === seat.id || state.practiceSeat?.game === game)) return { ...state, practiceSeat, refused: null };
  return {
    ...onFollow(state, game), practiceSeat, practiceLink: null, refused: null,
    started: state.following === game ? state.started : { game, side },
  };
}

/** A practice game that is played once more opens by itself; a staked one is told as a game that has started. */
function onRematch(state: State, id: GameId, rematch: RematchState, at: Instant): State {
  const after = inGame(state, id, (game) => ({ ...game, rematch, rematchAt: at }));
  const { game } = after;
  if (rematch.is !== 'made' || game?.game !== id || game.kind === 'staked' || game.you === 'spectator') return after;
  return { ...after, started: { game: rematch.game, side: game.you === 'white' ? 'black' : 'white' } };
}

function onFollow(state: State, game: GameId | null): State {
  if (state.following === game) return state;
  return { ...state, following: game, game: null, started: state.started?.game === game ? null : state.started };
}

function onView(state: State, ply: number | null): State {
  const game = state.game;
  if (game === null) return state;
  const last = game.moves.length;
  const viewing = ply === null || ply >= last ? null : Math.max(0, ply);
  return { ...state, game: { ...game, viewing } };
}

// --- tournaments ---

function inTournament(state: State, change: (followed: Followed) => Followed): State {
  return state.tournament === null ? state : { ...state, tournament: change(state.tournament) };
}

function onFollowTournament(state: State, id: TournamentId | null): State {
  if (id === (state.tournament?.id ?? null)) return state;
  return { ...state, tournament: id === null ? null : begin(id) };
}

// --- lobby, wallet, link ---

function onSeekAdded(state: State, seek: LobbySeek, at: Instant): State {
  if (state.lobby === null) return state;
  const others = state.lobby.filter((one) => one.seek !== seek.seek);
  return { ...state, lobby: [...others, { ...seek, heardAt: at }] };
}

function onSeekRemoved(state: State, seek: SeekId, reason: SeekGone): State {
  const mine = state.mySeeks.includes(seek);
  return {
    ...state,
    lobby: state.lobby?.filter((one) => one.seek !== seek) ?? null,
    mySeeks: state.mySeeks.filter((one) => one !== seek),
    seekLost: mine && reason !== 'taken' && reason !== 'cancelled' ? { seek, reason } : state.seekLost,
  };
}

function onLink(state: State, link: Link): State {
  if (state.link.is === 'closed') return state;
  return { ...state, link };
}

function onMe(state: State, me: Me): State {
  return {
    ...state, me, account: me.account?.account ?? null, name: me.account?.name ?? null,
    wallet: me.wallet === null ? null : newer(me.account?.account === state.account ? state.wallet : null, me.wallet),
  };
}

function newer(known: WalletState | null, told: WalletState | null): WalletState | null {
  return known !== null && told !== null && told.version < known.version ? known : told;
}

// --- small things ---

/** The quickest message tells the server's time best: a late one only seems to come from an earlier time. */
function timed(state: State, clocks: Clocks | null, at: Instant): State {
  if (clocks === null) return state;
  const offset = clocks.server_ms - at;
  return state.offset !== null && state.offset >= offset ? state : { ...state, offset };
}

function inGame(state: State, id: GameId, change: (game: Game) => Game): State {
  if (state.game === null || state.game.game !== id) return state;
  return { ...state, game: change(state.game) };
}

function gone(state: State, id: GameId): State {
  return state.games.includes(id) ? { ...state, games: state.games.filter((one) => one !== id) } : state;
}

function with_<T>(list: T[], one: T): T[] {
  return list.includes(one) ? list : [...list, one];
}

export function never(value: never): never {
  throw new Error(`not handled: ${JSON.stringify(value)}`);
}
