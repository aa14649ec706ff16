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

/** Where a message that persists is kept for the next page load (specification 1, section 9). */
const place = 'vestibule.message';
/** Milliseconds: whoever opens the portal later is told nothing of what was said to somebody before them. */
const keptFor = 5 * 60_000;

function publish(next: BarMessage | null): void {
  try {
    if (next?.keepDisplay) kept?.setItem(place, `${next.code} ${Date.now()}`);
    else kept?.removeItem(place);
  } catch {
    // A device that stores nothing forgets the message with the page.
  }
  shown.set(next);
}

/**
 * Shows a code; a message of higher priority that stands is not overwritten (specification 1, section 4). `action` is what the
 * button of the message does, for the codes that have one.
 */
export function showMessage(code: MessageBarCodeName, values: Values = {}, action: (() => void) | null = null): void {
  const { kind, keepDisplay, priority, in: home } = factsOf(code);
  const standing = shown.get();
  if (standing && factsOf(standing.code).priority > priority) return;
  const message: BarMessage = { code, kind, keepDisplay, values, action };
  shownAt = performance.now();
  publish(message);
  loadWords(home).catch(() => {
    // The text cannot be loaded: an error is shown in general words, a success not at all.
    if (shown.get() === message)
      publish(
        kind === 'success' || kind === 'info'
          ? null
          : { ...message, code: 'unspecified', keepDisplay: false, values: {}, action: null },
      );
  });
}

/** The person closed the bar, or what it said is no longer so. */
export const clearMessage = (): void => publish(null);

/** Milliseconds within which the step that brings to the page of a message has begun. */
const stepBegins = 3_000;
/** On the monotonic clock. */
let shownAt = 0;

/**
 * A route change clears the bar. A message that persists stays for the page to which what it tells of leads, however many redirects there are,
 * and ends when the person goes on from there; a time-out and what has a button stand until they are answered.
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

/** From now on a message that persists outlives a new load of the page; shows the one that does. Only codes and times are stored. */
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
