/**
 * The line under the board: what goes on, and what a person may answer. It never changes its height.
 *
 * @typedef {object} Choice
 * @property {string} text
 * @property {() => void} act
 * @property {boolean} [main] the one that most people mean
 *
 * @typedef {object} Line
 * @property {string} text
 * @property {'plain' | 'busy' | 'refusal' | 'end'} [kind]
 * @property {Choice[]} [choices]
 */

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Say {
  /** @type {Line} */
  #standing = { text: '' };
  /** @type {Line | null} */
  #passing = null;
  #shown = '';

  constructor() {
    this.box = part('say');
    this.words = part('said');
    this.choices = part('choices');
    this.polite = part('spoken');
    this.alert = part('spoken-now');
  }

  /** What holds until the game changes. @param {Line} line */
  standing(line) {
    this.#standing = line;
    this.#draw();
  }

  /** What is said until the next thing happens. @param {Line | null} line */
  passing(line) {
    this.#passing = line;
    if (line?.kind === 'refusal') this.#speak(this.alert, line.text);
    this.#draw();
  }

  /** Tell those who listen instead of looking. @param {string} text */
  speak(text) {
    this.#speak(this.polite, text);
  }

  /** @param {HTMLElement} region @param {string} text */
  #speak(region, text) {
    region.textContent = '';
    setTimeout(() => {
      region.textContent = text; // a change, so that the same words are read again
    }, 30);
  }

  #draw() {
    const line = this.#passing ?? this.#standing;
    const key = JSON.stringify([line.text, line.kind, line.choices?.map((choice) => choice.text)]);
    this.box.dataset.kind = line.kind ?? 'plain';
    if (key === this.#shown) return;
    this.#shown = key;
    this.words.textContent = line.text;
    this.choices.replaceChildren(...(line.choices ?? []).map(button));
  }
}

/** @param {Choice} choice */
function button(choice) {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = choice.main ? 'button main' : 'button';
  element.textContent = choice.text;
  element.addEventListener('click', () => choice.act());
  return element;
}
