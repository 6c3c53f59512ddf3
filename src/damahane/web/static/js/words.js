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
