/**
 * What every page with a board to study on begins with.
 *
 * @typedef {import('./types.js').Boards} Boards
 * @typedef {import('./types.js').Game} GameModel
 */

import { preferences } from '../preferences.js';
import { DamaBoard } from '../board/element.js';
import { Say } from '../say.js';
import { Desk } from './desk.js';
import { leadToExact } from './exact.js';
import { Moves } from './moves.js';
import { Tree } from './tree.js';
import { walkable } from './walk.js';

/** @param {string} id */
export const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @returns {any} */
export const given = () => JSON.parse(part('given').textContent ?? '{}');

/**
 * A tree without moves.
 *
 * @param {Boards} boards @param {string} rules @param {boolean} [huffing]
 * @returns {GameModel}
 */
export function emptyGame(boards, rules, huffing = false) {
  const { cells } = boards.rules[rules];
  const start = { cells, turn: /** @type {'white'} */ ('white'), ply: 0, comment: '' };
  return {
    tags: {},
    rules,
    rules_name: '',
    huffing,
    fen: null,
    result: '*',
    ...start,
    moves: [],
  };
}

/** @param {Boards} boards @param {GameModel} game */
export function sit(boards, game) {
  const board = /** @type {DamaBoard} */ (document.querySelector('dama-board'));
  const desk = new Desk(board, new Say(board), boards, new Tree(game));
  const moves = new Moves(part('moves'), desk);
  walkable(desk);
  leadToExact(desk);
  preferences();
  return { desk, moves };
}
