/**
 * The page: the board before a game, with its choices, and the game that grows out of it.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Position} Position
 * @typedef {import('./types.js').Route} Route
 * @typedef {import('./api.js').Settings} Settings
 * @typedef {import('./editor.js').Editor} Editor
 */

import * as api from './api.js';
import { DamaBoard } from './board/element.js';
import { Game } from './game.js';
import { listen } from './looks.js';
import * as memory from './memory.js';
import { summary } from './panel.js';
import { preferences } from './preferences.js';
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

/** The position before a game, by rule set. @type {Map<string, Position & {fen: string}>} */
const previews = new Map([['dama', given.preview]]);
/** @type {Editor | null} */
let editor = null;

/** Show the board as it will be with the choices made. */
function showSetup() {
  if (game) return;
  if (editor) return editor.changed();
  const preview = previews.get(setup.rules);
  if (!preview) return void fetchPreview(setup.rules);
  board.below = setup.side === 'black' && !setup.two ? 'black' : 'white';
  document.body.dataset.shape = preview.board.diagonal ? 'diagonal' : 'orthogonal';
  board.show(preview);
  board.open = setup.ready;
  say.passing(null);
  say.standing({ text: setup.ready ? words.beginByMoving : words.beginByButton });
}

/** @param {string} rules */
async function fetchPreview(rules) {
  board.open = false;
  const answer = await api.position(rules);
  if (answer?.position) previews.set(rules, answer.position);
  else say.passing({ kind: 'refusal', text: words.noAnswer });
  if (answer?.position && rules === setup.rules) showSetup();
}

/** Begin a game as chosen, with a first move if one was made already. @param {Route | null} first */
async function start(first) {
  if (editor && !editor.ready) return editor.complain();
  setup.remember();
  const settings = editor ? { ...setup.settings, fen: editor.fen } : setup.settings;
  await begin(settings, setup.turning, first);
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
  editor?.close();
  editor = null;
  say.passing(null);
  document.body.dataset.page = 'game';
  document.body.dataset.shape = state.board.diagonal ? 'diagonal' : 'orthogonal';
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
board.addEventListener('several', (event) => {
  const { ways } = /** @type {CustomEvent<{ways: Route[]}>} */ (event).detail;
  game?.several(ways);
});
part('undo').addEventListener('click', () => game?.undo());
part('redo').addEventListener('click', () => game?.redo());
part('hint').addEventListener('click', () => void game?.hint());
part('huff').addEventListener('click', () => game?.huff());
part('stop').addEventListener('click', () => game?.toggleClock());
part('typing').addEventListener('submit', (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (part('typed'));
  if (game?.typed(field.value)) field.value = '';
});
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
  const { rules } = setup;
  const fen = previews.get(rules)?.fen ?? given.preview.fen;
  const refusal = await api.why({ rules, fen }, squares);
  if (refusal && !game) {
    say.passing({ kind: 'refusal', text: refusal.text, lesson: refusal.lesson });
  }
}

/** Set up a position instead of playing from the start. */
async function edit() {
  const { Editor } = await import('./editor.js');
  editor = new Editor(board, say, setup, given.preview);
}

preferences();
listen((name) => name === 'numbering' && game?.renamed());
if (given.game) sit(given.game, location.search === TURNING);
else if (document.body.dataset.page === 'setup') void edit();
else {
  showSetup();
  void offerToContinue();
}
