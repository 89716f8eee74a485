// Sounds and vibration, as far as they are wanted and the browser allows them: not before the first tap.

import { settings } from '../settings.svelte';
import type { Cue } from './cues';

const touched = (): boolean => navigator.userActivation?.hasBeenActive ?? false;

/** Plays them, where sounds are on. The synthesiser comes with the first one. */
export function sound(all: readonly Cue[]): void {
  if (all.length === 0 || !settings.sound || !touched() || !('AudioContext' in globalThis)) return;
  void Promise.all([import('./synth'), import('./strokes')]).then(
    ([synth, { strokes }]) => synth.play(all.flatMap(strokes)),
    // a sound that could not be fetched is not missed
    () => undefined,
  );
}

/** Shakes the device once, where that is wanted. */
export function shake(): void {
  if (settings.vibration && touched()) navigator.vibrate?.(60);
}
