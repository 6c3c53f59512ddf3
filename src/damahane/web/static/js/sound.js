/**
 * Sounds of wood on wood, made on the spot: no files. Off until somebody asks for them.
 */

import { look } from './looks.js';

/** @type {AudioContext | null} */
let context = null;

/** @typedef {'move' | 'take' | 'crown' | 'refuse' | 'end' | 'low'} Sound */

/** Make a sound, if they are wanted. @param {Sound} sound */
export function play(sound) {
  if (look('sound') !== 'on') return;
  try {
    context ??= new AudioContext();
    void context.resume(); // a browser keeps it still until somebody has touched the page
    SOUNDS[sound](context, context.currentTime + 0.01);
  } catch {
    // there is no way to be heard here
  }
}

/** @type {Record<Sound, (context: AudioContext, at: number) => void>} */
const SOUNDS = {
  move: (audio, at) => knock(audio, at, 190, 0.5),
  take: (audio, at) => {
    knock(audio, at, 240, 0.45);
    knock(audio, at + 0.07, 160, 0.6);
  },
  crown: (audio, at) => [523, 659, 784].forEach((pitch, step) => tone(audio, at + step * 0.09, pitch)),
  refuse: (audio, at) => knock(audio, at, 85, 0.5),
  end: (audio, at) => [392, 523].forEach((pitch, step) => tone(audio, at + step * 0.18, pitch, 0.6)),
  low: (audio, at) => tone(audio, at, 880, 0.12),
};

/**
 * A short blow on wood: a breath of noise and a body that rings low.
 *
 * @param {AudioContext} audio @param {number} at @param {number} pitch @param {number} loud
 */
function knock(audio, at, pitch, loud) {
  const length = 0.09;
  const noise = audio.createBufferSource();
  const buffer = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) {
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 6;
  }
  noise.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch * 6;
  noise.connect(filter).connect(fading(audio, at, loud, length));
  noise.start(at);
  const body = audio.createOscillator();
  body.frequency.setValueAtTime(pitch, at);
  body.frequency.exponentialRampToValueAtTime(pitch * 0.6, at + length);
  body.connect(fading(audio, at, loud * 0.6, length));
  body.start(at);
  body.stop(at + length);
}

/** @param {AudioContext} audio @param {number} at @param {number} pitch @param {number} [length] */
function tone(audio, at, pitch, length = 0.3) {
  const source = audio.createOscillator();
  source.type = 'triangle';
  source.frequency.value = pitch;
  source.connect(fading(audio, at, 0.16, length));
  source.start(at);
  source.stop(at + length);
}

/** A volume that falls to nothing. @param {AudioContext} audio @param {number} at @param {number} loud @param {number} length */
function fading(audio, at, loud, length) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(audio.destination);
  return gain;
}
