/**
 * The tree of moves as it is read: the game in a column of pairs, variations set in below.
 *
 * One move takes the focus; arrows walk the tree, as everywhere on the page.
 *
 * @typedef {import('./desk.js').Desk} Desk
 * @typedef {import('./tree.js').Node} Node
 */

import * as looks from '../looks.js';
import { written } from './tree.js';
import { words } from './words.js';

/** @param {string} tag @param {string} name @param {string} [text] */
export function make(tag, name, text = '') {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text) element.textContent = text;
  return element;
}

export class Moves {
  /** @type {Map<Node, HTMLElement>} */
  #shown = new Map();
  /** @type {(node: Node) => string} what is thought of a move, as a class */
  judged = () => '';

  /** @param {HTMLElement} box @param {Desk} desk */
  constructor(box, desk) {
    this.box = box;
    this.desk = desk;
    desk.addEventListener('tree', () => this.draw());
    looks.listen((name) => name === 'numbering' && this.draw());
    desk.addEventListener('place', () => this.#mark());
    box.addEventListener('click', (event) => {
      const target = event.target instanceof Element ? event.target.closest('.ply') : null;
      for (const [node, element] of this.#shown) if (element === target) desk.go(node);
    });
    this.draw();
  }

  /** Write the tree anew. */
  draw() {
    const held = this.box.contains(document.activeElement);
    this.#shown.clear();
    const { root } = this.desk.tree;
    const parts = [...this.#comment(root.comment), ...this.#line(root, 0)];
    if (!root.children.length) parts.push(make('p', 'none', words.noMoves));
    this.box.replaceChildren(...parts);
    this.#mark();
    if (held) this.#shown.get(this.desk.node)?.focus({ preventScroll: true });
  }

  /** @param {string} text */
  #comment(text) {
    return text ? [make('span', 'comment', text)] : [];
  }

  /**
   * The moves that follow a node, with what departs from them.
   *
   * @param {Node} from @param {number} level how many variations this is within
   */
  #line(from, level) {
    /** @type {HTMLElement[]} */
    const parts = [];
    let numbered = false;
    for (let at = from; at.children.length; at = at.children[0]) {
      const [first, ...others] = at.children;
      parts.push(this.#ply(first, !numbered));
      numbered = true;
      const notes = this.#comment(first.comment);
      parts.push(...notes, ...others.map((other) => this.#variation(other, level + 1)));
      if (notes.length || others.length) numbered = false;
    }
    return parts;
  }

  /** @param {Node} head @param {number} level */
  #variation(head, level) {
    const part = make('div', 'variation');
    part.setAttribute('role', 'group');
    part.setAttribute('aria-label', words.variation);
    part.dataset.level = String(Math.min(level, 4));
    part.append(
      ...this.#comment(head.before),
      this.#ply(head, true),
      ...this.#comment(head.comment),
      ...this.#line(head, level),
    );
    return part;
  }

  /** @param {Node} node @param {boolean} first whether it stands at the beginning, or after a break */
  #ply(node, first) {
    const ply = this.desk.tree.plyOf(node);
    const number = Math.floor(ply / 2) + 1;
    const white = ply % 2 === 0;
    const button = /** @type {HTMLButtonElement} */ (make('button', 'ply'));
    button.type = 'button';
    button.tabIndex = -1;
    if (white || first) button.append(make('span', 'number', white ? `${number}.` : `${number}…`));
    button.append(make('span', 'text', this.desk.named(node.move?.text ?? '')));
    const marks = written(node.nags);
    if (marks) button.append(make('span', 'nag', marks));
    if (node.move?.huff) button.append(make('span', 'huffed', words.huffed(this.desk.named(node.move.huff))));
    const judged = this.judged(node);
    if (judged) button.classList.add(judged);
    button.classList.toggle('main', node.main);
    this.#shown.set(node, button);
    return button;
  }

  #mark() {
    const { node } = this.desk;
    const held = this.box.contains(document.activeElement);
    for (const [shown, element] of this.#shown) {
      const here = shown === node;
      element.classList.toggle('here', here);
      element.tabIndex = here ? 0 : -1;
      if (here) element.setAttribute('aria-current', 'step');
      else element.removeAttribute('aria-current');
    }
    const [first] = this.#shown.values();
    const here = this.#shown.get(node);
    if (!here && first) first.tabIndex = 0;
    if (here && held) here.focus({ preventScroll: true });
    if (here) scrollTo(this.box, here);
    else this.box.scrollTop = 0;
  }
}

/** Bring a part of a box into sight, without moving anything else. @param {HTMLElement} box @param {HTMLElement} part */
function scrollTo(box, part) {
  const [outer, inner] = [box.getBoundingClientRect(), part.getBoundingClientRect()];
  if (inner.top < outer.top + 8) box.scrollTop += inner.top - outer.top - 32;
  else if (inner.bottom > outer.bottom - 8) box.scrollTop += inner.bottom - outer.bottom + 32;
}
