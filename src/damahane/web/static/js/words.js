/**
 * Every text that the scripts show. The server's own texts come with the page and with its answers.
 *
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./types.js').Stone} Stone
 */

/** @type {Record<Side, string>} */
export const sides = { white: 'White', black: 'Black' };

/** @type {Record<Stone, string>} */
export const stones = {
  wm: 'white man',
  wk: 'white king',
  bm: 'black man',
  bk: 'black king',
};

/** @type {Record<string, string>} */
export const levels = { easy: 'Easy', medium: 'Medium', hard: 'Hard' };

export const words = {
  brand: 'damahane',
  boardLabel: 'Dama board',
  empty: 'empty',
  /** @param {number} count */
  mustCapture: (count) => `must capture ${count}`,
  canMove: 'can move',
  selected: 'picked up',
  canGo: 'can go here',
  /** @param {number} number */
  stop: (number) => `stop ${number}`,
  lastMove: 'last move',

  checking: 'One moment: the position is being looked at.',
  playable: 'You can play on from here.',
  copied: 'Copied.',

  beginByMoving: 'Move a piece to begin.',
  beginByButton: 'Press Play to begin.',
  starting: 'Setting up the table…',
  yourMove: 'Your move.',
  /** @param {Side} side */
  sideToMove: (side) => `${sides[side]} to move.`,
  /** @param {number} due */
  yourCapture: (due) => `Your move: a capture of ${due} is due.`,
  /** @param {number} count */
  moreToTake: (count) => `${count} more to take.`,
  /** @param {string} square @param {number} count */
  spokenStop: (square, count) => `${square}, ${count} more to take.`,
  /** @param {Side} side @param {number} due */
  sideCapture: (side, due) => `${sides[side]} to move: a capture of ${due} is due.`,
  thinking: 'The computer is thinking…',
  considering: 'The computer considers your offer…',
  sending: 'Your move is on its way…',
  stalled: 'The computer lost its thread.',
  askAgain: 'Ask it again',
  gameOver: 'This game is over.',
  severalWays: 'Several ways lead there and they take different pieces: go stop by stop.',
  noAnswer: 'The server did not answer. Please try again.',
  kept: 'No connection. Your move is kept and sent as soon as it is back.',
  changed: 'The game went on in another window: here is how it stands.',
  showMe: 'Show me',
  /** @param {number} due */
  shownOne: (due) =>
    due > 1
      ? 'The numbers are its stops: tap 1, then 2 …, or the last one at once.'
      : 'It takes by going to the dot: tap there.',
  shownSeveral: 'Each piece with a ring can take: tap one to see how.',

  undone: 'Taken back.',
  redone: 'Played again.',
  masterThinks: 'The master has a look…',
  /** @param {string} move @param {string} reason */
  master: (move, reason) => `The master would play ${move}. ${reason}`,
  playIt: 'Play it',
  /** @param {number} count */
  ways: (count) => `${count} ways lead there. Which pieces do you take?`,
  /** @param {string} letter @param {string} squares */
  takesThose: (letter, squares) => `${letter}: takes ${squares}`,
  mayGoOn: 'The capture could go on from here.',
  stopHere: 'Stop here',
  unreadable: 'This is no move. One looks like d3-d4 or d4xd6.',
  unreadableNumber: 'This is no move. One looks like 32-28 or 28x19.',
  huffWhich: 'Which piece should have captured? Tap it.',
  huffNot: 'Never mind',
  /** @param {string} square */
  youHuffed: (square) => `Huffed: the piece on ${square} is off. Now make your move.`,
  /** @param {string} square */
  huffedYou: (square) => `Huffed: your piece on ${square} could have captured, so it is off.`,
  /** @param {Side} side @param {string} square */
  huffedBy: (side, square) => `${sides[side]} huffs: the piece on ${square} is off.`,
  clockWaits: 'The clock starts with White’s first move.',
  startClock: 'Start White’s clock',
  clockStopped: 'The clock is stopped.',
  goOn: 'Go on',
  stopClock: 'Stop clock',
  /** @param {number} white @param {number} black */
  score: (white, black) => `White ${white}, Black ${black}.`,
  /** @param {number} white @param {number} black */
  piecesLeft: (white, black) => `Pieces left: White ${white}, Black ${black}.`,
  declined: 'The computer would rather play on.',
  /** @param {Side} side */
  declinedBy: (side) => `${sides[side]} plays on.`,
  /** @param {Side} side @param {Side} other */
  offers: (side, other) => `${sides[side]} offers a draw. ${sides[other]}, do you agree?`,
  agree: 'Agree to a draw',
  playOn: 'Play on',
  resignSure: 'Give up this game?',
  /** @param {Side} side */
  resignSureSide: (side) => `${sides[side]}, give up this game?`,
  resignYes: 'Give up',
  resignNo: 'Keep playing',
  rematch: 'Rematch',
  newGame: 'New game',

  offline: 'Offline, reconnecting',
  you: 'You',
  machine: 'Computer',
  /** @param {string} level */
  computer: (level) => `Computer, ${levels[level] ?? level}`,
  toMove: 'to move',
  thinkingShort: 'thinking',
  /** @param {number} count */
  took: (count) => (count === 1 ? 'took 1' : `took ${count}`),
  /** @param {number} plies @param {number} limit */
  drawCount: (plies, limit) =>
    `${Math.ceil((limit - plies) / 2)} more quiet moves each make a draw.`,
  /** @param {number} plies @param {number} limit */
  quietCount: (plies, limit) => `Quiet moves: ${Math.floor(plies / 2)} of ${limit / 2} to a draw`,
  /** @param {string} square */
  listedHuff: (square) => `huff ${square}`,
  /** @param {string} time */
  timeLeft: (time) => `${time} left`,
  noMoves: 'No moves yet.',
  /** @param {number} number @param {string} level */
  continueLine: (number, level) => `Move ${number}, against ${level}`,
  /** @param {number} number */
  continueTwo: (number) => `Move ${number}, two players`,

  titleYou: 'Your move',
  titleThinking: 'Thinking…',
  /** @param {Side} side */
  titleSide: (side) => `${sides[side]} to move`,
  titleWon: 'You won',
  titleLost: 'You lost',
  titleDraw: 'Draw',
  /** @param {Side} side */
  titleWins: (side) => `${sides[side]} won`,

  /** @param {string} who @param {string} text @param {number} taken */
  spokenMove: (who, text, taken) => `${who}: ${text}${taken ? `, takes ${taken}` : ''}.`,
};
