import { useSyncExternalStore } from 'react';
import { createEvents, firstStore } from '../words/smallStore.ts';
import { type InstallMemory, parseInstallMemory, shouldOfferInstall, stringifyInstallMemory } from './installOffer.ts';

/** What Chromium gives a page that could be installed; not in the standard's types. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}
const isInstallPrompt = (event: Event): event is InstallPrompt =>
  'prompt' in event && typeof event.prompt === 'function';

const key = 'vestibule.install';
const visitKey = 'vestibule.visit';
const kept = firstStore<InstallPrompt | null>(null);

/** Keeps the browser's install event until we offer to install. It fires once and early, so this runs in the start script. */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return;
    event.preventDefault();
    kept.set(event);
  });
  window.addEventListener('appinstalled', () => kept.set(null));
}

/** True in the installed app, and not in a tab of a browser. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone), (display-mode: fullscreen)').matches;

/** iPhone and iPad install by hand only; an iPad says that it is a Mac. */
export const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Whether the portal can be installed here and is not. */
export const canInstall = (): boolean => !isInstalled() && (kept.get() !== null || isApple());

export const useCanInstall = (): boolean => useSyncExternalStore(kept.subscribe, canInstall);

/** Whether the browser can install after a press; elsewhere the page shows instructions. */
export const hasInstallPrompt = (): boolean => kept.get() !== null;

/** Opens the browser's own question. It can be asked once per event. */
export async function promptInstall(): Promise<void> {
  const event = kept.get();
  kept.set(null);
  await event?.prompt();
}

function read(): InstallMemory {
  try {
    return parseInstallMemory(localStorage.getItem(key));
  } catch {
    return parseInstallMemory(null);
  }
}

function write(memory: InstallMemory): void {
  try {
    localStorage.setItem(key, stringifyInstallMemory(memory));
  } catch {
    // A device that stores nothing is never asked, because each of its visits looks like the first.
  }
}

/** Counts this visit once, however often the page is loaded in it. */
export function countVisit(): void {
  try {
    if (sessionStorage.getItem(visitKey) !== null) return;
    sessionStorage.setItem(visitKey, '1');
  } catch {
    return;
  }
  const memory = read();
  write({ ...memory, visits: memory.visits + 1 });
}

/** Whether to offer installing by ourselves now. */
export const mayOfferInstall = (formOpen: boolean): boolean =>
  shouldOfferInstall(read(), Date.now(), { installed: isInstalled(), possible: canInstall(), formOpen });

const offered = createEvents();
/** Notes that installing was offered, or declined where the offer shows by itself. */
export function noteOffered(): void {
  write({ ...read(), lastOffered: Date.now() });
  offered.emit();
}

const isStillToOffer = (): boolean => canInstall() && read().lastOffered === null;
const onOfferChange = (listener: () => void): (() => void) => {
  const stops = [kept.subscribe(listener), offered.on(listener)];
  return () => {
    for (const stop of stops) stop();
  };
};
/** Whether the portal can be installed here and was never offered on this device. */
export const useIsInstallNew = (): boolean => useSyncExternalStore(onOfferChange, isStillToOffer);

const asked = createEvents();
/** Opens the offer to install. */
export const requestInstall: () => void = asked.emit;
export const onInstallRequested = asked.on;
