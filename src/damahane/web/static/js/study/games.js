/**
 * The list of one's games: searched, opened, saved, deleted.
 *
 * @typedef {object} Card
 * @property {string} id
 * @property {string} rules_name
 * @property {string} opponent
 * @property {string} fate
 * @property {string | null} ending
 * @property {number} plies
 * @property {string} opening
 * @property {string} picture
 * @property {string} played
 */

import { make } from './moves.js';
import * as server from './server.js';
import { words } from './words.js';

const PATIENCE = 250; // milliseconds without a key before the search begins
const SHOWN = 24;

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const search = /** @type {HTMLFormElement} */ (part('search'));
/** @type {Card[]} */
let cards = [];
let total = 0;
let asked = 0;

/** What is searched for. */
function query() {
  const found = new URLSearchParams();
  for (const [name, value] of new FormData(search)) if (value) found.set(name, String(value));
  return found;
}

/** @param {boolean} [more] whether to add to those that are shown */
async function load(more = false) {
  asked += 1;
  const mine = asked;
  const wanted = query();
  part('export').setAttribute('href', `/api/games.pdn?${wanted}`);
  history.replaceState(null, '', wanted.size ? `?${wanted}` : location.pathname);
  wanted.set('limit', String(SHOWN));
  wanted.set('offset', String(more ? cards.length : 0));
  const { found, refused } = await server.load(`/api/games?${wanted}`);
  if (mine !== asked) return;
  if (!found) {
    part('found').textContent = refused;
    return;
  }
  total = found.total;
  cards = more ? [...cards, ...found.games] : found.games;
  show();
}

function show() {
  const searched = query().size > 0;
  part('found').textContent = total ? words.found(total) : searched ? words.noneFound : words.none;
  part('export').hidden = !total;
  part('more').hidden = cards.length >= total;
  part('cards').replaceChildren(...cards.map(card));
}

/** @param {Card} game */
function card(game) {
  const item = make('li', 'card game-card');
  const name = words.gameName(game.opponent, words.date(game.played));
  const going = game.fate === 'open';
  const way = going ? `/game/${game.id}` : `/game/${game.id}/review`;
  const picture = /** @type {HTMLAnchorElement} */ (make('a', 'picture'));
  picture.href = way;
  picture.tabIndex = -1;
  picture.setAttribute('aria-hidden', 'true');
  const image = new Image(120, 120);
  image.loading = 'lazy';
  image.alt = '';
  image.src = game.picture;
  picture.append(image);
  const facts = make('div', 'facts');
  const title = /** @type {HTMLAnchorElement} */ (make('a', 'title', game.opponent));
  title.href = way;
  const heading = make('h2', '');
  heading.append(title);
  const fate = make('span', `fate ${game.fate}`, words.fates[game.fate]);
  const line = make('p', 'soft', `${words.date(game.played)} · ${words.length(game.plies)}`);
  facts.append(heading, fate, make('p', '', game.ending ?? ''), line);
  facts.append(make('p', 'soft', game.rules_name), make('p', 'opening', first(game.opening)));
  item.append(picture, facts, buttons(game, name, way, going));
  return item;
}

/** The first two moves of each side. @param {string} opening */
const first = (opening) => opening.split(' ').slice(0, 4).join(' ');

/** @param {Card} game @param {string} name @param {string} way @param {boolean} going */
function buttons(game, name, way, going) {
  const row = make('div', 'acts');
  const open = /** @type {HTMLAnchorElement} */ (make('a', 'button', going ? words.goOn : words.review));
  open.href = way;
  const analyse = /** @type {HTMLAnchorElement} */ (make('a', 'button', words.analyse));
  analyse.href = `/analysis?game=${game.id}`;
  const remove = make('button', 'button', words.remove);
  for (const element of [open, analyse]) {
    element.setAttribute('aria-label', `${element.textContent}: ${name}`);
  }
  remove.setAttribute('type', 'button');
  remove.setAttribute('aria-label', words.removeGame(name));
  remove.addEventListener('click', () => void discard(game));
  row.append(open, analyse, remove);
  return row;
}

/** Delete a game; it can be had back. @param {Card} game */
async function discard(game) {
  const at = cards.indexOf(game);
  const { found, refused } = await server.remove(`/api/games/${encodeURIComponent(game.id)}`);
  if (!found) {
    part('found').textContent = refused;
    return;
  }
  cards = cards.filter((other) => other !== game);
  total -= 1;
  show();
  const line = part('undo-line');
  line.hidden = false;
  const [said, undo] = [line.querySelector('span'), line.querySelector('button')];
  if (!said || !undo) return;
  said.textContent = words.deleted;
  undo.hidden = false;
  undo.onclick = () => void restore(game, at);
  undo.focus();
}

/** @param {Card} game @param {number} at where it stood */
async function restore(game, at) {
  const { found, refused } = await server.post(
    `/api/games/${encodeURIComponent(game.id)}/restore`,
  );
  const line = part('undo-line');
  const [said, undo] = [line.querySelector('span'), line.querySelector('button')];
  if (said) said.textContent = found ? words.restored : refused;
  if (!found) return;
  if (undo) undo.hidden = true;
  cards = [...cards.slice(0, at), game, ...cards.slice(at)];
  total += 1;
  show();
  const title = part('cards').children[at]?.querySelector('.title');
  if (title instanceof HTMLElement) title.focus();
}

// Come back to a search as it was.
for (const [name, value] of new URLSearchParams(location.search)) {
  const field = search.elements.namedItem(name);
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
}
/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;
search.addEventListener('input', () => {
  part('export').setAttribute('href', `/api/games.pdn?${query()}`);
  clearTimeout(soon);
  soon = setTimeout(() => void load(), PATIENCE);
});
search.addEventListener('submit', (event) => {
  event.preventDefault();
  void load();
});
part('more').addEventListener('click', () => void load(true));
void load();
