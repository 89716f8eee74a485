// A game as the server would tell it, for the tests of the reducer and the board.
import type { Clocks, DrawState, GameSnapshot, LegalMove, Moved } from '../src/protocol';
import { initial, reduce, type State } from '../src/state';

export const GAME = '0193b0a0-0000-7000-8000-000000000002';

export const draw: DrawState = {
  quiet: 0, quiet_limit: 50, repetition: 1, repetition_limit: 3, draw_in: 50, white_offers_left: 3, black_offers_left: 3, offer: null,
};

export const clocks: Clocks = { white_ms: 60_000, black_ms: 60_000, running: 'white', server_ms: 1_000, first_move_ms: null };

export const legal: LegalMove[] = [
  { from: 'c3', to: 'd4', captured: [], paths: ['c3-d4'] },
  { from: 'c3', to: 'b4', captured: [], paths: ['c3-b4'] },
];

export function snapshot(change: Partial<GameSnapshot> = {}): GameSnapshot {
  const player = { account: null, name: 'ana', bot: null, connected: true, away_since_ms: null };
  return {
    game: GAME, kind: 'staked', you: 'white',
    terms: {
      variant: 'brazilian', rules: 'dream', clock: { initial_ms: 60_000, increment_ms: 0 }, stake: 1_000,
      fee_basis_points: 500, first_move_ms: 30_000, offers_from_ply: 2, event: null, hash: 'h',
    },
    draw_rules: { name: 'dream', rules: [{ is: 'repetition', times: 3 }, { is: 'quiet', plies: 50 }] },
    clocked: true, white: player, black: { ...player, name: 'beto' }, start_fen: 'W:Wc3,e3:Bb6,d6',
    state: { v: 4, fen: 'W:Wc3,e3:Bb6,d6', turn: 'white', ply: 2, legal, clocks, draw, paused: false },
    moves: [
      { path: 'a1-b2', captured: [], left_after_ms: 60_000, fen: 'B:Wc3,e3:Bb6,d6' },
      { path: 'a7-b6', captured: [], left_after_ms: 60_000, fen: 'W:Wc3,e3:Bb6,d6' },
    ],
    ended: null, rematch: null, ...change,
  };
}

export function followed(change: Partial<GameSnapshot> = {}): State {
  const state = reduce(initial, { k: 'follow', game: GAME });
  return reduce(state, { k: 'server', msg: { t: 'snapshot', d: snapshot(change) }, at: 0 });
}

export function moved(change: Partial<Moved> = {}): Moved {
  return {
    game: GAME, v: 5, ply: 2, side: 'white', path: 'c3-d4', captured: [], crowned: false, left_before_ms: 60_000,
    left_after_ms: 59_000, lag_credit_ms: 0, fen: 'B:Wd4,e3:Bb6,d6', legal: [],
    clocks: { ...clocks, running: 'black', server_ms: 2_000 }, draw, id: 7, ...change,
  };
}
