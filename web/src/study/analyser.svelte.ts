// Has the house's engine look at the positions of a game, one after the other. Knows no page and no network: how one asks,
// waits and keeps what was found is given to it.

import type { AnalysisOf, Code, PositionAnalysis } from '../protocol';

export type World = {
  ask: (question: AnalysisOf) => Promise<PositionAnalysis>;
  /** Why a question was refused. */
  codeOf: (cause: unknown) => Code;
  wait: (ms: number) => Promise<void>;
  keep: (found: readonly (PositionAnalysis | null)[]) => void;
};

export type Stand =
  | { is: 'idle' }
  /** `held`: the engine is busy, it is asked again in a moment. */
  | { is: 'running'; held: boolean }
  | { is: 'stopped'; why: Code | null }
  | { is: 'done' };

/** How long one waits before asking again, where the engine is busy. */
const PAUSES = [1_000, 2_000, 4_000, 8_000];
const BUSY: readonly Code[] = ['one_at_a_time', 'rate_limited', 'unavailable'];

export class Analyser {
  /** What was found for the position after each number of moves; null where nothing was yet. */
  found = $state.raw<readonly (PositionAnalysis | null)[]>([]);
  stand = $state.raw<Stand>({ is: 'idle' });
  readonly count = $derived(this.found.filter((one) => one !== null).length);
  /** Another run makes an older one end. */
  #run = 0;
  /** The question that is open: the server takes one at a time. */
  #open: Promise<unknown> = Promise.resolve();

  /** `questions`: one a position; `kept`: what was found before. */
  constructor(readonly questions: readonly AnalysisOf[], kept: readonly (PositionAnalysis | null)[], readonly world: World) {
    this.found = questions.map((_, ply) => kept[ply] ?? null);
    if (this.count === questions.length) this.stand = { is: 'done' };
    else if (this.count > 0) this.stand = { is: 'stopped', why: null };
  }

  /** Begins, or goes on where it stopped. */
  async start(): Promise<void> {
    if (this.stand.is === 'running' || this.stand.is === 'done') return;
    this.#run += 1;
    const run = this.#run;
    this.stand = { is: 'running', held: false };
    await this.#open;
    for (const [ply, question] of this.questions.entries()) {
      if (this.found[ply] !== null) continue;
      await this.#answer(ply, question, run);
      if (run !== this.#run) return;
    }
    this.stand = { is: 'done' };
  }

  /** Ends it; what was found stays. */
  stop(): void {
    if (this.stand.is !== 'running') return;
    this.#run += 1;
    this.stand = { is: 'stopped', why: null };
  }

  /** Asks until there is an answer, or this run is over: by the player, or by a refusal that waiting does not mend. */
  async #answer(ply: number, question: AnalysisOf, run: number): Promise<void> {
    for (let tries = 0; run === this.#run; tries++) {
      // an answer that comes after one has stopped is kept all the same
      const asked = this.world.ask(question).then((found) => this.#found(ply, found));
      this.#open = asked.catch(() => undefined);
      try {
        await asked;
        if (run === this.#run) this.stand = { is: 'running', held: false };
        return;
      } catch (cause) {
        if (run !== this.#run) return;
        const code = this.world.codeOf(cause);
        const pause = PAUSES[tries];
        if (!BUSY.includes(code) || pause === undefined) {
          this.#run += 1;
          this.stand = { is: 'stopped', why: code };
          return;
        }
        this.stand = { is: 'running', held: true };
        await this.world.wait(pause);
      }
    }
  }

  #found(ply: number, found: PositionAnalysis): void {
    this.found = this.found.map((one, i) => (i === ply ? found : one));
    this.world.keep(this.found);
  }
}
