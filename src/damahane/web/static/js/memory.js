/**
 * What this browser remembers: the game that is open, and how the last one was set up.
 */

const GAME = 'damahane.game';
const SETUP = 'damahane.setup';

/** @param {string} key */
function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage can be switched off; then nothing is remembered
  }
}

/** @param {string} key @param {string | null} value */
function write(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // as above
  }
}

export const openGame = () => read(GAME);

/** @param {string} id */
export const rememberGame = (id) => write(GAME, id);

/** @param {string} id */
export function forgetGame(id) {
  if (openGame() === id) write(GAME, null);
}

/** @returns {Record<string, string>} */
export function setup() {
  try {
    const found = JSON.parse(read(SETUP) ?? '{}');
    return found && typeof found === 'object' ? found : {};
  } catch {
    return {};
  }
}

/** @param {Record<string, string>} choices */
export const rememberSetup = (choices) => write(SETUP, JSON.stringify(choices));
