import { smallStore, useSmallStore } from '../../browser/smallStore.ts';
import type { MessageKey } from '../../words/index.ts';

/** Progress of fetching the offline copy; null while nothing is being fetched. */
export interface AheadProgress {
  readonly done: number;
  /** Increases while more lists arrive. */
  readonly total: number;
  /** Bytes on the device. */
  readonly bytes: number;
  /** The titles of the modules that are stored completely, and of the one in progress. */
  readonly finished: readonly MessageKey[];
  readonly current: MessageKey | null;
  readonly state: 'running' | 'waiting' | 'done' | 'stopped';
  /** What `waiting` waits for; null: for activity of the person. */
  readonly waitingFor: 'network' | 'dataSaver' | 'battery' | null;
  /** With `stopped`: the device refused to store more. Left out, the person stopped it. */
  readonly isRefused?: boolean;
}

const progress = smallStore<AheadProgress | null>(null);
export const showAheadProgress = progress.set;
export const aheadProgress = progress.get;
export const useAheadProgress = (): AheadProgress | null => useSmallStore(progress);
