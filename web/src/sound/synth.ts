// Plays knocks with the browser's own synthesiser: no files. Fetched with the first sound.

import type { Stroke } from './strokes';

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

function open(): AudioContext {
  context ??= new AudioContext({ latencyHint: 'interactive' });
  if (context.state === 'suspended') void context.resume();
  return context;
}

/** Twenty milliseconds of hiss: the moment in which wood meets wood. */
function hiss(at: AudioContext): AudioBuffer {
  if (noise === null) {
    noise = at.createBuffer(1, Math.round(at.sampleRate * 0.02), at.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  }
  return noise;
}

function fading(at: AudioContext, from: number, seconds: number, gain: number): GainNode {
  const node = at.createGain();
  node.gain.setValueAtTime(gain, from);
  node.gain.exponentialRampToValueAtTime(0.0001, from + seconds);
  node.connect(at.destination);
  return node;
}

export function play(strokes: readonly Stroke[]): void {
  const at = open();
  for (const stroke of strokes) {
    const begin = at.currentTime + 0.005 + stroke.at / 1000;
    const seconds = stroke.ms / 1000;
    for (const [hz, share] of [[stroke.hz, 1], [stroke.over, 0.35]] as const) {
      const tone = at.createOscillator();
      tone.type = 'sine';
      tone.frequency.setValueAtTime(hz * 1.08, begin);
      tone.frequency.exponentialRampToValueAtTime(hz, begin + seconds / 3);
      tone.connect(fading(at, begin, seconds, stroke.gain * share));
      tone.start(begin);
      tone.stop(begin + seconds);
    }
    const click = at.createBufferSource();
    click.buffer = hiss(at);
    const body = at.createBiquadFilter();
    body.type = 'bandpass';
    body.frequency.value = stroke.hz * 5;
    body.Q.value = 0.8;
    click.connect(body).connect(fading(at, begin, 0.02, stroke.gain * 0.6));
    click.start(begin);
  }
}
