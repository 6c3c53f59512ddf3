/**
 * Practice: puzzles of a grade, one after another, with as many tries as one likes.
 *
 * @typedef {import('./types.js').Judged} Judged
 * @typedef {import('./types.js').Progress} Progress
 * @typedef {import('./types.js').Puzzle} Puzzle
 */

import { DamaBoard } from '../board/element.js';
import { preferences } from '../preferences.js';
import { Say } from '../say.js';
import { given, part } from '../study/start.js';
import { Line } from './line.js';
import * as server from './server.js';
import { makeRoom, showSolution } from './solution.js';
import { words } from './words.js';

const KEPT = 'damahane.practice';

/** @type {{boards: import('../study/types.js').Boards}} */
const { boards } = given();
const board = /** @type {DamaBoard} */ (document.querySelector('dama-board'));
const say = new Say(board);
const form = /** @type {HTMLFormElement} */ (part('grades'));
/** @type {Puzzle | null} */
let puzzle = null;
/** @type {string[][]} one's moves in this line */
let own = [];
let shown = false; // whether the board is the solution's

const line = new Line(board, say, { judge, answered, onward: () => start() });

/** @param {string[]} stops @returns {Promise<Judged | 'back' | 'elsewhere'>} */
async function judge(stops) {
  if (!puzzle) return 'back';
  const mine = own;
  const path = `/api/practice/${puzzle.id}/moves`;
  const { kind, body, refusal } = await server.post(path, { line: [...mine, stops] });
  if (mine !== own || shown) return 'elsewhere';
  if (kind === 'ok') {
    own.push(stops);
    return body;
  }
  const { text, lesson } = refusal;
  say.passing({ kind: 'refusal', text, lesson });
  return 'back';
}

/** @param {Judged} judged */
function answered(judged) {
  if (judged.ruling === 'right') return;
  const won = judged.ruling === 'won';
  const go = won
    ? { text: words.nextPuzzle, act: () => void next(), main: true }
    : { text: words.tryAgain, act: () => start(), main: true };
  say.standing({
    kind: 'end',
    text: judged.text,
    choices: [go, { text: words.showSolution, act: () => void solution() }],
  });
  if (won) void progress();
}

/** Begin the puzzle, or begin it anew. */
function start() {
  if (!puzzle) return;
  if (shown) return open(puzzle.grade, { puzzle: puzzle.id });
  own = [];
  line.begin(puzzle.position, words.winIn(puzzle.moves));
}

/** Open the page anew: the board was the solution's. @param {number} grade @param {Record<string, string>} more */
function open(grade, more) {
  location.assign(`/practice?${new URLSearchParams({ grade: String(grade), ...more })}`);
}

/** @param {Puzzle} found @param {boolean} instead whether the address names it in place of the last one */
function take(found, instead) {
  puzzle = found;
  choose(String(found.grade));
  const name = form.querySelector(`[value="${found.grade}"] ~ .grade-name`)?.textContent ?? '';
  part('about').textContent = found.solved ? words.aboutSolved(name) : words.about(name);
  const query = new URLSearchParams({ grade: String(found.grade), puzzle: found.id });
  const address = `/practice?${query}`;
  if (instead || address === location.pathname + location.search) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  makeRoom(false);
  for (const tool of ['show', 'restart']) part(tool).removeAttribute('aria-disabled');
  start();
}

let asked = 0; // how often something else was asked for: an answer to what was asked before comes too late

/**
 * @param {string} path
 * @param {boolean} [instead] whether the address names it in place of the last one
 * @returns {Promise<boolean>} whether it is the puzzle on the board now
 */
async function fetchPuzzle(path, instead = !puzzle) {
  asked += 1;
  const mine = asked;
  const { kind, body, refusal } = await server.load(path);
  if (mine !== asked) return false;
  if (kind === 'ok') {
    take(body, instead);
    return true;
  }
  const choice =
    kind === 'refused'
      ? { text: words.nextPuzzle, act: () => void next(), main: true }
      : { text: words.tryAgain, act: () => void fetchPuzzle(path, instead), main: true };
  say.standing({ text: refusal.text, choices: [choice] });
  return false;
}

/** Go on to another puzzle. */
async function next() {
  const [grade, id] = [chosen(), puzzle?.id ?? ''];
  if (shown) return open(grade, { after: id });
  if (await fetchPuzzle(nextPath(grade, id))) board.focus();
}

/** @param {number} grade @param {string} after */
const nextPath = (grade, after) =>
  `/api/practice/next?${new URLSearchParams({ grade: String(grade), ...(after && { after }) })}`;

async function solution() {
  if (!puzzle || shown || line.busy) return;
  asked += 1;
  const mine = asked;
  choose(String(puzzle.grade));
  makeRoom(true);
  const { kind, body, refusal } = await server.post(`/api/practice/${puzzle.id}/solution`);
  if (!shown && (kind !== 'ok' || mine !== asked)) makeRoom(false);
  if (mine !== asked) return;
  if (kind !== 'ok') return say.passing({ kind: 'refusal', text: refusal.text });
  shown = true;
  line.leave();
  part('show').setAttribute('aria-disabled', 'true');
  say.standing({ text: '' });
  showSolution(board, say, boards, body);
  part('next').focus();
}

let counted = 0;

async function progress() {
  counted += 1;
  const mine = counted;
  const { kind, body } = await server.load('/api/practice');
  if (kind !== 'ok' || mine !== counted) return;
  const { grades } = /** @type {Progress} */ (body);
  for (const { grade, puzzles, solved } of grades) {
    const count = form.querySelector(`[data-grade="${grade}"]`);
    const bar = form.querySelector(`[data-bar="${grade}"]`);
    if (count) count.textContent = words.progress(solved, puzzles);
    if (bar instanceof HTMLElement) bar.style.width = `${puzzles ? (100 * solved) / puzzles : 0}%`;
  }
}

/** The grade that is chosen. */
const chosen = () => Number(new FormData(form).get('grade') ?? 1);

/** @param {string} grade */
function choose(grade) {
  const input = form.querySelector(`[value="${grade}"]`);
  if (input instanceof HTMLInputElement) input.checked = true;
}

function remembered() {
  try {
    return localStorage.getItem(KEPT) ?? '1';
  } catch {
    return '1'; // storage can be switched off; then nothing is remembered
  }
}

form.addEventListener('change', () => {
  try {
    localStorage.setItem(KEPT, String(chosen()));
  } catch {
    // as above
  }
  if (shown) return open(chosen(), {});
  void fetchPuzzle(nextPath(chosen(), ''));
});
part('show').addEventListener('click', () => void solution());
part('restart').addEventListener('click', () => start());
part('skip').addEventListener('click', () => void next());

/** Fetch the puzzle that the address names, or one of the grade that is chosen. */
function fetchNamed() {
  const query = new URLSearchParams(location.search);
  choose(query.get('grade') ?? remembered());
  const named = query.get('puzzle');
  return fetchPuzzle(
    named ? `/api/practice/${encodeURIComponent(named)}` : nextPath(chosen(), query.get('after') ?? ''),
    true,
  );
}

window.addEventListener('popstate', () => {
  if (shown) location.reload();
  else void fetchNamed();
});

preferences();
void fetchNamed();
void progress();
