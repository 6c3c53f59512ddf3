/**
 * A game looked back at: how it went, what was a mistake, and what was better.
 *
 * @typedef {import('./types.js').Judgement} Judgement
 * @typedef {import('./types.js').Review} Review
 * @typedef {import('./types.js').ReviewState} ReviewState
 * @typedef {import('./tree.js').Node} Node
 */

import { openLine } from '../line.js';
import { Graph } from './graph.js';
import * as server from './server.js';
import { given, part, sit } from './start.js';
import { copy, takeable, tell as tellTaken } from './take.js';
import { marks, scoreWords, tally, words } from './words.js';

const RETRY = 2000; // milliseconds

/** @type {{boards: import('./types.js').Boards, game: any, why: string, path: string, share: string | null}} */
const { boards, game, why, path, share } = given();
/** The address of something about the game, for those who may only look on as well. @param {string} what */
const at = (what) => `${path}/${what}${share ? `?share=${encodeURIComponent(share)}` : ''}`;
const { desk, moves } = sit(boards, game.tree);
const { say, tree } = desk;
desk.board.below = game.you ?? 'white';

/** @type {Map<Node, Judgement>} */
const judged = new Map();
moves.judged = (node) => judged.get(node)?.mark ?? '';

// Having it made

/** @param {ReviewState} state */
function take(state) {
  const { progress, review, text } = state;
  part('making').hidden = state.state === 'done';
  part('look').hidden = state.state !== 'none';
  const bar = /** @type {HTMLProgressElement} */ (part('progress'));
  bar.hidden = state.state !== 'making';
  if (progress?.total) {
    bar.max = progress.total;
    bar.value = progress.done;
  } else bar.removeAttribute('value');
  let said = text;
  if (state.state === 'making') {
    said = progress?.total ? words.looking(progress.done, progress.total) : words.lookingSoon;
  }
  if (part('progress-line').textContent !== said) part('progress-line').textContent = said;
  if (review) show(review);
}

/** Have the game looked back at, unless that has been done. */
async function ask() {
  const { found, refused } = await server.post(at('review'));
  if (!found) return take({ state: 'none', progress: null, review: null, text: refused });
  take(found);
  if (found.state === 'making') follow();
}

/** Listen to how far it is. */
function follow() {
  const socket = openLine(at('review/live'));
  let over = false;
  socket.addEventListener('message', ({ data }) => {
    /** @type {ReviewState} */
    const state = JSON.parse(data);
    over = state.state !== 'making';
    take(state);
  });
  socket.addEventListener('close', () => {
    if (!over) setTimeout(() => void ask(), RETRY);
  });
}

// Showing it

/** @param {Review} review */
function show(review) {
  const nodes = tree.game;
  for (const judgement of review.judgements) {
    const node = nodes[judgement.ply + 1];
    if (!node) continue;
    judged.set(node, judgement);
    node.nags = judgement.mark ? [judgement.mark === 'mistake' ? 2 : 4] : [];
  }
  const summary = `${count(review, 'white')} ${count(review, 'black')}`;
  new Graph(part('graph'), part('graph-table'), desk, review, summary);
  part('tally').textContent = review.judgements.some(({ mark }) => mark) ? summary : words.flawless;
  for (const id of ['reviewed', 'as-table']) part(id).hidden = false;
  const none = !review.judgements.some(({ mark }) => mark);
  for (const id of ['mistake-back', 'mistake-next']) part(id).hidden = none;
  moves.draw();
  tell();
}

/** @param {Review} review @param {'white' | 'black'} side */
function count(review, side) {
  const own = review.judgements.filter(({ color, mark }) => color === side && mark);
  const mistakes = own.filter(({ mark }) => mark === 'mistake').length;
  return tally(side, mistakes, own.length - mistakes);
}

/** Say what is thought of the move that led here. */
function tell() {
  const { node } = desk;
  const judgement = judged.get(node);
  part('judgement').hidden = !judged.size;
  if (!judged.size) return;
  const lines = judgement ? verdict(node, judgement) : [node.main ? words.start : words.variation];
  part('verdict').textContent = lines[0];
  part('because').textContent = lines.slice(1).join(' ');
  part('better').hidden = !judgement?.better || !judgement.mark;
}

/** @param {Node} node @param {Judgement} judgement */
function verdict(node, { mark, loss, better, reason, allows, after }) {
  const move = words.moveOf(tree.plyOf(node), desk.named(node.move?.text ?? ''));
  if (!mark) return [`${move}: ${scoreWords(after)}.`];
  const lines = [`${move}: ${marks[mark]}.`];
  if (loss && loss < 15) lines.push(words.cost(loss));
  if (better) lines.push(words.better(desk.named(better.moves[0].text)));
  if (reason) lines.push(words.because(reason.text));
  if (allows) lines.push(words.allows(allows.text));
  return lines;
}

/** Put the better line into the tree, and go to its first move. */
function showBetter() {
  const { node } = desk;
  const better = judged.get(node)?.better;
  if (!better || !node.parent) return;
  const nodes = tree.addLine(node.parent, better.moves);
  desk.changed();
  desk.go(node.parent);
  desk.go(nodes[0]);
}

/** Go to another mistake. @param {1 | -1} step */
function toMistake(step) {
  const all = tree.game;
  const here = all.indexOf(desk.node);
  const marked = all.filter((node) => judged.get(node)?.mark);
  const ahead = marked.filter((node) => step * (all.indexOf(node) - here) > 0);
  const goal = step > 0 ? ahead[0] : ahead[ahead.length - 1];
  if (goal) desk.go(goal);
  else say.passing({ text: words.noMistakesLeft });
}

part('look').addEventListener('click', () => void ask());
part('better').addEventListener('click', showBetter);
part('mistake-next').addEventListener('click', () => toMistake(1));
part('mistake-back').addEventListener('click', () => toMistake(-1));
desk.addEventListener('place', tell);
takeable(desk, () => `damahane-${game.id.slice(0, 8)}`, () => server.loadText(at('pdn')));
part('copy-link').addEventListener('click', () => void copyLink());

/** Copy the link by which others may look at the game, but not play in it. */
async function copyLink() {
  let token = share;
  if (!token) {
    const { found, refused } = await server.post(`${path}/share`);
    if (!found) return tellTaken(say, { kind: 'refusal', text: refused });
    token = found.token;
  }
  const link = `${location.origin}${location.pathname}?share=${encodeURIComponent(token ?? '')}`;
  await copy(say, link, words.linkCopied);
  part('unshare').hidden = share !== null;
}

part('unshare').addEventListener('click', async () => {
  const { found, refused } = await server.remove(`${path}/share`);
  part('unshare').hidden = Boolean(found);
  tellTaken(say, found ? { text: words.unshared } : { kind: 'refusal', text: refused });
});

desk.go(tree.game[tree.game.length - 1]);
if (why) take({ state: 'impossible', progress: null, review: null, text: why });
else void ask();
