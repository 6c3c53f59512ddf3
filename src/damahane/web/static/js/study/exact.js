/**
 * The way from a position of few pieces to its exact result.
 *
 * @typedef {import('./desk.js').Desk} Desk
 */

const MOST = 4; // pieces that the tables know

/** The address of a position among the endgames. @param {string} rules @param {string} fen */
export const endgameLink = (rules, fen) => `/endgame?rules=${rules}&fen=${encodeURI(fen)}`;

/** Lead to the exact result wherever there is one. @param {Desk} desk */
export function leadToExact(desk) {
  const link = /** @type {HTMLAnchorElement | null} */ (document.getElementById('exact'));
  if (!link) return;
  const settle = () => {
    const { node, tree, boards } = desk;
    const pieces = [...node.cells].filter((cell) => cell !== '.');
    const both = ['wW', 'bB'].every((side) => pieces.some((piece) => side.includes(piece)));
    const known = boards.rules[tree.rules].tables && both && pieces.length <= MOST;
    link.hidden = !known || !node.facts;
    if (node.facts) link.href = endgameLink(tree.rules, node.facts.fen);
  };
  desk.addEventListener('place', settle);
  desk.addEventListener('facts', settle);
}
