/**
 * Drawing the board: squares that can be pressed and spoken, and the stones above them.
 *
 * @typedef {import('../types.js').Position} Position
 * @typedef {import('../types.js').Side} Side
 * @typedef {import('../types.js').Stone} Stone
 * @typedef {import('../types.js').Shape} Shape
 * @typedef {import('./entry.js').Entry} Entry
 *
 * @typedef {object} Look What is to be seen, beside the position.
 * @property {Entry} entry
 * @property {boolean} open whether a person may move now
 * @property {Side} below the side at the lower edge
 * @property {'play' | 'point' | 'edit'} mode
 *
 * @typedef {object} Naming How squares are named, on the board and in speech.
 * @property {string} labels `edge`, `inside` or `none`
 * @property {boolean} numbered whether the squares of a diagonal board go by their numbers
 */

import { stones as stoneNames, words } from '../words.js';
import { ahead, begun, forced, starts } from './entry.js';
import { draw, ensureSymbols, set } from './stones.js';

const SVG = 'http://www.w3.org/2000/svg';

/** The parts of one board on the page. */
export class View {
  /** @type {Map<string, HTMLButtonElement>} */
  squares = new Map();
  /** @type {Map<string, SVGElement>} */
  stones = new Map();
  /** @type {Map<string, [number, number]>} */
  places = new Map();
  /** @type {Side} */
  below = 'white';
  /** @type {Shape | null} */
  shape = null;
  /** @type {Map<string, string>} how each square is called */
  called = new Map();

  /** @param {HTMLElement} host */
  constructor(host) {
    ensureSymbols();
    this.host = host;
    this.field = make('div', 'field');
    this.grid = make('div', 'squares');
    this.grid.setAttribute('role', 'grid');
    this.grid.setAttribute('aria-label', words.boardLabel);
    this.grid.setAttribute('aria-description', words.boardKeys);
    this.layer = make('div', 'stones');
    this.layer.setAttribute('aria-hidden', 'true');
    this.signs = document.createElementNS(SVG, 'svg');
    this.signs.setAttribute('class', 'signs');
    this.signs.setAttribute('aria-hidden', 'true');
    this.files = make('div', 'files');
    this.ranks = make('div', 'ranks');
    for (const edge of [this.files, this.ranks]) edge.setAttribute('aria-hidden', 'true');
    host.append(this.files, this.ranks, this.field);
  }

  #laid = '';

  /**
   * Lay out the squares for a shape and a side.
   *
   * @param {Shape} shape @param {Side} below @param {Naming} naming
   */
  layOut(shape, below, { labels, numbered }) {
    ensureSymbols();
    const laid = [shape.names, below, labels, numbered].join();
    if (laid === this.#laid) return;
    this.#laid = laid;
    const focused = this.focus;
    const held = this.grid.contains(document.activeElement);
    this.shape = shape;
    this.below = below;
    this.host.style.setProperty('--files', String(shape.files));
    this.host.style.setProperty('--ranks', String(shape.ranks));
    this.places = new Map(
      shape.names.map((name, index) => {
        const [file, rank] = shape.coordinates[index];
        return [
          name,
          below === 'white' ? [file, shape.ranks - 1 - rank] : [shape.files - 1 - file, rank],
        ];
      }),
    );
    const byNumber = numbered && shape.diagonal;
    this.called = new Map(
      shape.names.map((name, at) => [name, byNumber ? String(shape.numbers[at]) : name]),
    );
    this.host.dataset.shape = shape.diagonal ? 'diagonal' : 'orthogonal';
    this.host.dataset.labels = labels === 'edge' && byNumber ? 'inside' : labels;
    const inside = this.host.dataset.labels === 'inside';
    this.field.replaceChildren(inlay(shape), this.grid, this.layer, this.signs);
    if (inside) this.field.firstElementChild?.append(...this.#names());
    this.#laySquares(shape);
    this.#layEdges(shape);
    for (const [name, picture] of this.stones) this.place(picture, name);
    this.setFocus(this.squares.has(focused) ? focused : shape.names[0], held);
  }

  /** @param {Shape} shape */
  #laySquares(shape) {
    const rows = Array.from({ length: shape.ranks }, () => {
      const row = make('div', 'row');
      row.setAttribute('role', 'row');
      return row;
    });
    const inOrder = [...this.places].sort(
      ([, [ax, ay]], [, [bx, by]]) => ay - by || ax - bx,
    );
    this.squares = new Map();
    for (const [name, [x, y]] of inOrder) {
      const square = document.createElement('button');
      square.type = 'button';
      square.className = 'square';
      square.dataset.square = name;
      square.tabIndex = -1;
      square.setAttribute('role', 'gridcell');
      square.style.gridColumn = String(x + 1);
      rows[y].append(square);
      this.squares.set(name, square);
    }
    this.grid.replaceChildren(...rows);
  }

  /** @param {Shape} shape */
  #layEdges(shape) {
    const letters = Array.from({ length: shape.files }, (_, file) =>
      String.fromCharCode(97 + file),
    );
    const numbers = Array.from({ length: shape.ranks }, (_, rank) => String(shape.ranks - rank));
    if (this.below === 'black') {
      letters.reverse();
      numbers.reverse();
    }
    this.files.replaceChildren(...letters.map((text) => make('span', '', text)));
    this.ranks.replaceChildren(...numbers.map((text) => make('span', '', text)));
  }

  /** The name of each square, in its corner. */
  #names() {
    return [...this.places].map(([name, [x, y]]) => {
      const text = document.createElementNS(SVG, 'text');
      text.setAttribute('x', String(x * 100 + 5));
      text.setAttribute('y', String(y * 100 + 20));
      if ((x + y) % 2) text.setAttribute('class', 'on-dark');
      text.textContent = this.called.get(name) ?? name;
      return text;
    });
  }

  /** @type {string} the square that the keyboard stands on */
  focus = '';
  visited = false; // whether anybody has come to a square yet

  /** @param {string} square @param {boolean} [take] */
  setFocus(square, take = false) {
    const before = this.squares.get(this.focus);
    if (before) before.tabIndex = -1;
    this.focus = square;
    const now = this.squares.get(square);
    if (!now) return;
    now.tabIndex = 0;
    if (take) now.focus({ preventScroll: true });
  }

  /** Put a picture on a square. @param {SVGElement} picture @param {string} square */
  place(picture, square) {
    picture.style.transform = this.transform(square);
  }

  /** @param {string} square */
  transform(square) {
    const [x, y] = this.places.get(square) ?? [0, 0];
    return `translate(${x * 100}%, ${y * 100}%)`;
  }

  /**
   * Show the stones as they stand, with an entered part of a chain carried out.
   *
   * @param {Position} position @param {Entry} entry
   */
  showStones(position, entry) {
    const shown = { ...position.pieces };
    if (entry.start && entry.square) {
      const moving = shown[entry.start];
      delete shown[entry.start];
      const gone = position.removal === 'at_once' ? entry.taken : [];
      for (const square of gone) delete shown[square];
      if (moving) shown[entry.square] = moving;
    }
    for (const [square, picture] of this.stones) {
      if (shown[square]) continue;
      picture.remove();
      this.stones.delete(square);
    }
    for (const [square, stone] of Object.entries(shown)) {
      const known = this.stones.get(square);
      const picture = known ?? draw(stone);
      set(picture, stone);
      this.place(picture, square);
      if (known) continue;
      this.stones.set(square, picture);
      this.layer.append(picture);
    }
  }

  /**
   * Show the signals: what must capture, what is picked up, where it can go, what moved last.
   *
   * @param {Position} position @param {Look} look
   */
  showSigns(position, look) {
    const movable = look.open ? starts(position.routes) : new Set();
    if (begun(look.entry)) movable.delete(look.entry.start); // it stands there no more
    const due = forced(position) > 0 && !begun(look.entry);
    const goals = look.open ? ahead(look.entry) : new Map();
    const last = position.last?.stops ?? [];
    const moved = new Set([last[0], last[last.length - 1]]);
    const gone = position.removal === 'after_move' ? look.entry.taken : [];
    this.host.classList.toggle('open', look.open);
    for (const [name, square] of this.squares) {
      const goal = goals.get(name);
      const picked = look.entry.square === name;
      const marks = {
        movable: movable.has(name),
        due: due && movable.has(name),
        picked,
        goal: Boolean(goal),
        covered: Boolean(goal) && this.stones.has(name),
        next: Boolean(goal?.next),
        numbered: Boolean(goal?.chain),
        moved: moved.has(name),
      };
      for (const [mark, on] of Object.entries(marks)) square.classList.toggle(mark, on);
      if (goal?.chain) square.dataset.stop = String(goal.number);
      else delete square.dataset.stop;
      square.setAttribute('aria-selected', String(picked));
      square.setAttribute('aria-label', this.#label(name, position, marks, goal));
    }
    for (const [name, picture] of this.stones) {
      picture.classList.toggle('lifted', look.entry.square === name);
      picture.classList.toggle('jumped', gone.includes(name));
    }
  }

  /**
   * @param {string} name @param {Position} position @param {Record<string, boolean>} marks
   * @param {{number: number, chain: boolean} | undefined} goal
   */
  #label(name, position, marks, goal) {
    const stone = this.stones.get(name)?.dataset.stone;
    const said = [this.called.get(name) ?? name, stone ? stoneNames[/** @type {Stone} */ (stone)] : words.empty];
    if (marks.picked) said.push(words.selected);
    else if (marks.due) said.push(words.mustCapture(position.due));
    else if (marks.movable) said.push(words.canMove);
    if (goal) said.push(goal.chain ? words.stop(goal.number) : words.canGo);
    if (marks.moved) said.push(words.lastMove);
    return said.join(', ');
  }
}

/** @param {string} tag @param {string} name @param {string} [text] */
function make(tag, name, text = '') {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.textContent = text;
  return element;
}

/**
 * The dark squares, which only some boards show, and the inlaid lines between the squares, each a dark
 * groove with light on its lower edge.
 *
 * @param {Shape} shape
 */
function inlay(shape) {
  const [width, height] = [shape.files * 100, shape.ranks * 100];
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('class', 'inlay');
  picture.setAttribute('aria-hidden', 'true');
  picture.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const dark = document.createElementNS(SVG, 'path');
  dark.setAttribute('class', 'dark');
  const squares = Array.from({ length: shape.ranks }, (_, y) =>
    Array.from({ length: shape.files }, (_, x) => ((x + y) % 2 ? `M${x * 100} ${y * 100}h100v100h-100z` : '')),
  );
  dark.setAttribute('d', squares.flat().join(''));
  picture.append(dark);
  const upright = range(shape.files).map((file) => `M${file * 100} 0V${height}`);
  const level = range(shape.ranks).map((rank) => `M0 ${rank * 100}H${width}`);
  for (const name of ['light', 'groove']) {
    const line = document.createElementNS(SVG, 'path');
    line.setAttribute('class', name);
    line.setAttribute('d', [...upright, ...level].join(''));
    picture.append(line);
  }
  return picture;
}

/** The lines strictly inside `count` squares. @param {number} count */
const range = (count) => Array.from({ length: count - 1 }, (_, index) => index + 1);
