/**
 * Moves as they are written, with the squares named as the person likes them.
 *
 * @typedef {import('./types.js').Shape} Shape
 */

import { look } from './looks.js';

/** A move, its squares by letters where these were chosen. @param {string} text @param {Shape} shape */
export function named(text, shape) {
  if (!shape.diagonal || look('numbering') === 'numbers') return text;
  return text.replace(/\d+/g, (number) => shape.names[shape.numbers.indexOf(+number)] ?? number);
}
