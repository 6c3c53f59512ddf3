/**
 * The panel of preferences: how the board, the pieces and the moves look and sound.
 *
 * @typedef {import('./looks.js').Choice} Choice
 */

import { CHOICES, choose, look } from './looks.js';
import * as sound from './sound.js';

/** Bring the panel to life. */
export function preferences() {
  const panel = document.getElementById('preferences');
  if (!panel) return;
  show(panel);
  panel.addEventListener('toggle', () => show(panel));
  panel.addEventListener('change', (event) => {
    const input = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
    const name = /** @type {Choice} */ (input.name);
    const box = input instanceof HTMLInputElement && input.type === 'checkbox';
    choose(name, box && !input.checked ? 'off' : input.value);
    if (name === 'sound') sound.play('move');
  });
  panel.addEventListener('submit', (event) => event.preventDefault());
}

/** @param {HTMLElement} panel */
function show(panel) {
  for (const name of /** @type {Choice[]} */ (Object.keys(CHOICES))) {
    for (const input of panel.querySelectorAll(`[name="${name}"]`)) {
      if (input instanceof HTMLSelectElement) input.value = look(name);
      else if (input instanceof HTMLInputElement) input.checked = input.value === look(name);
    }
  }
}
