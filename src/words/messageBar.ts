import { useSyncExternalStore } from 'react';
import codes from 'virtual:words/bar';
import type { MessageBarCodeName } from './catalogs/index.ts';
import type { MessageKind } from './catalogs/messageBar.ts';
import type { Values } from './store.ts';

/** What the message bar shows: a code with its values, or a text that the server worded (only where the specification says so). */
export interface BarMessage {
  readonly code: MessageBarCodeName | null;
  readonly kind: MessageKind;
  readonly keepDisplay: boolean;
  readonly values: Values;
}

const listeners = new Set<() => void>();
let shown: BarMessage | null = null;

function publish(next: BarMessage | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a code; a message of higher priority that stands is not overwritten (specification 1, section 4). */
export function showMessage(code: MessageBarCodeName, values: Values = {}): void {
  const standing = shown?.code;
  if (standing && codes[standing].priority > codes[code].priority) return;
  publish({ code, kind: codes[code].kind, keepDisplay: codes[code].keepDisplay, values });
}

/** The person closed the bar, or what it said is no longer so. */
export const clearMessage = (): void => publish(null);

/** A route change clears the bar unless its message persists. */
export function clearMessageOnRouteChange(): void {
  if (shown && !shown.keepDisplay) publish(null);
}

export const currentMessage = (): BarMessage | null => shown;

export const useMessage = (): BarMessage | null =>
  useSyncExternalStore((listener) => { listeners.add(listener); return () => listeners.delete(listener); }, currentMessage, currentMessage);
