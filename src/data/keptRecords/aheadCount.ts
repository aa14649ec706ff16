import type { MessageKey } from '../../words/index.ts';
import type { AheadEnvironment } from './aheadEnvironment.ts';
import type { AheadProgress } from './aheadProgress.ts';
import type { Keeps } from './keeps.ts';
import { bytesOfEntries } from './ledger.ts';

/** Counts what is done and what is to come, and shows it. */
export function createAheadCount({ store, tell }: AheadEnvironment, keeps: readonly Keeps[]) {
  let [done, total] = [0, 0];
  let current: MessageKey | null = null;
  /** What is still to come of each module; one of them stands for its lists. */
  const left = new Map<MessageKey, number>(keeps.map(({ title }) => [title, 1]));
  const addLeft = (title: MessageKey, more: number) => left.set(title, (left.get(title) ?? 0) + more);
  return {
    show(state: AheadProgress['state'], waitingFor: AheadProgress['waitingFor'] = null, isRefused = false): void {
      tell({
        done,
        total,
        bytes: bytesOfEntries(store.entries()),
        finished: keeps.flatMap(({ title }) => (left.get(title) === 0 ? [title] : [])),
        current: state === 'running' || state === 'waiting' ? current : null,
        state,
        waitingFor,
        ...(isRefused ? { isRefused } : {}),
      });
    },
    workOn(title: MessageKey): void {
      current = title;
    },
    begin(title: MessageKey): void {
      total += 1;
      addLeft(title, 1);
    },
    /** What was not to be had is done with for now, but its module is not finished. */
    end(title: MessageKey, isThere: boolean): void {
      done += 1;
      if (isThere) addLeft(title, -1);
    },
    endLists(title: MessageKey): void {
      addLeft(title, -1);
    },
  };
}

export type AheadCount = ReturnType<typeof createAheadCount>;
