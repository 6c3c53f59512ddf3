/**
 * Mouse, touch and keyboard on a board, turned into three wishes: press a square, drop on one, go back.
 *
 * @typedef {import('./view.js').View} View
 *
 * @typedef {object} Wishes
 * @property {(square: string) => void} press
 * @property {(square: string) => boolean} grab whether the stone on a square may be dragged
 * @property {(square: string | null) => void} drop where a dragged stone was let go
 * @property {() => boolean} back whether there was anything to take back
 */

const DRAG_STARTS_AT = 6; // pixels: less is a click by an unsteady hand

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {EventTarget | null} target */
function squareOf(target) {
  const element = target instanceof Element ? target.closest('[data-square]') : null;
  return element instanceof HTMLElement ? (element.dataset.square ?? null) : null;
}

/** @param {View} view @param {Wishes} wishes */
export function listen(view, wishes) {
  listenKeys(view, wishes);
  listenPointer(view, wishes);
}

/** @param {View} view @param {Wishes} wishes */
function listenKeys(view, wishes) {
  view.grid.addEventListener('focusin', (event) => {
    const square = squareOf(event.target);
    if (!square) return;
    view.visited = true;
    view.setFocus(square);
  });
  view.grid.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      if (wishes.back()) event.preventDefault();
      return;
    }
    const goal = keyGoal(view, event);
    if (!goal) return;
    event.preventDefault();
    view.setFocus(goal, true);
  });
}

/** Where a key moves the focus, as the board is seen. @param {View} view @param {KeyboardEvent} event */
function keyGoal(view, event) {
  const [x, y] = view.places.get(view.focus) ?? [0, 0];
  const { files = 0, ranks = 0, diagonal = false } = view.shape ?? {};
  const wide = diagonal ? 2 : 1; // on the dark squares alone, each row has half as many
  const column = Math.floor(x / wide);
  const arrow = ARROWS[event.key];
  if (arrow) return inRow(view, column + arrow[0], y + arrow[1], wide);
  if (event.key === 'Home') return inRow(view, 0, event.ctrlKey ? 0 : y, wide);
  const last = Math.ceil(files / wide) - 1;
  if (event.key === 'End') return inRow(view, last, event.ctrlKey ? ranks - 1 : y, wide);
  return null;
}

/** The square of a row by its place in it. @param {View} view @param {number} column @param {number} y @param {number} wide */
function inRow(view, column, y, wide) {
  for (let x = column * wide; x < (column + 1) * wide; x += 1) {
    const found = squareAt(view, x, y);
    if (found) return found;
  }
  return null;
}

/** @param {View} view @param {number} x @param {number} y */
function squareAt(view, x, y) {
  for (const [name, [atX, atY]] of view.places) if (atX === x && atY === y) return name;
  return null;
}

/** @param {View} view @param {Wishes} wishes */
function listenPointer(view, wishes) {
  /** @type {{id: number, square: string, x: number, y: number, picture: SVGElement | null} | null} */
  let held = null;
  let dragged = false;

  view.grid.addEventListener('pointerdown', (event) => {
    const square = squareOf(event.target);
    dragged = false;
    held = null;
    if (event.button !== 0 || !event.isPrimary || !square) return;
    held = { id: event.pointerId, square, x: event.clientX, y: event.clientY, picture: null };
  });
  view.grid.addEventListener('pointermove', (event) => {
    if (!held || event.pointerId !== held.id) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.picture && Math.hypot(x, y) < DRAG_STARTS_AT) return;
    if (!held.picture && !startDrag(view, wishes, held)) {
      held = null;
      return;
    }
    dragged = true;
    if (held.picture) follow(view, held.picture, held.square, x, y);
  });
  /** @param {PointerEvent} event */
  const letGo = (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { picture, square } = held;
    held = null;
    if (!picture) return;
    picture.classList.remove('dragged');
    view.place(picture, square);
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const inside = under && view.grid.contains(under) ? squareOf(under) : null;
    wishes.drop(event.type === 'pointerup' ? inside : null);
  };
  view.grid.addEventListener('pointerup', letGo);
  view.grid.addEventListener('pointercancel', letGo);
  view.grid.addEventListener('click', (event) => {
    const square = squareOf(event.target);
    if (square && !dragged) wishes.press(square);
    dragged = false;
  });
}

/**
 * @param {View} view @param {Wishes} wishes
 * @param {{id: number, square: string, picture: SVGElement | null}} held
 */
function startDrag(view, wishes, held) {
  if (!wishes.grab(held.square)) return false;
  held.picture = view.stones.get(held.square) ?? null;
  held.picture?.classList.add('dragged');
  view.grid.setPointerCapture(held.id);
  return held.picture !== null;
}

/** @param {View} view @param {SVGElement} picture @param {string} square @param {number} x @param {number} y */
function follow(view, picture, square, x, y) {
  picture.style.transform = `translate(${x}px, ${y}px) ${view.transform(square)}`;
}
