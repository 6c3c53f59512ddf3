/**
 * Entering a move: which of the legal routes are still meant, given the squares clicked so far.
 *
 * Pure functions on frozen values; no rule of the game lives here. The stone goes where the person
 * clicks: to the next stop, or through to a later one when every way there takes the same stones.
 *
 * @typedef {import('../types.js').Route} Route
 * @typedef {import('../types.js').Position} Position
 *
 * @typedef {object} Entry
 * @property {readonly Route[]} routes every legal route
 * @property {readonly Route[]} alive the routes that start with what was entered
 * @property {number} at how many stops have been made
 * @property {string | null} start
 * @property {string | null} square where the stone stands now
 * @property {readonly string[]} taken what it has captured so far
 * @property {Route | null} finished the route that could end here, though others go on
 *
 * @typedef {object} Step
 * @property {Entry} entry
 * @property {Route} along the route whose stops from the old place to the new one are travelled
 * @property {Route | null} done the route to play, once the move is complete
 *
 * @typedef {object} Ways Several ways lead to a square and take different stones.
 * @property {Route[]} ways one route for each, if they end there
 */

/** @param {readonly Route[]} routes @returns {Entry} */
export function empty(routes) {
  const nothing = { at: 0, start: null, square: null, taken: [], finished: null };
  return Object.freeze({ routes, alive: [], ...nothing });
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
  const { routes } = entry;
  return Object.freeze({ routes, alive, at: 0, start: square, square, taken: [], finished: null });
}

/** @param {Route} route */
const last = (route) => route.stops[route.stops.length - 1];

/** What a route takes in its first jumps, in any order. @param {Route} route @param {number} count */
const takes = (route, count = Infinity) => route.captured.slice(0, count).sort().join();

/** @param {readonly Route[]} routes @param {number} count whether all take the same in `count` jumps */
function sameCaptures(routes, count) {
  return routes.every((route) => takes(route, count) === takes(routes[0], count));
}

/**
 * Go on to a square.
 *
 * @param {Entry} entry @param {string} square @param {boolean} [far] whether stops may be passed over
 * @returns {Step | Ways | null} null when no route leads there
 */
export function step(entry, square, far = true) {
  const hops = entry.alive.filter((route) => route.stops[entry.at + 1] === square);
  if (hops.length) return advance(entry, hops, entry.at + 1);
  if (!far) return null;
  const ends = entry.alive.filter((route) => last(route) === square);
  if (ends.length) {
    if (!sameCaptures(ends, Infinity)) return { ways: different(ends) };
    return advance(entry, [ends[0]], ends[0].stops.length - 1);
  }
  const longest = Math.max(0, ...entry.alive.map((route) => route.stops.length));
  for (let at = entry.at + 2; at < longest; at += 1) {
    const through = entry.alive.filter((route) => route.stops[at] === square);
    if (through.length) return sameCaptures(through, at) ? advance(entry, through, at) : { ways: [] };
  }
  return null;
}

/** One route for each set of stones that are taken. @param {readonly Route[]} routes */
export function different(routes) {
  return [...new Map(routes.map((route) => [takes(route), route])).values()];
}

/** @param {Entry} entry @param {readonly Route[]} alive @param {number} at @returns {Step} */
function advance(entry, alive, at) {
  const along = alive[0];
  const ending = alive.find((route) => route.stops.length === at + 1) ?? null;
  const onward = alive.filter((route) => route.stops.length > at + 1);
  const next = Object.freeze({
    routes: entry.routes,
    alive: onward.length ? onward : alive,
    at,
    start: entry.start,
    square: along.stops[at],
    taken: along.captured.slice(0, at),
    finished: onward.length ? ending : null,
  });
  return { entry: next, along, done: onward.length ? null : ending };
}

/** Whether part of a chain has been entered. @param {Entry} entry */
export const begun = (entry) => entry.at > 0;

/**
 * How many stones must be captured; 0 too where a capture is due but may be missed.
 *
 * @param {Position} position
 */
export function forced({ due, routes }) {
  return routes.every((route) => route.captured.length === due) ? due : 0;
}

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
