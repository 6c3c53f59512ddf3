/**
 * The page that is shown without a connection: it looks for one, and goes on where the person wanted
 * to go as soon as there is one.
 */

const FIRST_PAUSE = 1000; // milliseconds
const LONGEST_PAUSE = 15_000;
let pause = FIRST_PAUSE;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

async function look() {
  clearTimeout(waiting);
  try {
    await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5000) });
    if (location.pathname === '/offline') location.replace('/');
    else location.reload();
  } catch {
    waiting = setTimeout(() => void look(), pause);
    pause = Math.min(LONGEST_PAUSE, pause * 1.5);
  }
}

window.addEventListener('online', () => void look());
document.getElementById('again')?.addEventListener('click', () => void look());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void look();
});
waiting = setTimeout(() => void look(), pause);
