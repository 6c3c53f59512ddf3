/**
 * A tree of moves: a game, what else could have been played, and what is noted about either.
 *
 * @typedef {import('./types.js').Facts} Facts
 * @typedef {import('./types.js').Game} GameModel
 * @typedef {import('./types.js').Line} Line
 * @typedef {import('./types.js').Move} Move
 * @typedef {import('./types.js').Noted} Noted
 * @typedef {import('../types.js').Side} Side
 */

/** A move in a tree, or its root. The first of its children is the line that was played. */
export class Node {
  /** @type {Node[]} */
  children = [];
  /** @type {number[]} */
  nags = [];
  comment = '';
  before = ''; // the comment before it, where it begins a variation
  /** @type {Facts | null} */
  facts = null;

  /** @param {Node | null} parent @param {Move | null} move @param {string} cells @param {Side} turn */
  constructor(parent, move, cells, turn) {
    this.parent = parent;
    this.move = move;
    this.cells = cells;
    this.turn = turn;
  }

  /** How many moves lead here. @returns {number} */
  get depth() {
    return this.parent ? this.parent.depth + 1 : 0;
  }

  /** Whether it belongs to the game itself. @returns {boolean} */
  get main() {
    return !this.parent || (this.parent.children[0] === this && this.parent.main);
  }
}

/** Marks that can be set at a move, as they are written. @type {[number, string][]} */
export const NAGS = [
  [3, '!!'],
  [1, '!'],
  [5, '!?'],
  [6, '?!'],
  [2, '?'],
  [4, '??'],
];
const WRITTEN = new Map(NAGS);

/** The marks of a move as they are written. @param {readonly number[]} nags */
export const written = (nags) => nags.map((nag) => WRITTEN.get(nag) ?? '').join('');

export class Tree {
  /** @param {GameModel} game */
  constructor(game) {
    const { tags, rules, huffing, fen, ply, result } = game;
    this.tags = tags;
    this.rules = rules;
    this.huffing = huffing;
    this.fen = fen;
    this.ply = ply;
    this.result = result;
    this.root = new Node(null, null, game.cells, game.turn);
    this.root.comment = game.comment;
    grow(this.root, game.moves);
  }

  /** The way to a node, as the server reads it. @param {Node} node @returns {import('./types.js').Place} */
  place(node) {
    return { rules: this.rules, huffing: this.huffing, fen: this.fen, moves: way(node) };
  }

  /** The nodes of the game itself, from the root. @returns {Node[]} */
  get game() {
    return line(this.root);
  }

  /** The ply of the move that leads to a node, counted as its number is. @param {Node} node */
  plyOf(node) {
    return this.ply + node.depth - 1;
  }

  /** The node at the end of a path. @param {readonly number[]} path */
  along(path) {
    return path.reduce((node, child) => node.children[child] ?? node, this.root);
  }

  /** Add a move, unless it is there; gives its node. @param {Node} parent @param {Move} move */
  add(parent, move) {
    const known = parent.children.find((child) => child.move?.full === move.full);
    if (known) return known;
    const node = new Node(parent, move, move.cells, move.turn);
    parent.children.push(node);
    return node;
  }

  /** Add a line; gives its nodes. @param {Node} parent @param {readonly Move[]} moves */
  addLine(parent, moves) {
    /** @type {Node[]} */
    const nodes = [];
    let at = parent;
    for (const move of moves) nodes.push((at = this.add(at, move)));
    return nodes;
  }

  /** Take a move out, with all that follows it; gives what came before. @param {Node} node */
  remove(node) {
    const { parent } = node;
    if (!parent) return node;
    parent.children = parent.children.filter((child) => child !== node);
    return parent;
  }

  /** Put a variation before the line it departs from. @param {Node} node */
  promote(node) {
    const head = headOf(node);
    const siblings = head.parent?.children;
    if (!siblings) return;
    const at = siblings.indexOf(head);
    siblings.splice(at, 1);
    siblings.splice(at - 1, 0, head);
  }

  /** The tree as the server reads it. @returns {object} */
  toGiven() {
    const { rules, huffing, fen, tags } = this;
    return { rules, huffing, fen, tags, comment: this.root.comment, moves: given(this.root) };
  }

  /** The tree as the server would send it. @returns {GameModel} */
  toGame() {
    const { tags, rules, huffing, fen, ply, result, root } = this;
    const { cells, turn, comment } = root;
    const moves = given(root);
    const start = { cells, turn, ply, comment };
    return { tags, rules, rules_name: '', huffing, fen, result, ...start, moves };
  }

  /** Every node, each before its children. @returns {Generator<Node>} */
  *[Symbol.iterator]() {
    /** @type {Node[]} */
    const waiting = [this.root];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      yield node;
      waiting.push(...node.children);
    }
  }
}

/** The moves to a node. @param {Node} node */
function way(node) {
  /** @type {string[]} */
  const moves = [];
  for (let at = /** @type {Node | null} */ (node); at?.move; at = at.parent) {
    if (at.move.huff) moves.unshift(`huff ${at.move.huff}`);
    moves.unshift(at.move.full);
  }
  return moves;
}

/** A node and those that follow it by their first children. @param {Node} node */
function line(node) {
  const nodes = [node];
  for (let at = node.children[0]; at; at = at.children[0]) nodes.push(at);
  return nodes;
}

/** Which child leads on at each step from the root to a node. @param {Node} node */
export function pathOf(node) {
  /** @type {number[]} */
  const path = [];
  for (let at = node; at.parent; at = at.parent) path.unshift(at.parent.children.indexOf(at));
  return path;
}

/** The node with which the variation of a node begins. @param {Node} node */
export function headOf(node) {
  let head = node;
  while (head.parent && head.parent.children[0] === head) head = head.parent;
  return head;
}

/** The last node of the line that a node is in. @param {Node} node */
export const endOf = (node) => line(node)[line(node).length - 1];

/** @param {Node} parent @param {readonly Noted[]} moves */
function grow(parent, moves) {
  let at = parent;
  for (const noted of moves) {
    const node = new Node(at, noted, noted.cells, noted.turn);
    node.nags = [...noted.nags];
    node.comment = noted.comment;
    at.children.push(node);
    for (const variation of noted.variations) {
      const count = at.children.length;
      grow(at, variation.moves);
      const head = at.children[count];
      if (head) head.before = variation.comment;
    }
    at = node;
  }
}

/** The line from a node on, with what departs from it. @param {Node} parent @returns {Noted[]} */
function given(parent) {
  /** @type {Noted[]} */
  const moves = [];
  for (let at = parent; at.children.length; at = at.children[0]) {
    const [first, ...others] = at.children;
    const variations = others.map((node) => ({
      comment: node.before,
      moves: [noted(node, []), ...given(node)],
    }));
    moves.push(noted(first, variations));
  }
  return moves;
}

/** @param {Node} node @param {Line[]} variations @returns {Noted} */
function noted(node, variations) {
  const move = /** @type {Move} */ (node.move);
  const { text, full, stops, captured, cells, turn, huff = null } = move;
  const { nags, comment } = node;
  return { text, full, stops, captured, cells, turn, huff, nags, comment, variations };
}
