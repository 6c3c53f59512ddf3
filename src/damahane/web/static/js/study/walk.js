/**
 * Walking a tree of moves by buttons and keys.
 *
 * Left and right go back and on, up and down to what else could be played, Home and End to either
 * end. On the board, where arrows go from square to square, Page Up and Page Down go back and on.
 *
 * @typedef {import('./desk.js').Desk} Desk
 */

/** @type {Record<string, (desk: Desk) => void>} */
const KEYS = {
  ArrowLeft: (desk) => desk.back(),
  ArrowRight: (desk) => desk.next(),
  ArrowUp: (desk) => desk.aside(-1),
  ArrowDown: (desk) => desk.aside(1),
  Home: (desk) => desk.first(),
  End: (desk) => desk.last(),
};
/** @type {Record<string, (desk: Desk) => void>} */
const ON_BOARD = { PageUp: KEYS.ArrowLeft, PageDown: KEYS.ArrowRight };
const BUSY = 'input, textarea, select, [contenteditable], [role=slider], dialog, summary';
const SIDEWAYS = ['ArrowLeft', 'ArrowRight'];
const HOLDS = 'dama-board, .moves-tree, .walk';

/** @param {Desk} desk */
export function walkable(desk) {
  /** @type {[string, (desk: Desk) => void][]} */
  const buttons = [
    ['first', KEYS.Home],
    ['back', KEYS.ArrowLeft],
    ['next', KEYS.ArrowRight],
    ['last', KEYS.End],
    ['flip', (at) => at.flip()],
  ];
  for (const [id, act] of buttons) {
    document.getElementById(id)?.addEventListener('click', () => act(desk));
  }
  const settle = () => {
    const { node } = desk;
    const may = { first: node.parent, back: node.parent, next: node.children[0], last: node.children[0] };
    for (const [id, on] of Object.entries(may)) {
      document.getElementById(id)?.setAttribute('aria-disabled', String(!on));
    }
  };
  desk.addEventListener('place', settle);
  desk.addEventListener('tree', settle);
  settle();
  document.addEventListener('keydown', (event) => onKey(desk, event));
}

/** @param {Desk} desk @param {KeyboardEvent} event */
function onKey(desk, event) {
  const { target } = event;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (!(target instanceof Element) || target.closest(BUSY)) return;
  const onBoard = target.closest('[role=grid]');
  const act = (onBoard ? ON_BOARD : KEYS)[event.key];
  if (!act) return;
  // Elsewhere on the page, keys that scroll it keep doing so.
  if (!onBoard && !SIDEWAYS.includes(event.key) && !target.closest(HOLDS)) return;
  event.preventDefault();
  act(desk);
  if (!target.closest('.moves-tree')) desk.say.speak(desk.spoken(desk.node));
}
