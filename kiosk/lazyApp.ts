type App = typeof import('./app.tsx');

let starting: Promise<App> | null = null;

/**
 * The router, sessions and calls. The sign-in shows before they are there and asks for them at once; every other page waits for
 * them. Rejects when they cannot be fetched; the next call tries again.
 */
export const app = (): Promise<App> =>
  (starting ??= import('./app.tsx').then(
    (module) => {
      module.start();
      return module;
    },
    (error: unknown) => {
      starting = null;
      throw error;
    },
  ));
