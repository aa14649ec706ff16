import type { HoldOptions, TabLocks } from '../tabs.ts';

export interface HeldLock {
  release(): void;
}

/** Takes a lock and keeps it until released; null when it was not available. */
export function takeLock(locks: TabLocks, name: string, options: HoldOptions): Promise<HeldLock | null> {
  return new Promise((resolve) => {
    const hold = (held: boolean): Promise<void> => {
      if (!held) {
        resolve(null);
        return Promise.resolve();
      }
      return new Promise<void>((done) => {
        resolve({ release: () => done() });
      });
    };
    locks.hold(name, hold, options).catch(() => resolve(null));
  });
}
