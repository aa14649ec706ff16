import { Workbox } from 'workbox-window';
import { greetWorker, workerAddress } from './ownWorker.ts';

const minute = 60 * 1000;
const hour = 60 * minute;

export interface WorkerOptions {
  readonly script: '/portal.js' | '/kiosk.js';
  /** A new build has been fetched and waits to be taken into use. */
  readonly onReady: () => void;
  /** Another worker has taken over this page: the new build, asked for here or in another tab. */
  readonly onReplaced: () => void;
  /** Left out: looking for a new build is always worth it. */
  readonly mayLook?: () => boolean;
  /** Milliseconds after which a page that is left open looks for a new build by itself; left out, when it is seen again only. */
  readonly lookEvery?: number;
}

export interface RegisteredWorker {
  /** Looks for a new build, where the page can be seen. */
  readonly look: () => void;
  /** Takes the build that waits into use; `onReplaced` follows. False where there is none, and only a load can help. */
  readonly takeOver: () => boolean;
}

/** Registers the service worker of an app and watches for new builds. Once per document; the browser must have service workers. */
export function startServiceWorker({
  script,
  onReady,
  onReplaced,
  mayLook = () => true,
  lookEvery,
}: WorkerOptions): RegisteredWorker {
  let controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker of this device takes over the page as it is.
    if (controlled) onReplaced();
    controlled = true;
  });
  const address = workerAddress(script);
  let workbox: Workbox | null = null;
  let retry = minute;
  const register = () => {
    workbox = new Workbox(address, { scope: '/', updateViaCache: 'none' });
    workbox.addEventListener('waiting', onReady);
    // The network may go while the worker fetches its files; nobody else would try again before the next load.
    workbox.addEventListener('redundant', () => {
      setTimeout(look, retry);
      retry = Math.min(2 * retry, hour);
    });
    workbox.register().catch(() => undefined);
  };
  const lookNow = async (): Promise<void> => {
    if (await navigator.serviceWorker.getRegistration('/')) await workbox?.update();
    else register();
  };
  const look = () => {
    if (document.visibilityState === 'visible' && mayLook()) lookNow().catch(() => undefined);
  };
  register();
  greetWorker();
  document.addEventListener('visibilitychange', look);
  if (lookEvery !== undefined) setInterval(look, lookEvery);
  return {
    look,
    takeOver: () => {
      if (workbox === null || navigator.serviceWorker.controller === null) return false;
      workbox.messageSkipWaiting();
      return true;
    },
  };
}
