/**
 * The piece sets, each drawn once as symbols: men and kings of both sides.
 *
 * In every set the sides differ by shape or mark as well as by colour. A king is two stones, the upper
 * one crowned.
 *
 * @typedef {'w' | 'b'} Letter
 */

/** @param {string} id @param {string} from @param {string} via @param {string} to @param {string} [more] */
const radial = (id, from, via, to, more = 'cx="38%" cy="30%" r="80%"') => `
  <radialGradient id="dama-${id}" ${more}>
    <stop offset="0" stop-color="${from}"/><stop offset=".55" stop-color="${via}"/>
    <stop offset="1" stop-color="${to}"/>
  </radialGradient>`;

/** @param {string} id @param {string} from @param {string} via @param {string} to */
const across = (id, from, via, to) => `
  <linearGradient id="dama-${id}"><stop offset="0" stop-color="${from}"/>
    <stop offset=".35" stop-color="${via}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;

const DISH = 'cx="36%" cy="28%" r="85%"';

/** The colours of a turned disc: its face, its hollow and its side, each from light to dark. */
const COLOURS = {
  ivory: {
    w: ['#fffdf4', '#f4e8cd', '#dac59b', '#dfcca4', '#f3e6ca', '#fffaea', '#d9c294', '#f0e0bb', '#a78b5a'],
    b: ['#8d6146', '#613e2a', '#452a1b', '#3b2316', '#583724', '#7d543b', '#48291a', '#6a4430', '#27140b'],
  },
  enamel: {
    w: ['#d8f2d0', '#a5d6a0', '#74b07a', '#7fb883', '#a9d8a4', '#cdeec6', '#7db584', '#a8d5a5', '#467a50'],
    b: ['#d2453f', '#a51f26', '#77101a', '#6d0d17', '#9b1c24', '#c43a38', '#7c121b', '#a8262b', '#45060d'],
  },
};

/** @param {keyof typeof COLOURS} name @param {Letter} side */
function gradients(name, side) {
  const [f1, f2, f3, d1, d2, d3, s1, s2, s3] = COLOURS[name][side];
  return (
    radial(`${side}-face`, f1, f2, f3) +
    radial(`${side}-dish`, d1, d2, d3, DISH) +
    across(`${side}-side`, s1, s2, s3)
  );
}

/**
 * One turned disc, seen a little from the front.
 *
 * @param {Letter} side @param {number} y height of the face's centre @param {number} r its radius
 * @param {string} middle what the middle of the face shows
 */
function disc(side, y, r, middle) {
  const [left, width, rim] = [50 - r, 2 * r, r - 5.5];
  return `
    <path d="M${left} ${y} v9 a${r} ${r} 0 0 0 ${width} 0 v-9 z" fill="url(#dama-${side}-side)" class="stone-${side}-edge"/>
    <path d="M${left} ${y + 4.5} a${r} ${r} 0 0 0 ${width} 0" fill="none" class="stone-${side}-line"/>
    <circle cx="50" cy="${y}" r="${r}" fill="url(#dama-${side}-face)" class="stone-${side}-edge"/>
    <circle cx="50" cy="${y}" r="${r - 1.8}" fill="none" class="stone-${side}-shine"/>
    <circle cx="50" cy="${y}" r="${rim}" fill="url(#dama-${side}-dish)" class="stone-${side}-groove"/>
    <circle cx="50" cy="${y}" r="${rim - 2.6}" fill="url(#dama-${side}-face)"/>
    ${middle}`;
}

/** The hollow of a man of ivory; that of walnut has a pip. @param {Letter} side @param {number} y @param {number} r */
const hollow = (side, y, r) =>
  `<circle cx="50" cy="${y}" r="${r * 0.5}" fill="url(#dama-${side}-dish)" class="stone-${side}-groove"/>` +
  (side === 'b' ? `<circle cx="50" cy="${y}" r="5" class="stone-pip"/>` : '');

/**
 * White's enamel mark is a ring, Black's a star.
 *
 * @param {Letter} side @param {number} y @param {number} [x]
 */
const inlaid = (side, y, x = 50) =>
  side === 'w'
    ? `<circle cx="${x}" cy="${y}" r="13" class="stone-mark-w"/>`
    : `<path d="M0 -19 L5 -5 L19 0 L5 5 L0 19 L-5 5 L-19 0 L-5 -5 Z" transform="translate(${x} ${y})" class="stone-mark-b"/>`;

/** White's plain stone is round with a dot, Black's is square with a bar. @param {Letter} side @param {number} y @param {boolean} marked */
function flat(side, y, marked) {
  if (side === 'w') {
    const dot = marked ? `<circle cx="50" cy="${y}" r="8" class="flat-b"/>` : '';
    return `<circle cx="50" cy="${y}" r="35" class="flat-w"/>${dot}`;
  }
  const bar = marked ? `<rect x="33" y="${y - 5}" width="34" height="10" rx="2" class="flat-w thin"/>` : '';
  return `<rect x="18" y="${y - 32}" width="64" height="64" rx="9" class="flat-b"/>${bar}`;
}

/** The mark of the upper stone of a king, below its crown. @param {string} shape */
const below = (shape) => `<g transform="translate(50 61) scale(.42)">${shape}</g>`;

/** @param {number} y @param {string} [kind] */
function crown(y, kind = 'stone-crown') {
  return `
    <g transform="translate(50 ${y})" stroke-linejoin="round" stroke-linecap="round">
      <path class="${kind}" d="M-19.5 13 L-23.5 -9 L-11.5 0 L0 -16.5 L11.5 0 L23.5 -9 L19.5 13 Z"/>
      <path class="${kind}-band" d="M-18.6 8.2 H18.6"/>
      <circle class="${kind}-bead" cx="-23.5" cy="-10.5" r="3.4"/>
      <circle class="${kind}-bead" cx="0" cy="-18.5" r="3.8"/>
      <circle class="${kind}-bead" cx="23.5" cy="-10.5" r="3.4"/>
    </g>`;
}

/** @param {Letter} side @param {string} man @param {string} king */
const symbols = (side, man, king) => `
  <symbol id="dama-${side}m" viewBox="0 0 100 100">
    <ellipse cx="52" cy="60" rx="44" ry="39" fill="url(#dama-shadow)"/>${man}
  </symbol>
  <symbol id="dama-${side}k" viewBox="0 0 100 100">
    <ellipse cx="52" cy="66" rx="42" ry="35" fill="url(#dama-shadow)"/>${king}
  </symbol>`;

/** @type {Record<string, (side: Letter) => string>} */
const SETS = {
  ivory: (side) =>
    gradients('ivory', side) +
    symbols(
      side,
      disc(side, 46, 36, hollow(side, 46, 36)),
      disc(side, 54, 34, '') +
        disc(side, 39, 34, '') +
        crown(38) +
        (side === 'b' ? below('<circle r="10" class="stone-pip"/>') : ''),
    ),
  enamel: (side) =>
    gradients('enamel', side) +
    symbols(
      side,
      disc(side, 46, 36, inlaid(side, 46)),
      disc(side, 54, 34, '') + disc(side, 39, 34, '') + crown(37) + below(inlaid(side, 0, 0)),
    ),
  plain: (side) =>
    symbols(
      side,
      flat(side, 50, true),
      flat(side, 56, false) + flat(side, 44, false) + crown(46, side === 'w' ? 'flat-crown-b' : 'flat-crown-w'),
    ),
};

const COMMON = `
  <linearGradient id="dama-gold" x2="0" y2="1"><stop offset="0" stop-color="#ffe9a3"/>
    <stop offset=".5" stop-color="#e9b53c"/><stop offset="1" stop-color="#b97f16"/></linearGradient>
  <radialGradient id="dama-shadow"><stop offset=".55" stop-color="#1c0e05" stop-opacity=".55"/>
    <stop offset="1" stop-color="#1c0e05" stop-opacity="0"/></radialGradient>`;

/** The symbols of a set: `dama-wm`, `dama-wk`, `dama-bm`, `dama-bk`. @param {string} name */
export function symbolsOf(name) {
  const side = SETS[name] ?? SETS.ivory;
  return `<defs>${COMMON}${side('w')}${side('b')}</defs>`;
}
