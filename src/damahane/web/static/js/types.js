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
 * @typedef {Route & {text: string}} Played
 *
 * @typedef {object} Shape
 * @property {number} files
 * @property {number} ranks
 * @property {string[]} names
 * @property {[number, number][]} coordinates
 *
 * @typedef {object} Position What the board element draws.
 * @property {Shape} board
 * @property {'at_once' | 'after_move'} removal
 * @property {Record<string, Stone>} pieces
 * @property {Route[]} routes
 * @property {number} due
 * @property {Side} turn
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
 * @property {{plies: number, limit: number} | null} clock
 * @property {Side | null} offer
 * @property {{undo: boolean, offer: boolean, offer_reason: string | null, resign: boolean, answer: boolean}} may
 * @property {boolean} thinking
 * @property {boolean} stalled
 * @property {{winner: Side | null, termination: string, text: string} | null} outcome
 *
 * @typedef {Position & GameState} State
 *
 * @typedef {object} Refusal Why a click was refused, in words, and the stones that could move instead.
 * @property {string} code
 * @property {string} text
 * @property {string[]} squares
 */

export {};
