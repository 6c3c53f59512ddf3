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
import { forced } from './board/entry.js';
import { lively } from './board/motion.js';
import { Clock } from './clock.js';
import * as help from './help.js';
import { Live } from './live.js';
import * as memory from './memory.js';
import { named } from './naming.js';
import { showPanel, title, who } from './panel.js';
import * as sound from './sound.js';
import { Warmth } from './warmth.js';
import { words } from './words.js';

const REPLY_PAUSE = 450; // milliseconds between one's own move and the answer to it
const OPENING = 600; // milliseconds until a screen reader has done with the page's title
const RETRY_PAUSE = 3000; // milliseconds before a kept move is sent again
const HUFF_PAUSE = 900; // milliseconds to see which piece was huffed before the computer moves
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
  #warmth = new Warmth(() => this.#standing());
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
    this.clock = new Clock(() => void this.#ask());
    this.board.mode = 'play';
    this.clock.heard(state);
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
    this.clock.close();
    this.#warmth.watch(false);
  }

  /** Ask how the game stands. */
  async #ask() {
    this.#answered(await api.load(this.state.id));
  }

  /** Whether a person at this device may move. */
  get open() {
    const { mode, turn, you, outcome, thinking, yours } = this.state;
    return yours && !outcome && !thinking && !this.#pending && (mode === 'two' || turn === you);
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

  /** Write the moves anew: squares are named otherwise now. */
  renamed() {
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
    this.clock.heard(next);
    const onward =
      next.ply >= before.ply && before.moves.every((move, at) => move.text === next.moves[at].text);
    const fresh = onward ? next.moves.slice(before.ply) : [];
    const lost = this.#matchPending(before, next, fresh);
    await this.#showFresh(before, next, fresh);
    if (next !== this.state) return;
    const declined = before.offer && !next.offer && !next.outcome && next.ply === before.ply;
    if (fresh.length && this.house.turning) await pause(TURN_PAUSE);
    const huff = newHuff(before, next);
    this.#settle(next.ply !== before.ply || !onward || Boolean(huff));
    this.#remember();
    this.#sounds(before, next);
    if (before.offer && declined) this.#declined(before.offer);
    if (huff) this.#tellHuff(huff);
    if (next.huffed && next.thinking && lively()) await pause(HUFF_PAUSE);
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
    for (const move of fresh) {
      if (move.huffed) this.board.takeOff(move.huffed.removed);
      sound.play(move.captured.length ? 'take' : 'move');
      await this.board.play(move);
    }
    this.#seen = next;
    const said = fresh.map((move) => this.#spoken(next, move));
    if (next.ply !== before.ply || tells(before, next)) said.push(this.#now().text);
    if (said.length) this.say.speak(said.join(' '));
  }

  /** A piece was huffed: say which and why. @param {import('./types.js').Huff} huff */
  #tellHuff({ color, square, removed }) {
    const { mode, you } = this.state;
    const name = this.board.called(square);
    this.board.marks = [...this.board.marks, { square: removed, kind: 'bad', text: '×' }];
    if (mode === 'two') return this.say.passing({ text: words.huffedBy(color, name) });
    const text = color === you ? words.youHuffed(name) : words.huffedYou(name);
    this.say.passing({ text });
  }

  /** @param {State} before @param {State} next */
  #sounds(before, next) {
    const { last, pieces, outcome } = next;
    if (outcome && !before.outcome) return sound.play('end');
    if (!last || next.ply <= before.ply) return;
    const [start, end] = [last.stops[0], last.stops[last.stops.length - 1]];
    if (pieces[end]?.[1] === 'k' && before.pieces[start]?.[1] === 'm') sound.play('crown');
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
    const text = named(move.text, state.board);
    return words.spokenMove(who(state, white ? 'white' : 'black'), text, move.captured.length);
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
    this.clock.show();
  }

  #remember() {
    if (!this.state.yours) return;
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
    this.#warmth.watch(this.state.mode === 'computer' && this.state.thinking);
    this.say.standing(this.#now());
  }

  /** @returns {Line} */
  #now() {
    const state = this.#seen;
    if (state.outcome) {
      return {
        kind: 'end',
        text: [state.outcome.text, score(state)].filter(Boolean).join(' '),
        lesson: state.outcome.lesson,
        choices: !state.yours ? [] : [
          { text: words.rematch, act: () => this.#rematch(), main: true },
          ...(state.ply ? [{ text: words.lookBack, act: () => this.#lookBack() }] : []),
          { text: words.newGame, act: () => location.assign('/') },
        ],
      };
    }
    if (!state.yours) return { text: words.sideToMove(state.turn) };
    if (state.stalled) {
      const again = async () => this.#answered(await api.load(state.id));
      return { text: words.stalled, choices: [{ text: words.askAgain, act: again, main: true }] };
    }
    if (state.mode === 'two' && state.offer) return this.#offered(state.offer);
    if (state.mode === 'computer' && state.offer) return { kind: 'busy', text: words.considering };
    if (this.#kept) return { text: words.kept };
    if (this.#pending && state.mode === 'two') return { text: words.sending };
    if (state.mode === 'computer' && (this.#pending || state.thinking)) {
      return { kind: 'busy', text: this.#warmth.warming ? words.warming : words.thinking };
    }
    if (state.times && !state.times.running && !this.#entered) return this.#standingClock(state);
    const { finished } = this.board.entry;
    if (finished) {
      const stop = { text: words.stopHere, act: () => this.board.finish(), main: true };
      return { text: words.mayGoOn, choices: [stop] };
    }
    const left = this.#left;
    if (left) return { text: words.moreToTake(left) };
    const due = forced(state);
    if (state.mode === 'computer') {
      return { text: due ? words.yourCapture(due) : words.yourMove };
    }
    const { turn } = state;
    return { text: due ? words.sideCapture(turn, due) : words.sideToMove(turn) };
  }

  /** @param {State} state @returns {Line} */
  #standingClock(state) {
    const act = () => void this.#do('clock');
    if (state.ply) return { text: words.clockStopped, choices: [{ text: words.goOn, act, main: true }] };
    return { text: words.clockWaits, choices: [{ text: words.startClock, act }] };
  }

  /** Whether part of a move has been entered. */
  get #entered() {
    return this.board.entry.start !== null;
  }

  /** Whether one's own move waits for the connection to come back. */
  get #kept() {
    return Boolean(this.#pending && (this.#pending.failed || !this.#connected));
  }

  /** How many pieces a chain that is being entered still has to take. */
  get #left() {
    const { taken } = this.board.entry;
    return taken.length ? Math.max(0, forced(this.state) - taken.length) : 0;
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
    sound.play(route.captured.length ? 'take' : 'move');
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
   * @param {Exclude<api.Action, 'moves' | 'hint'>} action @param {object} [more] @param {string} [said]
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

  redo() {
    if (this.state.may.redo && !this.#pending) void this.#do('redo', {}, words.redone);
  }

  /** Stop the clock, or let it go on. */
  toggleClock() {
    if (this.state.times && !this.state.outcome) void this.#do('clock');
  }

  /** What would the master play? */
  async hint() {
    const { state } = this;
    if (!state.may.hint || this.#pending || this.#hinting) return;
    this.#hinting = true;
    this.say.passing({ kind: 'busy', text: words.masterThinks });
    const { hint, answer } = await help.fetchHint(state);
    this.#hinting = false;
    if (state !== this.state || this.#pending) return;
    if (hint) help.showHint(this.board, this.say, hint);
    else this.#answered(answer);
  }

  #hinting = false;

  /** Claim that a piece could have captured. */
  huff() {
    if (!this.state.may.huff || this.#pending || this.board.mode !== 'play') return;
    const { state } = this;
    help.askForHuff(this.board, this.say, (square) => {
      this.say.passing(null);
      if (square && state === this.state) void this.#do('huff', { square });
    });
  }

  /** A move was typed. @param {string} text @returns {boolean} whether it was one */
  typed(text) {
    const closed = this.#closedBecause();
    if (closed) this.say.passing({ kind: 'refusal', text: closed });
    return !closed && help.typed(this.board, this.say, text);
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

  /** See how the game went, and what was better. */
  #lookBack() {
    location.assign(`/game/${this.state.id}/review`);
  }

  #rematch() {
    const { rules, mode, level, you, start_fen: fen, options, times } = this.state;
    const side = mode === 'two' ? null : you === 'white' ? 'black' : 'white';
    const clock = times && { seconds: times.seconds, increment: times.increment };
    this.house.again({ rules, mode, level, side, fen, ...options, clock });
  }

  /** A click led nowhere: say why, and offer to show what could move. @param {string[]} squares */
  async refused(squares) {
    const { state } = this;
    const closed = this.#closedBecause();
    if (closed) return this.say.passing({ kind: 'refusal', text: closed });
    sound.play('refuse');
    const refusal = await api.why(/** @type {api.Place} */ (state), squares);
    if (state !== this.state || !refusal) return;
    if (refusal.code === 'several') return this.say.passing({ kind: 'refusal', text: words.byStops });
    const show = { text: words.showMe, act: () => this.#show(refusal.squares), main: true };
    const choices = refusal.squares.length ? [show] : [];
    const { text, lesson } = refusal;
    this.say.passing({ kind: 'refusal', text, choices, lesson });
  }

  /** Show the captures that are due, or that of the piece picked up. @param {string[]} squares */
  #show(squares) {
    const { start } = this.board.entry;
    const shown = start && squares.includes(start) ? [start] : squares;
    this.board.light(shown);
    const one = words.shownOne(forced(this.state));
    this.say.passing({ text: shown.length === 1 ? one : words.shownSeveral });
  }

  #closedBecause() {
    const state = this.#seen;
    if (state.outcome) return words.gameOver;
    if (!state.yours) return words.lookingOn;
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

  /** The stone can go there in ways that differ. @param {Route[]} ways */
  several(ways) {
    help.chooseWay(this.board, this.say, ways);
  }
}

/** @param {Side} side @returns {Side} */
const otherSide = (side) => (side === 'white' ? 'black' : 'white');

/** Whether something but a move has happened that those who listen should hear. @param {State} a @param {State} b */
const tells = (a, b) =>
  Boolean(b.outcome) !== Boolean(a.outcome) ||
  Boolean(b.offer && !a.offer) ||
  b.stalled !== a.stalled;

/** The huff that is to be told of. @param {State} before @param {State} next */
function newHuff(before, next) {
  if (next.version <= before.version || next.ply < before.ply) return null;
  if (next.huffed) return next.huffed;
  const told = next.moves.slice(before.ply)[0]?.huffed ?? null;
  // The computer moves on at once: what it has huffed is told once more, beside its move.
  return before.huffed && (next.mode === 'two' || told?.color === next.you) ? null : told;
}

/** The score of a game that has ended, where there is one. @param {State} state */
function score({ board, outcome, options }) {
  if (!outcome || !board.diagonal) return '';
  const { points, left } = outcome;
  if (options.scoring === 'pieces') return words.piecesLeft(left.white, left.black);
  return words.score(points.white, points.black);
}

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
