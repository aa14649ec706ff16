import type { DeviceClock } from '../unsent/clock.ts';
import { afterNextPaint } from '../unsent/paintWait.ts';
import { type Change, restated } from './changes.ts';
import type { MessageSessionParts, MessageStore } from './messageParts.ts';
import { blankMessage, isWorthKeeping, type MessageRecord, renewed } from './record.ts';

interface Queued {
  readonly change: Change;
  /** A person typed it: it must not be lost, whatever stands on the device. */
  readonly isTyped: boolean;
}

/** One message in this page and on the device. Pages are equals: each change is made of what stands there when it is kept. */
export interface MessageKeeping {
  /** With everything that was changed here, kept or not. */
  record(): MessageRecord;
  /** As it stands on the device, as far as this page knows; null where it does not. */
  kept(): MessageRecord | null;
  state(): 'none' | 'writing' | 'kept' | 'refused';
  /** Shown at once, kept soon. */
  change(change: Change, isTyped?: boolean): void;
  /** Everything is durable, as far as the device allows. */
  settle(): Promise<void>;
  /** Looks at what other pages have made of it. */
  reread(): Promise<void>;
  /** What waits for the next paint is written now. */
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
  // As it stands on the device, or would, were there one that keeps it.
  let base = parts.first;
  let isStored = parts.isStored;
  let queue: Queued[] = [];
  let current = base;
  let isRefused = false;
  let writing: Promise<void> | null = null;
  const painted = afterNextPaint(clock, keep);

  const fold = (record: MessageRecord, changes: readonly Queued[]) =>
    changes.reduce((folded, { change }) => change(folded), record);

  /** What the changes make of what stands on the device. */
  function made(standing: MessageRecord | null, changes: readonly Queued[], isOtherVault: boolean): MessageRecord {
    const isTyped = changes.some((one) => one.isTyped);
    // Another page has sent or deleted it. What was typed here after that is kept as a new draft.
    if (standing === null && isStored && !isOtherVault)
      return isTyped
        ? fold(renewed(base, clock.wall()), changes)
        : blankMessage(base.patientId, base.threadId, clock.wall());
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
        // The next change tries again; until then the page says that this device does not keep it.
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
      // What was changed meanwhile is kept on top of what stands there.
      if (standing === undefined || queue.length > 0 || writing !== null) return;
      if (standing === null && !isStored) return;
      base = standing ?? blankMessage(base.patientId, base.threadId, clock.wall());
      isStored = standing !== null;
      current = base;
      publish();
    },
    stop() {
      if (painted.isWaiting()) keep();
    },
  };
}
