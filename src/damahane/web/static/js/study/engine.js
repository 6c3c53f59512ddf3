/**
 * The engine beside the board: what it thinks of the position, live.
 *
 * @typedef {import('./desk.js').Desk} Desk
 * @typedef {import('./types.js').Thought} Thought
 * @typedef {import('./types.js').Expected} Expected
 *
 * @typedef {object} Heard
 * @property {number} number
 * @property {'waiting' | 'thinking' | 'done' | 'over' | 'refused'} state
 * @property {string} text
 * @property {Thought | null} thought
 */

import { openLine } from '../line.js';
import { make } from './moves.js';
import { scoreText, scoreWords, words } from './words.js';

const SETTLE = 120; // milliseconds on a position before it is thought about
const RETRY = 2000; // milliseconds
const HIDDEN = 60_000; // milliseconds that a page may be out of sight while it thinks

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Engine {
  /** @type {WebSocket | null} */
  #socket = null;
  #on = false;
  #number = 0;
  #state = '';
  /** @type {Thought | null} */
  #thought = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #soon;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #hidden;

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.button = /** @type {HTMLButtonElement} */ (part('engine'));
    this.lines = /** @type {HTMLSelectElement} */ (part('lines'));
    this.button.addEventListener('click', () => (this.#on ? this.stop() : this.start()));
    this.lines.addEventListener('change', () => this.#again());
    desk.addEventListener('place', () => this.#moved());
    desk.addEventListener('shown', () => this.#point());
    document.addEventListener('visibilitychange', () => this.#watch());
    window.addEventListener('pagehide', () => this.#socket?.close());
    this.#show();
  }

  /** Begin to think about the position, and about each that one goes to. */
  start() {
    this.#on = true;
    this.#state = 'waiting';
    this.#again();
  }

  /** Stop at once. */
  stop() {
    this.#on = false;
    this.#state = '';
    clearTimeout(this.#soon);
    this.#number += 1; // what is still heard is about something else
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({ number: this.#number }));
    }
    this.#show();
  }

  #moved() {
    this.#thought = null;
    if (this.#on) this.#again();
    else this.#show();
  }

  /** Think about the position as it is now, once one stays on it. */
  #again() {
    if (!this.#on) return;
    clearTimeout(this.#soon);
    this.#number += 1;
    this.#state = 'waiting';
    this.#show();
    this.#soon = setTimeout(() => this.#ask(), SETTLE);
  }

  #ask() {
    const { tree, node } = this.desk;
    const order = { number: this.#number, place: tree.place(node), lines: +this.lines.value };
    const socket = this.#line();
    const send = () => {
      if (order.number === this.#number) socket.send(JSON.stringify(order));
    };
    if (socket.readyState === WebSocket.OPEN) send();
    else socket.addEventListener('open', send, { once: true });
  }

  /** The line to the engine; made when it is needed first. */
  #line() {
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return this.#socket;
    const socket = openLine('/api/analysis/live');
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(data)));
    socket.addEventListener('close', () => {
      if (socket !== this.#socket) return;
      this.#socket = null;
      if (!this.#on) return;
      this.#state = 'offline';
      this.#show();
      this.#soon = setTimeout(() => this.#again(), RETRY);
    });
    return socket;
  }

  /** @param {Heard} heard */
  #hear(heard) {
    if (heard.number !== this.#number) return;
    this.#state = heard.state;
    if (heard.thought) this.#thought = heard.thought;
    this.#show(heard.text);
    if (heard.state === 'refused') this.#on = false;
    if (heard.state === 'refused') this.#button();
  }

  /** A page that nobody looks at does not think for long. */
  #watch() {
    clearTimeout(this.#hidden);
    if (document.visibilityState === 'hidden' && this.#on) {
      this.#hidden = setTimeout(() => this.stop(), HIDDEN);
    }
  }

  // What is shown

  #button() {
    this.button.setAttribute('aria-pressed', String(this.#on));
    this.button.textContent = this.#on ? words.engineOn : words.engineOff;
  }

  /** @param {string} [said] */
  #show(said = '') {
    this.#button();
    part('engine-line').textContent = said || this.#said();
    const lines = this.#thought?.lines ?? [];
    const shown = lines.map((line, at) => this.#row(line, at));
    part('engine-lines').replaceChildren(...shown);
    if (!this.#thought) return;
    this.#point();
    this.#balance(lines[0]);
  }

  /** Point at the moves that are thought about; the best is drawn last, over the others. */
  #point() {
    const lines = this.#thought?.lines ?? [];
    this.desk.board.arrows = lines
      .map(({ moves }, at) => ({
        stops: moves[0].stops,
        kind: at ? 'way' : 'hint',
        label: lines.length > 1 ? String(at + 1) : '',
      }))
      .reverse();
  }

  #said() {
    const thought = this.#thought;
    if (this.#state === 'offline') return words.engineOffline;
    if (this.#state === 'over') return words.engineOver;
    if (!thought) return this.#on ? words.engineWaits : words.engineRests;
    if (this.#state === 'done' || !this.#on) return words.engineDone(thought.depth);
    return words.engineLine(thought);
  }

  /** @param {Expected} best */
  #balance(best) {
    const bar = part('balance');
    bar.setAttribute('aria-valuenow', String(Math.round(best.score.chance * 100)));
    bar.setAttribute('aria-valuetext', scoreWords(best.score));
    const fill = /** @type {HTMLElement} */ (bar.firstElementChild);
    fill.style.width = `${best.score.chance * 100}%`;
  }

  /** @param {Expected} line @param {number} at */
  #row(line, at) {
    const row = make('li', 'expected');
    const score = make('span', 'score', scoreText(line.score));
    score.title = scoreWords(line.score);
    score.classList.add(line.score.chance >= 0.5 ? 'for-white' : 'for-black');
    const moves = make('span', 'expected-moves');
    const first = this.desk.tree.plyOf(this.desk.node) + 1;
    line.moves.forEach((move, index) => {
      const ply = first + index;
      const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : index ? '' : `${(ply + 1) / 2}… `;
      const button = make('button', 'take', `${number}${this.desk.named(move.text)}`);
      button.setAttribute('type', 'button');
      button.addEventListener('click', () => this.#take(line, index));
      moves.append(button, ' ');
    });
    const texts = line.moves.map(({ text }) => this.desk.named(text)).join(' ');
    row.setAttribute('aria-label', words.lineLabel(at + 1, scoreWords(line.score), texts));
    row.append(score, moves);
    return row;
  }

  /** Play a line on the board as far as a move of it. @param {Expected} line @param {number} upto */
  #take(line, upto) {
    const nodes = this.desk.tree.addLine(this.desk.node, line.moves.slice(0, upto + 1));
    this.desk.changed();
    this.desk.go(nodes[nodes.length - 1]);
  }
}
