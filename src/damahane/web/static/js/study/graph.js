/**
 * How a game went: a picture of who was how likely to win, and the same as a table.
 *
 * @typedef {import('./desk.js').Desk} Desk
 * @typedef {import('./types.js').Judgement} Judgement
 * @typedef {import('./types.js').Review} Review
 * @typedef {import('./types.js').Score} Score
 */

import { sides } from '../words.js';
import { make } from './moves.js';
import { marks, scoreText, scoreWords, words } from './words.js';

const SVG = 'http://www.w3.org/2000/svg';
const HEIGHT = 100;
const WIDTH = 400;

/** @param {string} tag @param {Record<string, string | number>} values */
function draw(tag, values) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(values)) element.setAttribute(name, String(value));
  return element;
}

export class Graph {
  /** @type {Score[]} what each position was worth, the first before any move */
  #scores;

  /**
   * @param {HTMLElement} box @param {HTMLElement} table @param {Desk} desk @param {Review} review
   * @param {string} summary
   */
  constructor(box, table, desk, review, summary) {
    this.desk = desk;
    this.review = review;
    this.#scores = [review.start, ...review.judgements.map(({ after }) => after)];
    this.picture = draw('svg', {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': words.graph(summary),
      class: 'graph',
    });
    this.here = draw('line', { class: 'here', y1: 0, y2: HEIGHT });
    this.signs = make('div', 'signs');
    this.signs.setAttribute('aria-hidden', 'true');
    this.#draw();
    box.replaceChildren(this.picture, this.signs);
    box.addEventListener('click', (event) => this.#press(box, event));
    table.replaceChildren(...this.#rows());
    desk.addEventListener('place', () => this.#mark());
    this.#mark();
  }

  /** @param {number} at how many moves have been made */
  #x(at) {
    return (at / Math.max(1, this.#scores.length - 1)) * WIDTH;
  }

  #draw() {
    const y = (/** @type {Score} */ { chance }) => (1 - chance) * HEIGHT;
    const points = this.#scores.map((score, at) => `${this.#x(at).toFixed(1)} ${y(score).toFixed(1)}`);
    const area = `M0 ${HEIGHT}L${points.join('L')}L${WIDTH} ${HEIGHT}z`;
    this.picture.append(
      draw('rect', { class: 'dark', width: WIDTH, height: HEIGHT }),
      draw('path', { class: 'light', d: area }),
      draw('path', { class: 'edge', d: `M${points.join('L')}` }),
      draw('line', { class: 'middle', x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      this.here,
    );
    for (const { ply, mark, after } of this.review.judgements) {
      if (!mark) continue;
      const sign = make('span', `sign ${mark}`, mark === 'mistake' ? '?' : '??');
      sign.style.left = `${(this.#x(ply + 1) / WIDTH) * 100}%`;
      sign.style.top = `${Math.min(86, Math.max(14, y(after)))}%`;
      this.signs.append(sign);
    }
  }

  /** @param {HTMLElement} box @param {MouseEvent} event */
  #press(box, event) {
    const { left, width } = box.getBoundingClientRect();
    const at = Math.round(((event.clientX - left) / width) * (this.#scores.length - 1));
    this.#go(at);
  }

  /** @param {number} at */
  #go(at) {
    const node = this.desk.tree.game[at];
    if (node) this.desk.go(node);
  }

  #mark() {
    const at = this.desk.tree.game.indexOf(this.desk.node);
    const x = this.#x(Math.max(at, 0));
    this.here.setAttribute('x1', String(x));
    this.here.setAttribute('x2', String(x));
    this.here.classList.toggle('away', at < 0);
  }

  /** The same as a table. */
  #rows() {
    const { game } = this.desk.tree;
    return this.review.judgements.map((judgement) => {
      const node = game[judgement.ply + 1];
      const row = make('tr', '');
      const number = `${Math.floor(this.desk.tree.plyOf(node) / 2) + 1}.`;
      const head = make('th', '');
      head.setAttribute('scope', 'row');
      const button = make('button', 'take', `${number} ${this.desk.named(node?.move?.text ?? '')}`);
      button.setAttribute('type', 'button');
      button.addEventListener('click', () => this.#go(judgement.ply + 1));
      head.append(button);
      const value = make('td', 'value', scoreText(judgement.after));
      value.setAttribute('aria-label', scoreWords(judgement.after));
      const mark = make('td', '', judgement.mark ? marks[judgement.mark] : '');
      row.append(head, make('td', '', sides[judgement.color]));
      row.append(value, mark);
      return row;
    });
  }
}
