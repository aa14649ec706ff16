import { smallStore, useSmallStore } from '../../browser/smallStore.ts';
import type { MessageKey } from '../../words/index.ts';

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
  /** What `waiting` waits for; null: for somebody to be at the page. */
  readonly waitingFor: 'network' | 'dataSaver' | 'battery' | null;
  /** Of `stopped`: the device would not store more. Else it was the person who stopped it. */
  readonly isRefused?: boolean;
}

const progress = smallStore<AheadProgress | null>(null);
export const showAheadProgress = progress.set;
export const aheadProgress = progress.get;
/** The same for components. */
export const useAheadProgress = (): AheadProgress | null => useSmallStore(progress);
