/**
 * A line of play against the defence: a move is made on the board, judged by the server, and answered.
 *
 * @typedef {import('../board/element.js').DamaBoard} DamaBoard
 * @typedef {import('../say.js').Say} Say
 * @typedef {import('../types.js').Route} Route
 * @typedef {import('./types.js').Judged} Judged
 * @typedef {import('./types.js').Position} Position
 *
 * @typedef {object} House
 * @property {(stops: string[]) => Promise<Judged | 'back' | 'elsewhere'>} judge has a move judged; `back`
 *     where that could not be done, `elsewhere` where the board shows something else by now
 * @property {(judged: Judged) => void} answered is told once the board shows the answer
 * @property {() => void} onward is told when the board is pressed after a line has ended
 */

import * as api from '../api.js';
import { chooseWay, typed } from '../help.js';
import * as sound from '../sound.js';
import { words as boardWords } from '../words.js';
import { words } from './words.js';

export class Line {
  #active = false;
  #busy = false;
  #turn = 0;
  /** @type {Position | null} */
  #position = null;
  #text = ''; // what is said while one may move

  /** @param {DamaBoard} board @param {Say} say @param {House} house */
  constructor(board, say, house) {
    this.board = board;
    this.say = say;
    this.house = house;
    board.addEventListener('route', (event) => {
      if (this.#active) void this.#moved(/** @type {CustomEvent<Route>} */ (event).detail);
    });
    board.addEventListener('refuse', (event) => {
      const { squares } = /** @type {CustomEvent<{squares: string[]}>} */ (event).detail;
      if (this.#active) void this.#refused(squares);
    });
    board.addEventListener('several', (event) => {
      const { ways } = /** @type {CustomEvent<{ways: Route[]}>} */ (event).detail;
      if (this.#active) chooseWay(board, say, ways);
    });
    board.addEventListener('entry', () => {
      if (!this.#active) return;
      api.askNoMore();
      say.passing(null);
    });
    document.getElementById('typing')?.addEventListener('submit', (event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ (document.getElementById('typed'));
      if (this.#active && board.open && typed(board, say, field.value)) field.value = '';
    });
  }

  /** Play from a position. @param {Position} position @param {string} text what is said to begin with */
  begin(position, text) {
    this.#active = true;
    this.#turn += 1;
    this.#busy = false;
    this.#text = text;
    api.askNoMore();
    this.say.passing(null);
    this.say.standing({ text });
    this.#show(position, position.routes.length > 0);
  }

  /** Leave the board to somebody else. */
  leave() {
    this.#active = this.#busy = false;
    this.#turn += 1;
    api.askNoMore();
    this.board.open = false;
  }

  /** Let no move be made while something else is decided. @returns {() => void} lets it be made again */
  hold() {
    const { open } = this.board;
    this.#busy = true;
    this.board.open = false;
    return () => {
      this.#busy = false;
      this.board.open = open;
    };
  }

  /** Whether the judge is at work, or its answer is still being shown. */
  get busy() {
    return this.#busy;
  }

  /** @param {Position} position @param {boolean} open */
  #show(position, open) {
    this.#position = position;
    this.board.show(position);
    this.board.open = open;
  }

  /** @param {Route} route */
  async #moved(route) {
    const before = this.#position;
    const turn = this.#turn;
    this.#busy = true;
    sound.play(route.captured.length ? 'take' : 'move');
    this.say.passing(null);
    this.say.standing({ kind: 'busy', text: words.judging });
    const judged = await this.house.judge(route.stops);
    if (turn !== this.#turn) return;
    if (judged === 'back' || judged === 'elsewhere') {
      this.#busy = false;
      if (judged === 'elsewhere') return;
      if (before) this.#show(before, true);
      this.say.standing({ text: this.#text });
      return;
    }
    await this.#answer(judged);
    if (turn !== this.#turn) return;
    this.#busy = false;
    this.house.answered(judged);
  }

  /** Show the answer of the defence. @param {Judged} judged */
  async #answer(judged) {
    const { between, position, reply, ruling, text } = judged;
    const turn = this.#turn;
    this.#show(between, false);
    if (reply) {
      await this.board.play(reply);
      if (turn !== this.#turn) return;
      sound.play(reply.captured.length ? 'take' : 'move');
    }
    this.#show(position, ruling === 'right');
    this.#text = text;
    this.say.standing({ text });
    this.say.speak(text);
    if (ruling === 'won') sound.play('end');
  }

  /** @param {string[]} squares */
  async #refused(squares) {
    const position = this.#position;
    if (!position || this.#busy) return;
    if (!this.board.open) return this.house.onward();
    sound.play('refuse');
    const refusal = await api.why({ rules: 'dama', fen: position.fen }, squares);
    if (!refusal || position !== this.#position) return;
    const show = {
      text: boardWords.showMe,
      act: () => this.board.light(refusal.squares),
      main: true,
    };
    const choices = refusal.squares.length ? [show] : [];
    const { text, lesson } = refusal;
    this.say.passing({ kind: 'refusal', text, choices, lesson });
  }
}
