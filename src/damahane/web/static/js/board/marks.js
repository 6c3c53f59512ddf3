/**
 * What is drawn above the stones: arrows along moves, and marks on squares.
 *
 * @typedef {import('./view.js').View} View
 *
 * @typedef {object} Arrow
 * @property {readonly string[]} stops the squares it runs through
 * @property {string} [kind] how it looks: `hint`, `reply`, `good`, `bad` or `way`
 * @property {string} [label] a letter or number that stands on its last square
 *
 * @typedef {object} Mark
 * @property {string} square
 * @property {string} [kind] as of an arrow
 * @property {string} [text] a short text in the corner of the square
 */

const SVG = 'http://www.w3.org/2000/svg';
const HEAD = 34; // hundredths of a square
const SHORT_OF_START = 30;
const SHORT_OF_END = 12;

/** @param {View} view @param {readonly Arrow[]} arrows @param {readonly Mark[]} marks */
export function drawMarks(view, arrows, marks) {
  const { files = 8, ranks = 8 } = view.shape ?? {};
  view.signs.setAttribute('viewBox', `0 0 ${files * 100} ${ranks * 100}`);
  view.signs.replaceChildren(
    ...marks.flatMap((mark) => drawMark(view, mark)),
    ...arrows.flatMap((arrow) => drawArrow(view, arrow)),
  );
}

/** The middle of a square. @param {View} view @param {string} square @returns {[number, number]} */
function middle(view, square) {
  const [x, y] = view.places.get(square) ?? [0, 0];
  return [x * 100 + 50, y * 100 + 50];
}

/** @param {View} view @param {Mark} mark */
function drawMark(view, { square, kind = 'hint', text = '' }) {
  const [x, y] = middle(view, square);
  const ring = { x: x - 46, y: y - 46, width: 92, height: 92, rx: 14 };
  const shapes = [element('rect', `mark ${kind}`, ring)];
  if (text) shapes.push(...badge(x + 30, y - 30, kind, text));
  return shapes;
}

/** @param {View} view @param {Arrow} arrow */
function drawArrow(view, { stops, kind = 'hint', label = '' }) {
  if (stops.length < 2) return [];
  const points = stops.map((stop) => middle(view, stop));
  const last = points.length - 1;
  const [endX, endY] = points[last];
  const [tip, alongX, alongY] = towards(points[last - 1], points[last], SHORT_OF_END);
  points[0] = towards(points[1], points[0], SHORT_OF_START)[0];
  points[last] = [tip[0] - alongX * HEAD * 0.7, tip[1] - alongY * HEAD * 0.7];
  const line = `M${points.map((point) => point.join(' ')).join('L')}`;
  const head = headOf(tip, alongX, alongY);
  const shapes = ['casing', 'shaft'].flatMap((part) => [
    element('path', `arrow ${part} ${kind}`, { d: line }),
    element('path', `arrow ${part} head ${kind}`, { d: head }),
  ]);
  const corners = last > 1 ? stops.slice(1, -1) : [];
  shapes.push(...corners.flatMap((stop, at) => badge(...middle(view, stop), kind, String(at + 1))));
  if (label) shapes.push(...badge(endX, endY, kind, label));
  return shapes;
}

/**
 * A point a little short of the end of a line, and the line's direction.
 *
 * @param {[number, number]} from @param {[number, number]} to @param {number} short
 * @returns {[[number, number], number, number]}
 */
function towards([fromX, fromY], [toX, toY], short) {
  const length = Math.hypot(toX - fromX, toY - fromY) || 1;
  const [x, y] = [(toX - fromX) / length, (toY - fromY) / length];
  return [[toX - x * short, toY - y * short], x, y];
}

/** @param {[number, number]} tip @param {number} x @param {number} y */
function headOf([tipX, tipY], x, y) {
  const [backX, backY] = [tipX - x * HEAD, tipY - y * HEAD];
  const half = HEAD * 0.56;
  return `M${tipX} ${tipY}L${backX - y * half} ${backY + x * half}L${backX + y * half} ${backY - x * half}Z`;
}

/** @param {number} x @param {number} y @param {string} kind @param {string} text */
function badge(x, y, kind, text) {
  const label = element('text', `badge-text ${kind}`, { x, y });
  label.textContent = text;
  return [element('circle', `badge ${kind}`, { cx: x, cy: y, r: 17 }), label];
}

/** @param {string} name @param {string} kind @param {Record<string, string | number>} attributes */
function element(name, kind, attributes) {
  const made = document.createElementNS(SVG, name);
  made.setAttribute('class', kind);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
