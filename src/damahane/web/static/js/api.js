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
 * @property {boolean} [huffing]
 * @property {boolean} [teaching]
 * @property {'points' | 'pieces'} [scoring]
 * @property {{seconds: number, increment: number} | null} [clock]
 *
 * @typedef {'moves' | 'undo' | 'redo' | 'huff' | 'offer' | 'answer' | 'resign' | 'clock' | 'hint'} Action
 *
 * @typedef {object} Place A position and what is played there.
 * @property {string} rules
 * @property {string} fen
 * @property {{huffing: boolean}} [options]
 *
 * @typedef {object} Answer
 * @property {'ok' | 'stale' | 'refused' | 'gone' | 'unreachable'} kind
 * @property {State | null} state the game as it stands, where the server said it
 * @property {Refusal | null} refusal
 */

const PATIENCE = 10_000; // milliseconds
const TOKEN = new URLSearchParams(location.search).get('share');
/** What lets one look on at somebody else's game, as a part of a query: the token of its link. */
export const sharing = TOKEN === null ? '' : `&share=${encodeURIComponent(TOKEN)}`;

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
export const load = (id) => ask(`/api/games/${encodeURIComponent(id)}?${sharing.slice(1)}`);

/**
 * Do something in a game. A refusal by a game that has gone on since is no refusal of what was meant.
 *
 * @param {State} game @param {Action} action @param {object} [more]
 * @returns {Promise<Answer>}
 */
export async function act(game, action, more = {}) {
  const path = `/api/games/${encodeURIComponent(game.id)}/${action}`;
  const answer = await post(path, { version: game.version, ...more });
  const { kind, state } = answer;
  if (kind !== 'refused' || !state || state.version === game.version) return answer;
  return { kind: 'stale', state, refusal: null };
}

/**
 * A position that was set up, the starting one if none is given.
 *
 * @param {string} rules @param {string | null} [fen] @param {boolean} [huffing]
 * @returns {Promise<{position: (import('./types.js').Position & {fen: string}) | null, trouble: Refusal | null} | null>}
 */
export async function position(rules, fen = null, huffing = false) {
  const query = new URLSearchParams({ rules });
  if (fen !== null) query.set('fen', fen);
  if (huffing) query.set('huffing', 'true');
  try {
    const response = await fetch(`/api/position?${query}`, { signal: AbortSignal.timeout(PATIENCE) });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

let asked = 0;
/** @type {Promise<Refusal | null>} */
let asking = Promise.resolve(null);

/** Nobody waits any more for the answer to `why`. */
export const askNoMore = () => {
  asked += 1;
};

/**
 * Why the squares tried are no move. One question is asked at a time, and the last one counts.
 *
 * @param {Place} position @param {readonly string[]} squares
 * @returns {Promise<Refusal | null>} null when something else was asked meanwhile, too
 */
export async function why(position, squares) {
  asked += 1;
  const mine = asked;
  await asking;
  if (mine !== asked) return null;
  asking = explanation(position, squares);
  const found = await asking;
  return mine === asked ? found : null;
}

/**
 * @param {Place} position @param {readonly string[]} squares
 * @returns {Promise<Refusal | null>}
 */
async function explanation(position, squares) {
  const query = new URLSearchParams({ rules: position.rules, fen: position.fen });
  query.set('stops', squares.join());
  if (position.options?.huffing) query.set('huffing', 'true');
  try {
    const response = await fetch(`/api/why?${query}`, { signal: AbortSignal.timeout(PATIENCE) });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
