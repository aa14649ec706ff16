import type { DraftStore } from './draftParts.ts';
import type { DraftWork } from './draftWork.ts';
import { afterNextPaint } from '../unsent/paintWait.ts';
import { type DraftRecord, sameAnswers, type StoredDraft, withOther } from './record.ts';
import { instantAfter } from '../unsent/instantAfter.ts';
import type { DraftState } from './types.ts';

/** The device's copy of a draft. */
export interface DraftKeeping<Lease> {
  state(): DraftState['device'];
  /** The draft was changed and is to be written, either now or after the next paint. */
  changed(when: 'now' | 'afterPaint'): void;
  /** Writes what is not durable yet. On a device that was still creating its vault, asks for the lease. */
  start(): void;
  /** Makes everything durable, as far as the device allows. */
  settle(): Promise<void>;
  /** Resolves when the write in flight, if any, has ended. */
  ended(): Promise<void>;
  /** True when the device has the current draft. */
  hasAll(): boolean;
  /** True when the device has not stored something that was typed. */
  lacksTyped(): boolean;
  /** The draft that the device has; null when it has none. */
  record(): DraftRecord | null;
  /** True when another device's answers are in this page only, so that overwriting the server's draft could lose them. */
  lacksOthers(): boolean;
  /** This tab has the lease now, and `stored` is what the device has. A draft that is there counts as stored. */
  own(lease: Lease | null, stored: StoredDraft | null): void;
  /** Another tab has the lease now. What still waits to be written must be handed over first. */
  yieldLease(): void;
  /** Writes or drops what waits for the next paint. */
  stop(last: 'write' | 'drop'): void;
  /** Stores a note that the draft was discarded, until the server knows it; true when the note is durable. */
  markDiscarded(discardedAt: DraftRecord['savedAt']): Promise<boolean>;
  remove(): Promise<void>;
  /** True when the device has something of this draft. */
  isStored(): boolean;
}

/** Keeps the draft of `work` on the device: one write at a time, always the newest version. */
export function createDraftKeeping<Lease>(work: DraftWork<Lease>): DraftKeeping<Lease> {
  const { parts } = work;
  const { store, clock } = parts;
  let lease = parts.lease;
  // Increases with every change of the record; `work.content` increases only when something was typed.
  let stamp = 0;
  let durableStamp = 0;
  let durableContent = 0;
  let stored = parts.stored !== null;
  let onDevice = parts.stored?.kind === 'draft' ? parts.stored : null;
  let refused = store !== null && parts.lease === null && parts.ownership === 'owner' && parts.isDeviceToCome !== true;
  let writing: Promise<void> | null = null;
  // Serializing and encrypting wait for the next paint. `settle` does not wait for it.
  const painted = afterNextPaint(clock, keep);

  // Merging with the server's draft made a version that the device does not have yet.
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
        // The draft was taken over and taken back during the write, so the result under the former lease says nothing about this one.
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
        // The next keystroke tries again. Until then the page says that this device does not keep the draft.
        refused = true;
        return;
      }
    }
  }

  /** The device had no vault when the draft session opened. A draft that turns out to be there must be merged, not overwritten. */
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
      // If this fails, the server's confirmation is enough when there is a connection.
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
