import type { CallShape, PatientId, UserId } from '@portal/api';
import { smallStore, useSmallStore } from '../../browser/smallStore.ts';
import type { MessageKey } from '../../words/index.ts';
import type { AnyInput } from '../wire.ts';

/** One answer or file that is to be kept before anybody opens it. */
export interface WantedRecord {
  readonly call: CallShape;
  readonly input: AnyInput;
  /** Of the record itself, `YYYY-MM-DD`: the newest stay when there is no room for all. Null: always kept. */
  readonly day: string | null;
}

/** What a module keeps ahead of time. */
export interface KeepsAhead {
  /** Lists first, then what they name, newest first; `ask` gives the parsed answer of a call and keeps it. */
  wanted(
    of: { readonly patientId: PatientId; readonly userId: UserId },
    ask: (call: CallShape, input: AnyInput) => Promise<unknown>,
  ): AsyncIterable<WantedRecord>;
}

/** A module's row in what this device keeps (`keeps` of its declaration). */
export interface Keeps {
  /** What it is called in the settings and while it is being kept. */
  readonly title: MessageKey;
  /** Calls of which each answer is one record, by which they are counted; none: it is kept as a whole. */
  readonly counts: readonly CallShape[];
  readonly load: () => Promise<KeepsAhead>;
}

/** How far keeping ahead of time has come; null while nothing is being kept. */
export interface AheadProgress {
  readonly done: number;
  /** Grows while lists are still coming. */
  readonly total: number;
  /** Bytes on the device. */
  readonly bytes: number;
  /** The modules whose records are all kept, and the one that is under way, by their titles. */
  readonly finished: readonly MessageKey[];
  readonly current: MessageKey | null;
  readonly state: 'running' | 'waiting' | 'done' | 'stopped';
  /** What `waiting` waits for. */
  readonly waitingFor: 'network' | 'dataSaver' | 'battery' | null;
}

const progress = smallStore<AheadProgress | null>(null);
export const showAheadProgress = progress.set;
export const aheadProgress = progress.get;
/** The same for components. */
export const useAheadProgress = (): AheadProgress | null => useSmallStore(progress);
