/**
 * Moves that are typed: `d3-d4`, `d4xd6xf6`, `32-28`. It knows no rules, only how squares are named.
 *
 * @typedef {import('../types.js').Shape} Shape
 * @typedef {import('../types.js').Route} Route
 */

const SQUARE = /[a-j](?:10|[1-9])|\d{1,2}/gi;

/**
 * The squares that a text names, in order.
 *
 * @param {string} text @param {Shape} shape
 * @returns {string[] | null} null where it is no move at all
 */
export function squares(text, shape) {
  if (/[^\s\-–x×:,.>]/i.test(text.replace(SQUARE, ''))) return null;
  const names = (text.match(SQUARE) ?? []).map((word) => named(word, shape));
  return names.length > 1 && names.every((name) => name !== null) ? names : null;
}

/** @param {string} word @param {Shape} shape */
function named(word, shape) {
  if (!/^\d/.test(word)) {
    const same = new RegExp(`^${word}$`, 'i');
    return shape.names.find((name) => same.test(name)) ?? null;
  }
  const at = shape.numbers.indexOf(Number(word));
  return at < 0 ? null : shape.names[at];
}

/**
 * The routes that begin and end on these squares and stop on those between, in order.
 *
 * @param {readonly Route[]} routes @param {readonly string[]} tried
 */
export function matching(routes, tried) {
  const fits = routes.filter(
    ({ stops }) => stops[0] === tried[0] && stops.at(-1) === tried.at(-1) && inOrder(stops, tried),
  );
  const exact = fits.filter(({ stops }) => stops.length === tried.length);
  return exact.length ? exact : fits;
}

/** @param {readonly string[]} stops @param {readonly string[]} tried */
function inOrder(stops, tried) {
  let at = 0;
  for (const stop of stops) if (stop === tried[at]) at += 1;
  return at === tried.length;
}
