/**
 * Talking to the server.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Refusal} Refusal
 * @typedef {import('./types.js').Side} Side
 *
 * @typedef {object} Settings
 * @property {string} rules
 * @property {'computer' | 'two'} mode
 * @property {string | null} level
 * @property {Side | 'lot' | null} side
 * @property {string | null} [fen]
 *
 * @typedef {object} Answer
 * @property {'ok' | 'stale' | 'refused' | 'gone' | 'unreachable'} kind
 * @property {State | null} state the game as it stands, where the server said it
 * @property {Refusal | null} refusal
 */

const PATIENCE = 10_000; // milliseconds

/** @param {string} path @param {RequestInit} [options] @returns {Promise<Answer>} */
async function ask(path, options = {}) {
  try {
    const response = await fetch(path, { ...options, signal: AbortSignal.timeout(PATIENCE) });
    if (response.status >= 500) return { kind: 'unreachable', state: null, refusal: null };
    const body = await response.json();
    if (response.ok) return { kind: 'ok', state: body, refusal: null };
    if (response.status === 409) return { kind: 'stale', state: body.state, refusal: null };
    if (response.status === 404) return { kind: 'gone', state: null, refusal: null };
    return { kind: 'refused', state: body.state ?? null, refusal: body.refusal ?? null };
  } catch {
    return { kind: 'unreachable', state: null, refusal: null };
  }
}

/** @param {string} path @param {object} body */
const post = (path, body) =>
  ask(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** @param {Settings} settings */
export const create = (settings) => post('/api/games', settings);

/** @param {string} id */
export const load = (id) => ask(`/api/games/${encodeURIComponent(id)}`);

/** @param {State} game @param {'moves' | 'undo' | 'offer' | 'answer' | 'resign'} action @param {object} [more] */
export const act = (game, action, more = {}) =>
  post(`/api/games/${encodeURIComponent(game.id)}/${action}`, { version: game.version, ...more });

/**
 * Why the squares tried are no move.
 *
 * @param {{rules: string, fen: string}} position @param {readonly string[]} squares
 * @returns {Promise<Refusal | null>}
 */
export async function why(position, squares) {
  const query = new URLSearchParams({ rules: position.rules, fen: position.fen });
  query.set('stops', squares.join());
  try {
    const response = await fetch(`/api/why?${query}`, { signal: AbortSignal.timeout(PATIENCE) });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
