/**
 * The stones, drawn once as symbols and used wherever one is shown.
 *
 * @typedef {import('../types.js').Stone} Stone
 */

import { look } from '../looks.js';
import { symbolsOf } from './sets.js';

const SVG = 'http://www.w3.org/2000/svg';

/** Put the symbols of the chosen set into the page, in place of those of another. */
export function ensureSymbols() {
  const set = look('set');
  let holder = document.getElementById('dama-symbols');
  if (holder?.dataset.set === set) return;
  if (!holder) {
    const made = document.createElementNS(SVG, 'svg');
    made.id = 'dama-symbols';
    made.setAttribute('class', 'symbols');
    made.setAttribute('aria-hidden', 'true');
    document.body.prepend(made);
    holder = /** @type {HTMLElement} */ (/** @type {unknown} */ (made));
  }
  holder.dataset.set = set;
  holder.innerHTML = symbolsOf(set);
}

/** A picture of a stone. @param {Stone} stone */
export function draw(stone) {
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('viewBox', '0 0 100 100');
  picture.setAttribute('class', 'stone');
  picture.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  picture.append(use);
  set(picture, stone);
  return picture;
}

/** Turn a picture into another stone, as a man that is crowned. @param {SVGElement} picture @param {Stone} stone */
export function set(picture, stone) {
  if (picture.dataset.stone === stone) return;
  picture.dataset.stone = stone;
  picture.firstElementChild?.setAttribute('href', `#dama-${stone}`);
}
