/**
 * Beside the board: who plays, what was taken, the moves, the count to a draw, the buttons.
 *
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./types.js').State} State
 */

import { draw } from './board/stones.js';
import { written } from './clock.js';
import { named } from './naming.js';
import { levels, sides, words } from './words.js';

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} tag @param {string} name @param {string} [text] */
function make(tag, name, text = '') {
  const element = document.createElement(tag);
  element.className = name;
  element.textContent = text;
  return element;
}

/** Who a side is. @param {State} state @param {Side} side */
export function who(state, side) {
  if (state.mode === 'two' || (!state.yours && side === state.you)) return sides[side];
  return side === state.you ? words.you : words.computer(state.level ?? '');
}

/** Show everything beside the board. @param {State} state @param {Side} below */
export function showPanel(state, below) {
  part('rules-name').textContent = state.rules_name;
  const above = below === 'white' ? 'black' : 'white';
  part('players').replaceChildren(player(state, above), player(state, below));
  showCount(state);
  showMoves(state);
  showButtons(state);
}

/** @param {State} state @param {Side} side */
function player(state, side) {
  const row = make('li', 'player');
  const turn = !state.outcome && state.turn === side;
  row.classList.toggle('turn', turn);
  row.classList.toggle('winner', state.outcome?.winner === side);
  row.append(draw(side === 'white' ? 'wm' : 'bm'));
  const names = make('div', 'names');
  const machine = state.mode === 'computer' && side !== state.you;
  const busy = turn && state.thinking;
  const yours = state.mode === 'computer' && state.yours && !machine;
  const doing = turn ? (busy ? words.thinkingShort : yours ? words.yourTurn : words.toMove) : '';
  const level = machine ? levels[state.level ?? ''] : '';
  const note = [level, doing].filter(Boolean).join(', ');
  names.append(make('span', 'name', machine ? words.machine : who(state, side)));
  names.append(make('span', busy ? 'doing busy' : 'doing', note));
  row.append(names);
  const other = side === 'white' ? 'black' : 'white';
  const count = state.taken[other];
  const took = make('span', 'took', count ? words.took(count) : '');
  took.setAttribute('data-count', String(count));
  names.append(took);
  const tray = make('div', 'tray');
  tray.setAttribute('aria-hidden', 'true');
  tray.append(...state.taken_pieces[other].map((stone) => draw(stone)));
  row.append(tray);
  if (state.times) row.append(time(state.times, side));
  return row;
}

/** @param {import('./types.js').Times} times @param {Side} side */
function time(times, side) {
  const element = make('span', 'time', written(times.left[side]));
  element.dataset.time = side;
  element.setAttribute('role', 'timer');
  return element;
}

/** @param {State} state */
function showCount(state) {
  const count = part('count');
  const { plies, limit } = state.clock ?? { plies: 0, limit: 0 };
  const near = Boolean(state.clock) && plies * 2 >= limit && !state.outcome;
  const counts = Boolean(state.clock) && plies > 1 && !state.outcome;
  count.classList.toggle('near', near);
  if (near) count.textContent = words.drawCount(plies, limit);
  else count.textContent = counts ? words.quietCount(plies, limit) : '';
}

/** @param {State} state */
function showMoves(state) {
  const list = part('moves');
  const offset = state.first === 'black' ? 1 : 0;
  const rows = [];
  const cells = [...Array(offset).fill(null), ...state.moves];
  for (let index = 0; index < cells.length; index += 2) {
    const row = make('li', 'pair');
    row.append(make('span', 'number', `${index / 2 + 1}.`));
    for (const at of [index, index + 1]) {
      const move = cells[at];
      const text = move ? named(move.text, state.board) : at === 0 && offset ? '…' : '';
      const cell = make('span', 'move', text);
      if (move?.huffed) {
        const name = named(number(state, move.huffed.square), state.board);
        cell.prepend(make('small', 'huff', words.listedHuff(name)), ' ');
      }
      cell.classList.toggle('latest', at === cells.length - 1);
      row.append(cell);
    }
    rows.push(row);
  }
  if (!rows.length) rows.push(make('li', 'none', words.noMoves));
  list.replaceChildren(...rows);
  list.scrollTop = list.scrollHeight;
}

/** A square as it is written in moves. @param {State} state @param {string} square */
const number = ({ board }, square) =>
  board.diagonal ? String(board.numbers[board.names.indexOf(square)]) : square;

/** @param {State} state */
function showButtons(state) {
  const buttons = /** @type {const} */ ([
    ['undo', state.may.undo, ''],
    ['redo', state.may.redo, ''],
    ['hint', state.may.hint, ''],
    ['huff', state.may.huff, ''],
    ['stop', Boolean(state.times?.running), ''],
    ['offer', state.may.offer, state.may.offer_reason ?? ''],
    ['resign', state.may.resign, ''],
  ]);
  for (const [id, may, reason] of buttons) {
    const button = /** @type {HTMLButtonElement} */ (part(id));
    button.setAttribute('aria-disabled', String(!may));
    button.title = reason;
  }
  part('undo').hidden = part('redo').hidden = part('hint').hidden = state.options.teaching;
  part('huff').hidden = !state.options.huffing;
  part('stop').hidden = !state.times;
}

/** One line about an open game, for the way back to it. @param {State} state */
export function summary(state) {
  const number = Math.floor(state.ply / 2) + 1;
  if (state.mode === 'two') return words.continueTwo(number);
  return words.continueLine(number, levels[state.level ?? ''] ?? '');
}

/** What the window's title says. @param {State | null} state */
export function title(state) {
  if (!state) return '';
  const end = state.outcome;
  if (end) {
    if (!end.winner) return words.titleDraw;
    if (state.mode === 'two') return words.titleWins(end.winner);
    return end.winner === state.you ? words.titleWon : words.titleLost;
  }
  if (state.mode === 'two') return words.titleSide(state.turn);
  return state.turn === state.you ? words.titleYou : words.titleThinking;
}

