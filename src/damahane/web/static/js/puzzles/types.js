/**
 * The shapes that travel between the server and the pages of puzzles. Only types live here.
 *
 * @typedef {import('../types.js').Position & {fen: string}} Position
 * @typedef {import('../types.js').Route & {text: string}} Played
 *
 * @typedef {object} Judged What a move was worth, and the answer of the defence.
 * @property {'won' | 'right' | 'slow' | 'refuted' | 'loses' | 'draws'} ruling
 * @property {boolean} right
 * @property {string} text
 * @property {Played} move
 * @property {Played | null} reply
 * @property {Position} between after the move, before the answer
 * @property {Position} position after the answer
 *
 * @typedef {object} Try
 * @property {string[]} moves
 * @property {'won' | 'wrong' | 'given_up' | null} end
 *
 * @typedef {object} Challenge
 * @property {string} date
 * @property {number} number
 * @property {boolean} today
 * @property {number} moves
 * @property {number} version
 * @property {number} most_tries
 * @property {Try[]} tries
 * @property {number} left
 * @property {Position} position
 * @property {'solved' | 'failed' | 'given_up' | null} result
 * @property {boolean} counts
 * @property {string} text
 * @property {string} share
 * @property {number} ends_in
 * @property {import('../study/types.js').Game | null} solution
 *
 * @typedef {object} Day
 * @property {string} date
 * @property {number} number
 * @property {'solved' | 'failed' | 'given_up' | 'open'} result
 * @property {number} tries
 * @property {boolean} counts
 *
 * @typedef {object} Past
 * @property {string} today
 * @property {string} first
 * @property {number} ends_in
 * @property {number} streak
 * @property {number} longest
 * @property {number[]} solved
 * @property {number} failed
 * @property {Day[]} days
 *
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {number} grade
 * @property {number} moves
 * @property {Position} position
 * @property {number} wrong
 * @property {boolean} shown
 * @property {boolean} solved
 *
 * @typedef {{grades: {grade: number, name: string, puzzles: number, solved: number, clean: number}[]}} Progress
 */

export {};
