/**
 * The live line to a game: sends on every new state, and comes back by itself when it breaks.
 *
 * @typedef {import('./types.js').State} State
 *
 * @typedef {object} Ears
 * @property {() => number} version the last event that is known
 * @property {(state: State) => void} heard
 * @property {(connected: boolean) => void} line
 */

import { sharing } from './api.js';
import { openLine } from './line.js';

const FIRST_PAUSE = 400; // milliseconds
const LONGEST_PAUSE = 6000;
const SILENCE = 45_000; // the server speaks at least every 20 seconds
const FOR_GOOD = [4403, 4404]; // with these codes the server hangs up: not yours, no such game
const GRACE = 700; // a line that is back sooner is not worth a word

export class Live {
  /** @type {WebSocket | null} */
  #socket = null;
  #pause = FIRST_PAUSE;
  #closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #silence;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #grace;

  /** @param {string} id @param {Ears} ears */
  constructor(id, ears) {
    this.id = id;
    this.ears = ears;
    window.addEventListener('online', this.#now);
    window.addEventListener('offline', this.#drop);
    document.addEventListener('visibilitychange', this.#now);
    this.#connect();
  }

  /** Hang up for good. */
  close() {
    this.#closed = true;
    window.removeEventListener('online', this.#now);
    window.removeEventListener('offline', this.#drop);
    document.removeEventListener('visibilitychange', this.#now);
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    clearTimeout(this.#grace);
    this.#socket?.close();
  }

  #now = () => {
    if (this.#socket || this.#closed || document.visibilityState !== 'visible') return;
    clearTimeout(this.#retry);
    this.#connect();
  };

  #connect() {
    const path = `/api/games/${encodeURIComponent(this.id)}/live?since=${this.ears.version()}${sharing}`;
    const socket = openLine(path);
    this.#socket = socket;
    this.#listenForSilence();
    socket.addEventListener('message', (message) => {
      if (socket !== this.#socket) return;
      this.#listenForSilence();
      this.#pause = FIRST_PAUSE;
      clearTimeout(this.#grace);
      this.#grace = undefined;
      this.ears.line(true);
      const said = JSON.parse(message.data);
      if (said.state) this.ears.heard(said.state);
    });
    socket.addEventListener('close', ({ code }) => {
      if (FOR_GOOD.includes(code)) this.close();
      else this.#lost(socket);
    });
  }

  #listenForSilence() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(this.#drop, SILENCE);
  }

  /** There is reason to think that the line is dead: see whether it can be had anew. */
  check = () => {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#drop();
  };

  // A line that is cut says goodbye only after a long while, and one that is being made says that
  // it was not made: don't wait for it.
  #drop = () => {
    const socket = this.#socket;
    if (!socket) return;
    this.#lost(socket);
    socket.close();
  };

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (this.#closed || socket !== this.#socket) return;
    this.#socket = null;
    this.#grace ??= setTimeout(() => this.ears.line(false), GRACE);
    this.#retry = setTimeout(() => this.#connect(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
  }
}
