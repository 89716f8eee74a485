// What is fetched only when it is needed: the pages of play that the house arranges, with their words.

type Events = typeof import('./events');

class Later {
  /** The pages, once they are here. */
  events = $state.raw<Events | null>(null);
  /** Whether they could not be fetched: the server may have newer ones. */
  failed = $state(false);
  #asked = false;

  async fetchEvents(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    try {
      const events = await import('./events');
      await events.words();
      this.events = events;
      this.failed = false;
    } catch {
      this.#asked = false;
      this.failed = true;
    }
  }
}

export const later = new Later();
