/**
 * The shapes that travel between the server and the page. Only types live here.
 *
 * @typedef {'white' | 'black'} Side
 * @typedef {'wm' | 'wk' | 'bm' | 'bk'} Stone
 *
 * @typedef {object} Route One legal way to move: the squares it stops on, and what it takes, in order.
 * @property {string[]} stops
 * @property {string[]} captured
 *
 * @typedef {object} Huff A piece that was taken off because it had missed a capture.
 * @property {Side} color who claimed it
 * @property {string} square where it stood before the move that missed
 * @property {string} removed where it stood when it was taken off
 *
 * @typedef {Route & {text: string, huffed: Huff | null}} Played
 *
 * @typedef {object} Shape
 * @property {number} files
 * @property {number} ranks
 * @property {boolean} diagonal whether only the dark squares are played on
 * @property {string[]} names
 * @property {number[]} numbers of the squares of a diagonal board
 * @property {[number, number][]} coordinates
 *
 * @typedef {object} Position What the board element draws.
 * @property {Shape} board
 * @property {'at_once' | 'after_move'} removal
 * @property {Record<string, Stone>} pieces
 * @property {Route[]} routes
 * @property {number} due
 * @property {Side} turn
 * @property {string} [fen]
 * @property {(Route & {color: Side}) | null} last
 *
 * @typedef {object} GameState
 * @property {string} id
 * @property {string} rules
 * @property {string} rules_name
 * @property {'computer' | 'two'} mode
 * @property {'easy' | 'medium' | 'hard' | null} level
 * @property {Side | null} you
 * @property {boolean} yours whether one may play in it, or only look on
 * @property {number} version
 * @property {number} ply
 * @property {string} fen
 * @property {string | null} start_fen
 * @property {Played[]} moves
 * @property {Side} first
 * @property {Record<Side, number>} taken
 * @property {Record<Side, Stone[]>} taken_pieces
 * @property {{huffing: boolean, teaching: boolean, scoring: 'points' | 'pieces'}} options
 * @property {Times | null} times
 * @property {Huff | null} huffed
 * @property {{plies: number, limit: number} | null} clock
 * @property {Side | null} offer
 * @property {{undo: boolean, redo: boolean, hint: boolean, huff: boolean, offer: boolean, offer_reason: string | null, resign: boolean, answer: boolean}} may
 * @property {boolean} thinking
 * @property {boolean} stalled
 * @property {{winner: Side | null, termination: string, text: string, lesson: string | null, points: Record<Side, number>, left: Record<Side, number>} | null} outcome
 *
 * @typedef {object} Times
 * @property {Record<Side, number>} left milliseconds
 * @property {Side | null} running
 * @property {number} seconds
 * @property {number} increment
 *
 * @typedef {Position & GameState} State
 *
 * @typedef {object} Hint What the master would play.
 * @property {number} version
 * @property {string[]} stops
 * @property {string[]} captured
 * @property {string} text
 * @property {string} reason
 * @property {Route[]} line
 *
 * @typedef {object} Refusal Why a click was refused, in words, and the stones that could move instead.
 * @property {string} code
 * @property {string} text
 * @property {string[]} squares
 * @property {string | null} [lesson] the page that teaches the rule
 */

export {};
