import { lazyOnce } from '../src/browser/lazyOnce.ts';
import type { ShownMessage } from '../src/data/errors.ts';
import type { adoptTokens } from '../src/data/session.ts';
import type { SignInOutcome } from '../src/data/signInOutcome.ts';
import type { SignIn } from '../src/data/signInRequest.ts';

/** The router, sessions and calls, as the sign-in needs them. */
interface KioskRuntime {
  readonly logIn: (way: SignIn) => Promise<ShownMessage | null>;
  readonly followLogIn: (outcome: SignInOutcome) => ShownMessage | null;
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
