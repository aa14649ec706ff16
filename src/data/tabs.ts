/** Locks that the tabs of one browser share. An interface, so that many tabs can be tested in one process. */
export interface TabLocks {
  /**
   * Runs `work` while holding the lock. With `ifAvailable`, runs it with `false` when another tab holds the lock. `onStolen` is called when
   * another tab took the lock by force while `work` still ran. Rejects with the reason of `signal` when that ends the wait.
   */
  hold<T>(name: string, work: (held: boolean) => Promise<T>, options?: HoldOptions): Promise<T>;
  /** How many holders a shared lock has over all tabs. */
  holders(name: string): Promise<number>;
}

export interface HoldOptions {
  readonly ifAvailable?: boolean;
  readonly steal?: boolean;
  readonly shared?: boolean;
  readonly signal?: AbortSignal;
  readonly onStolen?: () => void;
}

export interface TabChannel {
  post(message: unknown): void;
  close(): void;
}

export interface Tabs {
  readonly locks: TabLocks;
  /** Messages to and from the other tabs. A tab does not receive its own messages. */
  channel(name: string, hear: (message: unknown) => void): TabChannel;
}

const browserLocks: TabLocks = {
  async hold(name, work, options = {}) {
    // Without the Web Locks API (plain http on a foreign host) tabs cannot share locks, so this tab works alone.
    if (typeof navigator === 'undefined' || !('locks' in navigator)) return work(true);
    let done = false;
    const { onStolen, ifAvailable, steal, shared, signal } = options;
    const wanted: LockOptions = {
      mode: shared ? 'shared' : 'exclusive',
      ...(ifAvailable ? { ifAvailable } : {}),
      ...(steal ? { steal } : {}),
      ...(signal ? { signal } : {}),
    };
    let started: ReturnType<typeof work> | null = null;
    try {
      return await navigator.locks.request(name, wanted, async (lock) => {
        started = work(lock !== null);
        const result = await started;
        done = true;
        return result;
      });
    } catch (error) {
      if (started !== null && !done && error instanceof DOMException && error.name === 'AbortError') {
        onStolen?.();
        return started;
      }
      throw error;
    }
  },
  async holders(name) {
    if (typeof navigator === 'undefined' || !('locks' in navigator)) return 1;
    const { held = [] } = await navigator.locks.query();
    return held.filter((lock) => lock.name === name).length;
  },
};

export const browserTabs: Tabs = {
  locks: browserLocks,
  channel(name, hear) {
    const channel = new BroadcastChannel(name);
    channel.addEventListener('message', (event: MessageEvent<unknown>) => hear(event.data));
    return { post: (message) => channel.postMessage(message), close: () => channel.close() };
  },
};
