import { lazyOnce } from '../src/browser/lazyOnce.ts';
import type { adoptTokens, signIn } from '../src/data/session.ts';

/** The router, sessions and calls, as the sign-in needs them. */
export interface KioskRuntime {
  readonly signIn: typeof signIn;
  readonly adoptTokens: typeof adoptTokens;
  /** Shows the page of an address of this build in place of the one that is shown. */
  readonly enter: (address: string) => void;
}

let load: () => Promise<KioskRuntime> = () => Promise.reject(new Error('The kiosk has no runtime.'));

/** Says where the runtime is: `main.tsx` knows, and the pages, which the runtime itself shows, do not. */
export const setRuntime = (source: () => Promise<KioskRuntime>): void => {
  load = lazyOnce(source);
};

/**
 * The runtime. The sign-in shows before it is there and asks for it at once; every other page waits for it. Rejects when it
 * cannot be fetched; the next call tries again.
 */
export const runtime = (): Promise<KioskRuntime> => load();
