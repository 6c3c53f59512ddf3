/**
 * The lessons: a board for each, which takes the move that is asked for and says of others why not.
 *
 * @typedef {import('./types.js').Position} Position
 * @typedef {import('./types.js').Route} Route
 * @typedef {import('./types.js').Stone} Stone
 *
 * @typedef {object} Goal A move that is asked for, and the stone that it leaves on its last square.
 * @property {string} start
 * @property {string} end
 * @property {string[]} captured in alphabetical order
 * @property {Stone | null} stone
 *
 * @typedef {object} Step
 * @property {Position & {fen: string}} position
 * @property {Goal[]} goals
 * @property {string} done
 * @property {string | null} huff the square of the piece to huff, where that is what is asked
 */

import * as api from './api.js';
import { DamaBoard } from './board/element.js';
import { _ } from './texts.js';

const LOOK = 900; // milliseconds to see what a move led to before it is taken back
const NEAR = '600px'; // boards further away than that are not laid out yet

/** @type {{rules: string, steps: Record<string, Step>}} */
const given = JSON.parse(document.getElementById('given')?.textContent ?? '{}');
const KEPT = `damahane.learnt.${given.rules}`;
const learnt = new Set(recall());

/** @returns {string[]} */
function recall() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(found) ? found : [];
  } catch {
    return []; // storage can be switched off; then nothing is remembered
  }
}

function remember() {
  try {
    localStorage.setItem(KEPT, JSON.stringify([...learnt]));
  } catch {
    // as above
  }
}

class Lesson {
  #over = false;
  /** @type {DamaBoard | null} */
  #board = null;

  /** @param {HTMLElement} section @param {Step} step */
  constructor(section, step) {
    this.section = section;
    this.step = step;
    this.answer = /** @type {HTMLElement} */ (section.querySelector('.answer'));
    this.choices = /** @type {HTMLElement} */ (section.querySelector('.choices'));
    section.classList.toggle('learnt', learnt.has(section.id));
  }

  /** Lay the board out, unless it is there. */
  show() {
    if (this.#board) return;
    const board = new DamaBoard();
    this.#board = board;
    this.section.querySelector('.try')?.append(board);
    board.addEventListener('route', (event) => {
      this.#moved(/** @type {CustomEvent<Route>} */ (event).detail);
    });
    board.addEventListener('refuse', (event) => {
      const { squares } = /** @type {CustomEvent<{squares: string[]}>} */ (event).detail;
      void this.#refused(squares);
    });
    board.addEventListener('entry', () => this.#say(''));
    board.addEventListener('several', () =>
      this.#say(_('Several ways lead there and they take different pieces: go stop by stop.')),
    );
    this.#set();
  }

  /** Set the position up. */
  #set() {
    const { position, huff } = this.step;
    if (!this.#board) return;
    this.#over = false;
    this.#board.below = position.turn;
    this.#board.show(position);
    this.#board.open = !huff;
  }

  /** @param {string} text @param {{text: string, act: () => void}[]} [choices] */
  #say(text, choices = []) {
    this.answer.textContent = text;
    const buttons = choices.map((choice) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'button';
      button.textContent = choice.text;
      button.addEventListener('click', choice.act);
      return button;
    });
    this.choices.replaceChildren(...buttons);
  }

  /** @param {Route} route */
  #moved(route) {
    const { stops, captured } = route;
    const [start, end] = [stops[0], stops[stops.length - 1]];
    const taken = [...captured].sort().join();
    const goal = this.step.goals.find(
      (one) => one.start === start && one.end === end && one.captured.join() === taken,
    );
    if (!goal) {
      this.#say(_('That is allowed, but not what is asked here.'));
      setTimeout(() => this.#set(), LOOK);
      return;
    }
    const pieces = { ...this.step.position.pieces };
    delete pieces[start];
    for (const square of captured) delete pieces[square];
    if (goal.stone) pieces[end] = goal.stone;
    this.#finish(pieces, { ...route, color: this.step.position.turn });
  }

  /** @param {string[]} squares */
  async #refused(squares) {
    if (this.#over) return;
    if (this.step.huff) return this.#huffed(squares[0], this.step.huff);
    const { position } = this.step;
    const refusal = await api.why({ rules: given.rules, fen: position.fen }, squares);
    if (this.#over) return;
    if (!refusal) {
      if (!navigator.onLine) this.#say(_('Why not is told when there is a connection again.'));
      return;
    }
    const show = { text: _('Show me'), act: () => this.#board?.light(refusal.squares) };
    this.#say(refusal.text, refusal.squares.length ? [show] : []);
  }

  /** @param {string} square @param {string} asked */
  #huffed(square, asked) {
    if (square !== asked) return this.#say(_('That piece had nothing to take. Look again.'));
    const pieces = { ...this.step.position.pieces };
    delete pieces[square];
    this.#finish(pieces, null);
  }

  /** @param {Record<string, Stone>} pieces @param {Position['last']} last */
  #finish(pieces, last) {
    this.#over = true;
    const { position } = this.step;
    if (this.#board) {
      this.#board.open = false;
      this.#board.show({ ...position, pieces, last, routes: [], due: 0 });
    }
    learnt.add(this.section.id);
    remember();
    this.section.classList.add('learnt');
    progress();
    const again = () => {
      this.#say('');
      this.#set();
      this.#board?.focus();
    };
    const choices = [{ text: _('Again'), act: again }];
    const next = this.section.nextElementSibling;
    if (next instanceof HTMLElement && next.classList.contains('lesson')) {
      const onward = () => {
        next.scrollIntoView();
        lessons.get(next)?.show();
        /** @type {HTMLElement | null} */ (next.querySelector('dama-board'))?.focus();
      };
      choices.push({ text: _('Next'), act: onward });
    }
    this.#say(this.step.done, choices);
  }
}

/** @type {Map<Element, Lesson>} */
const lessons = new Map();

/** Say how many lessons are done. */
function progress() {
  const place = document.getElementById('progress');
  const done = [...lessons.keys()].filter((section) => learnt.has(section.id)).length;
  if (place) place.textContent = _('{done} of {all} done', { done, all: lessons.size });
}

const watch = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) lessons.get(target)?.show();
  },
  { rootMargin: NEAR },
);
for (const section of document.querySelectorAll('.lesson')) {
  if (!(section instanceof HTMLElement)) continue;
  const step = given.steps[section.id];
  lessons.set(section, new Lesson(section, step));
  watch.observe(section);
}
progress();
window.addEventListener('beforeprint', () => {
  for (const lesson of lessons.values()) lesson.show();
});
const print = /** @type {HTMLButtonElement | null} */ (document.getElementById('print'));
if (print) {
  print.hidden = false;
  print.addEventListener('click', () => window.print());
}
