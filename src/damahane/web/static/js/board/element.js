/**
 * `<dama-board>`: shows a position and lets a person enter a legal move. It knows no rules; it is
 * given each legal route and draws them.
 *
 * Events: `route` (a complete move: `{stops, captured}`), `refuse` (a click that led nowhere:
 * `{squares}`, the squares tried in order), `entry` (part of a move entered or taken back), `several`
 * (several ways lead there and take different pieces: `{ways}`, a route for each).
 *
 * With `mode` other than `play` squares are named instead of moves: `point` (a square was pressed:
 * `{square}`), and in `edit` also `carry` (a stone was dragged: `{from, to}`, `to` null off the board).
 *
 * @typedef {import('../types.js').Position} Position
 * @typedef {import('../types.js').Route} Route
 * @typedef {import('../types.js').Side} Side
 * @typedef {import('./entry.js').Entry} Entry
 * @typedef {import('./marks.js').Arrow} Arrow
 * @typedef {import('./marks.js').Mark} Mark
 */

import * as looks from '../looks.js';
import * as entries from './entry.js';
import { listen } from './input.js';
import { drawMarks } from './marks.js';
import { light, put, shake, travel } from './motion.js';
import { matching, squares as typed } from './typed.js';
import { View } from './view.js';

/** The choices after which a board has to be drawn anew. @type {readonly string[]} */
const REDRAWN = ['labels', 'numbering', 'set'];

export class DamaBoard extends HTMLElement {
  /** @type {Position | null} */
  #position = null;
  /** @type {Entry} */
  #entry = entries.empty([]);
  /** @type {View | null} */
  #view = null;
  /** @type {Side} */
  #below = 'white';
  #open = false;
  /** @type {{goal: string, done: Promise<void>} | null} a slide that is under way */
  #slide = null;
  /** @type {'play' | 'point' | 'edit'} */
  #mode = 'play';
  /** @type {readonly Arrow[]} */
  #arrows = [];
  /** @type {readonly Mark[]} */
  #marks = [];

  connectedCallback() {
    if (this.#view) return;
    this.#view = new View(this);
    listen(this.#view, {
      press: (square) => void this.#press(square),
      grab: (square) => this.#grab(square),
      drop: (square) => void this.#drop(square),
      back: () => this.back(),
    });
    looks.listen((name) => REDRAWN.includes(name) && this.#draw());
    this.#draw();
  }

  /** The position that is shown, with its legal routes. */
  get position() {
    return this.#position;
  }

  /** What has been entered of the next move. */
  get entry() {
    return this.#entry;
  }

  /** Whether a person may move a stone now. */
  get open() {
    return this.#open;
  }

  set open(value) {
    if (value === this.#open) return;
    this.#open = value;
    if (!value) this.#clear();
    this.#draw();
  }

  /** The side at the lower edge. */
  get below() {
    return this.#below;
  }

  set below(side) {
    this.#below = side;
    this.#draw();
  }

  /** What pressing a square means. */
  get mode() {
    return this.#mode;
  }

  set mode(mode) {
    this.#mode = mode;
    this.dataset.mode = mode;
    this.#clear();
    this.#draw();
  }

  /** Arrows over the stones; they go when a position is shown. */
  get arrows() {
    return this.#arrows;
  }

  set arrows(arrows) {
    this.#arrows = arrows;
    this.#drawMarks();
  }

  /** Marked squares; they go when a position is shown. */
  get marks() {
    return this.#marks;
  }

  set marks(marks) {
    this.#marks = marks;
    this.#drawMarks();
  }

  #drawMarks() {
    if (this.#view) drawMarks(this.#view, this.#arrows, this.#marks);
  }

  /** How a square is called on this board. @param {string} square */
  called(square) {
    return this.#view?.called.get(square) ?? square;
  }

  /** Take a stone off. @param {string} square */
  takeOff(square) {
    if (!this.#position) return;
    const { [square]: gone, ...pieces } = this.#position.pieces;
    if (gone) this.show({ ...this.#position, pieces });
  }

  /** End a chain that could go on, where the rules let it. */
  finish() {
    if (this.#open && this.#entry.finished) this.#complete(this.#entry.finished);
  }

  /** Show a position as it is. @param {Position} position */
  show(position) {
    this.#position = position;
    this.#arrows = this.#marks = [];
    this.#clear();
    this.#draw();
  }

  /** Show a move being made in the position that is shown. @param {Route} route */
  async play(route) {
    if (!this.#view || !this.#position) return;
    this.#clear();
    this.#draw();
    const position = this.#position;
    const atOnce = position.removal === 'at_once';
    await travel(this.#view, route, 0, route.stops.length - 1, atOnce);
    if (position === this.#position) this.show(after(position, route));
    else this.#draw(); // something else was shown meanwhile
  }

  /** Go on along a route that what was entered begins, to its end. @param {Route} route */
  async follow(route) {
    if (!this.#view || !this.#position || !this.#open || this.#slide) return;
    const entry = entries.pick(this.#entry, route.stops[0]);
    if (!entry) return;
    const { at, square } = this.#entry;
    const from = square && this.#entry.start === route.stops[0] ? at : 0;
    if (!from) this.#enter(entry);
    if (await this.#glide(route, from, route.stops.length - 1)) this.#complete(route);
  }

  /**
   * Let a stone slide along a route that is being entered.
   *
   * @param {Route} route @param {number} from index of the stop it stands on
   * @param {number} to index of the stop it goes to
   * @returns {Promise<boolean>} whether the move may still be made: the position may be another by now
   */
  async #glide(route, from, to) {
    const position = this.#position;
    if (!this.#view || !position) return false;
    const atOnce = position.removal === 'at_once';
    const done = travel(this.#view, this.#route(route), from, to, atOnce);
    this.#slide = { goal: route.stops[to], done };
    await done;
    this.#slide = null;
    const may = this.#open && alike(position, this.#position);
    if (!may) this.#draw();
    return may;
  }

  /**
   * Enter a move that is written.
   *
   * @param {string} text
   * @returns {boolean} whether it could be read; whether it may be played, events tell
   */
  type(text) {
    if (!this.#position) return false;
    const tried = typed(text, this.#position.board);
    if (!tried) return false;
    this.#clear();
    const found = entries.different(matching(this.#open ? this.#position.routes : [], tried));
    if (found.length === 1) void this.follow(found[0]);
    else if (found.length) this.#several(found);
    else {
      this.#draw();
      this.shake(tried[0]);
      this.dispatchEvent(new CustomEvent('refuse', { bubbles: true, detail: { squares: tried } }));
    }
    return true;
  }

  /** @param {readonly Route[]} ways */
  #several(ways) {
    this.dispatchEvent(new CustomEvent('several', { bubbles: true, detail: { ways } }));
  }

  /**
   * Take back the part of a chain that was entered or, when there is none, put the piece down.
   *
   * @returns {boolean} whether there was either
   */
  back() {
    const start = this.#entry.start;
    if (!start) return false;
    const again = entries.begun(this.#entry) ? entries.pick(this.#entry, start) : null;
    this.#enter(again ?? entries.empty(this.#entry.routes));
    return true;
  }

  /** Give the keyboard to the square where it stood last. @param {FocusOptions} [_options] */
  focus(_options) {
    this.#view?.setFocus(this.#view.focus, true);
  }

  /** A new game: let the keyboard begin at the first piece that can move. */
  restart() {
    if (!this.#view) return;
    this.#view.visited = false;
    this.#draw();
  }

  /** Light some stones, and pick one up when it is the only one. @param {readonly string[]} squares */
  light(squares) {
    if (!this.#view) return;
    const only = squares.length === 1 ? entries.pick(this.#entry, squares[0]) : null;
    if (this.#open) this.#enter(only ?? entries.empty(this.#entry.routes));
    light(this.#view, squares);
    if (squares.length) this.#view.setFocus(squares[0], true);
  }

  /** Shake the stone on a square. @param {string} square */
  shake(square) {
    if (this.#view) void shake(this.#view, square);
  }

  #clear() {
    this.#entry = entries.empty(this.#position?.routes ?? []);
  }

  /** @param {Entry} entry */
  #enter(entry) {
    this.#entry = entry;
    this.#draw();
    this.dispatchEvent(new CustomEvent('entry', { bubbles: true }));
  }

  #draw() {
    if (!this.#view || !this.#position) return;
    this.dataset.below = this.#below;
    this.#view.layOut(this.#position.board, this.#below, {
      labels: looks.look('labels'),
      numbered: looks.look('numbering') === 'numbers',
    });
    if (!this.#view.visited) this.#view.setFocus(this.#first());
    this.#view.showStones(this.#position, this.#entry);
    this.#view.showSigns(this.#position, {
      entry: this.#entry,
      open: this.#open,
      below: this.#below,
      mode: this.#mode,
    });
    this.#drawMarks();
  }

  /** The first square worth coming to, as the board is read: a piece that can move, or one's own. */
  #first() {
    const squares = [...(this.#view?.squares.keys() ?? [])];
    const movable = entries.starts(this.#open ? (this.#position?.routes ?? []) : []);
    const { pieces = {} } = this.#position ?? {};
    const own = (/** @type {string} */ name) => pieces[name]?.[0] === this.#below[0];
    return squares.find((name) => movable.has(name)) ?? squares.find(own) ?? squares[0];
  }

  /** @param {readonly string[]} squares */
  #refuse(squares) {
    const [first, ...rest] = squares;
    this.shake(this.#entry.square ?? first);
    const made = this.#entry.alive[0]?.stops.slice(0, this.#entry.at + 1) ?? [];
    const tried = made.length ? [...made, first, ...rest] : squares;
    this.dispatchEvent(new CustomEvent('refuse', { bubbles: true, detail: { squares: tried } }));
  }

  /** @param {string} square */
  async #press(square) {
    if (this.#mode !== 'play') return this.#point('point', { square });
    if (this.#slide?.goal === square) return; // the second half of a double click
    await this.#slide?.done;
    if (!this.#position || this.#slide) return;
    if (!this.#open) return this.#refuse([square]);
    if (this.#entry.square === square) return this.back();
    if (this.#entry.start && (await this.#step(square, true))) return;
    const picked = entries.pick(this.#entry, square);
    if (picked) return this.#enter(picked);
    const own = this.#position.pieces[square]?.[0] === this.#position.turn[0];
    if (own && !entries.begun(this.#entry)) {
      this.#clear();
      this.#draw();
      return this.#refuse([square]);
    }
    if (this.#entry.start) return this.#refuse([square]);
    const forced = entries.forced(this.#position);
    const meant = forced ? entries.onlyStart(this.#position.routes, square) : null;
    const start = meant ? entries.pick(this.#entry, meant) : null;
    if (!start) return this.#refuse([square]);
    this.#enter(start);
    await this.#step(square, true);
  }

  /** @param {string} name @param {object} detail */
  #point(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  }

  /** @type {string | null} the square from which a stone is carried while a position is set up */
  #carried = null;

  /** @param {string} square */
  #grab(square) {
    if (this.#mode !== 'play') {
      this.#carried = this.#mode === 'edit' && this.#position?.pieces[square] ? square : null;
      return this.#carried !== null;
    }
    if (!this.#position || this.#slide || !this.#open) return false;
    if (this.#entry.square === square) return true;
    const picked = entries.pick(this.#entry, square);
    if (!picked) return false;
    this.#enter(picked);
    return true;
  }

  /** @param {string | null} square */
  async #drop(square) {
    if (this.#mode !== 'play') return this.#point('carry', { from: this.#carried, to: square });
    if (!square || square === this.#entry.square) return this.#draw();
    if (!(await this.#step(square, false))) this.#refuse([square]);
  }

  /**
   * Go on to a square, if a route leads there.
   *
   * @param {string} square @param {boolean} slide whether the stone is still to be carried there
   */
  async #step(square, slide) {
    const step = entries.step(this.#entry, square, looks.look('chains') === 'last');
    if (!step || !this.#view || !this.#position) return false;
    if ('ways' in step) {
      this.#draw();
      this.#several(step.ways);
      return true;
    }
    const from = this.#entry.at;
    if (slide || step.entry.at > from + 1) {
      if (!(await this.#glide(step.along, from, step.entry.at))) return true;
    } else put(this.#view, this.#route(step.along), from, this.#position.removal === 'at_once');
    this.#enter(step.entry);
    this.#view.setFocus(square, this.#view.grid.contains(document.activeElement));
    if (step.done) this.#complete(step.done);
    return true;
  }

  /** The move is made as far as the board can tell; it waits for the next position. @param {Route} route */
  #complete(route) {
    if (!this.#position) return;
    this.#open = false;
    this.show(after(this.#position, route));
    this.dispatchEvent(new CustomEvent('route', { bubbles: true, detail: route }));
  }

  /** The route with its first stops where the stone really stands. @param {Route} route */
  #route(route) {
    const square = this.#entry.square ?? route.stops[0];
    return { ...route, stops: route.stops.with(this.#entry.at, square) };
  }
}

/**
 * The stones after a move; what may be played then, and who is crowned, the server says.
 *
 * @param {Position} position @param {Route} route
 * @returns {Position}
 */
function after(position, route) {
  const pieces = { ...position.pieces };
  const [start, end] = [route.stops[0], route.stops[route.stops.length - 1]];
  const stone = pieces[start];
  delete pieces[start];
  for (const square of route.captured) delete pieces[square];
  pieces[end] = stone;
  const last = { ...route, color: position.turn };
  return { ...position, pieces, routes: [], due: 0, last };
}

/**
 * Whether the same stones stand on the same squares, with the same side to move.
 *
 * @param {Position} a @param {Position | null} b
 */
function alike(a, b) {
  const names = Object.keys(a.pieces);
  if (!b || a.turn !== b.turn || names.length !== Object.keys(b.pieces).length) return false;
  return names.every((name) => a.pieces[name] === b.pieces[name]);
}

customElements.define('dama-board', DamaBoard);
