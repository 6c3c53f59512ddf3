/**
 * Help at the board: the master's hint, the choice between ways, typed moves, and huffing.
 *
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Route} Route
 * @typedef {import('./types.js').Hint} Hint
 * @typedef {import('./board/element.js').DamaBoard} DamaBoard
 * @typedef {import('./say.js').Say} Say
 */

import * as api from './api.js';
import { named } from './naming.js';
import { words } from './words.js';

const MOST_WAYS = 4; // more than that nobody can tell apart on the board

/**
 * Show what the master would play, with the answer that is expected.
 *
 * @param {DamaBoard} board @param {Say} say @param {Hint} hint
 */
export function showHint(board, say, hint) {
  const [first, ...replies] = hint.line;
  board.arrows = [
    ...replies.slice(0, 1).map(({ stops }) => ({ stops, kind: 'reply' })),
    { stops: first.stops, kind: 'hint' },
  ];
  say.passing({
    text: words.master(board.position ? named(hint.text, board.position.board) : hint.text, hint.reason),
    choices: [{ text: words.playIt, act: () => void board.follow(first) }],
  });
}

/**
 * Several ways lead to a square: let the person pick by what they take.
 *
 * @param {DamaBoard} board @param {Say} say @param {Route[]} ways
 */
export function chooseWay(board, say, ways) {
  if (ways.length < 2 || ways.length > MOST_WAYS) {
    say.passing({ kind: 'refusal', text: words.severalWays });
    return;
  }
  const letters = ways.map((_, at) => String.fromCharCode(65 + at));
  board.arrows = ways.map(({ stops }, at) => ({ stops, kind: at ? 'way' : 'hint' }));
  board.marks = ways.flatMap(({ captured }, at) =>
    captured
      .filter((square) => !ways.every((way) => way.captured.includes(square)))
      .map((square) => ({ square, kind: at ? 'way' : 'hint', text: letters[at] })),
  );
  say.passing({
    text: words.whichWay,
    choices: ways.map((way, at) => {
      const squares = way.captured.map((square) => board.called(square)).join(', ');
      const title = words.takesThose(letters[at], squares);
      return { text: letters[at], title, act: () => void board.follow(way) };
    }),
  });
}

/**
 * Enter what was typed.
 *
 * @param {DamaBoard} board @param {Say} say @param {string} text
 * @returns {boolean} whether it was a move at all
 */
export function typed(board, say, text) {
  if (!text.trim()) return false;
  if (board.type(text)) return true;
  const example = board.position?.board.diagonal ? '32-28, 28x19' : 'd3-d4, d4xd6';
  say.passing({ kind: 'refusal', text: words.unreadable(example) });
  return false;
}

/**
 * Ask for the piece to huff.
 *
 * @param {DamaBoard} board @param {Say} say @param {(square: string | null) => void} named
 */
export function askForHuff(board, say, named) {
  board.mode = 'point';
  /** @param {string | null} square */
  const answer = (square) => {
    board.removeEventListener('point', pointed);
    board.mode = 'play';
    named(square);
  };
  /** @param {Event} event */
  const pointed = (event) => {
    const { square } = /** @type {CustomEvent<{square: string}>} */ (event).detail;
    if (board.position?.pieces[square]) answer(square);
  };
  board.addEventListener('point', pointed);
  say.passing({
    kind: 'question',
    text: words.huffWhich,
    choices: [{ text: words.huffNot, act: () => answer(null) }],
  });
}

/** @param {State} game @returns {Promise<{hint: Hint | null, answer: api.Answer}>} */
export async function fetchHint(game) {
  const answer = await api.act(game, 'hint');
  const hint = answer.kind === 'ok' ? /** @type {unknown} */ (answer.state) : null;
  return { hint: /** @type {Hint | null} */ (hint), answer };
}
