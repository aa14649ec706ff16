import { Workbox } from 'workbox-window';
import { greetWorker, workerAddress } from './ownWorker.ts';

const minute = 60 * 1000;
const hour = 60 * minute;

interface WorkerOptions {
  readonly script: '/portal.js' | '/kiosk.js';
  /** Called when a new build has been fetched and waits to be activated. */
  readonly onReady: () => void;
  /** Called when another worker controls this page: the new build, activated here or in another tab. */
  readonly onReplaced: () => void;
  /** Whether to look for a new build now; left out: always. */
  readonly mayLook?: () => boolean;
  /** Milliseconds after which an open page looks for a new build; left out: only when it is shown again. */
  readonly lookEvery?: number;
}

export interface RegisteredWorker {
  /** Looks for a new build, if the page is visible. */
  readonly look: () => void;
  /** Activates the waiting build; `onReplaced` follows. False where there is none, and only a reload can help. */
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
    // The first worker of this device controls the page as it is.
    if (controlled) onReplaced();
    controlled = true;
  });
  const address = workerAddress(script);
  let workbox: Workbox | null = null;
  let retry = minute;
  const register = () => {
    workbox = new Workbox(address, { scope: '/', updateViaCache: 'none' });
    workbox.addEventListener('waiting', onReady);
    // The network may fail while the worker fetches its files; nothing else would try again before the next load.
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
