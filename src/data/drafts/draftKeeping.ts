import type { DraftStore } from './draftParts.ts';
import type { DraftWork } from './draftWork.ts';
import { afterNextPaint } from '../unsent/paintWait.ts';
import { type DraftRecord, sameAnswers, type StoredDraft, withOther } from './record.ts';
import { instantAfter } from '../unsent/instantAfter.ts';
import type { DraftState } from './types.ts';

/** The device's copy of a draft. */
export interface DraftKeeping<Lease> {
  state(): DraftState['device'];
  /** The draft was changed, and is written; after the next paint where that is enough. */
  changed(when: 'now' | 'afterPaint'): void;
  /** Writes what is not durable yet, or asks for the lease that a device getting ready has not given. */
  start(): void;
  /** Everything is durable, as far as the device allows. */
  settle(): Promise<void>;
  /** The write in flight, if any, has ended. */
  ended(): Promise<void>;
  /** True when the device has the draft as it is now. */
  hasAll(): boolean;
  /** True when something was typed that the device has not kept. */
  lacksTyped(): boolean;
  /** The draft as it stands on the device; null where there is none. */
  record(): DraftRecord | null;
  /** True when there are answers of others that nobody but this page would have once the server's draft is gone over. */
  lacksOthers(): boolean;
  /** This tab has the lease now, and this is what stands there; a draft that stands there is kept already. */
  own(lease: Lease | null, stored: StoredDraft | null): void;
  /** The lease is another tab's; what still waits to be written is handed over first. */
  yieldLease(): void;
  /** What waits for the next paint is written now, or dropped. */
  stop(last: 'write' | 'drop'): void;
  /** Leaves the mark of a discard until the server knows of it; true when it is durable. */
  markDiscarded(discardedAt: DraftRecord['savedAt']): Promise<boolean>;
  remove(): Promise<void>;
  /** True when something of this draft stands on the device. */
  isStored(): boolean;
}

/** Keeps the draft of `work` on the device: one write at a time, always of the newest. */
export function createDraftKeeping<Lease>(work: DraftWork<Lease>): DraftKeeping<Lease> {
  const { parts } = work;
  const { store, clock } = parts;
  let lease = parts.lease;
  // Grows with every change of the record; `work.content` only with what was typed.
  let stamp = 0;
  let durableStamp = 0;
  let durableContent = 0;
  let stored = parts.stored !== null;
  let onDevice = parts.stored?.kind === 'draft' ? parts.stored : null;
  let refused = store !== null && parts.lease === null && parts.ownership === 'owner' && parts.isDeviceToCome !== true;
  let writing: Promise<void> | null = null;
  // Serializing and encrypting wait for the paint; whoever needs it durable calls `settle`, which does not.
  const painted = afterNextPaint(clock, keep);

  // Merging with the server made something that the device does not have yet.
  const { answers, lost, others } = parts.draft;
  const merged = answers.length > 0 || lost.length > 0 || others.length > 0 || parts.stored?.kind === 'draft';
  if (merged && JSON.stringify(parts.stored) !== JSON.stringify(parts.draft)) {
    stamp = 1;
    durableContent = -1;
  }

  function keep(): void {
    painted.cancel();
    if (store === null || work.isClosed || work.ownership !== 'owner') return;
    writing ??= keepAll(store).finally(() => {
      writing = null;
      work.publish();
      parts.onChange();
    });
  }

  async function keepAll(into: DraftStore<Lease>): Promise<void> {
    while ((durableStamp < stamp || lease === null) && work.ownership === 'owner' && !work.isClosed) {
      try {
        lease ??= await acquireLeaseLate(into);
        if (durableStamp === stamp) return;
        const [target, targetContent, record, used] = [stamp, work.content, work.draft, lease];
        const written = await into.write(used, record);
        // Taken over and back while the device wrote: what became of the former lease says nothing of this one.
        if (lease !== used) continue;
        if (written === 'lost') {
          work.yieldOwnership();
          return;
        }
        if (written === 'gone') {
          lease = null;
          onDevice = null;
          refused = true;
          return;
        }
        durableStamp = target;
        durableContent = targetContent;
        onDevice = record;
        stored = true;
        refused = false;
        work.publish();
      } catch {
        // The next keystroke tries again; until then the page says that this device does not keep it.
        refused = true;
        return;
      }
    }
  }

  /** The device was not ready when the draft session opened: what it turns out to have must not be written over unseen. */
  async function acquireLeaseLate(from: DraftStore<Lease>): Promise<Lease> {
    const late = await from.acquireLease(async () => {
      await parts.ownershipNews?.();
      return work.ownership === 'owner' && !work.isClosed;
    });
    const [there, { draft }] = [late.stored, work];
    onDevice = there?.kind === 'draft' ? there : null;
    if (there?.kind === 'discarded')
      work.draft = {
        ...draft,
        discardedAt: there.discardedAt,
        savedAt: instantAfter(clock.wall(), draft.savedAt, there.discardedAt),
      };
    if (there?.kind === 'draft')
      work.draft = {
        ...draft,
        savedAt: instantAfter(clock.wall(), draft.savedAt, there.savedAt),
        idempotencyKey: there.idempotencyKey,
        lost: [...there.lost, ...draft.lost],
        lostFrom: draft.lostFrom ?? there.lostFrom,
        others: withOther({ ...draft, others: [...draft.others, ...there.others] }, there),
      };
    return late.lease;
  }

  const ended = async (): Promise<void> => {
    while (writing !== null) await writing;
  };

  return {
    state() {
      if (store === null) return 'never';
      if (refused) return 'refused';
      return durableContent < work.content ? 'writing' : stored ? 'saved' : 'none';
    },
    changed(when) {
      stamp += 1;
      if (when === 'now' || writing !== null) keep();
      else painted.ask();
    },
    start() {
      if (stamp > durableStamp || parts.isDeviceToCome === true) keep();
    },
    async settle() {
      if (store === null || work.ownership !== 'owner') return;
      if (durableStamp < stamp) keep();
      await ended();
    },
    ended,
    hasAll: () => store !== null && !refused && durableStamp === stamp,
    lacksTyped: () => work.content > 0 && durableContent < work.content,
    record: () => onDevice,
    lacksOthers() {
      if (store === null) return false;
      const kept = onDevice === null ? [] : [onDevice, ...onDevice.others];
      return work.draft.others.some((other) => !kept.some((one) => sameAnswers(one.answers, other.answers)));
    },
    own(nextLease, there) {
      lease = nextLease;
      refused = store !== null && lease === null;
      onDevice = there?.kind === 'draft' ? there : null;
      stored = there !== null;
      durableStamp = stamp;
      durableContent = work.content;
    },
    yieldLease() {
      lease = null;
    },
    stop(last) {
      if (last === 'write' && painted.isWaiting()) keep();
      painted.cancel();
    },
    async markDiscarded(discardedAt) {
      if (work.ownership !== 'owner' || store === null || lease === null) return false;
      const { patientId, assignedQuestionnaireId } = work.draft;
      // The server's word is enough where there is a connection.
      const written = await store
        .write(lease, { kind: 'discarded', patientId, assignedQuestionnaireId, discardedAt })
        .catch(() => null);
      return written === 'written';
    },
    async remove() {
      if (store !== null && lease !== null) await store.remove(lease).catch(() => undefined);
    },
    isStored: () => stored,
  };
}
