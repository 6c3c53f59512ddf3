/**
 * Setting up a position on the board, to play on from it.
 *
 * It places pieces and writes them down; whether one can play from there, and what is wrong if not, the
 * server says.
 *
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./types.js').Stone} Stone
 * @typedef {import('./types.js').Position} Position
 * @typedef {import('./types.js').Refusal} Refusal
 * @typedef {import('./board/element.js').DamaBoard} DamaBoard
 * @typedef {import('./say.js').Say} Say
 * @typedef {import('./setup.js').Setup} Setup
 */

import * as api from './api.js';
import { words } from './words.js';

const PAUSE = 150; // milliseconds of quiet after which the server is asked
/** What the keys put on a square. @type {Record<string, Stone | ''>} */
const KEYS = { 1: 'wm', 2: 'wk', 3: 'bm', 4: 'bk', 0: '', Delete: '', Backspace: '' };

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Editor {
  /** @type {Position & {fen: string}} */
  #position;
  /** @type {Refusal | null} */
  #trouble = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #asking;
  #asked = 0;
  #checked = false;
  #rules = '';
  #fine;
  #listening = new AbortController();

  /**
   * @param {DamaBoard} board @param {Say} say @param {Setup} setup @param {Position & {fen: string}} first
   * @param {string} [here] what is said where all is well, if one begins with that position and not with the
   *     one the address names
   */
  constructor(board, say, setup, first, here = '') {
    this.board = board;
    this.say = say;
    this.setup = setup;
    this.form = /** @type {HTMLFormElement} */ (part('editor'));
    this.field = /** @type {HTMLInputElement} */ (part('fen'));
    this.#position = first;
    this.#fine = here || words.playable;
    board.mode = 'edit';
    this.#rules = setup.rules;
    this.#listen();
    if (here) this.#take(first);
    else void this.#begin();
  }

  /** Leave the board as it is. */
  close() {
    this.#listening.abort();
    this.#asked += 1; // an answer that is still to come is for nobody
    clearTimeout(this.#asking);
    this.board.mode = 'play';
  }

  /** The position, as it is written. */
  get fen() {
    return this.#position.fen;
  }

  /** Whether one can play from here. */
  get ready() {
    return this.#checked && !this.#trouble;
  }

  /** Say what is wrong. */
  complain() {
    const text = this.#trouble?.text ?? words.checking;
    this.say.passing({ kind: 'refusal', text });
  }

  #listen() {
    const { signal } = this.#listening;
    const { board, form, field } = this;
    board.addEventListener('point', (event) => {
      this.#place(/** @type {CustomEvent<{square: string}>} */ (event).detail.square);
    }, { signal });
    board.addEventListener('carry', (event) => {
      const { from, to } = /** @type {CustomEvent<{from: string, to: string | null}>} */ (event).detail;
      this.#carry(from, to);
    }, { signal });
    board.addEventListener('keydown', (event) => this.#key(event), { signal });
    form.addEventListener('submit', (event) => event.preventDefault(), { signal });
    form.addEventListener('change', (event) => {
      if (event.target === field) void this.#read(field.value);
      else if (event.target instanceof HTMLInputElement && event.target.name === 'turn') this.#show({});
    }, { signal });
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') void this.#read(field.value);
    }, { signal });
    part('editor-clear').addEventListener('click', () => this.#show({ pieces: {} }), { signal });
    part('editor-start').addEventListener('click', () => void this.#read(null), { signal });
    part('editor-turn').addEventListener('click', () => {
      board.below = board.below === 'white' ? 'black' : 'white';
    }, { signal });
    part('editor-copy').addEventListener('click', () => void this.#copy(), { signal });
  }

  /** Begin with the position that the address names, or with the starting one. */
  async #begin() {
    const asked = new URLSearchParams(location.search);
    const rules = asked.get('rules');
    if (rules) this.setup.rules = rules;
    this.#rules = this.setup.rules;
    await this.#read(null);
    const fen = asked.get('fen');
    if (fen === null) return;
    this.field.value = fen;
    await this.#read(fen);
  }

  /** The choices for the game have changed. */
  changed() {
    const { rules } = this.setup;
    const before = this.#position.board;
    if (rules === this.#rules) return this.#check();
    this.#rules = rules;
    void this.#fits(rules, before);
  }

  /** Keep the pieces where the board stays the same. @param {string} rules @param {import('./types.js').Shape} before */
  async #fits(rules, before) {
    const answer = await api.position(rules);
    if (!answer?.position || rules !== this.#rules) return;
    const same = answer.position.board.names.join() === before.names.join();
    if (same) this.#check();
    else this.#take(answer.position);
  }

  /** @returns {Side} */
  get #turn() {
    return new FormData(this.form).get('turn') === 'black' ? 'black' : 'white';
  }

  /** What the palette holds: a stone, nothing to take stones off, or the hand. @returns {Stone | '' | 'hand'} */
  get #held() {
    return /** @type {Stone | '' | 'hand'} */ (String(new FormData(this.form).get('piece') ?? 'hand'));
  }

  /** @param {string} square */
  #place(square) {
    const held = this.#held;
    if (held === 'hand') return;
    this.#put(square, this.#position.pieces[square] === held ? '' : held);
  }

  /** @param {string} square @param {Stone | ''} stone */
  #put(square, stone) {
    const { [square]: _gone, ...pieces } = this.#position.pieces;
    this.#show({ pieces: stone ? { ...pieces, [square]: stone } : pieces });
  }

  /** @param {string} from @param {string | null} to */
  #carry(from, to) {
    const { [from]: stone, ...pieces } = this.#position.pieces;
    if (from === to || !stone) return this.#show({});
    this.#show({ pieces: to ? { ...pieces, [to]: stone } : pieces });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const square = event.target instanceof HTMLElement ? event.target.dataset.square : undefined;
    if (!square || !(event.key in KEYS) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#put(square, KEYS[event.key]);
  }

  /** Show the position with some of it changed. @param {{pieces?: Record<string, Stone>}} change */
  #show(change) {
    const turn = this.#turn;
    const next = { ...this.#position, ...change, turn, routes: [], due: 0, last: null };
    this.#position = { ...next, fen: write(next) };
    this.board.show(this.#position);
    this.field.value = this.#position.fen;
    this.#checked = false;
    clearTimeout(this.#asking);
    this.#asking = setTimeout(() => this.#check(), PAUSE);
  }

  /** Ask whether one can play from here. */
  #check() {
    void this.#ask(this.#position.fen, false);
  }

  /** Take a position from its text; the starting one for null. @param {string | null} text */
  async #read(text) {
    await this.#ask(text, true);
  }

  /** @param {string | null} text @param {boolean} shown whether to show what was read */
  async #ask(text, shown) {
    this.#asked += 1;
    const mine = this.#asked;
    const answer = await api.position(this.setup.rules, text, this.setup.huffing);
    if (mine !== this.#asked) return;
    if (!answer) return this.say.passing({ kind: 'refusal', text: words.noAnswer });
    this.#trouble = answer.trouble;
    this.#checked = true;
    if (shown && answer.position) this.#take(answer.position, false);
    this.#tell();
  }

  /** @param {Position & {fen: string}} position @param {boolean} [check] */
  #take(position, check = true) {
    this.#position = position;
    this.board.show({ ...position, routes: [], due: 0 });
    this.field.value = position.fen;
    for (const input of this.form.querySelectorAll('input[name=turn]')) {
      const radio = /** @type {HTMLInputElement} */ (input);
      radio.checked = radio.value === position.turn;
    }
    if (check) this.#check();
  }

  #tell() {
    const trouble = this.#trouble;
    this.board.marks = (trouble?.squares ?? []).map((square) => ({ square, kind: 'bad' }));
    this.say.passing(null);
    this.say.standing(trouble ? { kind: 'refusal', text: trouble.text } : { text: this.#fine });
    this.setup.busy = Boolean(trouble);
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.field.value);
      this.say.passing({ text: words.copied });
    } catch {
      this.field.select(); // the browser does not let us; it can still be copied by hand
    }
  }
}

/** A position as it is written. @param {Position} position */
function write({ board, pieces, turn }) {
  /** @param {string} letter */
  const side = (letter) =>
    board.names
      .map((name, at) => ({ stone: pieces[name], called: board.diagonal ? String(board.numbers[at]) : name }))
      .filter(({ stone }) => stone?.[0] === letter)
      .map(({ stone, called }) => (stone[1] === 'k' ? `K${called}` : called))
      .join();
  return `${turn === 'white' ? 'W' : 'B'}:W${side('w')}:B${side('b')}`;
}
