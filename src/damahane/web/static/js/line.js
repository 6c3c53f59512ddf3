/** Lines to the server that stay open. */

import { language } from './texts.js';

/**
 * Open a line; it speaks the language of the page, whatever a browser asks for on lines.
 *
 * @param {string} path
 */
export function openLine(path) {
  const address = new URL(path, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.searchParams.set('lang', language);
  return new WebSocket(address);
}
