/**
 * A solution to walk through: on the board by buttons and keys, and as a list of moves.
 *
 * @typedef {import('../board/element.js').DamaBoard} DamaBoard
 * @typedef {import('../say.js').Say} Say
 * @typedef {import('../study/types.js').Boards} Boards
 * @typedef {import('../study/types.js').Game} GameModel
 */

import { Desk } from '../study/desk.js';
import { Moves } from '../study/moves.js';
import { part } from '../study/start.js';
import { Tree } from '../study/tree.js';
import { walkable } from '../study/walk.js';
import { words } from './words.js';

/**
 * Make room for a solution, or take it away: so nothing moves when the server has answered.
 *
 * @param {boolean} wanted
 */
export function makeRoom(wanted) {
  part('solution').hidden = part('walk').hidden = !wanted;
}

/**
 * Show a solution from its beginning. The board is the solution's from then on.
 *
 * @param {DamaBoard} board @param {Say} say @param {Boards} boards @param {GameModel} game
 */
export function showSolution(board, say, boards, game) {
  const desk = new Desk(board, say, boards, new Tree(game));
  new Moves(part('moves'), desk);
  walkable(desk);
  makeRoom(true);
  desk.go(desk.tree.root);
  say.passing({ text: words.walkIt });
  return desk;
}
