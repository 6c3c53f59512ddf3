/**
 * How a person likes things: the board, the pieces, how they move and sound. Kept in this browser.
 *
 * Some are marks on the page's root, which the style sheets read; whoever draws by them listens.
 */

const KEY = 'damahane.looks';
const YEAR = 365 * 24 * 60 * 60; // seconds

/** Each choice with what there is to choose from, the usual first. */
export const CHOICES = /** @type {const} */ ({
  theme: ['system', 'light', 'dark'],
  look: ['wood', 'chequer', 'contrast'],
  set: ['ivory', 'enamel', 'plain'],
  labels: ['edge', 'inside', 'none'],
  numbering: ['numbers', 'names'],
  chains: ['last', 'stops'],
  speed: ['normal', 'slow', 'fast', 'off'],
  sound: ['off', 'on'],
  typed: ['off', 'on'],
});

/** @typedef {keyof typeof CHOICES} Choice */

/** @type {readonly Choice[]} */
const MARKS = ['theme', 'look', 'typed'];

/** @type {Set<(name: Choice) => void>} */
const listeners = new Set();

/** @type {Partial<Record<Choice, string>>} */
let kept = read();

/** @returns {Partial<Record<Choice, string>>} */
function read() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return found && typeof found === 'object' ? found : {};
  } catch {
    return {}; // storage can be switched off; then everything is as usual
  }
}

/** What was chosen. @param {Choice} name */
export function look(name) {
  const options = /** @type {readonly string[]} */ (CHOICES[name]);
  const value = kept[name];
  return value !== undefined && options.includes(value) ? value : options[0];
}

/** Choose. @param {Choice} name @param {string} value */
export function choose(name, value) {
  kept = { ...kept, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // as above: it holds until the page is left
  }
  show(name);
}

/** @param {Choice} name */
function show(name) {
  if (name === 'numbering') tellServer();
  if (MARKS.includes(name)) document.documentElement.dataset[name] = look(name);
  for (const listener of listeners) listener(name);
}

/** The server names squares in its sentences, too: a cookie tells it how. */
function tellServer() {
  const known = document.cookie.includes('squares=');
  const names = look('numbering') === 'names';
  if (!names && !known) return;
  document.cookie = `squares=names; Path=/; SameSite=Lax; Max-Age=${names ? YEAR : 0}`;
}

/** Hear of every choice from now on. @param {(name: Choice) => void} listener */
export function listen(listener) {
  listeners.add(listener);
}

tellServer();
for (const name of MARKS) document.documentElement.dataset[name] = look(name);

// What is chosen in another window holds in this one as well.
window.addEventListener('storage', (event) => {
  if (event.key !== KEY) return;
  kept = read();
  for (const name of /** @type {Choice[]} */ (Object.keys(CHOICES))) show(name);
});
