// The page's clock for whatever counts down: one timer for all who look, none when nobody does.

import { createSubscriber } from 'svelte/reactivity';

const EVERY = 500;

class Ticking {
  #look = createSubscriber((update) => {
    const timer = setInterval(update, EVERY);
    return () => clearInterval(timer);
  });

  /** The present instant of the page's clock; who reads it is told twice a second. */
  get now(): number {
    this.#look();
    return performance.now();
  }
}

export const ticking = new Ticking();
