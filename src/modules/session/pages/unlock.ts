import { type KeptHere, lookAtDevice, unlockByOtherTab, unlockOffline } from '../../../data/vault/unlocking.ts';
import type { Search } from '../../../browser/search.ts';
import type { SignInTarget } from '../../../layout/routing/redirect.ts';
import { redirectTarget } from '../../../layout/routing/redirectTarget.ts';
import { isTarget } from '../../../layout/session/afterSignIn.ts';

/** Where an unlock leads: to what was asked for, or the dashboard. */
const after = (search: Search): SignInTarget => redirectTarget(search, isTarget) ?? { path: '/dashboard', search: {} };

export type Unlocked =
  | { readonly kind: 'opened'; readonly target: SignInTarget }
  | { readonly kind: 'noMatch' }
  /** Only a newer version of the app can read it. */
  | { readonly kind: 'newer' }
  /** The browser has taken it away. */
  | { readonly kind: 'lost'; readonly unsent: number };

/** Opens what this device keeps for a person, without a network; `username` is null where the device keeps one person's records. */
export async function unlockHere(username: string | null, password: string, search: Search): Promise<Unlocked> {
  const outcome = await unlockOffline({ username, password });
  return outcome.kind === 'opened' ? { kind: 'opened', target: after(search) } : outcome;
}

/** Goes on at once where another tab of this browser is unlocked; else says what there is to unlock. */
export async function startUnlock(search: Search): Promise<{ readonly target: SignInTarget } | KeptHere> {
  const [identity, kept] = await Promise.all([unlockByOtherTab(), lookAtDevice()]);
  return identity === null ? kept : { target: after(search) };
}
