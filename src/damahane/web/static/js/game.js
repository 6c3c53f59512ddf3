/**
 * One game on the table: brings together the board, the line under it, the panel and the server.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./types.js').Route} Route
 * @typedef {import('./api.js').Answer} Answer
 * @typedef {import('./board/element.js').DamaBoard} DamaBoard
 * @typedef {import('./say.js').Say} Say
 * @typedef {import('./say.js').Line} Line
 *
 * @typedef {object} Pending A move of one's own that the server has not confirmed.
 * @property {number} version
 * @property {readonly string[]} stops
 * @property {boolean} flying whether it is being sent
 * @property {boolean} failed whether the server could not be reached with it
 */

import * as api from './api.js';
import { lively } from './board/motion.js';
import { Live } from './live.js';
import * as memory from './memory.js';
import { showPanel, title, who } from './panel.js';
import { words } from './words.js';

const REPLY_PAUSE = 450; // milliseconds between one's own move and the answer to it
const OPENING = 600; // milliseconds until a screen reader has done with the page's title
const RETRY_PAUSE = 3000; // milliseconds before a kept move is sent again
const TURN_PAUSE = 350; // milliseconds before the board turns to the other player

/** @param {number} time */
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

export class Game {
  /** @type {State} how the game stands */
  state;
  /** @type {State} what is to be seen of it: it lags behind while a piece still slides */
  #seen;
  /** @type {Promise<void>} */
  #queue = Promise.resolve();
  /** @type {Pending | null} */
  #pending = null;
  /** @type {Live} */
  #live;
  #moved = -Infinity;
  #flipped = false;
  #connected = true;
  #acting = 0; // what was asked of the server, moves aside, and is not answered yet

  /**
   * @param {State} state @param {DamaBoard} board @param {Say} say
   * @param {{turning: boolean, again: (settings: api.Settings) => void, line: (on: boolean) => void}} house
   * @param {Route | null} first a move that was made on the board before the game was there
   */
  constructor(state, board, say, house, first = null) {
    this.state = this.#seen = state;
    this.board = board;
    this.say = say;
    this.house = house;
    this.#remember();
    if (first) this.move(first);
    this.#settle(first === null);
    if (first === null) setTimeout(() => this.say.speak(this.#now().text), OPENING);
    this.#live = new Live(state.id, {
      version: () => this.state.version,
      heard: (next) => this.receive(next),
      line: (connected) => this.#line(connected),
    });
  }

  /** Leave the table. */
  close() {
    this.#live.close();
  }

  /** Whether a person at this device may move. */
  get open() {
    const { mode, turn, you, outcome, thinking } = this.state;
    return !outcome && !thinking && !this.#pending && (mode === 'two' || turn === you);
  }

  /** The side at the lower edge. @returns {Side} */
  get below() {
    const { mode, you, turn } = this.state;
    const usual = mode === 'computer' ? (you ?? 'white') : this.house.turning ? turn : 'white';
    if (!this.#flipped) return usual;
    return usual === 'white' ? 'black' : 'white';
  }

  /** Turn the board round. */
  flip() {
    this.#flipped = !this.#flipped;
    this.board.below = this.below;
    this.#panel();
  }

  /** Take in how the game stands now; moves that are new are shown one by one. @param {State} next */
  receive(next) {
    this.#queue = this.#queue.then(() => this.#take(next)).catch(() => this.#settle(true));
  }

  /** @param {State} next */
  async #take(next) {
    const before = this.state;
    const same = next.version === before.version && next.stalled === before.stalled;
    if (next.id !== before.id || next.version < before.version) return;
    if (same) return void this.#resend();
    this.state = next;
    const onward =
      next.ply >= before.ply && before.moves.every((move, at) => move.text === next.moves[at].text);
    const fresh = onward ? next.moves.slice(before.ply) : [];
    const lost = this.#matchPending(before, next, fresh);
    await this.#showFresh(before, next, fresh);
    if (next !== this.state) return;
    const declined = before.offer && !next.offer && !next.outcome && next.ply === before.ply;
    if (fresh.length && this.house.turning) await pause(TURN_PAUSE);
    this.#settle(next.ply !== before.ply || !onward);
    this.#remember();
    if (before.offer && declined) this.#declined(before.offer);
    if (lost) this.say.passing({ kind: 'refusal', text: words.changed });
  }

  /**
   * Find one's own move among those that are new, and take it out: it is on the board already.
   *
   * @param {State} before @param {State} next @param {import('./types.js').Played[]} fresh
   * @returns {boolean} whether something that was begun here is lost to what was done elsewhere
   */
  #matchPending(before, next, fresh) {
    const mine = this.#pending;
    const elsewhere = !this.#acting;
    if (!mine) return elsewhere && Boolean(fresh.length && this.board.entry.start);
    if (next.version <= mine.version) return false;
    this.#pending = null;
    if (fresh[0]?.stops.join() === mine.stops.join()) {
      fresh.shift();
      return false;
    }
    this.board.show(before);
    return elsewhere;
  }

  /**
   * Show the moves that are new, one by one; what is written follows what is seen.
   *
   * @param {State} before @param {State} next @param {import('./types.js').Played[]} fresh
   */
  async #showFresh(before, next, fresh) {
    this.say.passing(null);
    this.#seen = fresh.length ? upTo(before, next, next.ply - fresh.length) : next;
    this.#standing();
    this.#panel();
    if (fresh.length) this.board.open = false;
    if (fresh.length && lively()) await pause(this.#moved + REPLY_PAUSE - performance.now());
    for (const move of fresh) await this.board.play(move);
    this.#seen = next;
    const said = fresh.map((move) => this.#spoken(next, move));
    if (next.ply !== before.ply || tells(before, next)) said.push(this.#now().text);
    if (said.length) this.say.speak(said.join(' '));
  }

  /** @param {Side} side whose offer it was */
  #declined(side) {
    const text = this.state.mode === 'two' ? words.declinedBy(otherSide(side)) : words.declined;
    this.say.passing({ text });
  }

  /** @param {State} state @param {import('./types.js').Played} move */
  #spoken(state, move) {
    const at = state.moves.indexOf(move);
    const white = (state.first === 'white') === (at % 2 === 0);
    return words.spokenMove(who(state, white ? 'white' : 'black'), move.text, move.captured.length);
  }

  /** Show the state as it is. @param {boolean} anew whether the stones have moved */
  #settle(anew) {
    this.#seen = this.state;
    this.board.below = this.below;
    if (anew) this.board.show(this.state);
    this.board.open = this.open;
    this.#panel();
    this.#standing();
    document.title = `${title(this.state)} · ${words.brand}`;
  }

  /** Show the panel as things are seen, with one's own move on its way or kept. */
  #panel() {
    const state = this.#seen;
    const { turn, mode, may } = state;
    if (!this.#pending) showPanel(state, this.below);
    else if (this.#kept) showPanel({ ...state, may: { ...may, undo: true } }, this.below);
    else showPanel({ ...state, turn: otherSide(turn), thinking: mode === 'computer' }, this.below);
  }

  #remember() {
    if (this.state.outcome) memory.forgetGame(this.state.id);
    else memory.rememberGame(this.state.id);
  }

  /** @param {boolean} connected */
  #line(connected) {
    if (connected === this.#connected) return;
    this.#connected = connected;
    this.house.line(connected);
    if (!this.#pending) return;
    this.#panel();
    this.#standing();
  }

  // The line under the board

  #standing() {
    this.say.standing(this.#now());
  }

  /** @returns {Line} */
  #now() {
    const state = this.#seen;
    if (state.outcome) {
      return {
        kind: 'end',
        text: state.outcome.text,
        choices: [
          { text: words.rematch, act: () => this.#rematch(), main: true },
          { text: words.newGame, act: () => location.assign('/') },
        ],
      };
    }
    if (state.stalled) {
      const again = async () => this.#answered(await api.load(state.id));
      return { text: words.stalled, choices: [{ text: words.askAgain, act: again, main: true }] };
    }
    if (state.mode === 'two' && state.offer) return this.#offered(state.offer);
    if (state.mode === 'computer' && state.offer) return { kind: 'busy', text: words.considering };
    if (this.#kept) return { text: words.kept };
    if (this.#pending && state.mode === 'two') return { text: words.sending };
    if (state.mode === 'computer' && (this.#pending || state.thinking)) {
      return { kind: 'busy', text: words.thinking };
    }
    const left = this.#left;
    if (left) return { text: words.moreToTake(left) };
    if (state.mode === 'computer') {
      return { text: state.due ? words.yourCapture(state.due) : words.yourMove };
    }
    const { turn, due } = state;
    return { text: due ? words.sideCapture(turn, due) : words.sideToMove(turn) };
  }

  /** Whether one's own move waits for the connection to come back. */
  get #kept() {
    return Boolean(this.#pending && (this.#pending.failed || !this.#connected));
  }

  /** How many pieces a chain that is being entered still has to take. */
  get #left() {
    const { taken } = this.board.entry;
    return taken.length ? Math.max(0, this.state.due - taken.length) : 0;
  }

  /** @param {Side} side @returns {Line} */
  #offered(side) {
    /** @param {boolean} accept */
    const answer = (accept) => () => void this.#do('answer', { accept });
    return {
      kind: 'question',
      text: words.offers(side),
      choices: [
        { text: words.playOn, act: answer(false) },
        { text: words.agree, act: answer(true) },
      ],
    };
  }

  // What the person does

  /** A move was entered on the board. @param {Route} route */
  move(route) {
    this.#pending = {
      version: this.state.version,
      stops: route.stops,
      flying: false,
      failed: false,
    };
    this.#moved = performance.now();
    this.say.passing(null);
    this.#standing();
    this.#panel();
    if (this.#kept) this.say.speak(words.kept);
    void this.#resend();
  }

  /** Send a move that waits. */
  async #resend() {
    const pending = this.#pending;
    if (!pending || pending.flying || pending.version !== this.state.version) return;
    pending.flying = true;
    const answer = await api.act(this.state, 'moves', { stops: pending.stops });
    pending.flying = false;
    if (this.#pending !== pending) {
      if (answer.kind === 'ok' && answer.state) this.receive(answer.state); // withdrawn too late
      return;
    }
    if (answer.kind === 'unreachable') return this.#keep(pending);
    const counted = answer.state?.moves[this.state.ply]?.stops.join() === pending.stops.join();
    if (answer.kind === 'ok' || counted) return this.#answered({ ...answer, kind: 'ok' });
    this.#pending = null;
    this.#answered(answer);
    this.#settle(true);
  }

  /** Keep a move that could not be sent, and try again. @param {Pending} pending */
  #keep(pending) {
    if (!this.#kept) this.say.speak(words.kept);
    if (!pending.failed) this.#live.check();
    pending.failed = true;
    this.#panel();
    this.#standing();
    setTimeout(() => void this.#resend(), RETRY_PAUSE);
  }

  /**
   * @param {'undo' | 'offer' | 'answer' | 'resign'} action @param {object} [more] @param {string} [said]
   */
  async #do(action, more = {}, said = '') {
    this.say.passing(null);
    this.#acting += 1;
    let answer = await api.act(this.state, action, more);
    const again = action === 'undo' || action === 'resign';
    if (answer.kind === 'stale' && again && answer.state?.mode === 'computer') {
      answer = await api.act(answer.state, action, more); // the computer moved in between
    }
    this.#answered(answer);
    await this.#queue;
    this.#acting -= 1;
    if (answer.kind === 'ok' && said) this.say.passing({ text: said });
  }

  /** @param {Answer} answer */
  #answered(answer) {
    const { kind, state, refusal } = answer;
    if (kind === 'ok' && state) return this.receive(state);
    if (kind === 'unreachable') return this.say.passing({ kind: 'refusal', text: words.noAnswer });
    if (state) this.receive(state);
    const text = refusal?.text ?? words.changed;
    this.#queue = this.#queue.then(() => this.say.passing({ kind: 'refusal', text }));
  }

  undo() {
    if (this.#kept) {
      this.#pending = null;
      this.#settle(true);
      this.say.passing({ text: words.undone });
    } else if (this.state.may.undo) void this.#do('undo', {}, words.undone);
  }

  async offer() {
    const { may } = this.state;
    if (may.offer) return this.#do('offer');
    if (may.offer_reason) this.say.passing({ kind: 'refusal', text: may.offer_reason });
  }

  /** Ask once, in a line; there is no way to hit it by mistake. */
  resign() {
    if (!this.state.may.resign) return;
    const two = this.state.mode === 'two';
    const color = two ? this.state.turn : this.state.you;
    this.say.passing({
      kind: 'question',
      text: two ? words.resignSureSide(this.state.turn) : words.resignSure,
      choices: [
        { text: words.resignNo, act: () => this.say.passing(null), main: true },
        { text: words.resignYes, act: () => void this.#do('resign', { color }) },
      ],
    });
  }

  #rematch() {
    const { rules, mode, level, you, start_fen: fen } = this.state;
    const side = mode === 'two' ? null : you === 'white' ? 'black' : 'white';
    this.house.again({ rules, mode, level, side, fen });
  }

  /** A click led nowhere: say why, and offer to show what could move. @param {string[]} squares */
  async refused(squares) {
    const { state } = this;
    const closed = this.#closedBecause();
    if (closed) return this.say.passing({ kind: 'refusal', text: closed });
    const refusal = await api.why(state, squares);
    if (state !== this.state || !refusal) return;
    const show = { text: words.showMe, act: () => this.#show(refusal.squares), main: true };
    const choices = refusal.squares.length ? [show] : [];
    this.say.passing({ kind: 'refusal', text: refusal.text, choices });
  }

  /** Show the captures that are due, or that of the piece picked up. @param {string[]} squares */
  #show(squares) {
    const { start } = this.board.entry;
    const shown = start && squares.includes(start) ? [start] : squares;
    this.board.light(shown);
    const one = words.shownOne(this.state.due);
    this.say.passing({ text: shown.length === 1 ? one : words.shownSeveral });
  }

  #closedBecause() {
    const state = this.#seen;
    if (state.outcome) return words.gameOver;
    if (state.mode === 'computer' && state.offer) return words.considering;
    if (this.#kept) return words.kept;
    if (this.#pending && state.mode === 'two') return words.sending;
    if (this.#pending || state.thinking) return words.thinking;
    if (state.stalled && !this.open) return words.stalled;
    return state === this.state ? null : words.changed;
  }

  /** Part of a move was entered: what was said before it is done with. */
  entered() {
    api.askNoMore();
    this.say.passing(null);
    this.#standing();
    const { square } = this.board.entry;
    if (square && this.#left) this.say.speak(words.spokenStop(square, this.#left));
  }

  /** The stone can go there in ways that differ. */
  several() {
    this.say.passing({ kind: 'refusal', text: words.severalWays });
  }
}

/** @param {Side} side @returns {Side} */
const otherSide = (side) => (side === 'white' ? 'black' : 'white');

/** Whether something but a move has happened that those who listen should hear. @param {State} a @param {State} b */
const tells = (a, b) =>
  Boolean(b.outcome) !== Boolean(a.outcome) ||
  Boolean(b.offer && !a.offer) ||
  b.stalled !== a.stalled;

/**
 * A game as it is seen while the moves after the first `ply` are still to be shown.
 *
 * @param {State} before @param {State} next @param {number} ply
 * @returns {State}
 */
function upTo(before, next, ply) {
  const moves = next.moves.slice(0, ply);
  if (next.mode === 'two') return { ...before, moves };
  const turn = otherSide(next.you ?? 'white');
  return { ...before, moves, turn, thinking: true, due: 0, offer: null };
}
