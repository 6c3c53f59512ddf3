/**
 * Taking a game or position along: copied or saved, as PDN, FEN, link or picture.
 *
 * @typedef {import('./desk.js').Desk} Desk
 */

import * as server from './server.js';
import { words } from './words.js';

const SIZE = 1024; // pixels

/** @param {string} id */
const part = (id) => /** @type {HTMLElement | null} */ (document.getElementById(id));

/**
 * Copy a text; where the browser does not let it, show it to be copied by hand.
 *
 * @param {import('../say.js').Say} say @param {string} text @param {string} [said]
 */
export async function copy(say, text, said = words.copied) {
  try {
    await navigator.clipboard.writeText(text);
    say.passing({ text: said });
  } catch {
    const box = /** @type {HTMLDialogElement} */ (part('by-hand'));
    const area = /** @type {HTMLTextAreaElement} */ (box.querySelector('textarea'));
    area.value = text;
    box.showModal();
    area.select();
  }
}

/** Save something as a file. @param {Blob | string} what its content, or its address @param {string} name */
export function save(what, name) {
  const link = document.createElement('a');
  link.href = typeof what === 'string' ? what : URL.createObjectURL(what);
  link.download = name;
  link.click();
  if (typeof what !== 'string') setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The address of a picture of the position. @param {Desk} desk */
export function pictureOf(desk) {
  const { node, tree, board } = desk;
  const query = new URLSearchParams({ rules: tree.rules, fen: node.facts?.fen ?? '' });
  if (node.move) query.set('last', node.move.stops.join());
  query.set('below', board.below);
  query.set('size', String(SIZE));
  return `/api/picture.svg?${query}`;
}

/** A picture of the position in pixels. @param {Desk} desk @returns {Promise<Blob | null>} */
export async function pixels(desk) {
  const { found } = await server.loadText(pictureOf(desk));
  if (!found) return null;
  const image = new Image(SIZE, SIZE);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(found)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, SIZE, SIZE);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/**
 * Let the buttons that a page has do their work.
 *
 * @param {Desk} desk @param {() => string} name what files are called, without their ending
 * @param {() => Promise<server.Answer<string>>} pdn the game as PDN
 */
export function takeable(desk, name, pdn) {
  const { say } = desk;
  /** @param {(text: string) => void} take */
  const withPdn = (take) => async () => {
    const { found, refused } = await pdn();
    if (found === null) say.passing({ kind: 'refusal', text: refused });
    else take(found);
  };
  /** @type {Record<string, () => void>} */
  const acts = {
    'copy-pdn': withPdn((text) => void copy(say, text)),
    'save-pdn': withPdn((text) => save(new Blob([text], { type: 'application/x-pdn' }), `${name()}.pdn`)),
    'copy-fen': () => void copy(say, desk.node.facts?.fen ?? ''),
    'save-svg': () => save(pictureOf(desk), `${name()}.svg`),
    'save-png': async () => {
      const blob = await pixels(desk).catch(() => null);
      if (blob) save(blob, `${name()}.png`);
      else say.passing({ kind: 'refusal', text: words.noAnswer });
    },
  };
  for (const [id, act] of Object.entries(acts)) part(id)?.addEventListener('click', act);
  const box = /** @type {HTMLDialogElement | null} */ (part('by-hand'));
  box?.querySelector('button')?.addEventListener('click', () => box.close());
}
