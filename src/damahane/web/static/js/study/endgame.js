/**
 * Endgames: any position of up to four pieces, with the exact result of every move.
 *
 * The address names the position that is shown, so it can be kept, shared and gone back to.
 *
 * @typedef {import('./types.js').Endgame} Endgame
 * @typedef {import('./types.js').Weighed} Weighed
 * @typedef {import('./tree.js').Node} Node
 */

import * as api from '../api.js';
import { endgameLink } from './exact.js';
import { make } from './moves.js';
import * as server from './server.js';
import { emptyGame, given, part, sit } from './start.js';
import { copy } from './take.js';
import { Tree } from './tree.js';
import { words } from './words.js';

/** How moves of a kind are pointed at on the board. */
const KINDS = /** @type {const} */ ({ win: 'good', draw: 'way', loss: 'bad' });
const MOST_KNOWN = 200; // positions whose answers are kept
const LONGEST = 1024; // letters of a position that the server reads

/** @type {{boards: import('./types.js').Boards, tables: string[], first: string}} */
const { boards, tables, first } = given();
const { desk } = sit(boards, emptyGame(boards, tables[0]));
const { board, say } = desk;
const rules = /** @type {HTMLSelectElement} */ (part('rules'));

/** The FEN of a node before the server has told it. @type {WeakMap<Node, string>} */
const written = new WeakMap();
/** @param {Node} node */
const fenOf = (node) =>
  node.facts?.fen ?? written.get(node) ?? (node.parent ? null : desk.tree.fen);

// Asking

/**
 * @typedef {object} Answer
 * @property {Endgame | null} found
 * @property {{code: string, text: string} | null} refusal why there is nothing
 */

/** @type {Map<string, Promise<Answer>>} */
const asked = new Map();

/** @param {string} fen @returns {Promise<Answer>} */
function ask(fen) {
  const path = `/endgame/look?${new URLSearchParams({ rules: desk.tree.rules, fen })}`;
  const known = asked.get(path);
  if (known) return known;
  const answer = server.load(path).then(({ found, refused }) => {
    if (!found?.found) asked.delete(path); // it may be answered next time
    return found ?? { found: null, refusal: { code: 'no_tables', text: refused } };
  });
  asked.set(path, answer);
  if (asked.size > MOST_KNOWN) asked.delete([...asked.keys()][0]);
  return answer;
}

let shown = '';
let follow = false; // whether the keyboard was on a move of the list

/** Show what a position is worth. @param {string} fen */
async function show(fen) {
  const mine = `${desk.tree.rules} ${fen}`;
  if (mine === shown) return;
  shown = mine;
  part('worth').setAttribute('aria-busy', 'true');
  const { found, refusal } = await ask(fen);
  if (mine !== shown) return;
  part('worth').removeAttribute('aria-busy');
  if (!found) shown = ''; // it may be answered next time
  const { text: said, plies } = found?.worth ?? { text: refusal?.text ?? '', plies: 0 };
  part('verdict').replaceChildren(said, ...(plies ? [' ', span('plies', words.plies(plies))] : []));
  part('verdict').classList.toggle('none-known', !found);
  part('note').textContent = found?.note ?? '';
  if (editor) say.standing({ text: said }); // the list may be below what pieces are taken from
  part('groups').replaceChildren(...(found ? groups(found, fen) : []));
  part('elsewhere').hidden = found !== null || refusal?.code === 'no_tables';
  const query = new URLSearchParams({ rules: desk.tree.rules, fen });
  const onward = /** @type {HTMLAnchorElement} */ (part('elsewhere').firstElementChild);
  onward.href = `/analysis?${query}`;
  lead();
}

/** @param {string} name @param {string} text */
const span = (name, text) => make('span', name, text);

/** Keep the keyboard in the list when its moves are others. */
function lead() {
  if (!follow) return;
  follow = false;
  const next = /** @type {HTMLElement | null} */ (part('groups').querySelector('button'));
  (next ?? part('verdict')).focus({ preventScroll: true });
}

// The list of moves

/** The position that is shown. */
const current = () => (editor ? editor.fen : fenOf(desk.node));

/** @param {Endgame} found @param {string} from the FEN of the position */
function groups({ moves }, from) {
  return /** @type {const} */ (['win', 'draw', 'loss']).flatMap((result) => {
    const those = moves.filter(({ worth }) => worth.result === result);
    if (!those.length) return [];
    const box = make('section', `group ${result}`);
    const title = make('h3', '', words.moveGroups[result]);
    title.id = `group-${result}`;
    box.setAttribute('aria-labelledby', title.id);
    const list = make('ul', 'distances');
    for (const plies of new Set(those.map(({ worth }) => worth.plies))) {
      list.append(distance(those.filter(({ worth }) => worth.plies === plies), from));
    }
    box.append(title, list);
    return [box];
  });
}

/** The moves that need as long as each other. @param {Weighed[]} moves @param {string} from */
function distance(moves, from) {
  const { worth } = moves[0];
  const row = make('li', 'distance');
  if (worth.plies) {
    const how = span('how-long', worth.text);
    how.append(' · ', span('plies', words.plies(worth.plies)));
    row.append(how);
  }
  row.append(...moves.map((move) => button(move, from)));
  return row;
}

/** @param {Weighed} move @param {string} from */
function button(move, from) {
  const { worth, text, stops } = move;
  const element = /** @type {HTMLButtonElement} */ (make('button', 'button move-button', text));
  element.type = 'button';
  element.setAttribute('aria-label', `${text}, ${worth.text}`);
  element.addEventListener('click', ({ detail }) => {
    // The second half of a double click was meant for what stood here before.
    if (playing || detail > 1 || from !== current()) return;
    follow = detail === 0;
    void play(move);
  });
  const point = () => {
    if (desk.board.mode === 'play') board.arrows = [{ stops, kind: KINDS[worth.result] }];
  };
  for (const event of ['pointerenter', 'focus']) element.addEventListener(event, point);
  for (const event of ['pointerleave', 'blur']) {
    element.addEventListener(event, () => (board.arrows = []));
  }
  return element;
}

let playing = false; // while the position that was set up is looked at before the move

/** Play a move of the list. @param {Weighed} move */
async function play({ text, full, stops, captured, cells, turn, fen }) {
  if (editor) {
    playing = true;
    const kept = await keepSetUp();
    playing = false;
    if (!kept) {
      follow = false;
      return;
    }
  }
  const noted = { nags: [], comment: '', variations: [] };
  const [node] = desk.tree.addLine(desk.node, [
    { text, full, stops, captured, cells, turn, ...noted },
  ]);
  written.set(node, fen);
  desk.changed();
  desk.go(node);
}

// Going about

/** Name the position in the address. @param {string} fen @param {boolean} [instead] of the last one */
function address(fen, instead = false) {
  const next = endgameLink(desk.tree.rules, fen);
  if (next === location.pathname + location.search) return;
  if (instead) history.replaceState(null, '', next);
  else history.pushState(null, '', next);
}

function here() {
  const fen = fenOf(desk.node);
  if (fen === null || editor) return;
  address(fen);
  void show(fen);
}
desk.addEventListener('place', here);
desk.addEventListener('facts', here);
desk.addEventListener('tree', () => {
  part('played').hidden = !desk.tree.root.children.length;
});

let loads = 0; // how often another position was asked for: one that was asked for before comes too late

/**
 * Put a position on the board; one that is being set up gives way to it.
 *
 * @param {string} played the rule set @param {string} fen @param {boolean} [instead] of the last one
 * @returns {Promise<boolean>} whether it is there
 */
async function load(played, fen, instead = false) {
  loads += 1;
  const mine = loads;
  const trouble = { text: words.tooLong };
  const answer =
    fen.length > LONGEST ? { position: null, trouble } : await api.position(played, fen);
  if (mine !== loads) return false;
  const position = answer?.position;
  if (!position) {
    rules.value = desk.tree.rules;
    say.passing({ kind: 'refusal', text: answer?.trouble?.text ?? words.noAnswer });
    return false;
  }
  const replaces = instead || editor !== null; // setting up has an entry of its own
  closeEditor();
  const { pieces, turn } = position;
  const cells = position.board.names.map((name) => LETTERS[pieces[name]] ?? '.').join('');
  rules.value = played;
  shown = '';
  const tree = new Tree({ ...emptyGame(boards, played), fen: position.fen, cells, turn });
  if (replaces) history.replaceState(null, '', endgameLink(played, position.fen));
  desk.load(tree);
  return true;
}
/** @type {Record<string, string>} */
const LETTERS = { wm: 'w', wk: 'W', bm: 'b', bk: 'B' };

/** What the address names. */
function named() {
  const query = new URLSearchParams(location.search);
  const wanted = query.get('rules') ?? tables[0];
  const known = tables.includes(wanted);
  return { played: known ? wanted : tables[0], fen: query.get('fen'), known };
}

window.addEventListener('popstate', () => {
  const { played, fen } = named();
  leaveEditor();
  const known = [...desk.tree].find((node) => fenOf(node) === fen);
  if (!known || played !== desk.tree.rules) return void load(played, fen ?? first, true);
  loads += 1;
  rules.value = played;
  desk.go(known);
});

rules.addEventListener('change', async () => {
  if (!editor) {
    await load(rules.value, fenOf(desk.node) ?? first);
    return;
  }
  const { fen } = editor;
  desk.tree.rules = rules.value;
  shown = '';
  editor.changed();
  void show(fen);
});

for (const example of document.querySelectorAll('[data-fen]')) {
  example.addEventListener('click', async (event) => {
    const { ctrlKey, metaKey, shiftKey } = /** @type {MouseEvent} */ (event);
    if (ctrlKey || metaKey || shiftKey) return; // in a window of its own
    event.preventDefault();
    await load(rules.value, /** @type {HTMLElement} */ (example).dataset.fen ?? first);
    window.scrollTo({ top: 0 });
  });
}

// Setting a position up

/** @type {import('../editor.js').Editor | null} */
let editor = null;
let rulesBefore = '';

async function setUp() {
  const { Editor } = await import('../editor.js');
  const fen = fenOf(desk.node);
  if (editor || fen === null) return;
  const choices = {
    get rules() {
      return desk.tree.rules;
    },
    huffing: false,
    set busy(/** @type {boolean} */ _busy) {
      if (editor) void show(editor.fen);
    },
  };
  const setup = /** @type {import('../setup.js').Setup} */ (/** @type {unknown} */ (choices));
  rulesBefore = desk.tree.rules;
  editor = new Editor(board, say, setup, { ...desk.position(desk.node), fen }, words.settingUp);
  history.pushState(null, ''); // to go back from
  document.body.classList.add('setting-up');
  part('setting-up').hidden = false;
  part('set-up').setAttribute('aria-disabled', 'true');
  window.scrollTo({ top: 0 });
  board.focus();
}

function closeEditor() {
  editor?.close();
  editor = null;
  document.body.classList.remove('setting-up');
  part('setting-up').hidden = true;
  part('set-up').removeAttribute('aria-disabled');
}

/** Leave the setting up without what was set up. */
function leaveEditor() {
  if (!editor) return;
  closeEditor();
  desk.tree.rules = rules.value = rulesBefore;
}

/** Go on from the position that was set up. @returns {Promise<boolean>} whether one can */
const keepSetUp = async () => editor !== null && load(desk.tree.rules, editor.fen);

function cancelSetUp() {
  loads += 1;
  history.back(); // see `popstate`
}

part('set-up').addEventListener('click', () => void setUp());
part('set-up-done').addEventListener('click', () => void keepSetUp());
part('set-up-cancel').addEventListener('click', cancelSetUp);
part('copy-link').addEventListener('click', () => {
  const fen = editor?.fen ?? fenOf(desk.node) ?? first;
  void copy(say, location.origin + endgameLink(desk.tree.rules, fen), words.linkCopied);
});
const box = /** @type {HTMLDialogElement} */ (part('by-hand'));
box.querySelector('button')?.addEventListener('click', () => box.close());

async function begin() {
  const { played, fen, known } = named();
  const troubles = known ? [] : [words.noTables([...rules.options].map(({ text }) => text))];
  const found = fen !== null && (await load(played, fen, true));
  if (!found) {
    if (loads > 1) return; // something else was asked for meanwhile
    const refused = part('said').textContent ?? '';
    const there = await load(played, first, true);
    if (there && fen !== null) troubles.push(words.example, refused);
  }
  if (troubles.length) say.passing({ kind: 'refusal', text: troubles.join(' ') });
}

void begin();
