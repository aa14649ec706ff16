import {
  hasPasskeyHere,
  type UnlockableCopy,
  lookAtDevice,
  type OfflineUnlock,
  unlockByOtherTab,
  unlockOffline,
} from '../../../data/vault/unlocking.ts';
import type { Search } from '../../../browser/search.ts';
import type { SignInTarget } from '../../../layout/routing/redirect.ts';
import { redirectTarget } from '../../../layout/routing/redirectTarget.ts';
import { isTarget } from '../../../layout/session/afterSignIn.ts';

/** The target of an unlock: the requested page, or the dashboard. */
const after = (search: Search): SignInTarget => redirectTarget(search, isTarget) ?? { path: '/dashboard', search: {} };

export type Unlocked =
  | Exclude<OfflineUnlock, { kind: 'opened' }>
  | { readonly kind: 'opened'; readonly target: SignInTarget };

/** Opens what this device keeps for a person, without a network; `username` is null where the device keeps one person's records. */
export async function unlockHere(username: string | null, password: string, search: Search): Promise<Unlocked> {
  return withTarget(await unlockOffline({ username, password }), search);
}

const withTarget = (outcome: OfflineUnlock, search: Search): Unlocked =>
  outcome.kind === 'opened' ? { kind: 'opened', target: after(search) } : outcome;

/** The same by a passkey of this device, whose code is loaded with the press. */
export async function unlockByPasskeyHere(search: Search): Promise<Unlocked | { readonly kind: 'cancelled' }> {
  const { unlockByPasskey } = await import('../../../data/passkeyUnlock.ts');
  const outcome = await unlockByPasskey();
  return outcome.kind === 'cancelled' ? outcome : withTarget(outcome, search);
}

/** Continues at once where another tab of this browser is unlocked; else returns what can be unlocked, and whether a passkey opens it. */
export async function startUnlock(
  search: Search,
): Promise<{ readonly target: SignInTarget } | { readonly kept: UnlockableCopy; readonly hasPasskey: boolean }> {
  const [identity, kept, hasPasskey] = await Promise.all([unlockByOtherTab(), lookAtDevice(), hasPasskeyHere()]);
  return identity === null ? { kept, hasPasskey } : { target: after(search) };
}
