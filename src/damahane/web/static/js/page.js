/**
 * The page: the board before a game, with its choices, and the game that grows out of it.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Position} Position
 * @typedef {import('./types.js').Route} Route
 * @typedef {import('./api.js').Settings} Settings
 */

import * as api from './api.js';
import { DamaBoard } from './board/element.js';
import { Game } from './game.js';
import * as memory from './memory.js';
import { summary } from './panel.js';
import { Say } from './say.js';
import { Setup } from './setup.js';
import { words } from './words.js';

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {{game: State | null, preview: Position & {fen: string}}} */
const given = JSON.parse(part('given').textContent ?? '{}');
const board = /** @type {DamaBoard} */ (document.querySelector('dama-board'));
const say = new Say(board);
const setup = new Setup(showSetup, () => void start(null));

const TURNING = '?turning'; // the mark of a game whose board turns to whoever moves
let path = location.pathname;
let starting = false;
/** @type {Game | null} */
let game = null;

/** Show the board as it will be with the choices made. */
function showSetup() {
  if (game) return;
  board.below = setup.side === 'black' && !setup.two ? 'black' : 'white';
  board.show(given.preview);
  board.open = setup.ready;
  say.passing(null);
  say.standing({ text: setup.ready ? words.beginByMoving : words.beginByButton });
}

/** Begin a game as chosen, with a first move if one was made already. @param {Route | null} first */
async function start(first) {
  setup.remember();
  await begin(setup.settings, setup.turning, first);
}

/** @param {Settings} settings @param {boolean} turning @param {Route | null} [first] */
async function begin(settings, turning, first = null) {
  if (starting) return;
  setup.busy = starting = true;
  board.open = false;
  say.passing({ text: words.starting });
  const answer = await api.create(settings);
  setup.busy = starting = false;
  if (answer.kind !== 'ok' || !answer.state) {
    showSetup();
    say.passing({ kind: 'refusal', text: answer.refusal?.text ?? words.noAnswer });
    return;
  }
  history.pushState(null, '', `/game/${answer.state.id}${turning ? TURNING : ''}`);
  path = location.pathname;
  sit(answer.state, turning, first);
  if (!first) come();
}

/** Come to the board from wherever the game was begun. */
function come() {
  window.scrollTo({ top: 0, behavior: 'instant' });
  board.restart();
  board.focus();
}

/**
 * Take a seat at a game.
 *
 * @param {State} state @param {boolean} turning @param {Route | null} [first]
 */
function sit(state, turning, first = null) {
  game?.close();
  say.passing(null);
  document.body.dataset.page = 'game';
  const house = {
    turning,
    /** @param {Settings} settings */
    again: (settings) => void begin(settings, turning),
    /** @param {boolean} connected */
    line: (connected) => {
      part('line').textContent = connected ? '' : words.offline;
    },
  };
  game = new Game(state, board, say, house, first);
}

/** Offer the way back to a game that is still open. */
async function offerToContinue() {
  const id = memory.openGame();
  if (!id) return;
  const answer = await api.load(id);
  if (answer.kind === 'gone' || answer.state?.outcome) memory.forgetGame(id);
  if (answer.kind !== 'ok' || !answer.state || answer.state.outcome || game) return;
  const way = /** @type {HTMLAnchorElement} */ (part('continue'));
  const turning = answer.state.mode === 'two' && memory.setup().turning === 'on';
  way.href = `/game/${id}${turning ? TURNING : ''}`;
  part('continue-line').textContent = summary(answer.state);
  way.hidden = false;
}

board.addEventListener('route', (event) => {
  const route = /** @type {CustomEvent<Route>} */ (event).detail;
  if (game) game.move(route);
  else void start(route);
});
board.addEventListener('refuse', (event) => {
  const { squares } = /** @type {CustomEvent<{squares: string[]}>} */ (event).detail;
  if (game) void game.refused(squares);
  else void refusedBeforehand(squares);
});
board.addEventListener('entry', () => (game ? game.entered() : say.passing(null)));
board.addEventListener('several', () => game?.several());
part('undo').addEventListener('click', () => game?.undo());
part('offer').addEventListener('click', () => void game?.offer());
part('resign').addEventListener('click', () => game?.resign());
part('flip').addEventListener('click', () => game?.flip());
window.addEventListener('popstate', () => {
  if (location.pathname !== path) location.reload();
});

/** @param {string[]} squares */
async function refusedBeforehand(squares) {
  if (starting) return;
  if (!setup.ready) return say.passing({ kind: 'refusal', text: words.beginByButton });
  const refusal = await api.why({ rules: setup.settings.rules, fen: given.preview.fen }, squares);
  if (refusal && !game) say.passing({ kind: 'refusal', text: refusal.text });
}

if (given.game) sit(given.game, location.search === TURNING);
else {
  showSetup();
  void offerToContinue();
}
