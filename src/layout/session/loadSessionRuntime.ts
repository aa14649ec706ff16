type SessionRuntime = typeof import('./sessionRuntime.ts');

let loadApp: (() => Promise<SessionRuntime>) | null = null;
let loading: Promise<SessionRuntime> | null = null;

/** Sets where sessions, calls and the router are loaded from; called once, by the start script. */
export const provideSessionRuntime = (load: () => Promise<SessionRuntime>): void => void (loadApp = load);

/**
 * Loads everything about sessions and calls. The login form shows before it and asks for it at once; every other page waits for it. Rejects
 * when it cannot be loaded; the next call tries again.
 */
export const loadSessionRuntime = (): Promise<SessionRuntime> =>
  (loading ??= (loadApp ?? (() => Promise.reject(new Error('The app has not started.'))))().then(
    (runtime) => {
      runtime.startSessionRuntime();
      return runtime;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  ));
