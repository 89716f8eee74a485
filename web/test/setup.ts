// What jsdom lacks, and the words of one language.
import { beforeAll } from 'vitest';
import { PARTS } from '../src/messages/kinds';
import { speak, speakOf } from '../src/settings.svelte';

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
  for (const part of PARTS) await speakOf(part);
});
