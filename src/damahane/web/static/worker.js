/**
 * The service worker: what is shown when there is no connection. With one, everything comes from the
 * server as ever, so what is kept here is never older than the page that uses it.
 *
 * The server puts three lines before this file: the version of all that it serves, and the addresses
 * of the shell, pages and files. A new version waits until every page of the old one is closed or says to take over.
 *
 * @typedef {{request: Request, respondWith: (answer: Promise<Response>) => void}} Fetching
 * @typedef {{waitUntil: (done: Promise<unknown>) => void}} Lasting
 */

const worker = /** @type {any} */ (self);
const PREFIX = 'damahane-';
const KEPT = PREFIX + worker.VERSION;
const OFFLINE = '/offline';
const LEARN = '/learn';

/** Keep the shell of this version. */
async function keepShell() {
  const kept = await caches.open(KEPT);
  await kept.addAll(fresh([...worker.PAGES, ...worker.FILES]));
}

/** @param {string[]} paths */
const fresh = (paths) => paths.map((path) => new Request(path, { cache: 'reload' }));

/** Keep the pages in the language that is read now. @param {string} language */
async function speak(language) {
  const kept = await caches.open(KEPT);
  const known = await kept.match(OFFLINE);
  if (known?.headers.get('Content-Language') !== language) await kept.addAll(fresh(worker.PAGES));
}

/** Let go of the shells of other versions, and speak for the pages that are open. */
async function takeOver() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== KEPT);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request */
async function page(request) {
  const kept = await caches.open(KEPT);
  const { pathname } = new URL(request.url);
  try {
    const answer = await fetch(request);
    if (answer.ok && pathname.startsWith(LEARN)) await kept.put(pathname, answer.clone());
    return answer;
  } catch {
    return (await kept.match(pathname)) ?? (await kept.match(OFFLINE)) ?? Response.error();
  }
}

/** @param {Request} request */
async function file(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request, { ignoreSearch: true })) ?? Response.error();
  }
}

worker.addEventListener('install', (/** @type {Lasting} */ event) => event.waitUntil(keepShell()));
worker.addEventListener('activate', (/** @type {Lasting} */ event) => event.waitUntil(takeOver()));
worker.addEventListener('message', (/** @type {MessageEvent & Lasting} */ event) => {
  const { take, language } = event.data;
  if (take === 'over') worker.skipWaiting();
  else if (language) event.waitUntil(speak(language).catch(() => {}));
});
worker.addEventListener('fetch', (/** @type {Fetching} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname.startsWith('/static/')) event.respondWith(file(request));
});
