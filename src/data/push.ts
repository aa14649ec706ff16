import { PushTarget } from '@portal/api';
import * as v from 'valibot';
import { canInstall, isApple } from '../browser/install.ts';
import { markVault } from './pushMark.ts';

/**
 * Whether this browser can show notices. `none`: it cannot. `homeScreen`: it can once the portal is on the home screen. `ask`: the browser
 * will ask the person. `blocked`: the person or the browser refused, and no page can ask again.
 */
export type PushState = 'none' | 'homeScreen' | 'ask' | 'allowed' | 'blocked';

/** The portal's own service worker; without it no notice can be shown. */
const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration('/') : undefined;

const stateOf = (permission: NotificationPermission): PushState => {
  switch (permission) {
    case 'default':
      return 'ask';
    case 'granted':
      return 'allowed';
    case 'denied':
      return 'blocked';
  }
};

/** The state of notices on this browser, without asking anybody. */
export async function pushState(): Promise<PushState> {
  if (!('PushManager' in window) || !('Notification' in window))
    return isApple() && canInstall() ? 'homeScreen' : 'none';
  return (await registration()) === undefined ? 'none' : stateOf(Notification.permission);
}

/** Lets the browser ask the person. Call it on a press, because browsers ask only then. */
export const askForPush = async (): Promise<PushState> => stateOf(await Notification.requestPermission());

/** The push endpoint of this browser; null when it has none. */
export async function endpointHere(): Promise<string | null> {
  const worker = await registration();
  return (await worker?.pushManager.getSubscription())?.endpoint ?? null;
}

const isSameKey = (subscription: PushSubscription, key: string): boolean => {
  const bytes = subscription.options.applicationServerKey;
  if (bytes === null) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key;
};

/** Subscribes the browser for the person of a vault; `key` is the server's. Rejects when the browser or its push service refuses. */
export async function subscribeHere(key: string, vaultId: string): Promise<PushTarget> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const standing = await pushManager.getSubscription();
  if (standing && !isSameKey(standing, key)) await standing.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  markVault(vaultId);
  return v.parse(PushTarget, subscription.toJSON());
}

/** Ends notices on this browser and removes those on the screen. Works without a connection. */
export async function unsubscribeHere(): Promise<void> {
  markVault(null);
  const worker = await registration();
  if (worker === undefined) return;
  for (const shown of await worker.getNotifications()) shown.close();
  await (await worker.pushManager.getSubscription())?.unsubscribe();
}
