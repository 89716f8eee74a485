// How a game's positions are put to the engine: one after the other, again where it is busy, and from where one stopped.
import { describe, expect, it } from 'vitest';
import type { AnalysisOf, Code, PositionAnalysis } from '../src/protocol';
import { Analyser } from '../src/study/analyser.svelte';

const questions: AnalysisOf[] = [0, 1, 2].map((n) => ({ variant: 'brazilian', fen: null, moves: Array.from({ length: n }, () => 'm'), rules: null, lines: 2 }));
const answer: PositionAnalysis = { turn: 'white', depth: 1, lines: [] };

/** An engine that answers when it is told to. */
function engine() {
  const asked: number[] = [];
  const waits: number[] = [];
  let open: { done: (found: PositionAnalysis) => void; fail: (code: Code) => void } | null = null;
  let atOnce = 0;
  const settle = async () => { for (let i = 0; i < 12; i++) await Promise.resolve(); };
  return {
    asked, waits, settle,
    kept: [] as number[],
    world(kept: number[]) {
      return {
        ask: (question: AnalysisOf) => {
          atOnce += 1;
          expect(atOnce).toBe(1);
          asked.push(question.moves.length);
          return new Promise<PositionAnalysis>((done, fail) => {
            open = { done: (found) => { atOnce -= 1; done(found); }, fail: (code) => { atOnce -= 1; fail(code as unknown); } };
          });
        },
        codeOf: (cause: unknown) => cause as Code,
        wait: async (ms: number) => { waits.push(ms); },
        keep: (found: readonly (PositionAnalysis | null)[]) => { kept.push(found.filter((one) => one !== null).length); },
      };
    },
    async answers() { open?.done(answer); await settle(); },
    async refuses(code: Code) { open?.fail(code); await settle(); },
  };
}

describe('the analysis of a game', () => {
  it('asks nothing by itself, then one position after the other, and keeps each', async () => {
    const bot = engine();
    const analyser = new Analyser(questions, [], bot.world(bot.kept));
    await bot.settle();
    expect([bot.asked, analyser.stand]).toEqual([[], { is: 'idle' }]);
    void analyser.start();
    await bot.settle();
    expect(analyser.stand).toEqual({ is: 'running', held: false });
    for (let n = 0; n < 3; n++) await bot.answers();
    expect([bot.asked, bot.kept, analyser.stand]).toEqual([[0, 1, 2], [1, 2, 3], { is: 'done' }]);
  });

  it('stops when it is told to, with what is there, and goes on behind it once the open question is answered', async () => {
    const bot = engine();
    const analyser = new Analyser(questions, [], bot.world(bot.kept));
    void analyser.start();
    await bot.settle();
    await bot.answers();
    analyser.stop();
    expect(analyser.stand).toEqual({ is: 'stopped', why: null });
    void analyser.start();
    await bot.settle();
    expect(bot.asked).toEqual([0, 1]);
    await bot.answers();
    expect([bot.asked, analyser.count]).toEqual([[0, 1, 2], 2]);
    await bot.answers();
    expect(analyser.stand).toEqual({ is: 'done' });
  });

  it('asks again where the engine is busy, ever later, and says so in the end', async () => {
    const bot = engine();
    const analyser = new Analyser(questions, [answer], bot.world(bot.kept));
    expect(analyser.stand).toEqual({ is: 'stopped', why: null });
    void analyser.start();
    await bot.settle();
    await bot.refuses('one_at_a_time');
    expect([bot.asked, analyser.stand]).toEqual([[1, 1], { is: 'running', held: true }]);
    await bot.answers();
    expect(analyser.stand).toEqual({ is: 'running', held: false });
    for (let n = 0; n < 5; n++) await bot.refuses('rate_limited');
    expect([bot.waits, analyser.stand]).toEqual([[1_000, 1_000, 2_000, 4_000, 8_000], { is: 'stopped', why: 'rate_limited' }]);
  });

  it('does not press on where the position is in play', async () => {
    const bot = engine();
    const analyser = new Analyser(questions, [], bot.world(bot.kept));
    void analyser.start();
    await bot.settle();
    await bot.refuses('position_in_play');
    expect([bot.asked, bot.waits, analyser.stand]).toEqual([[0], [], { is: 'stopped', why: 'position_in_play' }]);
  });

  it('is done at once where all was kept', () => {
    const bot = engine();
    expect(new Analyser(questions, [answer, answer, answer], bot.world(bot.kept)).stand).toEqual({ is: 'done' });
  });
});
