/**
 * The stones, drawn once as symbols and used wherever one is shown.
 *
 * A man is a turned disc with a rim; a king is two of them, the upper one crowned.
 *
 * @typedef {import('../types.js').Stone} Stone
 */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * One turned disc, seen a little from the front.
 *
 * @param {'w' | 'b'} set @param {number} y height of the face's centre @param {number} r its radius
 * @param {boolean} plain whether the middle of the face is turned too
 */
function disc(set, y, r, plain) {
  const [left, width, rim] = [50 - r, 2 * r, r - 5.5];
  const dish = plain
    ? `<circle cx="50" cy="${y}" r="${r * 0.5}" fill="url(#dama-${set}-dish)" class="stone-${set}-groove"/>`
    : '';
  return `
    <path d="M${left} ${y} v9 a${r} ${r} 0 0 0 ${width} 0 v-9 z" fill="url(#dama-${set}-side)" class="stone-${set}-edge"/>
    <path d="M${left} ${y + 4.5} a${r} ${r} 0 0 0 ${width} 0" fill="none" class="stone-${set}-line"/>
    <circle cx="50" cy="${y}" r="${r}" fill="url(#dama-${set}-face)" class="stone-${set}-edge"/>
    <circle cx="50" cy="${y}" r="${r - 1.8}" fill="none" class="stone-${set}-shine"/>
    <circle cx="50" cy="${y}" r="${rim}" fill="url(#dama-${set}-dish)" class="stone-${set}-groove"/>
    <circle cx="50" cy="${y}" r="${rim - 2.6}" fill="url(#dama-${set}-face)"/>
    ${dish}`;
}

/** @param {number} y */
function crown(y) {
  return `
    <g transform="translate(50 ${y})" stroke-linejoin="round" stroke-linecap="round">
      <path class="stone-crown" d="M-19.5 13 L-23.5 -9 L-11.5 0 L0 -16.5 L11.5 0 L23.5 -9 L19.5 13 Z"/>
      <path class="stone-crown-band" d="M-18.6 8.2 H18.6"/>
      <circle class="stone-crown-bead" cx="-23.5" cy="-10.5" r="3.4"/>
      <circle class="stone-crown-bead" cx="0" cy="-18.5" r="3.8"/>
      <circle class="stone-crown-bead" cx="23.5" cy="-10.5" r="3.4"/>
    </g>`;
}

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

const SYMBOLS = `
  <defs>
    ${radial('w-face', '#fffdf4', '#f4e8cd', '#dac59b')}
    ${radial('w-dish', '#dfcca4', '#f3e6ca', '#fffaea', 'cx="36%" cy="28%" r="85%"')}
    ${across('w-side', '#d9c294', '#f0e0bb', '#a78b5a')}
    ${radial('b-face', '#8d6146', '#613e2a', '#452a1b')}
    ${radial('b-dish', '#3b2316', '#583724', '#7d543b', 'cx="36%" cy="28%" r="85%"')}
    ${across('b-side', '#48291a', '#6a4430', '#27140b')}
    <linearGradient id="dama-gold" x2="0" y2="1"><stop offset="0" stop-color="#ffe9a3"/>
      <stop offset=".5" stop-color="#e9b53c"/><stop offset="1" stop-color="#b97f16"/></linearGradient>
    <radialGradient id="dama-shadow"><stop offset=".55" stop-color="#1c0e05" stop-opacity=".55"/>
      <stop offset="1" stop-color="#1c0e05" stop-opacity="0"/></radialGradient>
    ${['w', 'b']
      .map((name) => {
        const set = /** @type {'w' | 'b'} */ (name);
        return `
    <symbol id="dama-${set}m" viewBox="0 0 100 100">
      <ellipse cx="52" cy="60" rx="44" ry="39" fill="url(#dama-shadow)"/>
      ${disc(set, 46, 36, true)}
    </symbol>
    <symbol id="dama-${set}k" viewBox="0 0 100 100">
      <ellipse cx="52" cy="66" rx="42" ry="35" fill="url(#dama-shadow)"/>
      ${disc(set, 54, 34, false)}${disc(set, 39, 34, false)}${crown(40)}
    </symbol>`;
      })
      .join('')}
  </defs>`;

/** Put the symbols into the page, once. */
export function ensureSymbols() {
  if (document.getElementById('dama-symbols')) return;
  const holder = document.createElementNS(SVG, 'svg');
  holder.id = 'dama-symbols';
  holder.setAttribute('class', 'symbols');
  holder.setAttribute('aria-hidden', 'true');
  holder.innerHTML = SYMBOLS;
  document.body.prepend(holder);
}

/** A picture of a stone. @param {Stone} stone */
export function draw(stone) {
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('viewBox', '0 0 100 100');
  picture.setAttribute('class', 'stone');
  picture.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  picture.append(use);
  set(picture, stone);
  return picture;
}

/** Turn a picture into another stone, as a man that is crowned. @param {SVGElement} picture @param {Stone} stone */
export function set(picture, stone) {
  if (picture.dataset.stone === stone) return;
  picture.dataset.stone = stone;
  picture.firstElementChild?.setAttribute('href', `#dama-${stone}`);
}
