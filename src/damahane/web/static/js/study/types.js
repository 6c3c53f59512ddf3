/**
 * The shapes that travel between the server and the pages to study on. Only types live here.
 *
 * @typedef {import('../types.js').Side} Side
 * @typedef {import('../types.js').Shape} Shape
 *
 * @typedef {object} Move A move, and the board after it: a letter for each square.
 * @property {string} text
 * @property {string} full
 * @property {string[]} stops
 * @property {string[]} captured
 * @property {string} cells
 * @property {Side} turn
 * @property {string | null} [huff]
 *
 * @typedef {Move & {nags: number[], comment: string, variations: Line[]}} Noted
 *
 * @typedef {object} Line
 * @property {string} comment
 * @property {Noted[]} moves
 *
 * @typedef {object} Game A game with everything that is noted in it.
 * @property {Named<string>} tags
 * @property {string} rules
 * @property {string} rules_name
 * @property {boolean} huffing
 * @property {string | null} fen
 * @property {string} cells
 * @property {Side} turn
 * @property {number} ply
 * @property {string} comment
 * @property {string} result
 * @property {Noted[]} moves
 *
 * @typedef {object} Rules What is to be known of a rule set.
 * @property {string} name
 * @property {string} shape
 * @property {'at_once' | 'after_move'} removal
 * @property {string} cells
 * @property {boolean} huff whether captures can be missed and huffed, by choice
 * @property {boolean} tables whether its endgames are known
 *
 * @typedef {object} Boards
 * @property {Named<Shape>} shapes
 * @property {Named<Rules>} rules
 *
 * @typedef {object} Place A position by the way to it.
 * @property {string} rules
 * @property {boolean} huffing
 * @property {string | null} fen
 * @property {string[]} moves
 *
 * @typedef {object} Facts What the server knows of a position.
 * @property {import('../types.js').Route[]} routes
 * @property {number} due
 * @property {string} fen
 * @property {string} clocked_fen
 * @property {number} ply
 * @property {string | null} over
 * @property {Move | null} played
 *
 * @typedef {object} Score What a position is worth, as White sees it.
 * @property {number} chance
 * @property {number} men
 * @property {Side | null} wins
 * @property {number} moves
 *
 * @typedef {object} Expected A line of play and what it is worth.
 * @property {Score} score
 * @property {Move[]} moves
 *
 * @typedef {object} Thought
 * @property {number} depth
 * @property {number} nodes
 * @property {number} seconds
 * @property {Expected[]} lines
 *
 * @typedef {object} Reason
 * @property {string} text
 *
 * @typedef {object} Judgement
 * @property {number} ply
 * @property {Side} color
 * @property {Score} after
 * @property {number} loss
 * @property {'mistake' | 'blunder' | 'missed_win' | null} mark
 * @property {Expected | null} better
 * @property {Reason | null} reason
 * @property {Reason | null} allows
 *
 * @typedef {object} Review
 * @property {Score} start
 * @property {Judgement[]} judgements
 *
 * @typedef {object} ReviewState
 * @property {'none' | 'making' | 'done' | 'impossible'} state
 * @property {{done: number, total: number} | null} progress
 * @property {Review | null} review
 * @property {string} text
 *
 * @typedef {object} Worth What a position or a move is worth, exactly.
 * @property {'win' | 'draw' | 'loss'} result
 * @property {Side | null} winner
 * @property {number} plies
 * @property {number} moves
 * @property {string} text
 *
 * @typedef {Move & {worth: Worth, fen: string}} Weighed
 *
 * @typedef {object} Endgame A position of the endgame tables.
 * @property {string} fen
 * @property {Worth} worth
 * @property {string} note
 * @property {string | null} over
 * @property {Weighed[]} moves
 *
 * @typedef {object} File
 * @property {Game[]} games
 * @property {{line: number, column: number, message: string, shown: string} | null} damage
 * @property {boolean} more
 */

/**
 * @template Value
 * @typedef {{[name: string]: Value}} Named
 */

export {};
