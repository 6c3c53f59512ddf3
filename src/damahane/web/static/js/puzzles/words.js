/**
 * The texts of the pages of puzzles.
 *
 * @typedef {import('./types.js').Day} Day
 */

import { _, language, n_ } from '../texts.js';

const ORDINALS = [_('First try'), _('Second try'), _('Third try')];
const SOLVED = [
  _('solved at the first try'),
  _('solved at the second try'),
  _('solved at the third try'),
];
const SOLVED_LATER = [
  _('solved later, at the first try'),
  _('solved later, at the second try'),
  _('solved later, at the third try'),
];
const UTC = { timeZone: 'UTC' };
const dayName = new Intl.DateTimeFormat(language, { ...UTC, day: 'numeric', month: 'long' });
const monthName = new Intl.DateTimeFormat(language, { ...UTC, month: 'long', year: 'numeric' });
const weekdays = [
  new Intl.DateTimeFormat(language, { ...UTC, weekday: 'narrow' }),
  new Intl.DateTimeFormat(language, { ...UTC, weekday: 'long' }),
];
const clock = new Intl.DateTimeFormat(language, {
  weekday: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

export const words = {
  noAnswer: _('The server did not answer. Please try again.'),
  offline: _('No connection just now. Your tries are safe: go on as soon as it is back.'),
  judging: _('The judge looks at it…'),
  /** @param {number} count */
  winIn: (count) =>
    n_('White to move wins in {count} move.', 'White to move wins in {count} moves.', count, { count }),
  /** @param {number} count */
  left: (count) => n_('{count} move left.', '{count} moves left.', count, { count }),
  tryAgain: _('Try again'),
  showSolution: _('Show the solution'),
  backToSolution: _('Back to the solution'),
  nextPuzzle: _('Next puzzle'),
  solvedAgain: _('Solved! The result of the day stays as it was.'),
  walkIt: _('Go through it with the arrows, or try moves of your own on the board.'),

  giveUpSure: _('Give up? It counts as not solved.'),
  giveUpNo: _('Keep trying'),
  giveUpYes: _('Give up'),

  ordinals: ORDINALS,
  tryWon: _('solved'),
  tryWrong: _('wrong'),
  tryGivenUp: _('given up'),
  tryOpen: _('going on'),
  tryLeft: _('still to come'),
  notSolved: _('Not solved'),
  copied: _('Copied. It gives nothing away.'),

  /** @param {number} count */
  streak: (count) =>
    n_('{count} day in a row', '{count} days in a row', count, { count }),
  /** @param {number} count */
  longest: (count) => _('the most: {count}', { count }),
  /** @param {Date} moment */
  next: (moment) => _('The next challenge comes at 00:00 UTC; for you: {time}.', { time: clock.format(moment) }),
  newDay: _('A new day has begun.'),
  toNewDay: _('To today’s challenge'),

  /** @param {Date} date */
  month: (date) => monthName.format(date),
  /** @param {number} at from Monday */
  weekday: (at) => {
    const date = new Date(Date.UTC(2026, 10, 30 + at));
    return { short: weekdays[0].format(date), long: weekdays[1].format(date) };
  },
  /** @param {Date} date @param {Day | undefined} day @param {boolean} today */
  day: (date, day, today) => {
    const name = dayName.format(date);
    return today
      ? _('{day}, today: {state}', { day: name, state: state(day) })
      : _('{day}: {state}', { day: name, state: state(day) });
  },

  /** @param {number} solved @param {number} puzzles */
  progress: (solved, puzzles) => _('{solved} of {puzzles}', { solved, puzzles }),
  /** @param {string} grade */
  about: (grade) => _('How hard: {grade}', { grade }),
  /** @param {string} grade */
  aboutSolved: (grade) => _('How hard: {grade}. You have solved it before.', { grade }),
};

/** @param {Day | undefined} day */
function state(day) {
  if (!day) return _('not tried');
  if (day.result === 'open') return _('begun');
  if (day.result !== 'solved') return _('not solved');
  return (day.counts ? SOLVED : SOLVED_LATER)[day.tries - 1];
}
