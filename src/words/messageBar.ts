import { useSyncExternalStore } from 'react';
import {
  defaultMessageBarCode,
  messageBarCodes,
  type MessageBarCodeName,
  type MessageKind,
} from './messageBarCodes.ts';
import { firstStore } from './smallStore.ts';
import { loadWords, type Values } from './store.ts';

/** What the message bar shows: a code with its values, and what its button does where it has one. */
export interface BarMessage {
  readonly code: MessageBarCodeName;
  readonly kind: MessageKind;
  readonly keepDisplay: boolean;
  readonly values: Values;
  /** Shown as a button if the code has words for it. */
  readonly action: (() => void) | null;
}

const factsOf = (code: MessageBarCodeName) => ({ ...defaultMessageBarCode, ...messageBarCodes[code] });

const shown = firstStore<BarMessage | null>(null);
let kept: Storage | null = null;

/** The storage key of a message that persists until the next page load (specification 1, section 9). */
const place = 'vestibule.message';
/** Milliseconds for which a message persists, so that somebody who opens the portal later does not see a message for another person. */
const keptFor = 5 * 60_000;

function publish(next: BarMessage | null): void {
  try {
    if (next?.keepDisplay) kept?.setItem(place, `${next.code} ${Date.now()}`);
    else kept?.removeItem(place);
  } catch {
    // On a device that stores nothing, the message is lost with the page.
  }
  shown.set(next);
}

/**
 * Shows a code. A current message of higher priority is not replaced (specification 1, section 4). `action` is run by the message's button,
 * for codes that have one.
 */
export function showMessage(code: MessageBarCodeName, values: Values = {}, action: (() => void) | null = null): void {
  const { kind, keepDisplay, priority, in: home } = factsOf(code);
  const standing = shown.get();
  if (standing && factsOf(standing.code).priority > priority) return;
  const message: BarMessage = { code, kind, keepDisplay, values, action };
  shownAt = performance.now();
  publish(message);
  loadWords(home).catch(() => {
    // The text could not be loaded: an error is shown as a general one, a success not at all.
    if (shown.get() === message)
      publish(
        kind === 'success' || kind === 'info'
          ? null
          : { ...message, code: 'unspecified', keepDisplay: false, values: {}, action: null },
      );
  });
}

/** The person closed the bar, or its message is no longer true. */
export const clearMessage = (): void => publish(null);

/** Milliseconds within which the navigation to the page of a message has begun. */
const stepBegins = 3_000;
/** On the monotonic clock. */
let shownAt = 0;

/**
 * A route change clears the bar. A persisting message stays during the navigation to its page, through any number of redirects, and ends
 * when the person leaves that page; a time-out message and a message with a button stay until they are answered.
 */
export function clearMessageOnRouteChange(isRedirect: boolean): void {
  const message = shown.get();
  if (message === null) return;
  const stands = message.action !== null || message.code === 'sessiontimeout';
  const isOnItsWay = isRedirect || performance.now() - shownAt < stepBegins;
  if (!message.keepDisplay || !(stands || isOnItsWay)) publish(null);
}

const persists = (code: string): code is MessageBarCodeName =>
  Object.entries(messageBarCodes).some(([name, facts]) => name === code && facts.keepDisplay);

/** From now on a persisting message is stored and shown again after a page load. Only codes and times are stored. */
export function keepMessages(storage: () => Storage): void {
  try {
    kept = storage();
    const [code = '', at] = kept.getItem(place)?.split(' ') ?? [];
    const isForAnother = Math.abs(Date.now() - Number(at ?? Date.now())) > keptFor;
    if (isForAnother) kept.removeItem(place);
    else if (persists(code)) showMessage(code);
  } catch {
    kept = null;
  }
}

export const currentMessage = (): BarMessage | null => shown.get();

export const useMessage = (): BarMessage | null => useSyncExternalStore(shown.subscribe, shown.get, () => null);
