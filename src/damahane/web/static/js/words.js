/**
 * Every text that the scripts of the game show. The server's own texts come with the page and with
 * its answers.
 *
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./types.js').Stone} Stone
 */

import { _, n_ } from './texts.js';

/** @type {Record<Side, string>} */
export const sides = { white: _('White'), black: _('Black') };

/** @type {Record<Stone, string>} */
export const stones = {
  wm: _('white man'),
  wk: _('white king'),
  bm: _('black man'),
  bk: _('black king'),
};

/** @type {Record<string, string>} */
export const levels = { easy: _('Easy'), medium: _('Medium'), hard: _('Hard') };

export const words = {
  brand: 'damahane',
  boardLabel: _('Dama board'),
  boardKeys: _('Arrows walk the board, Enter picks up a piece and puts it down, Escape takes back.'),
  empty: _('empty'),
  /** @param {number} count */
  mustCapture: (count) => _('must capture {count}', { count }),
  canMove: _('can move'),
  selected: _('picked up'),
  canGo: _('can go here'),
  /** @param {number} number */
  stop: (number) => _('stop {number}', { number }),
  lastMove: _('last move'),

  checking: _('One moment: the position is being looked at.'),
  playable: _('You can play on from here.'),
  copied: _('Copied.'),

  beginByMoving: _('Move a piece to begin.'),
  beginByButton: _('Press Play to begin.'),
  starting: _('Setting up the table…'),
  yourMove: _('Your move.'),
  /** @param {Side} side */
  sideToMove: (side) => (side === 'white' ? _('White to move.') : _('Black to move.')),
  /** @param {number} due */
  yourCapture: (due) => _('Your move: a capture of {due} is due.', { due }),
  /** @param {number} count */
  moreToTake: (count) =>
    n_('{count} more to take.', '{count} more to take.', count, { count }),
  /** @param {string} square @param {number} count */
  spokenStop: (square, count) =>
    n_('{square}, {count} more to take.', '{square}, {count} more to take.', count, { square, count }),
  /** @param {Side} side @param {number} due */
  sideCapture: (side, due) =>
    side === 'white'
      ? _('White to move: a capture of {due} is due.', { due })
      : _('Black to move: a capture of {due} is due.', { due }),
  thinking: _('The computer is thinking…'),
  warming: _('The computer is getting ready: after a start this takes a minute.'),
  considering: _('The computer considers your offer…'),
  sending: _('Your move is on its way…'),
  stalled: _('The computer lost its thread.'),
  askAgain: _('Ask it again'),
  lookingOn: _('You are looking on at this game.'),
  gameOver: _('This game is over.'),
  severalWays: _('Several ways lead there and they take different pieces: go stop by stop.'),
  byStops: _('Go stop by stop: the filled number comes next.'),
  noAnswer: _('The server did not answer. Please try again.'),
  kept: _('No connection. Your move is kept and sent as soon as it is back.'),
  changed: _('The game went on in another window: here is how it stands.'),
  showMe: _('Show me'),
  rule: _('The rule'),
  /** @param {number} due */
  shownOne: (due) =>
    due > 1
      ? _('The numbers are its stops: tap 1, then 2 …, or the last one at once.')
      : _('It takes by going to the dot: tap there.'),
  shownSeveral: _('Each piece with a ring can take: tap one to see how.'),

  undone: _('Taken back.'),
  redone: _('Played again.'),
  masterThinks: _('The master has a look…'),
  /** @param {string} move @param {string} reason */
  master: (move, reason) => _('The master would play {move}. {reason}', { move, reason }),
  playIt: _('Play it'),
  whichWay: _('Several ways lead there. Which pieces do you take?'),
  /** @param {string} letter @param {string} squares */
  takesThose: (letter, squares) => _('{letter}: takes {squares}', { letter, squares }),
  mayGoOn: _('The capture could go on from here.'),
  stopHere: _('Stop here'),
  /** @param {string} example */
  unreadable: (example) => _('This is no move. One looks like {example}.', { example }),
  huffWhich: _('Which piece should have captured? Tap it.'),
  huffNot: _('Never mind'),
  /** @param {string} square */
  youHuffed: (square) => _('Huffed: the piece on {square} is off. Now make your move.', { square }),
  /** @param {string} square */
  huffedYou: (square) =>
    _('Huffed: your piece on {square} could have captured, so it is off.', { square }),
  /** @param {Side} side @param {string} square */
  huffedBy: (side, square) =>
    side === 'white'
      ? _('White huffs: the piece on {square} is off.', { square })
      : _('Black huffs: the piece on {square} is off.', { square }),
  clockWaits: _('The clock starts with White’s first move.'),
  startClock: _('Start White’s clock'),
  clockStopped: _('The clock is stopped.'),
  goOn: _('Go on'),
  /** @param {number} white @param {number} black */
  score: (white, black) => _('Score: White {white}, Black {black}.', { white, black }),
  /** @param {number} white @param {number} black */
  piecesLeft: (white, black) => _('Pieces left: White {white}, Black {black}.', { white, black }),
  declined: _('The computer would rather play on.'),
  /** @param {Side} side */
  declinedBy: (side) => (side === 'white' ? _('White plays on.') : _('Black plays on.')),
  /** @param {Side} side */
  offers: (side) =>
    side === 'white'
      ? _('White offers a draw. Black, do you agree?')
      : _('Black offers a draw. White, do you agree?'),
  agree: _('Agree to a draw'),
  playOn: _('Play on'),
  resignSure: _('Give up this game?'),
  /** @param {Side} side */
  resignSureSide: (side) =>
    side === 'white' ? _('White, give up this game?') : _('Black, give up this game?'),
  resignYes: _('Give up'),
  resignNo: _('Keep playing'),
  rematch: _('Rematch'),
  newGame: _('New game'),
  lookBack: _('Review'),

  offline: _('Offline, reconnecting'),
  you: _('You'),
  machine: _('Computer'),
  /** @param {string} level */
  computer: (level) => _('Computer, {level}', { level: levels[level] ?? level }),
  toMove: _('to move'),
  yourTurn: _('your move'),
  thinkingShort: _('thinking'),
  /** @param {number} count */
  took: (count) => _('took {count}', { count }),
  /** @param {number} plies @param {number} limit */
  drawCount: (plies, limit) => {
    const count = Math.ceil((limit - plies) / 2);
    return n_(
      '{count} more quiet move each makes a draw.',
      '{count} more quiet moves each make a draw.',
      count,
      { count },
    );
  },
  /** @param {number} plies @param {number} limit */
  quietCount: (plies, limit) =>
    _('Quiet moves: {count} of {limit} to a draw', {
      count: Math.floor(plies / 2),
      limit: limit / 2,
    }),
  /** @param {string} square */
  listedHuff: (square) => _('huff {square}', { square }),
  noMoves: _('No moves yet.'),
  /** @param {number} number @param {string} level */
  continueLine: (number, level) => _('Move {number}, against {level}', { number, level }),
  /** @param {number} number */
  continueTwo: (number) => _('Move {number}, two players', { number }),

  titleYou: _('Your move'),
  titleThinking: _('Thinking…'),
  /** @param {Side} side */
  titleSide: (side) => (side === 'white' ? _('White to move') : _('Black to move')),
  titleWon: _('You won'),
  titleLost: _('You lost'),
  titleDraw: _('Draw'),
  /** @param {Side} side */
  titleWins: (side) => (side === 'white' ? _('White won') : _('Black won')),

  /** @param {string} who @param {string} move @param {number} count */
  spokenMove: (who, move, count) =>
    count ? _('{who}: {move}, takes {count}.', { who, move, count }) : _('{who}: {move}.', { who, move }),
};
