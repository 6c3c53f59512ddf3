/** Whether the computer thinks for so long because it is only getting ready: the first minute of a new server. */

const PATIENCE = 5000; // milliseconds of thinking before one asks

export class Warmth {
  warming = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {() => void} told what is done when that changes */
  constructor(told) {
    this.told = told;
  }

  /** Ask from time to time while the computer thinks. @param {boolean} thinking */
  watch(thinking) {
    if (!thinking) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.warming = false;
    } else this.#timer ??= setTimeout(() => void this.#ask(), PATIENCE);
  }

  async #ask() {
    const asked = this.#timer;
    const status = await fetch('/healthz').then((answer) => answer.status, () => 0);
    if (asked !== this.#timer) return;
    this.#timer = undefined;
    const warming = status === 503;
    this.watch(true);
    if (warming === this.warming) return;
    this.warming = warming;
    this.told();
  }
}
