// The line: what is said again after it broke, and when it is given up.
import { beforeEach, describe, expect, it } from 'vitest';
import type { ClientMsg, ServerMsg } from '../src/protocol';
import { ANSWER_WITHIN, backOff, LONGEST_WAIT, PING_EVERY, PONG_WITHIN, Socket } from '../src/socket';
import { initial, reduce, type State } from '../src/state';
import { GAME, moved, snapshot } from './fixture';

class Wire {
  readonly readyState = 1;
  readonly sent: ClientMsg[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMsg);
  }
  close(): void {
    this.closed = true;
  }
  say(msg: ServerMsg): void {
    this.onmessage?.({ data: JSON.stringify(msg) });
  }
  kinds(): string[] {
    return this.sent.map((msg) => msg.t);
  }
}

let now = 0;
let state: State;
let wires: Wire[];
let timers: { at: number; act: () => void }[];
let socket: Socket;

const last = (): Wire => wires[wires.length - 1]!;
const welcome: ServerMsg = { t: 'welcome', d: { protocol: 1, account: 'a', name: 'ana', wallet: null, games: [], seeks: [], server_ms: 0 } };

/** Lets time pass: what is due is done in order. */
function pass(ms: number): void {
  const end = now + ms;
  for (;;) {
    const due = timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
    if (due === undefined) break;
    timers = timers.filter((one) => one !== due);
    now = due.at;
    due.act();
  }
  now = end;
}

function greet(): void {
  last().onopen?.();
  last().say(welcome);
}

beforeEach(() => {
  [now, state, wires, timers] = [0, initial, [], []];
  socket = new Socket(
    {
      open: () => {
        wires.push(new Wire());
        return last() as unknown as WebSocket;
      },
      now: () => now,
      after: (ms, act) => {
        const timer = { at: now + ms, act };
        timers.push(timer);
        return timer as unknown as number;
      },
      cancel: (timer) => (timers = timers.filter((one) => one !== (timer as unknown))),
      random: () => 0.5,
      secret: () => null,
    },
    () => state,
    (input) => (state = reduce(state, input)),
  );
  socket.start();
  greet();
  socket.follow(GAME);
  last().say({ t: 'snapshot', d: snapshot() });
});

describe('the socket', () => {
  it('says hello first, then what the page follows', () => {
    expect(last().kinds()).toEqual(['hello', 'match_watch', 'notices_show', 'watch']);
    expect(state.link.is).toBe('open');
  });

  it('s4_sends_an_unanswered_move_again_under_its_own_number_after_a_reconnect', () => {
    socket.move('c3-d4', []);
    const first = last().sent.find((msg) => msg.t === 'move');
    last().onclose?.();
    expect(state.link.is).toBe('waiting');
    expect(state.game?.pending?.path).toBe('c3-d4');
    pass(LONGEST_WAIT);
    greet();
    expect(last().kinds()).toEqual(['hello', 'resume', 'move', 'match_watch', 'notices_show']);
    expect(last().sent[2]).toEqual(first);
  });

  it('s5_does_not_send_it_again_once_its_turn_has_been_played', () => {
    socket.move('c3-d4', []);
    last().say({ t: 'moved', d: moved() });
    last().onclose?.();
    pass(LONGEST_WAIT);
    greet();
    expect(last().kinds()).toEqual(['hello', 'resume', 'match_watch', 'notices_show']);
    expect(last().sent[1]).toEqual({ t: 'resume', d: { game: GAME, version: 5 } });
  });

  it('s4_takes_a_move_without_an_answer_for_a_dead_line', () => {
    const before = last();
    socket.move('c3-d4', []);
    pass(ANSWER_WITHIN - 1);
    expect(before.closed).toBe(false);
    pass(1);
    expect(before.closed).toBe(true);
    pass(1);
    greet();
    expect(last().kinds()).toContain('move');
  });

  const ahead = (): void => {
    last().say({ t: 'moved', d: moved() });
    state = reduce(state, { k: 'premove', game: GAME, ahead: { from: 'e3', to: 'f4' } });
  };
  const answer: Extract<ServerMsg, { t: 'moved' }> = {
    t: 'moved', d: moved({ v: 6, ply: 3, side: 'black', path: 'b6-a5', fen: 'W:Wd4,e3:Ba5,d6', id: null, legal: [{ from: 'e3', to: 'f4', captured: [], paths: ['e3-f4'] }] }),
  };
  const sentMoves = (): unknown[] => wires.flatMap((wire) => wire.sent).filter((msg) => msg.t === 'move').map((msg) => msg.d);

  it('sends a premove once, as the ply it was chosen for, when the move of the other one has come', () => {
    ahead();
    expect(sentMoves()).toEqual([]);
    last().say(answer);
    last().say(answer);
    expect(sentMoves()).toEqual([{ game: GAME, id: state.game?.pending?.id, ply: 4, path: 'e3-f4' }]);
    last().say({ t: 'moved', d: moved({ v: 7, ply: 4, path: 'e3-f4', fen: 'B:Wd4,f4:Ba5,d6', id: state.game?.pending?.id ?? null }) });
    last().onclose?.();
    pass(LONGEST_WAIT);
    greet();
    expect(sentMoves()).toHaveLength(1);
  });

  it('says a premove that was sent and not answered again under its own number, never as a new move', () => {
    ahead();
    last().say(answer);
    last().onclose?.();
    pass(LONGEST_WAIT);
    greet();
    const [first, second] = sentMoves();
    expect(sentMoves()).toHaveLength(2);
    expect(second).toEqual(first);
  });

  it('does not send a premove after the game was told anew at another ply', () => {
    ahead();
    last().onclose?.();
    pass(LONGEST_WAIT);
    greet();
    last().say({ t: 'snapshot', d: snapshot({ state: { ...snapshot().state, v: 6, ply: 4, fen: 'W:Wd4,e3:Ba5,d6', legal: answer.d.legal } }) });
    last().say(answer);
    expect(sentMoves()).toEqual([]);
    expect(state.game?.notice?.code).toBe('premove_dropped');
  });

  it('asks every few seconds whether the line lives, and measures it by the answer', () => {
    for (let n = 1; n <= 3; n++) {
      pass(n === 1 ? PING_EVERY : PING_EVERY - 40);
      expect(last().sent.at(-1)).toEqual({ t: 'ping', d: { n } });
      pass(40);
      last().say({ t: 'pong', d: { n } });
      expect(state.link).toEqual({ is: 'open', latency: 40 });
    }
    expect(wires).toHaveLength(1);
  });

  it('c3_takes_a_line_without_that_answer_for_dead_and_connects_anew', () => {
    const before = last();
    pass(PING_EVERY + PONG_WITHIN - 1);
    last().say({ t: 'pong', d: { n: 99 } });
    expect([before.closed, state.link.is]).toEqual([false, 'open']);
    pass(1);
    expect([before.closed, state.link.is]).toEqual([true, 'waiting']);
    pass(LONGEST_WAIT);
    greet();
    expect(state.link.is).toBe('open');
    expect(last().kinds()).toEqual(['hello', 'resume', 'match_watch', 'notices_show']);
  });

  it('c3_believes_the_browser_that_the_network_is_gone_and_that_it_is_back', () => {
    const before = last();
    socket.cut();
    expect([before.closed, state.link.is]).toEqual([true, 'waiting']);
    socket.wake();
    expect(wires).toHaveLength(2);
    greet();
    socket.wake();
    expect(last().kinds().at(-1)).toBe('ping');
  });

  it('asks for what is missing', () => {
    last().say({ t: 'moved', d: moved({ v: 7 }) });
    expect(last().sent.at(-1)).toEqual({ t: 'resume', d: { game: GAME, version: 4 } });
  });

  it('comes back when the server said, and not at all to another protocol', () => {
    last().say({ t: 'goodbye', d: { reason: 'stopping', retry_ms: 3_000 } });
    expect(wires).toHaveLength(1);
    pass(2_999);
    expect(wires).toHaveLength(1);
    pass(1);
    expect(wires).toHaveLength(2);
    greet();
    last().say({ t: 'goodbye', d: { reason: 'unsupported_protocol', retry_ms: null } });
    pass(60_000);
    expect(wires).toHaveLength(2);
    expect(state.link.is).toBe('closed');
  });

  it('waits longer from try to try, up to a bound', () => {
    expect([0, 1, 2, 10].map((tries) => backOff(tries, 0.5))).toEqual([500, 1_000, 2_000, LONGEST_WAIT]);
  });
});
