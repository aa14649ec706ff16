/** A channel for events, which are not stored. */
export interface Events<Args extends readonly unknown[] = []> {
  readonly emit: (...args: Args) => void;
  /** Calls back each time; returns the function that stops it. */
  readonly on: (listener: (...args: Args) => void) => () => void;
  readonly clear: () => void;
}

/** Makes an event channel. A listener gets only events after it was added. */
export function createEvents<Args extends readonly unknown[] = []>(): Events<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    emit: (...args) => {
      for (const listener of listeners) listener(...args);
    },
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear: () => listeners.clear(),
  };
}

/** A value that changes, in the shape that React's `useSyncExternalStore` reads. */
export interface SmallStore<Value> {
  readonly get: () => Value;
  readonly set: (next: Value) => void;
  /** Calls back after each change; returns the function that stops it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * A small store for code that loads before the login form, where `@tanstack/store` would be 1.9 KB of the 2 % that the form may grow.
 * Everything that loads later uses `smallStore` of `src/browser/smallStore.ts`, which has the same interface.
 */
export function firstStore<Value>(initial: Value): SmallStore<Value> {
  const changes = createEvents();
  let value = initial;
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      changes.emit();
    },
    subscribe: changes.on,
  };
}
