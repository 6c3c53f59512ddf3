/**
 * Entering a move: which of the legal routes are still meant, given the squares clicked so far.
 *
 * Pure functions on frozen values; no rule of the game lives here. The stone goes where the person
 * clicks: to the next stop, or through to a later one when every way there takes the same stones.
 *
 * @typedef {import('../types.js').Route} Route
 *
 * @typedef {object} Entry
 * @property {readonly Route[]} routes every legal route
 * @property {readonly Route[]} alive the routes that start with what was entered
 * @property {number} at how many stops have been made
 * @property {string | null} start
 * @property {string | null} square where the stone stands now
 * @property {readonly string[]} taken what it has captured so far
 *
 * @typedef {object} Step
 * @property {Entry} entry
 * @property {Route} along the route whose stops from the old place to the new one are travelled
 * @property {Route | null} done the route to play, once the move is complete
 */

/** @param {readonly Route[]} routes @returns {Entry} */
export function empty(routes) {
  return Object.freeze({ routes, alive: [], at: 0, start: null, square: null, taken: [] });
}

/**
 * Pick up the stone on a square.
 *
 * @param {Entry} entry @param {string} square
 * @returns {Entry | null} null when that stone has no move
 */
export function pick(entry, square) {
  const alive = entry.routes.filter((route) => route.stops[0] === square);
  if (!alive.length) return null;
  return Object.freeze({ routes: entry.routes, alive, at: 0, start: square, square, taken: [] });
}

/** @param {Route} route */
const last = (route) => route.stops[route.stops.length - 1];

/** @param {readonly Route[]} routes @param {number} count whether all take the same in `count` jumps */
function sameCaptures(routes, count) {
  const sets = routes.map((route) => route.captured.slice(0, count).sort().join());
  return sets.every((set) => set === sets[0]);
}

/**
 * Go on to a square.
 *
 * @param {Entry} entry @param {string} square
 * @returns {Step | 'ambiguous' | null} null when no route leads there
 */
export function step(entry, square) {
  const hops = entry.alive.filter((route) => route.stops[entry.at + 1] === square);
  if (hops.length) return advance(entry, hops, entry.at + 1);
  const ends = entry.alive.filter((route) => last(route) === square);
  if (ends.length) {
    if (!sameCaptures(ends, Infinity)) return 'ambiguous';
    return advance(entry, [ends[0]], ends[0].stops.length - 1);
  }
  const longest = Math.max(0, ...entry.alive.map((route) => route.stops.length));
  for (let at = entry.at + 2; at < longest; at += 1) {
    const through = entry.alive.filter((route) => route.stops[at] === square);
    if (through.length) return sameCaptures(through, at) ? advance(entry, through, at) : 'ambiguous';
  }
  return null;
}

/** @param {Entry} entry @param {readonly Route[]} alive @param {number} at @returns {Step} */
function advance(entry, alive, at) {
  const along = alive[0];
  const next = Object.freeze({
    routes: entry.routes,
    alive,
    at,
    start: entry.start,
    square: along.stops[at],
    taken: along.captured.slice(0, at),
  });
  return { entry: next, along, done: alive.find((route) => route.stops.length === at + 1) ?? null };
}

/** Whether part of a chain has been entered. @param {Entry} entry */
export const begun = (entry) => entry.at > 0;

/**
 * The squares still ahead, each with the number of its stop, counted from the start of the chain.
 *
 * @param {Entry} entry
 * @returns {Map<string, {number: number, next: boolean, chain: boolean}>}
 */
export function ahead(entry) {
  /** @type {Map<string, {number: number, next: boolean, chain: boolean}>} */
  const found = new Map();
  for (const route of entry.alive) {
    for (let at = entry.at + 1; at < route.stops.length; at += 1) {
      const known = found.get(route.stops[at]);
      if (known && known.number <= at) continue;
      const chain = route.captured.length > 1;
      found.set(route.stops[at], { number: at, next: at === entry.at + 1, chain });
    }
  }
  return found;
}

/** The squares of stones that have a move. @param {readonly Route[]} routes */
export const starts = (routes) => new Set(routes.map((route) => route.stops[0]));

/**
 * The one stone that a click on an empty square can only mean.
 *
 * @param {readonly Route[]} routes @param {string} square
 * @returns {string | null}
 */
export function onlyStart(routes, square) {
  const meant = starts(
    routes.filter((route) => route.stops[1] === square || last(route) === square),
  );
  return meant.size === 1 ? [...meant][0] : null;
}
