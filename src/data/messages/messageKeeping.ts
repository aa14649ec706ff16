import type { DeviceClock } from '../unsent/clock.ts';
import { afterNextPaint } from '../unsent/paintWait.ts';
import { type Change, restated } from './changes.ts';
import type { MessageSessionParts, MessageStore } from './messageParts.ts';
import { blankMessage, isWorthKeeping, type MessageRecord, renewed } from './record.ts';

interface Queued {
  readonly change: Change;
  /** A person typed it, so it must not be lost, whatever is on the device. */
  readonly isTyped: boolean;
}

/** One message in this page and on the device. All pages have equal rights: each change is applied to what is stored at that moment. */
export interface MessageKeeping {
  /** The record with every change of this page, stored or not. */
  record(): MessageRecord;
  /** The record on the device, as far as this page knows; null when it knows of none. */
  kept(): MessageRecord | null;
  state(): 'none' | 'writing' | 'kept' | 'refused';
  /** Shows the change at once and stores it soon. */
  change(change: Change, isTyped?: boolean): void;
  /** Makes everything durable, as far as the device allows. */
  settle(): Promise<void>;
  /** Reads what other pages have stored. */
  reread(): Promise<void>;
  /** Writes now what waits for the next paint. */
  stop(): void;
}

export function createMessageKeeping(
  parts: Pick<MessageSessionParts, 'first' | 'isStored' | 'onChange'> & {
    readonly store: Pick<MessageStore, 'read' | 'change'>;
    readonly clock: Pick<DeviceClock, 'wall' | 'afterPaint'>;
  },
  publish: () => void,
): MessageKeeping {
  const { store, clock } = parts;
  // The stored record, or what it would be on a device that stores nothing.
  let base = parts.first;
  let isStored = parts.isStored;
  let queue: Queued[] = [];
  let current = base;
  let isRefused = false;
  let writing: Promise<void> | null = null;
  const painted = afterNextPaint(clock, keep);

  const fold = (record: MessageRecord, changes: readonly Queued[]) =>
    changes.reduce((folded, { change }) => change(folded), record);

  /** The result of the changes on the stored record. */
  function made(standing: MessageRecord | null, changes: readonly Queued[], isOtherVault: boolean): MessageRecord {
    const isTyped = changes.some((one) => one.isTyped);
    // Another page has sent or deleted the message. What was typed here after that is kept as a new draft.
    if (standing === null && isStored && !isOtherVault)
      return isTyped ? fold(renewed(base, clock.wall()), changes) : blankMessage(base, clock.wall());
    return fold(standing ?? base, changes);
  }

  async function keepAll(): Promise<void> {
    while (queue.length > 0) {
      const taken = queue;
      queue = [];
      let next = base;
      try {
        const kept = await store.change((standing, isOtherVault) => {
          next = made(standing, taken, isOtherVault);
          return isWorthKeeping(next) ? next : null;
        });
        base = next;
        isStored = kept !== null;
        isRefused = false;
      } catch {
        // The next change tries again. Until then the page says that this device does not keep the message.
        const isTyped = taken.some((one) => one.isTyped);
        queue = [{ change: restated(fold(base, taken), base), isTyped }, ...queue];
        isRefused = true;
        return;
      } finally {
        current = fold(base, queue);
        publish();
      }
    }
  }

  function keep(): void {
    painted.cancel();
    writing ??= keepAll().finally(() => {
      writing = null;
      publish();
      parts.onChange();
    });
  }

  return {
    record: () => current,
    kept: () => (isStored ? base : null),
    state() {
      if (isRefused) return 'refused';
      if (queue.length > 0 || writing !== null) return 'writing';
      return isStored ? 'kept' : 'none';
    },
    change(change, isTyped = false) {
      queue.push({ change, isTyped });
      current = change(current);
      if (isTyped && writing === null) painted.ask();
      else keep();
      publish();
    },
    async settle() {
      if (queue.length > 0) keep();
      while (writing !== null) await writing;
    },
    async reread() {
      if (queue.length > 0 || writing !== null) return;
      const standing = await store.read().catch(() => undefined);
      // A change that was made meanwhile is written over what is stored.
      if (standing === undefined || queue.length > 0 || writing !== null) return;
      if (standing === null && !isStored) return;
      base = standing ?? blankMessage(base, clock.wall());
      isStored = standing !== null;
      current = base;
      publish();
    },
    stop() {
      if (painted.isWaiting()) keep();
    },
  };
}
