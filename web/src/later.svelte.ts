// What is fetched only when it is needed: parts of the page, each with its words.

import type { Part } from './messages/kinds';
import { speakOf } from './settings.svelte';

const LOADERS = {
  events: () => import('./events'),
  guide: () => import('./guide'),
  study: () => import('./study'),
  trainer: () => import('./trainer'),
};
type Pages = { [P in Part]: Awaited<ReturnType<(typeof LOADERS)[P]>> };

class Later {
  /** The parts that are here. */
  pages = $state.raw<Partial<Pages>>({});
  /** The part that could not be fetched: the server may have a newer one. */
  failed = $state<Part | null>(null);
  readonly #asked = new Set<Part>();

  /** Fetches a part once; it is in `pages` when it is here with its words. */
  async fetch(part: Part): Promise<void> {
    if (this.#asked.has(part)) return;
    this.#asked.add(part);
    try {
      const [page] = await Promise.all([LOADERS[part](), speakOf(part)]);
      this.pages = { ...this.pages, [part]: page };
      if (this.failed === part) this.failed = null;
    } catch {
      this.#asked.delete(part);
      this.failed = part;
    }
  }
}

export const later = new Later();
