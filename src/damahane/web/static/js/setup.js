/**
 * The choices before a game.
 *
 * @typedef {import('./api.js').Settings} Settings
 * @typedef {import('./types.js').Side} Side
 */

import * as memory from './memory.js';

export class Setup {
  /** @param {() => void} changed @param {() => void} start */
  constructor(changed, start) {
    this.form = /** @type {HTMLFormElement} */ (document.getElementById('setup'));
    this.#recall();
    this.#settle();
    this.form.addEventListener('change', () => {
      this.#settle();
      changed();
    });
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      start();
    });
  }

  /** @param {string} name */
  #value(name) {
    return String(new FormData(this.form).get(name) ?? '');
  }

  /** Whether two people share the board. */
  get two() {
    return this.#value('against') === 'two';
  }

  /** Whether the board turns round to whoever moves. */
  get turning() {
    return this.two && this.#value('turning') === 'on';
  }

  /** The person's side, or none where the lot decides or both are people. @returns {Side | 'lot'} */
  get side() {
    return /** @type {Side | 'lot'} */ (this.#value('side') || 'lot');
  }

  /** Whether the first piece may be moved without more ado. */
  get ready() {
    return this.two || this.side === 'white';
  }

  /** @returns {Settings} */
  get settings() {
    const rules = this.#value('rules');
    if (this.two) return { rules, mode: 'two', level: null, side: null };
    return { rules, mode: 'computer', level: this.#value('against'), side: this.side };
  }

  /** @param {boolean} busy */
  set busy(busy) {
    const button = this.form.querySelector('button[type=submit]');
    button?.setAttribute('aria-disabled', String(busy)); // a disabled one would lose the focus
  }

  /** Keep the choices for next time. */
  remember() {
    const { rules } = this.settings;
    memory.rememberSetup({
      rules,
      against: this.#value('against'),
      side: this.#chosenSide,
      turning: this.#value('turning'),
    });
  }

  #chosenSide = 'white';

  #recall() {
    for (const [name, value] of Object.entries(memory.setup())) {
      for (const input of this.form.querySelectorAll('input')) {
        if (input.name !== name) continue;
        input.checked = input.type === 'checkbox' ? value === 'on' : input.value === value;
      }
    }
    this.#chosenSide = this.#value('side') || 'white';
  }

  /** Make the choices agree: no colours for two players, and lots where the rules draw them. */
  #settle() {
    const drawn = this.form.querySelector('input[name=rules]:checked')?.hasAttribute('data-lot');
    const sides = /** @type {NodeListOf<HTMLInputElement>} */ (
      this.form.querySelectorAll('input[name=side]')
    );
    const side = this.#value('side');
    if (side && !drawn && ![...sides].some((input) => input.disabled)) this.#chosenSide = side;
    for (const input of sides) {
      input.disabled = Boolean(drawn) && input.value !== 'lot';
      input.checked = input.value === (drawn ? 'lot' : this.#chosenSide);
    }
    this.form.classList.toggle('two', this.two);
    this.form.classList.toggle('lots', Boolean(drawn));
  }
}
