/**
 * The clock as it is seen: it counts down between the server's words, which alone decide.
 *
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Times} Times
 */

import * as sound from './sound.js';

const TICK = 200; // milliseconds
const LOW = 10_000; // with less than this left every second counts
const PATIENCE = 1200; // milliseconds after the end of a time until the server is asked about it

export class Clock {
  /** @type {Times | null} */
  #times = null;
  #heard = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticking;
  #warned = false;
  #asked = false;

  /** @param {() => void} ask called when a time has run out here and the server has not said so */
  constructor(ask) {
    this.ask = ask;
  }

  /** Take in what the server says. @param {State} state */
  heard({ times, outcome }) {
    this.#times = times;
    this.#heard = performance.now();
    this.#asked = false;
    clearInterval(this.#ticking);
    if (times?.running && !outcome) this.#ticking = setInterval(() => this.show(), TICK);
    this.show();
  }

  /** Stop for good. */
  close() {
    clearInterval(this.#ticking);
  }

  /** The milliseconds a side has left now. @param {Side} side */
  left(side) {
    if (!this.#times) return 0;
    const gone = this.#times.running === side ? performance.now() - this.#heard : 0;
    return Math.max(0, this.#times.left[side] - gone);
  }

  /** Write the times where they are to be seen. */
  show() {
    if (!this.#times) return;
    for (const element of document.querySelectorAll('[data-time]')) {
      const side = /** @type {Side} */ (element.getAttribute('data-time'));
      const left = this.left(side);
      element.textContent = written(left);
      element.classList.toggle('low', left < LOW);
      element.classList.toggle('running', this.#times.running === side);
    }
    const { running } = this.#times;
    if (running) this.#watch(this.left(running), this.#times.left[running]);
  }

  /** @param {number} left @param {number} before */
  #watch(left, before) {
    if (left < LOW && before >= LOW && !this.#warned) sound.play('low');
    this.#warned = left < LOW;
    if (left > 0 || this.#asked) return;
    this.#asked = true;
    setTimeout(this.ask, PATIENCE);
  }
}

/** A time as a clock shows it. @param {number} milliseconds */
export function written(milliseconds) {
  const tenths = Math.floor(milliseconds / 100);
  if (milliseconds < LOW) return `0:${String(Math.floor(tenths / 10)).padStart(2, '0')}.${tenths % 10}`;
  const seconds = Math.floor(tenths / 10);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3600);
  const [minutes, rest] = parts.map((part) => String(part).padStart(2, '0'));
  return hours ? `${hours}:${minutes}:${rest}` : `${parts[0]}:${rest}`;
}
