/**
 * The choices before a game.
 *
 * @typedef {import('./api.js').Settings} Settings
 * @typedef {import('./types.js').Side} Side
 */

import * as memory from './memory.js';

const KEPT = [
  'rules', 'against', 'turning', 'huffing', 'teaching', 'scoring', 'clock', 'minutes', 'increment',
];

/** @param {number} number @param {number} least @param {number} most */
const within = (number, least, most) =>
  Math.round(Math.min(most, Math.max(least, Number.isFinite(number) ? number : least)));

/** Give an input what was chosen last time. @param {Element} input @param {string} value */
function recall(input, value) {
  if (input instanceof HTMLSelectElement) {
    if ([...input.options].some((option) => option.value === value)) input.value = value;
  } else if (input instanceof HTMLInputElement) {
    if (input.type === 'checkbox') input.checked = value === 'on';
    else if (input.type === 'radio') input.checked = input.value === value;
    else if (value) input.value = value;
  }
}

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

  /** The rule set. */
  get rules() {
    return this.#value('rules');
  }

  /** Choose a rule set. */
  set rules(rules) {
    const input = this.form.querySelector(`input[name=rules][value="${CSS.escape(rules)}"]`);
    if (!(input instanceof HTMLInputElement)) return;
    input.checked = true;
    this.#settle();
  }

  /** Whether captures can be missed and huffed. */
  get huffing() {
    return this.form.classList.contains('huffs') && this.#value('huffing') === 'on';
  }

  /** @returns {Settings} */
  get settings() {
    const { rules, huffing } = this;
    const teaching = this.#value('teaching') === 'on';
    const scoring = this.#value('scoring') === 'pieces' ? 'pieces' : 'points';
    const more = /** @type {const} */ ({ rules, huffing, teaching, scoring });
    if (this.two) return { ...more, mode: 'two', level: null, side: null, clock: this.#clock };
    return { ...more, mode: 'computer', level: this.#value('against'), side: this.side };
  }

  /** The clock that was chosen: `none`, or seconds and the increment, or one's own in minutes. */
  get #clock() {
    const chosen = this.#value('clock');
    if (chosen === 'own') {
      const minutes = within(Number(this.#value('minutes')), 1, 600);
      return { seconds: minutes * 60, increment: within(Number(this.#value('increment')), 0, 600) };
    }
    const [seconds, increment] = chosen.split('+').map(Number);
    return seconds > 0 ? { seconds, increment } : null;
  }

  /** @param {boolean} busy */
  set busy(busy) {
    const button = this.form.querySelector('button[type=submit]');
    button?.setAttribute('aria-disabled', String(busy)); // a disabled one would lose the focus
  }

  /** Keep the choices for next time. */
  remember() {
    const kept = Object.fromEntries(KEPT.map((name) => [name, this.#value(name)]));
    memory.rememberSetup({ ...kept, side: this.#chosenSide });
  }

  #chosenSide = 'white';

  #recall() {
    for (const [name, value] of Object.entries(memory.setup())) {
      const inputs = this.form.querySelectorAll(`[name="${CSS.escape(name)}"]`);
      for (const input of inputs) recall(input, value);
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
    const rules = this.form.querySelector('input[name=rules]:checked');
    const more = rules?.closest('details');
    if (more) more.open = true;
    this.form.classList.toggle('huffs', Boolean(rules?.hasAttribute('data-huff')));
    this.form.classList.toggle('own-clock', this.two && this.#value('clock') === 'own');
    this.form.classList.toggle('two', this.two);
    this.form.classList.toggle('lots', Boolean(drawn));
  }
}
