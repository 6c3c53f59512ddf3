/**
 * What makes the page an app: a worker that knows what to show without a connection, and a line that
 * says when a newer version is ready. Nothing changes under a person's hands: they say when.
 */

import { _, language } from './texts.js';

const LOOK_AGAIN = 60 * 60 * 1000; // milliseconds between looks for a newer version

/** @param {ServiceWorker} waiting */
function offer(waiting) {
  if (document.getElementById('update')) return;
  const line = document.createElement('div');
  line.id = 'update';
  line.className = 'update';
  line.setAttribute('role', 'status');
  const text = document.createElement('span');
  text.textContent = _('A newer version is ready.');
  const load = document.createElement('button');
  load.type = 'button';
  load.className = 'button main';
  load.textContent = _('Load it');
  load.addEventListener('click', () => waiting.postMessage({ take: 'over' }));
  const later = document.createElement('button');
  later.type = 'button';
  later.className = 'button';
  later.textContent = _('Later');
  later.addEventListener('click', () => line.remove());
  line.append(text, load, later);
  document.body.append(line);
}

/** @param {ServiceWorkerRegistration} registration */
function follow(registration) {
  const tell = () => {
    if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  };
  tell();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', tell);
  });
  setInterval(() => void registration.update().catch(() => {}), LOOK_AGAIN);
}

async function install() {
  const { serviceWorker } = navigator;
  const known = Boolean(serviceWorker.controller);
  let reloading = false;
  serviceWorker.addEventListener('controllerchange', () => {
    if (!known || reloading) return; // the first worker changes nothing that is seen
    reloading = true;
    location.reload();
  });
  try {
    follow(await serviceWorker.register('/worker.js', { updateViaCache: 'none' }));
    (await serviceWorker.ready).active?.postMessage({ language });
  } catch {
    // a browser may refuse it; the page works without
  }
}

if ('serviceWorker' in navigator) {
  if (document.readyState === 'complete') void install();
  else window.addEventListener('load', () => void install());
}
