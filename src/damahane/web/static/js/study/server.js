/**
 * Talking to the server about positions, files and games.
 *
 * @typedef {import('./types.js').Place} Place
 * @typedef {import('./types.js').Facts} Facts
 * @typedef {import('./types.js').File} File
 */

/**
 * @template Found
 * @typedef {object} Answer
 * @property {Found | null} found
 * @property {string} refused why there is nothing, in words; empty where it is there
 */

import { words } from './words.js';

const PATIENCE = 50_000; // milliseconds

/**
 * @template Found
 * @param {string} path @param {RequestInit} options @param {(response: Response) => Promise<Found>} take
 * @returns {Promise<Answer<Found>>}
 */
async function ask(path, options, take) {
  try {
    const response = await fetch(path, { ...options, signal: AbortSignal.timeout(PATIENCE) });
    if (response.ok) return { found: await take(response), refused: '' };
    if (response.status === 413) return { found: null, refused: words.tooLarge };
    const body = await response.json().catch(() => null);
    return { found: null, refused: body?.refusal?.text ?? body?.detail?.toString() ?? words.refused };
  } catch {
    return { found: null, refused: words.noAnswer };
  }
}

/** @param {string} method @param {object} [body] @returns {RequestInit} */
const sending = (method, body) => ({
  method,
  ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
});

/** @param {Response} response */
const json = (response) => response.json();
/** @param {Response} response */
const text = (response) => response.text();

/** What is known of a position. @param {Place} place @returns {Promise<Answer<Facts>>} */
export const position = (place) => ask('/api/analysis/position', sending('POST', place), json);

/**
 * Read games, or a position.
 *
 * @param {string} given @param {string} rules @param {boolean} [huffing]
 * @returns {Promise<Answer<File>>}
 */
export const read = (given, rules, huffing = false) =>
  ask('/api/analysis/read', sending('POST', { text: given, rules, huffing }), json);

/** A tree as PDN. @param {object} tree @returns {Promise<Answer<string>>} */
export const write = (tree) => ask('/api/analysis/write', sending('POST', tree), text);

/** @param {string} path @returns {Promise<Answer<any>>} */
export const load = (path) => ask(path, sending('GET'), json);

/** @param {string} path @returns {Promise<Answer<string>>} */
export const loadText = (path) => ask(path, sending('GET'), text);

/** @param {string} path @param {object} [body] @returns {Promise<Answer<any>>} */
export const post = (path, body) =>
  ask(path, sending('POST', body), async (response) =>
    response.status === 204 ? true : response.json(),
  );

/** @param {string} path @returns {Promise<Answer<boolean>>} */
export const remove = (path) => ask(path, sending('DELETE'), async () => true);
