import type { HoldOptions, TabLocks, Tabs } from '../../../src/data/tabs.ts';

interface Waiting {
  readonly shared: boolean;
  grant(): void;
}
interface Holder {
  readonly shared: boolean;
  stolen(): void;
}
interface LockState {
  holders: Holder[];
  queue: Waiting[];
}

/** One browser in memory, for tests. Every call of `tab` returns another tab of it. */
export function memoryBrowser() {
  const locks = new Map<string, LockState>();
  const channels = new Map<string, Set<{ hear(message: unknown): void }>>();

  const stateOf = (name: string): LockState => {
    const standing = locks.get(name) ?? { holders: [], queue: [] };
    locks.set(name, standing);
    return standing;
  };
  function serve(state: LockState): void {
    for (
      let next = state.queue[0];
      next && (state.holders.length === 0 || (next.shared && state.holders.every((holder) => holder.shared)));
      next = state.queue[0]
    ) {
      state.queue.shift();
      next.grant();
    }
  }

  const tabLocks: TabLocks = {
    async hold<T>(name: string, work: (held: boolean) => Promise<T>, options: HoldOptions = {}): Promise<T> {
      const state = stateOf(name);
      const shared = options.shared ?? false;
      const free =
        state.queue.length === 0 &&
        (state.holders.length === 0 || (shared && state.holders.every((holder) => holder.shared)));
      if (options.steal) {
        const former = state.holders;
        state.holders = [];
        for (const holder of former) holder.stolen();
      } else if (options.ifAvailable && !free) {
        return work(false);
      }
      const holder: Holder = { shared, stolen: () => options.onStolen?.() };
      await new Promise<void>((resolve, reject) => {
        const waiting: Waiting = {
          shared,
          grant() {
            state.holders.push(holder);
            resolve();
          },
        };
        options.signal?.addEventListener('abort', () => {
          const at = state.queue.indexOf(waiting);
          if (at >= 0) {
            state.queue.splice(at, 1);
            reject(options.signal?.reason);
          }
        });
        if (options.steal) waiting.grant();
        else {
          state.queue.push(waiting);
          serve(state);
        }
      });
      try {
        return await work(true);
      } finally {
        state.holders = state.holders.filter((other) => other !== holder);
        serve(state);
      }
    },
    holders: async (name) => stateOf(name).holders.length,
  };

  return {
    tab: (): Tabs => ({
      locks: tabLocks,
      channel(name, hear) {
        const members = channels.get(name) ?? new Set();
        channels.set(name, members);
        const me = { hear };
        members.add(me);
        return {
          post(message) {
            const copy: unknown = structuredClone(message);
            for (const member of members)
              if (member !== me)
                queueMicrotask(() => {
                  if (members.has(member)) member.hear(copy);
                });
          },
          close: () => {
            members.delete(me);
          },
        };
      },
    }),
  };
}
