/**
 * The board and a tree of moves: where one stands in it, and how one goes on.
 *
 * @typedef {import('../board/element.js').DamaBoard} DamaBoard
 * @typedef {import('../say.js').Say} Say
 * @typedef {import('../types.js').Position} Position
 * @typedef {import('../types.js').Route} Route
 * @typedef {import('../types.js').Side} Side
 * @typedef {import('../types.js').Stone} Stone
 * @typedef {import('./types.js').Boards} Boards
 * @typedef {import('./types.js').Facts} Facts
 * @typedef {import('./tree.js').Node} Node
 */

import * as api from '../api.js';
import { chooseWay } from '../help.js';
import { named } from '../naming.js';
import { sides, words as boardWords } from '../words.js';
import * as server from './server.js';
import { Tree, endOf } from './tree.js';
import { words } from './words.js';

const LINGER = 90; // milliseconds on a position before its moves are asked for

/** @type {Record<string, Stone>} */
const STONES = { w: 'wm', W: 'wk', b: 'bm', B: 'bk' };

export class Desk extends EventTarget {
  /** @type {Tree} */
  tree;
  /** @type {Node} */
  node;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #asking;
  #playing = 0;

  /** @param {DamaBoard} board @param {Say} say @param {Boards} boards @param {Tree} tree */
  constructor(board, say, boards, tree) {
    super();
    this.board = board;
    this.say = say;
    this.boards = boards;
    this.tree = tree;
    this.node = tree.root;
    board.addEventListener('route', (event) => {
      void this.#entered(/** @type {CustomEvent<Route>} */ (event).detail);
    });
    board.addEventListener('refuse', (event) => {
      void this.#refused(/** @type {CustomEvent<{squares: string[]}>} */ (event).detail.squares);
    });
    board.addEventListener('several', (event) => {
      chooseWay(board, say, /** @type {CustomEvent<{ways: Route[]}>} */ (event).detail.ways);
    });
    board.addEventListener('entry', () => {
      api.askNoMore();
      say.passing(null);
    });
  }

  /** Put another tree on the table. @param {Tree} tree @param {Node} [node] */
  load(tree, node = tree.root) {
    this.tree = tree;
    const { diagonal } = this.boards.shapes[this.boards.rules[tree.rules].shape];
    document.body.dataset.shape = diagonal ? 'diagonal' : 'orthogonal';
    this.say.passing(null);
    this.#tell('tree');
    this.go(node);
  }

  /** The tree has changed, other than by a move on the board. */
  changed() {
    this.#tell('tree');
  }

  /** @param {'tree' | 'place' | 'shown' | 'facts'} what */
  #tell(what) {
    this.dispatchEvent(new Event(what));
  }

  // Going about

  /** Show a position of the tree. @param {Node} node */
  go(node) {
    const before = this.node;
    this.node = node;
    this.#playing += 1;
    this.say.passing(null);
    const forward = node.parent === before && node.move;
    if (forward && this.board.position) void this.#play(node);
    else this.#show();
    this.#tell('place');
    this.#ask();
  }

  /** Whether a position is being set up on the board: what comes late for it is not shown. */
  get #lent() {
    return this.board.mode !== 'play';
  }

  /** Show a step forward as a move. @param {Node} node */
  async #play(node) {
    const { move } = node;
    const mine = this.#playing;
    this.board.open = false;
    if (!move) return;
    await this.board.play({ stops: move.stops, captured: move.captured });
    if (mine === this.#playing && !this.#lent) this.#show();
  }

  #show() {
    const { facts } = this.node;
    this.board.show(this.position(this.node));
    this.board.open = Boolean(facts && facts.routes.length);
    this.#standing();
    this.#tell('shown');
  }

  /** Ask for the moves of the position, once one stays on it. */
  #ask() {
    clearTimeout(this.#asking);
    const { node, tree } = this;
    if (node.facts) {
      this.#tell('facts');
      return;
    }
    this.#asking = setTimeout(async () => {
      const { found, refused } = await server.position(tree.place(node));
      if (found) node.facts = found;
      if (node !== this.node || tree !== this.tree) return;
      if (!found) {
        this.say.passing({ kind: 'refusal', text: refused });
        return;
      }
      this.#tell('facts');
      const playing = this.#playing;
      requestAnimationFrame(() => {
        if (playing === this.#playing && !this.board.open && !this.#lent) this.#show();
      });
    }, LINGER);
  }

  next() {
    const child = this.node.children[0];
    if (child) this.go(child);
  }

  back() {
    if (this.node.parent) this.go(this.node.parent);
  }

  first() {
    this.go(this.tree.root);
  }

  last() {
    this.go(endOf(this.node));
  }

  /** Go to another move that could be played instead. @param {1 | -1} step */
  aside(step) {
    const siblings = this.node.parent?.children ?? [];
    const other = siblings[siblings.indexOf(this.node) + step];
    if (other) this.go(other);
  }

  /** Turn the board round. */
  flip() {
    this.board.below = this.board.below === 'white' ? 'black' : 'white';
    this.#tell('place');
  }

  // What is shown

  /** A position as the board draws it. @param {Node} node @returns {Position} */
  position(node) {
    const { removal, shape } = this.boards.rules[this.tree.rules];
    const board = this.boards.shapes[shape];
    const { facts, move } = node;
    /** @type {Record<string, Stone>} */
    const pieces = {};
    board.names.forEach((name, at) => {
      const stone = STONES[node.cells[at]];
      if (stone) pieces[name] = stone;
    });
    const color = node.parent?.turn ?? 'white';
    return {
      board,
      removal,
      pieces,
      routes: facts?.routes ?? [],
      due: facts?.due ?? 0,
      turn: node.turn,
      fen: facts?.fen ?? '',
      last: move && { stops: move.stops, captured: move.captured, color },
    };
  }

  #standing() {
    this.say.standing({ text: this.#now() });
  }

  #now() {
    const { facts, turn } = this.node;
    if (facts?.over) return facts.over;
    if (facts?.due) return boardWords.sideCapture(turn, facts.due);
    return boardWords.sideToMove(turn);
  }

  /** A move as it is written, its squares named as the person likes them. @param {string} text */
  named(text) {
    return named(text, this.boards.shapes[this.boards.rules[this.tree.rules].shape]);
  }

  /** A move of the tree in words. @param {Node} node */
  spoken(node) {
    if (!node.move || !node.parent) return words.start;
    return boardWords.spokenMove(
      sides[node.parent.turn],
      this.named(node.move.text),
      node.move.captured.length,
    );
  }

  // What is done on the board

  /** A move was entered: go to it, and add it where it is new. @param {Route} route */
  async #entered(route) {
    const { node, tree } = this;
    const stops = route.stops.join();
    const known = node.children.find((child) => child.move?.stops.join() === stops);
    if (known) return this.#arrive(known);
    const place = tree.place(node);
    const { found, refused } = await server.position({
      ...place,
      moves: [...place.moves, route.stops.join('-')],
    });
    if (node !== this.node || tree !== this.tree || this.#lent) return;
    if (!found?.played) {
      this.#show();
      this.say.passing({ kind: 'refusal', text: refused || words.noAnswer });
      return;
    }
    const child = tree.add(node, found.played);
    child.facts = found;
    this.#tell('tree');
    this.#arrive(child);
  }

  /** Stand where the board already shows one to be. @param {Node} node */
  #arrive(node) {
    this.node = node;
    this.#playing += 1;
    this.#show();
    this.#tell('place');
    this.#ask();
  }

  /** @param {string[]} squares */
  async #refused(squares) {
    const { facts } = this.node;
    if (!facts) return;
    if (!facts.routes.length) {
      this.say.passing({ kind: 'refusal', text: facts.over ?? words.gameOver });
      return;
    }
    const { node } = this;
    const { rules, huffing } = this.tree;
    const refusal = await api.why({ rules, fen: facts.fen, options: { huffing } }, squares);
    if (!refusal || node !== this.node) return;
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
