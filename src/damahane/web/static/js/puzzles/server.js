/**
 * Talking to the server about puzzles.
 *
 * @typedef {import('../types.js').Refusal} Refusal
 */

import { words } from './words.js';

const PATIENCE = 20_000; // milliseconds; the judge may have to be fetched first

/**
 * @typedef {object} Answer
 * @property {'ok' | 'stale' | 'refused' | 'unreachable'} kind
 * @property {any} body what the server said
 * @property {Refusal} refusal why it did not do it, in words
 */

/** @param {string} text @returns {Refusal} */
const because = (text) => ({ code: '', text, squares: [] });

/** @param {string} path @param {RequestInit} [options] @returns {Promise<Answer>} */
async function ask(path, options = {}) {
  try {
    const response = await fetch(path, { ...options, signal: AbortSignal.timeout(PATIENCE) });
    const body = await response.json();
    const refusal = body.refusal ?? because(words.noAnswer);
    if (response.ok) return { kind: 'ok', body, refusal };
    return { kind: response.status === 409 ? 'stale' : 'refused', body, refusal };
  } catch {
    const text = navigator.onLine ? words.noAnswer : words.offline;
    return { kind: 'unreachable', body: null, refusal: because(text) };
  }
}

/** @param {string} path */
export const load = (path) => ask(path);

/** @param {string} path @param {object} [body] */
export const post = (path, body = {}) =>
  ask(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
