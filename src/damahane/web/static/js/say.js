/**
 * The line beside the board: what goes on, and what a person may answer. It never changes its height.
 *
 * Whoever uses the keyboard is led along: a question takes the focus from the button that raised it,
 * and gives it back once it is answered. A person who is on the board is left there.
 *
 * @typedef {object} Choice
 * @property {string} text
 * @property {() => void} act
 * @property {string} [title] more about it, for those who point at it or listen
 * @property {boolean} [main] the one that most people mean
 *
 * @typedef {object} Line
 * @property {string} text
 * @property {'plain' | 'busy' | 'question' | 'refusal' | 'end'} [kind] the first choice of a
 *     question is the one that changes nothing; the choices of an end stay until the next game
 * @property {Choice[]} [choices]
 * @property {string | null} [lesson] the address of the page that teaches the rule
 */

import { words } from './words.js';

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const SETTLED = 30; // milliseconds in which what is said adds up to one announcement

export class Say {
  /** @type {Line} */
  #standing = { text: '' };
  /** @type {Line | null} */
  #passing = null;
  /** @type {Choice[]} what can be answered now */
  #offered = [];
  /** @type {string | null} the lesson that is led to */
  #lesson = null;
  /** @type {HTMLElement | null} the button that raised the question */
  #raisedBy = null;

  /** @param {HTMLElement} home where the focus goes when there is no better place */
  constructor(home) {
    this.home = home;
    this.box = part('say');
    this.words = part('said');
    this.choices = part('choices');
    this.tools = part('tools');
    this.polite = new Voice(part('spoken'));
    this.alert = new Voice(part('spoken-now'));
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented) this.#escape(event);
    });
  }

  /** What holds until the game changes. @param {Line} line */
  standing(line) {
    this.#standing = line;
    this.#draw();
  }

  /** What is said until the next thing happens. @param {Line | null} line */
  passing(line) {
    this.#passing = line;
    if (line) (line.kind === 'refusal' ? this.alert : this.polite).speak(line.text);
    this.#draw();
  }

  /** Tell those who listen instead of looking. @param {string} text */
  speak(text) {
    this.polite.speak(text);
  }

  /** @param {KeyboardEvent} event */
  #escape(event) {
    const inside = event.target instanceof Node && this.box.contains(event.target);
    const line = this.#passing ?? this.#standing;
    if (line.kind === 'question' && (inside || this.#passing)) line.choices?.[0]?.act();
    else if (inside && this.#passing) this.passing(null);
  }

  #draw() {
    const line = this.#passing ?? this.#standing;
    const lasting = this.#standing.kind === 'end' ? this.#standing.choices : [];
    const choices = (line.choices?.length ? line.choices : lasting) ?? [];
    const same = names(choices) === names(this.#offered);
    this.box.dataset.kind = line.kind ?? 'plain';
    const { lesson = null } = line;
    if (this.words.textContent !== line.text || lesson !== this.#lesson) {
      this.words.replaceChildren(line.text, ...(lesson ? [wayTo(lesson)] : []));
    }
    this.#lesson = lesson;
    this.#offered = choices;
    if (!same) this.#lead(line);
    if (line.kind !== 'question') this.#raisedBy = null;
  }

  /** Put the choices out, and keep the focus where it makes sense. @param {Line} line */
  #lead(line) {
    const focused = document.activeElement;
    const held = this.choices.contains(focused);
    const raised = focused instanceof HTMLElement && this.tools.contains(focused) ? focused : null;
    const question = line.kind === 'question';
    const buttons = this.#offered.map((choice, at) => this.#button(choice, at));
    this.choices.replaceChildren(...buttons);
    if (question && raised) this.#raisedBy = raised;
    const leads = question || this.#standing.kind === 'end';
    const follows = held || raised || (question && focused === document.body);
    if (buttons.length && leads && follows) buttons[0].focus();
    else if (held) (this.#raisedBy ?? this.home).focus({ preventScroll: true });
  }

  /** @param {Choice} choice @param {number} at */
  #button(choice, at) {
    const element = document.createElement('button');
    element.type = 'button';
    element.className = choice.main ? 'button main' : 'button';
    element.textContent = choice.text;
    if (choice.title) element.title = choice.title;
    element.addEventListener('click', ({ detail }) => {
      // The second half of a double click was meant for what stood here before.
      const slipped = detail > 1 && (this.#passing ?? this.#standing).kind === 'question';
      if (!slipped) this.#offered[at]?.act();
    });
    return element;
  }
}

/** A sign that leads to a lesson; it is drawn, so that the sentence before it stays as it is. @param {string} lesson */
function wayTo(lesson) {
  const link = document.createElement('a');
  link.className = 'rule';
  link.href = lesson;
  link.title = words.rule;
  link.setAttribute('aria-label', words.rule);
  return link;
}

/** @param {Choice[]} choices */
const names = (choices) => choices.map(({ text }) => text).join();

/** A live region: a screen reader reads what is put there. */
class Voice {
  /** @type {string[]} */
  #waiting = [];

  /** @param {HTMLElement} region */
  constructor(region) {
    this.region = region;
  }

  /** @param {string} text */
  speak(text) {
    if (this.#waiting.push(text) > 1) return;
    this.region.textContent = ''; // a change, so that the same words are read again
    setTimeout(() => {
      this.region.textContent = [...new Set(this.#waiting.splice(0))].join(' ');
    }, SETTLED);
  }
}
