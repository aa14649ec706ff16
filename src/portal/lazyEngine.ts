type Engine = typeof import('./engine.ts');

let starting: Promise<Engine> | null = null;

/**
 * Everything about sessions and calls. The login form shows before it is there and asks for it at once; every other page waits
 * for it. Rejects when it cannot be fetched; the next call tries again.
 */
export const engine = (): Promise<Engine> =>
  (starting ??= import('./engine.ts').then(
    (module) => {
      module.start();
      return module;
    },
    (error: unknown) => {
      starting = null;
      throw error;
    },
  ));
