// What jsdom lacks, and the words of one language.
import { beforeAll } from 'vitest';
import { speak, speakOfEvents } from '../src/settings.svelte';

if (!('PointerEvent' in globalThis)) {
  class Pointer extends MouseEvent {
    readonly pointerId: number;
    constructor(type: string, init: PointerEventInit = {}) {
      super(type, init);
      this.pointerId = init.pointerId ?? 0;
    }
  }
  Object.defineProperty(globalThis, 'PointerEvent', { value: Pointer });
}
Object.defineProperty(window, 'matchMedia', { value: () => ({ matches: true }) });

beforeAll(async () => {
  await speak('es');
  await speakOfEvents();
});
