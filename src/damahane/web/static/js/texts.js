/**
 * Texts in the visitor's language. They stand in the sources in English; what they are in other
 * languages comes with the page, so that no script waits for it.
 *
 * A text is marked by `_('Your move.')`, one that depends on a number by
 * `n_('{count} piece', '{count} pieces', count, { count })`; `scripts/texts` finds them by that.
 *
 * @typedef {Record<string, string | number>} Values what goes into the places in braces
 */

/** @type {Record<string, string | string[]>} */
const known = JSON.parse(document.getElementById('texts')?.textContent || '{}');

/** The language of the page, for dates and numbers. */
export const language = document.documentElement.lang || 'en';

/** @param {string} text @param {Values} values */
const filled = (text, values) =>
  text.replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));

/** A text in the visitor's language. @param {string} text @param {Values} [values] */
export function _(text, values = {}) {
  const found = known[text] ?? text;
  return filled(typeof found === 'string' ? found : found[0], values);
}

/**
 * A text that depends on a number, in the visitor's language; each that we speak has two forms.
 *
 * @param {string} one @param {string} many @param {number} count @param {Values} [values]
 */
export function n_(one, many, count, values = {}) {
  const found = known[one];
  const [single, plural] = Array.isArray(found) ? found : [one, many];
  return filled(count === 1 ? single : plural, values);
}
