import { lazyOnce } from '../src/browser/lazyOnce.ts';
import type { adoptTokens } from '../src/data/session.ts';
import type { followLogIn, logIn } from './app.tsx';

/** The router, sessions and calls, as the sign-in needs them. */
export interface KioskRuntime {
  readonly logIn: typeof logIn;
  readonly followLogIn: typeof followLogIn;
  readonly adoptTokens: typeof adoptTokens;
  readonly enter: (address: string) => void;
}

let load: () => Promise<KioskRuntime> = () => Promise.reject(new Error('The kiosk has no runtime.'));

/** Sets where the runtime is loaded from. `main.tsx` does so, because the pages that the runtime shows must not import it. */
export const setRuntime = (source: () => Promise<KioskRuntime>): void => {
  load = lazyOnce(source);
};

/** Loads the runtime; only the sign-in shows before it. Rejects when it cannot be fetched; the next call tries again. */
export const runtime = (): Promise<KioskRuntime> => load();
