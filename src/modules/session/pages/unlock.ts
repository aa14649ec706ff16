import { type KeptHere, lookAtDevice, unlockByOtherTab, unlockOffline } from '../../../data/vault/unlocking.ts';
import type { Search } from '../../../browser/search.ts';
import type { SignInTarget } from '../../../layout/routing/redirect.ts';
import { redirectTarget } from '../../../layout/routing/redirectTarget.ts';
import { isTarget } from '../../../layout/session/afterSignIn.ts';

/** The target of an unlock: the requested page, or the dashboard. */
const after = (search: Search): SignInTarget => redirectTarget(search, isTarget) ?? { path: '/dashboard', search: {} };

export type Unlocked =
  | { readonly kind: 'opened'; readonly target: SignInTarget }
  | { readonly kind: 'noMatch' }
  /** Only a newer version of the app can read it. */
  | { readonly kind: 'newer' }
  /** The last day of acting for others is over, and there is no own record. */
  | { readonly kind: 'ended' }
  /** The browser has deleted it. */
  | { readonly kind: 'lost'; readonly unsent: number };

/** Opens what this device keeps for a person, without a network; `username` is null where the device keeps one person's records. */
export async function unlockHere(username: string | null, password: string, search: Search): Promise<Unlocked> {
  const outcome = await unlockOffline({ username, password });
  return outcome.kind === 'opened' ? { kind: 'opened', target: after(search) } : outcome;
}

/** Continues at once where another tab of this browser is unlocked; else returns what can be unlocked. */
export async function startUnlock(search: Search): Promise<{ readonly target: SignInTarget } | KeptHere> {
  const [identity, kept] = await Promise.all([unlockByOtherTab(), lookAtDevice()]);
  return identity === null ? kept : { target: after(search) };
}
