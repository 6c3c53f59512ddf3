/**
 * The calendar of past days, the streak, and how the tries went.
 *
 * @typedef {import('./types.js').Day} Day
 * @typedef {import('./types.js').Past} Past
 */

import { part } from '../study/start.js';
import { make } from '../study/moves.js';
import { words } from './words.js';

const DAY = 24 * 60 * 60 * 1000; // milliseconds
const WEEK = 7;

/** @param {string} name a day such as 2026-12-24 */
export const dateOf = (name) => new Date(`${name}T00:00:00Z`);

/** @param {Date} date */
const nameOf = (date) => date.toISOString().slice(0, 10);

/** @param {Date} date */
const monthOf = (date) => date.getUTCFullYear() * 12 + date.getUTCMonth();

/** What a day's square shows beside its number. @param {Day | undefined} day */
function mark(day) {
  if (!day) return '';
  if (day.result === 'open') return '…';
  if (day.result !== 'solved') return '✕';
  return (day.counts ? '●' : '○').repeat(day.tries);
}

export class Days {
  #month;

  /** @param {Past} past @param {string} shown the day whose challenge the page shows */
  constructor(past, shown) {
    this.past = past;
    this.shown = shown;
    this.#month = monthOf(dateOf(shown));
    part('earlier').addEventListener('click', () => this.#turn(-1));
    part('later').addEventListener('click', () => this.#turn(1));
    this.draw(past);
  }

  /** @param {Past} past */
  draw(past) {
    this.past = past;
    this.#calendar();
    const { streak, longest, days } = past;
    const told = [make('strong', '', words.streak(streak)), ` · ${words.longest(longest)}`];
    part('streak').replaceChildren(...(longest ? told : []));
    part('tally').hidden = days.every(({ result }) => result === 'open');
    this.#tally();
  }

  /** @param {number} step */
  #turn(step) {
    const [first, last] = this.#range;
    const month = this.#month + step;
    if (month < first || month > last) return;
    this.#month = month;
    this.#calendar();
  }

  get #range() {
    return [monthOf(dateOf(this.past.first)), monthOf(dateOf(this.past.today))];
  }

  #calendar() {
    const [first, last] = this.#range;
    const begins = new Date(Date.UTC(Math.floor(this.#month / 12), this.#month % 12, 1));
    part('month').textContent = words.month(begins);
    part('earlier').setAttribute('aria-disabled', String(this.#month <= first));
    part('later').setAttribute('aria-disabled', String(this.#month >= last));
    const head = make('tr', '');
    for (let at = 0; at < WEEK; at += 1) {
      const { short, long } = words.weekday(at);
      const cell = make('th', '', short);
      cell.setAttribute('scope', 'col');
      cell.setAttribute('abbr', long);
      head.append(cell);
    }
    const body = make('tbody', '');
    const offset = (begins.getUTCDay() + WEEK - 1) % WEEK;
    let date = new Date(begins.getTime() - offset * DAY);
    while (monthOf(date) <= this.#month) {
      const row = make('tr', '');
      for (let at = 0; at < WEEK; at += 1) {
        row.append(this.#cell(date));
        date = new Date(date.getTime() + DAY);
      }
      body.append(row);
    }
    const top = make('thead', '');
    top.append(head);
    part('calendar').replaceChildren(top, body);
  }

  /** @param {Date} date */
  #cell(date) {
    const cell = make('td', '');
    if (monthOf(date) !== this.#month) return cell;
    const name = nameOf(date);
    const { first, today, days } = this.past;
    const number = String(date.getUTCDate());
    if (name < first || name > today) {
      cell.append(make('span', 'day away', number));
      return cell;
    }
    const day = days.find((one) => one.date === name);
    const link = /** @type {HTMLAnchorElement} */ (make('a', 'day'));
    link.href = name === today ? '/challenge' : `/challenge/${name}`;
    link.dataset.result = day?.result ?? 'none';
    link.setAttribute('aria-label', words.day(date, day, name === today));
    if (name === this.shown) link.setAttribute('aria-current', 'page');
    link.classList.toggle('today', name === today);
    link.append(make('span', 'number', number), make('span', 'mark', mark(day)));
    cell.append(link);
    return cell;
  }

  #tally() {
    const { solved, failed } = this.past;
    const counts = [...solved, failed];
    const most = Math.max(1, ...counts);
    const rows = [...words.ordinals, words.notSolved].map((name, at) => {
      const row = make('div', 'bar');
      const bar = make('span', 'length');
      bar.style.width = `${(100 * counts[at]) / most}%`;
      const count = make('dd', '');
      count.append(bar, make('span', 'count-number', String(counts[at])));
      row.append(make('dt', '', name), count);
      return row;
    });
    part('tally').replaceChildren(...rows);
  }
}

/** The moment at which the day after one begins. @param {string} today */
export const nextDay = (today) => new Date(dateOf(today).getTime() + DAY);
