import { lazyOnce } from '../src/browser/lazyOnce.ts';
import type { adoptTokens, signIn } from '../src/data/session.ts';

/** The router, sessions and calls, as the sign-in needs them. */
export interface KioskRuntime {
  readonly signIn: typeof signIn;
  readonly adoptTokens: typeof adoptTokens;
  /** Replaces the current page with the page of an address of this build. */
  readonly enter: (address: string) => void;
}

let load: () => Promise<KioskRuntime> = () => Promise.reject(new Error('The kiosk has no runtime.'));

/** Sets where the runtime is loaded from. `main.tsx` does so, because the pages that the runtime shows must not import it. */
export const setRuntime = (source: () => Promise<KioskRuntime>): void => {
  load = lazyOnce(source);
};

/**
 * Loads the runtime. The sign-in shows before it and asks for it at once; every other page waits for it. Rejects when it cannot be fetched;
 * the next call tries again.
 */
export const runtime = (): Promise<KioskRuntime> => load();
