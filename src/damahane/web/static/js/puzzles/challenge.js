/**
 * The challenge of a day: three tries against the best defence, then the solution.
 *
 * @typedef {import('./types.js').Challenge} Challenge
 * @typedef {import('./types.js').Judged} Judged
 * @typedef {import('./types.js').Past} Past
 * @typedef {import('../types.js').Refusal} Refusal
 */

import { DamaBoard } from '../board/element.js';
import { preferences } from '../preferences.js';
import { Say } from '../say.js';
import { make } from '../study/moves.js';
import { given, part } from '../study/start.js';
import { copy } from '../study/take.js';
import { Days, nextDay } from './days.js';
import { Line } from './line.js';
import * as server from './server.js';
import { showSolution } from './solution.js';
import { words } from './words.js';

const LONGEST_WAIT = 2 ** 31 - 1; // milliseconds; more a browser cannot wait
const AGAIN = '?again'; // the mark of a challenge that is played once more after its end

/** @type {{challenge: Challenge, history: Past, boards: import('../study/types.js').Boards}} */
const { challenge: first, history: past, boards } = given();
const board = /** @type {DamaBoard} */ (document.querySelector('dama-board'));
const say = new Say(board);
const days = new Days(past, first.date);
const path = `/api/challenge/${first.date}`;
let challenge = first;
const again = location.search === AGAIN && Boolean(challenge.result);
/** @type {string[][]} one's moves, while it is played again */
let own = [];
let solved = false; // whether the solution is shown

const line = new Line(board, say, {
  judge: (stops) => (again ? judgeAgain(stops) : judge(stops)),
  answered: (judged) => (again ? answeredAgain(judged) : answered(judged)),
  onward: () => {
    if (again) startAgain();
    else if (!challenge.result) stand();
  },
});

/** See how it stands, unless something newer is known. @param {Challenge} now */
function learn(now) {
  if (now.version > challenge.version) challenge = now;
}

/** Begin, so that the day counts on which the page was opened. @returns {Promise<boolean>} */
async function begin() {
  if (challenge.version) return true;
  const { kind, body, refusal } = await server.post(`${path}/begin`);
  if (kind === 'ok') learn(body);
  else refused(refusal);
  return kind === 'ok';
}

/** @param {string[]} stops @returns {Promise<Judged | 'back' | 'elsewhere'>} */
async function judge(stops) {
  if (!(await begin())) return 'back';
  const { version } = challenge;
  const { kind, body, refusal } = await server.post(`${path}/moves`, { version, stops });
  if (kind === 'ok') {
    learn(body.challenge);
    return body.judged;
  }
  if (kind === 'stale') {
    overtaken(body.challenge, refusal.text);
    return 'elsewhere';
  }
  refused(refusal);
  return 'back';
}

/** @param {Refusal} refusal */
function refused({ text, lesson }) {
  say.passing({ kind: 'refusal', text, lesson });
}

/** The board shows the answer to a move. @param {Judged} judged */
function answered(judged) {
  panel();
  if (judged.ruling === 'right') return;
  if (!challenge.result) {
    const choices = [{ text: words.tryAgain, act: stand, main: true }];
    return say.standing({ kind: 'end', text: judged.text, choices });
  }
  const won = challenge.result === 'solved';
  say.standing({
    kind: 'end',
    text: won ? challenge.text : judged.text,
    choices: [{ text: words.showSolution, act: () => (solution(), part('next').focus()), main: true }],
  });
  say.speak(challenge.text);
  void refresh();
}

/** Play on from where the challenge stands. */
function stand() {
  const { position, left, moves } = challenge;
  line.begin(position, left === moves ? words.winIn(moves) : words.left(left));
  board.focus();
}

/** Show a challenge that has come to another point, here or in another window. @param {Challenge} now */
function take(now) {
  learn(now);
  panel();
  if (!challenge.result) return stand();
  void refresh();
  solution();
}

/** Show what has been done in another window. @param {Challenge} now @param {string} text */
function overtaken(now, text) {
  take(now);
  if (!now.result) say.passing({ text });
}

/** Show the solution, to walk through. */
function solution() {
  if (solved || !challenge.solution) return;
  solved = true;
  line.leave();
  const { fen } = challenge.position;
  const study = /** @type {HTMLAnchorElement} */ (part('study'));
  study.href = `/analysis?${new URLSearchParams({ rules: 'dama', fen })}`;
  say.standing({ text: '' });
  showSolution(board, say, boards, challenge.solution);
  say.passing({ text: `${challenge.text} ${words.walkIt}` });
}

// Again, after the end

function startAgain() {
  own = [];
  line.begin(challenge.position, words.winIn(challenge.moves));
}

/** @param {string[]} stops @returns {Promise<Judged | 'back'>} */
async function judgeAgain(stops) {
  const mine = own;
  const { kind, body, refusal } = await server.post(`${path}/again`, { line: [...mine, stops] });
  if (kind === 'ok') {
    mine.push(stops);
    return body;
  }
  refused(refusal);
  return 'back';
}

/** @param {Judged} judged */
function answeredAgain(judged) {
  if (judged.ruling === 'right') return;
  say.standing({
    kind: 'end',
    text: judged.ruling === 'won' ? words.solvedAgain : judged.text,
    choices: [
      { text: words.tryAgain, act: startAgain, main: true },
      { text: words.backToSolution, act: () => location.assign(location.pathname) },
    ],
  });
}

// Beside the board

/** What is shown of a try, and said of it. @type {Record<string, [string, string]>} */
const MARKS = {
  won: ['●', words.tryWon],
  wrong: ['✕', words.tryWrong],
  given_up: ['✕', words.tryGivenUp],
  open: ['◌', words.tryOpen],
  left: ['○', words.tryLeft],
};

function panel() {
  const { tries, most_tries, result, version } = challenge;
  const shown = Array.from({ length: result ? tries.length : most_tries }, (_none, at) => {
    const tried = tries[at];
    const [mark, state] = MARKS[tried ? (tried.end ?? 'open') : 'left'];
    const item = make('li', 'try');
    item.dataset.end = tried ? (tried.end ?? 'open') : 'left';
    const sign = make('span', 'mark', mark);
    sign.setAttribute('aria-hidden', 'true');
    const told = make('span', 'try-text');
    told.append(make('span', 'try-name', `${words.ordinals[at]}: ${state}`));
    if (tried?.moves.length) told.append(' ', make('span', 'try-moves', tried.moves.join(' ')));
    item.append(sign, told);
    return item;
  });
  part('tries').replaceChildren(...shown);
  part('give-up').hidden = Boolean(result) || !version;
  part('share').hidden = part('again').hidden = !result || again;
}

let refreshed = 0; // how often; an answer before the last one comes too late

/** Show the days as they are now. */
async function refresh() {
  refreshed += 1;
  const mine = refreshed;
  const { kind, body } = await server.load('/api/challenges');
  if (kind === 'ok' && mine === refreshed) days.draw(body);
}

part('give-up').addEventListener('click', () => {
  if (line.busy) return;
  say.passing({
    kind: 'question',
    text: words.giveUpSure,
    choices: [
      { text: words.giveUpNo, act: () => say.passing(null) },
      { text: words.giveUpYes, act: () => void giveUp() },
    ],
  });
});

async function giveUp() {
  say.passing(null);
  if (line.busy) return;
  const letGo = line.hold();
  const { kind, body, refusal } = await server.post(`${path}/give-up`, { version: challenge.version });
  if (kind === 'ok') take(body);
  else if (kind === 'stale') overtaken(body.challenge, refusal.text);
  else {
    letGo();
    refused(refusal);
  }
}

part('share').addEventListener('click', async () => {
  const text = `${challenge.share}\n${location.origin}/challenge/${challenge.date}`;
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    try {
      return await navigator.share({ text });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  await copy(say, text, words.copied);
});
const box = /** @type {HTMLDialogElement} */ (part('by-hand'));
box.querySelector('button')?.addEventListener('click', () => box.close());

/** Say when the next day begins, and when it has. */
function watchTheDay() {
  const place = part('next-day');
  place.textContent = words.next(nextDay(past.today));
  const wait = Math.min(LONGEST_WAIT, past.ends_in * 1000);
  setTimeout(() => {
    const link = /** @type {HTMLAnchorElement} */ (make('a', '', words.toNewDay));
    link.href = '/challenge';
    place.replaceChildren(`${words.newDay} `, link);
  }, wait);
}

/** See whether it has gone on in another window. */
async function look() {
  if (document.visibilityState !== 'visible') return;
  if (!challenge.version && challenge.today && (await begin())) {
    panel();
    return refresh();
  }
  if (challenge.result || line.busy) return;
  const { kind, body } = await server.load(path);
  if (kind === 'ok' && body.version > challenge.version && !line.busy) take(body);
}

preferences();
panel();
watchTheDay();
if (again) startAgain();
else if (challenge.result) solution();
else {
  const { position, left, moves } = challenge;
  line.begin(position, left === moves ? words.winIn(moves) : words.left(left));
  void look();
  document.addEventListener('visibilitychange', () => void look());
}
