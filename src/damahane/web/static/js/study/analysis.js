/**
 * The analysis board: any position, any game, with the engine beside it.
 *
 * @typedef {import('./types.js').File} File
 * @typedef {import('./types.js').Game} GameModel
 */

import { Engine } from './engine.js';
import * as server from './server.js';
import { emptyGame, given, part, sit } from './start.js';
import { copy, takeable } from './take.js';
import { Tree, headOf, pathOf } from './tree.js';
import { words } from './words.js';

const KEPT = 'damahane.analysis';
const MOST_KEPT = 500_000; // characters
const SOON = 400; // milliseconds

/** @type {{boards: import('./types.js').Boards}} */
const { boards } = given();
const { desk } = sit(boards, emptyGame(boards, 'dama'));
const { say } = desk;
new Engine(desk);

const rules = /** @type {HTMLSelectElement} */ (part('rules'));
const huffing = /** @type {HTMLInputElement} */ (part('huffing'));
const text = /** @type {HTMLTextAreaElement} */ (part('text'));
const which = /** @type {HTMLSelectElement} */ (part('which'));
const comment = /** @type {HTMLTextAreaElement} */ (part('comment'));
/** @type {GameModel[]} the games that were read last */
let read = [];

// Keeping the board from one visit to the next

/** @returns {GameModel | null} */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? 'null');
    return found?.rules in boards.rules ? found : null;
  } catch {
    return null; // storage can be switched off
  }
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let keeping;
function keepSoon() {
  clearTimeout(keeping);
  keeping = setTimeout(() => {
    try {
      const written = JSON.stringify(desk.tree.toGame());
      if (written.length < MOST_KEPT) localStorage.setItem(KEPT, written);
    } catch {
      // as above
    }
  }, SOON);
}

// Loading

/** @param {GameModel} game */
function open(game) {
  choose(game.rules, game.huffing);
  desk.load(new Tree(game));
  about();
  keepSoon();
}

/** @param {string} written */
async function load(written) {
  if (!written.trim()) return answer([words.nothingToRead], true);
  answer([words.reading], false);
  part('read-answer').setAttribute('aria-busy', 'true');
  const { found, refused } = await server.read(written, rules.value, huffing.checked);
  if (!found) return answer([refused], true);
  show(found);
}

/** @param {File} file */
function show({ games, damage, more }) {
  read = games;
  part('read-games').hidden = games.length < 2;
  which.replaceChildren(...games.map((game, at) => new Option(title(game, at), String(at))));
  const lines = [];
  if (damage) lines.push(words.damage(damage.line, damage.column, damage.message));
  const position = games.length === 1 && !games[0].moves.length && games[0].fen;
  if (damage && games.length) lines.push(words.damageAfter(games.length));
  else if (games.length) lines.push(position ? words.readPosition : words.read(games.length));
  if (more) lines.push(words.readMore);
  answer(lines, Boolean(damage), damage?.shown);
  if (!games.length) return;
  which.selectedIndex = 0;
  open(games[0]);
}

/** @param {readonly string[]} lines @param {boolean} wrong @param {string} [shown] the damaged place */
function answer(lines, wrong, shown) {
  const box = part('read-answer');
  box.removeAttribute('aria-busy');
  box.classList.toggle('wrong', wrong);
  const parts = lines.map((line) => {
    const paragraph = document.createElement('p');
    paragraph.textContent = line;
    return paragraph;
  });
  box.replaceChildren(...parts);
  if (shown) {
    const place = document.createElement('code');
    place.textContent = shown;
    parts[0]?.after(place);
  }
  if (wrong) box.scrollIntoView({ block: 'nearest' });
}

/** What a game is called. @param {GameModel} game @param {number} at */
function title(game, at) {
  const { White: white, Black: black, Date: date, Event: event } = game.tags;
  const names = white || black ? `${white ?? '?'} – ${black ?? '?'}` : (event ?? '');
  const when = date?.replace(/\.\?\?/g, '') ?? '';
  const result = game.result === '*' ? '' : game.result;
  return `${at + 1}. ${[names || words.gameNumber(at + 1), when, result].filter(Boolean).join(', ')}`;
}

function about() {
  const { tags, rules: played, result } = desk.tree;
  const names = tags.White || tags.Black ? `${tags.White ?? '?'} – ${tags.Black ?? '?'}` : '';
  const ended = result === '*' ? '' : result;
  const parts = [names, ended, boards.rules[played].name];
  part('about').textContent = parts.filter(Boolean).join(' · ');
}

part('reading').addEventListener('submit', (event) => {
  event.preventDefault();
  void load(text.value);
});
part('file').addEventListener('change', async (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const file = input.files?.[0];
  input.value = '';
  if (!file) return;
  if (file.size > MOST_KEPT) return answer([words.tooLarge], true);
  text.value = decoded(await file.arrayBuffer());
  await load(text.value);
});
which.addEventListener('change', () => {
  const game = read[which.selectedIndex];
  if (game) open(game);
});
part('clear').addEventListener('click', () => {
  const before = desk.tree;
  const at = desk.node;
  part('read-games').hidden = true;
  answer([], false);
  open(emptyGame(boards, rules.value, huffing.checked));
  undoable(words.cleared, () => reopen(before, at));
});

/** Put a tree back on the table. @param {Tree} tree @param {import('./tree.js').Node} at */
function reopen(tree, at) {
  choose(tree.rules, tree.huffing);
  desk.load(tree, at);
  about();
}

/** Text of a file: UTF-8, or what older programs wrote. @param {ArrayBuffer} bytes */
function decoded(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Say what was done, and how to undo it. @param {string} said @param {() => void} undo */
function undoable(said, undo) {
  const act = () => {
    undo();
    keepSoon();
  };
  say.passing({ text: said, choices: [{ text: words.undo, act }] });
}

// Rules, and whether captures can be missed

/** Show which rules are played. @param {string} played @param {boolean} huffed */
function choose(played, huffed) {
  rules.value = played;
  part('for-huffing').hidden = !boards.rules[played].huff;
  huffing.checked = huffed && boards.rules[played].huff;
}

rules.addEventListener('change', () => choose(rules.value, huffing.checked));
huffing.addEventListener('change', () => {
  const { tree, node } = desk;
  if (rules.value !== tree.rules) return; // it is for what is loaded next
  const game = tree.toGame();
  const kept = huffing.checked || !game.moves.length; // whatever may be played may be with it, too
  open({ ...game, huffing: huffing.checked, moves: kept ? game.moves : [] });
  if (kept) desk.go(desk.tree.along(pathOf(node)));
  else undoable(words.cleared, () => reopen(tree, node));
});

// Setting a position up

/** @type {import('../editor.js').Editor | null} */
let editor = null;

async function setUp() {
  const { Editor } = await import('../editor.js');
  const { node, tree } = desk;
  const { facts } = node;
  if (editor || !facts) return;
  history.replaceState(null, '', link()); // the editor begins with what the address names
  const choices = {
    rules: tree.rules,
    huffing: tree.huffing,
    set busy(/** @type {boolean} */ busy) {
      part('set-up-done').setAttribute('aria-disabled', String(busy));
    },
  };
  const setup = /** @type {import('../setup.js').Setup} */ (/** @type {unknown} */ (choices));
  editor = new Editor(desk.board, say, setup, { ...desk.position(node), fen: facts.fen });
  document.body.classList.add('setting-up');
  part('setting-up').hidden = false;
  window.scrollTo({ top: 0, behavior: 'instant' });
  desk.board.focus();
}

function endSetUp() {
  editor?.close();
  editor = null;
  document.body.classList.remove('setting-up');
  part('setting-up').hidden = true;
  history.replaceState(null, '', location.pathname);
}

part('set-up').addEventListener('click', () => void setUp());
part('set-up-cancel').addEventListener('click', () => {
  endSetUp();
  desk.go(desk.node);
});
part('set-up-done').addEventListener('click', async () => {
  if (!editor) return;
  if (!editor.ready) return editor.complain();
  const { fen } = editor;
  endSetUp();
  desk.board.open = false; // until the position is there: its first moves would be lost
  await load(fen);
});

// Notes

for (const button of document.querySelectorAll('[data-nag]')) {
  button.addEventListener('click', () => {
    const nag = Number(/** @type {HTMLElement} */ (button).dataset.nag);
    const { node } = desk;
    if (!node.move) return;
    node.nags = node.nags.includes(nag) ? [] : [nag];
    desk.changed();
  });
}
comment.addEventListener('input', () => {
  desk.node.comment = comment.value;
  desk.changed();
});
part('promote').addEventListener('click', () => {
  if (desk.node.main) return;
  desk.tree.promote(desk.node);
  desk.changed();
});
part('cut').addEventListener('click', () => {
  const { node, tree } = desk;
  if (!node.parent) return;
  const siblings = [...node.parent.children];
  const parent = tree.remove(node);
  desk.changed();
  desk.go(parent);
  undoable(words.removed, () => {
    parent.children = siblings;
    desk.changed();
    desk.go(node);
  });
});

function settle() {
  const { node } = desk;
  if (document.activeElement !== comment) comment.value = node.comment;
  for (const button of document.querySelectorAll('[data-nag]')) {
    const nag = Number(/** @type {HTMLElement} */ (button).dataset.nag);
    button.setAttribute('aria-pressed', String(node.nags.includes(nag)));
    button.setAttribute('aria-disabled', String(!node.move));
  }
  part('promote').setAttribute('aria-disabled', String(headOf(node) === desk.tree.root));
  part('cut').setAttribute('aria-disabled', String(!node.parent));
}
desk.addEventListener('place', () => {
  if (editor) endSetUp();
  comment.value = desk.node.comment;
  settle();
});
desk.addEventListener('tree', () => {
  settle();
  keepSoon();
});

// Taking along

/** The link to the position that is shown. */
const link = () => {
  const query = new URLSearchParams({ rules: desk.tree.rules, fen: desk.node.facts?.fen ?? '' });
  if (desk.tree.huffing) query.set('huffing', '1');
  return `${location.origin}/analysis?${query}`;
};
takeable(desk, () => 'damahane', () => server.write(desk.tree.toGiven()));
part('copy-link').addEventListener('click', () => void copy(say, link(), words.linkCopied));

// Beginning with what the address asks for, or with what was there last

async function begin() {
  const asked = new URLSearchParams(location.search);
  const [game, fen] = [asked.get('game'), asked.get('fen')];
  const named = asked.get('rules') ?? 'dama';
  const played = named in boards.rules ? named : 'dama';
  choose(played, asked.has('huffing'));
  if (game) {
    const shared = asked.get('share');
    const more = shared ? `&share=${encodeURIComponent(shared)}` : '';
    const path = `/api/games/${encodeURIComponent(game)}/tree?annotated=1${more}`;
    const { found, refused } = await server.load(path);
    if (found) return open(found.tree);
    desk.go(desk.tree.root);
    say.passing({ kind: 'refusal', text: refused });
  } else if (fen) {
    const { found, refused } = await server.read(fen, played, huffing.checked);
    if (found?.games.length) return open(found.games[0]);
    desk.go(desk.tree.root);
    say.passing({ kind: 'refusal', text: found?.damage?.message ?? refused });
  } else open(kept() ?? emptyGame(boards, played, huffing.checked));
}

void begin();
about();
settle();
