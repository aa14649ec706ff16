import { unlockOffline } from '../../../data/vault/keeper.ts';
import type { Search } from '../../../browser/search.ts';
import type { Target } from '../../../layout/routing/redirect.ts';
import { redirectTarget } from '../../../layout/routing/redirectTarget.ts';
import { isTarget } from '../../../layout/session/afterSignIn.ts';

/**
 * Opens what this device keeps for a person, without a network. Where to go then: what was asked for, or the questionnaires; null when
 * name and password fit nothing here.
 */
export async function unlockHere(username: string, password: string, search: Search): Promise<Target | null> {
  const outcome = await unlockOffline(username, password);
  if (outcome.kind !== 'opened') return null;
  return redirectTarget(search, isTarget) ?? { path: '/questionnaires', search: {} };
}
