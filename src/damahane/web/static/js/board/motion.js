/**
 * Motion that says what happened: slides, stones lifted off, a shake for a refusal.
 *
 * @typedef {import('../types.js').Route} Route
 * @typedef {import('./view.js').View} View
 */

import { look } from '../looks.js';

/** How much longer or shorter than usual things take. @type {Record<string, number>} */
const SPEEDS = { slow: 2.2, normal: 1, fast: 0.5, off: 0 };

/** How long things take now, compared to the usual. */
const pace = () => SPEEDS[look('speed')] ?? 1;

const quiet = window.matchMedia('(prefers-reduced-motion: reduce)');

/** Whether things may move. */
export const lively = () =>
  !quiet.matches && pace() > 0 && document.visibilityState === 'visible';

/**
 * Run an animation to its end; a hidden page stops its clock, so time itself is the backstop.
 *
 * @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options
 */
async function run(element, frames, options) {
  if (!lively()) return;
  const animation = element.animate(frames, options);
  const total = Number(options.duration) + Number(options.delay ?? 0);
  const backstop = new Promise((resolve) => setTimeout(resolve, total + 120));
  await Promise.race([animation.finished.catch(() => undefined), backstop]);
}

/** How long a slide takes. @param {View} view @param {string} from @param {string} to */
function span(view, from, to) {
  const [fromX, fromY] = view.places.get(from) ?? [0, 0];
  const [toX, toY] = view.places.get(to) ?? [0, 0];
  const squares = Math.abs(fromX - toX) + Math.abs(fromY - toY);
  return Math.min(250, 140 + 20 * squares) * pace();
}

/**
 * Carry a stone along a route from one stop to a later one, jump by jump.
 *
 * @param {View} view @param {Route} route @param {number} from index of the stop it stands on
 * @param {number} to index of the stop it goes to @param {boolean} atOnce whether stones leave at once
 */
export async function travel(view, route, from, to, atOnce) {
  const picture = view.stones.get(route.stops[from]);
  if (!picture) return;
  picture.classList.add('moving');
  view.stones.delete(route.stops[from]);
  for (let at = from; at < to; at += 1) {
    const [start, end] = [route.stops[at], route.stops[at + 1]];
    const duration = span(view, start, end);
    const leaving = atOnce && route.captured[at] ? lift(view, route.captured[at], duration) : null;
    await run(picture, [{ transform: view.transform(start) }, { transform: view.transform(end) }], {
      duration,
      easing: 'cubic-bezier(.45, .05, .35, 1)',
    });
    view.place(picture, end);
    await leaving;
  }
  const goal = route.stops[to];
  view.stones.get(goal)?.remove();
  view.stones.set(goal, picture);
  picture.classList.remove('moving');
  if (!atOnce && to === route.stops.length - 1) {
    await Promise.all(route.captured.map((square) => lift(view, square, 0)));
  }
}

/**
 * Put a stone that was carried by hand on the next stop.
 *
 * @param {View} view @param {Route} route @param {number} from index of the stop it came from
 * @param {boolean} atOnce
 */
export function put(view, route, from, atOnce) {
  const [start, end] = [route.stops[from], route.stops[from + 1]];
  const picture = view.stones.get(start);
  if (!picture) return;
  view.stones.delete(start);
  view.stones.set(end, picture);
  if (atOnce && route.captured[from]) void lift(view, route.captured[from], 0);
}

/** Lift a captured stone off as the other passes. @param {View} view @param {string} square @param {number} wait */
async function lift(view, square, wait) {
  const picture = view.stones.get(square);
  if (!picture) return;
  view.stones.delete(square);
  const here = view.transform(square);
  const frames = [
    { transform: `${here} scale(1)` },
    { transform: `${here} translateY(-14%) scale(1.16)`, opacity: 0 },
  ];
  await run(picture, frames, { duration: 150 * pace(), delay: wait / 2, easing: 'ease-out', fill: 'both' });
  picture.remove();
}

/** Shake a stone that cannot do what was asked. @param {View} view @param {string} square */
export async function shake(view, square) {
  const picture = view.stones.get(square);
  if (!picture) return;
  const here = view.transform(square);
  const frames = [0, -5, 5, -3, 3, 0].map((x) => ({ transform: `${here} translateX(${x}%)` }));
  await run(picture, frames, { duration: 260, easing: 'ease-in-out' });
}

/** Let the rings of some squares breathe again. @param {View} view @param {readonly string[]} squares */
export function light(view, squares) {
  for (const name of squares) {
    const square = view.squares.get(name);
    if (!square) continue;
    square.classList.remove('shown');
    void square.offsetWidth; // restarts the animation
    square.classList.add('shown');
    square.addEventListener('animationend', () => square.classList.remove('shown'), { once: true });
  }
}
