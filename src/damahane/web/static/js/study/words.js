/**
 * The texts of the pages to study on.
 *
 * @typedef {import('../types.js').Side} Side
 */

import { _, language, n_ } from '../texts.js';

/** @type {Record<string, string>} */
export const marks = { mistake: _('Mistake'), blunder: _('Blunder'), missed_win: _('Missed win') };

const men = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const short = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(language, { style: 'percent' });
const list = new Intl.ListFormat(language);
const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });

export const words = {
  noMoves: _('No moves yet. Play one on the board.'),
  start: _('The position before the first move.'),
  variation: _('Variation'),
  /** @param {string} square */
  huffed: (square) => _('(huffed: {square})', { square }),
  gameOver: _('The game is over here.'),
  noAnswer: _('The server did not answer. Please try again.'),
  refused: _('The server could not do this.'),

  engineOn: _('Stop the engine'),
  engineOff: _('Start the engine'),
  engineWaits: _('Waiting for a free engine…'),
  engineRests: _('The engine rests.'),
  engineOver: _('Nothing to think about: the game is over here.'),
  engineOffline: _('No connection to the engine. It is tried again.'),
  /** @param {import('./types.js').Thought} thought */
  engineLine: ({ depth, nodes, seconds }) =>
    _('Depth {depth}, {speed} positions a second', {
      depth,
      speed: short.format(nodes / Math.max(seconds, 0.001)),
    }),
  /** @param {number} depth */
  engineDone: (depth) => _('Done at depth {depth}.', { depth }),
  /** @param {number} number @param {string} score @param {string} moves */
  lineLabel: (number, score, moves) =>
    _('Line {number}, {score}: {moves}', { number, score, moves }),

  /** @param {number} count */
  read: (count) => n_('{count} game was read.', '{count} games were read.', count, { count }),
  readPosition: _('The position is on the board.'),
  readMore: _('There are more in the text: these are the first.'),
  /** @param {number} line @param {number} column @param {string} message */
  damage: (line, column, message) =>
    _('Line {line}, column {column}: {message}.', { line, column, message }),
  /** @param {number} count */
  damageAfter: (count) =>
    n_(
      'The game before it was read.',
      'The {count} games before it were read.',
      count,
      { count },
    ),
  nothingToRead: _('Paste a game or a position first.'),
  tooLarge: _('This file is too large: 400 kB can be read at once.'),
  /** @param {number} number */
  gameNumber: (number) => _('Game {number}', { number }),

  copied: _('Copied.'),
  linkCopied: _('The link is copied: whoever has it can look at this.'),
  unshared: _('Only you can look at this game now.'),
  removed: _('Taken out.'),
  undo: _('Undo'),
  cleared: _('The board is set up anew.'),

  /** @param {number} done @param {number} total */
  looking: (done, total) =>
    _('{done} of {total} positions looked at…', { done, total }),
  lookingSoon: _('The review begins as soon as an engine is free…'),
  flawless: _('No mistakes were found.'),
  /** @param {number} loss in men */
  cost: (loss) => _('It cost {men} men.', { men: men.format(loss) }),
  /** @param {string} move */
  better: (move) => _('Better was {move}.', { move }),
  /** @param {string} reason */
  because: (reason) => _('Why: {reason}', { reason }),
  /** @param {string} reason */
  allows: (reason) => _('The answer to it: {reason}', { reason }),
  good: _('A good move.'),
  /** @param {string} summary */
  graph: (summary) => _('How the game went. {summary}', { summary }),
  noMistakesLeft: _('That was the last mistake.'),
  /** @param {number} ply @param {string} move */
  moveOf: (ply, move) => `${Math.floor(ply / 2) + 1}${ply % 2 ? '…' : '.'} ${move}`,

  settingUp: _('Put pieces on the board and take them off: the result is looked up as you go.'),
  tooLong: _('That text is too long to be a position.'),
  example: _('The address holds no position: this is an example.'),
  /** @param {string[]} names of rule sets, the one that is shown first */
  noTables: (names) =>
    _('There are tables of these rules only: {names}. The results are of the first.', {
      names: list.format(names),
    }),
  /** @type {Record<import('./types.js').Worth['result'], string>} */
  moveGroups: { win: _('Winning moves'), draw: _('Drawing moves'), loss: _('Losing moves') },
  /** @param {number} count */
  plies: (count) => n_('{count} ply', '{count} plies', count, { count }),

  /** @param {number} count */
  found: (count) => n_('{count} game', '{count} games', count, { count }),
  reading: _('Reading…'),
  none: _('No games yet. Those you play are kept here.'),
  noneFound: _('No game fits. Take something out of the search.'),
  /** @type {Record<string, string>} */
  fates: {
    won: _('Won'),
    lost: _('Lost'),
    drawn: _('Draw'),
    open: _('Going on'),
    white: _('White won'),
    black: _('Black won'),
  },
  /** @param {number} plies */
  length: (plies) => {
    const count = Math.ceil(plies / 2);
    return n_('{count} move', '{count} moves', count, { count });
  },
  /** @param {string} date */
  date: (date) => day.format(new Date(date)),
  deleted: _('The game is deleted.'),
  restored: _('The game is back.'),
  review: _('Review'),
  goOn: _('Continue'),
  analyse: _('Analyse'),
  remove: _('Delete'),
  /** @param {string} opponent @param {string} date */
  gameName: (opponent, date) => _('{opponent}, {date}', { opponent, date }),
  /** @param {string} name */
  removeGame: (name) => _('Delete the game: {name}', { name }),
};

/** How many mistakes a side made. @param {Side} side @param {number} mistakes @param {number} blunders */
export function tally(side, mistakes, blunders) {
  const said = { mistakes, blunders };
  return side === 'white'
    ? _('White: mistakes {mistakes}, blunders {blunders}.', said)
    : _('Black: mistakes {mistakes}, blunders {blunders}.', said);
}

/** A score as it is written: +1.25, or who wins in how many moves. @param {import('./types.js').Score} score */
export function scoreText(score) {
  if (score.wins) return `${score.wins === 'white' ? '+' : '−'}#${score.moves}`;
  const text = men.format(Math.abs(score.men));
  if (Math.abs(score.men) < 0.005) return text;
  return `${score.men > 0 ? '+' : '−'}${text}`;
}

/** A score in words. @param {import('./types.js').Score} score */
export function scoreWords({ wins, moves, men: value }) {
  if (wins === 'white') return moves ? _('White wins in {moves}', { moves }) : _('White has won');
  if (wins === 'black') return moves ? _('Black wins in {moves}', { moves }) : _('Black has won');
  if (Math.abs(value) < 0.005) return _('level');
  const said = { men: men.format(Math.abs(value)) };
  return value > 0
    ? _('White is ahead by {men}', said)
    : _('Black is ahead by {men}', said);
}

/** A chance to win. @param {number} chance */
export const chanceText = (chance) => percent.format(chance);
