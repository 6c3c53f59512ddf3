/**
 * Arrows over a board: the moves that are thought about.
 *
 * @typedef {import('../board/element.js').DamaBoard} DamaBoard
 *
 * @typedef {object} Arrow
 * @property {readonly string[]} stops
 * @property {number} rank 0 for the best
 */

const SVG = 'http://www.w3.org/2000/svg';
const HEAD = 34;

export class Arrows {
  /** @type {readonly Arrow[]} */
  #arrows = [];

  /** @param {DamaBoard} board */
  constructor(board) {
    this.board = board;
    this.layer = document.createElementNS(SVG, 'svg');
    this.layer.setAttribute('class', 'arrows');
    this.layer.setAttribute('aria-hidden', 'true');
  }

  /** Show arrows in place of those that are shown. @param {readonly Arrow[]} arrows */
  show(arrows) {
    this.#arrows = arrows;
    this.draw();
  }

  /** Draw them anew, as when the board was turned. */
  draw() {
    const shape = this.board.position?.board;
    if (!shape) return;
    this.board.querySelector('.field')?.append(this.layer); // a board that was turned is laid anew
    this.layer.setAttribute('viewBox', `0 0 ${shape.files * 100} ${shape.ranks * 100}`);
    const centre = (/** @type {string} */ name) => {
      const [file, rank] = shape.coordinates[shape.names.indexOf(name)] ?? [0, 0];
      const white = this.board.below === 'white';
      const [x, y] = white ? [file, shape.ranks - 1 - rank] : [shape.files - 1 - file, rank];
      return /** @type {[number, number]} */ ([x * 100 + 50, y * 100 + 50]);
    };
    // The best is drawn last, over the others.
    const inOrder = [...this.#arrows].sort((a, b) => b.rank - a.rank);
    this.layer.replaceChildren(
      ...inOrder.map(({ stops, rank }) => arrow(stops.map(centre), rank)),
    );
  }
}

/** @param {[number, number][]} points @param {number} rank */
function arrow(points, rank) {
  const group = document.createElementNS(SVG, 'g');
  group.setAttribute('class', `arrow rank-${Math.min(rank, 2)}`);
  const [end, before] = [points[points.length - 1], points[points.length - 2]];
  const length = Math.hypot(end[0] - before[0], end[1] - before[1]) || 1;
  const [dx, dy] = [(end[0] - before[0]) / length, (end[1] - before[1]) / length];
  const neck = [end[0] - HEAD * dx, end[1] - HEAD * dy];
  const way = [...points.slice(0, -1), neck];
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', `M${way.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`);
  const head = document.createElementNS(SVG, 'path');
  const [wide, tip] = [22, `${end[0]} ${end[1]}`];
  const left = `${(neck[0] - wide * dy).toFixed(1)} ${(neck[1] + wide * dx).toFixed(1)}`;
  const right = `${(neck[0] + wide * dy).toFixed(1)} ${(neck[1] - wide * dx).toFixed(1)}`;
  head.setAttribute('d', `M${left}L${tip}L${right}z`);
  head.setAttribute('class', 'head');
  group.append(line, head);
  return group;
}
