import type { UserProfile } from '@portal/api';
import { pages } from '../routes.ts';
import { redirectTarget, type Target } from '../shell/redirect.ts';
import type { Search } from '../shell/search.ts';
import type { Page } from '../shell/page.ts';

const paths = new Set(Object.values(pages).flatMap((page: Page) => [page.path, ...(page.aliases ?? [])]).map((path) => path.toLowerCase()));

/** Whether a path is one of this build. */
export const isOurs = (path: string): boolean => paths.has(path.toLowerCase());

/** Where a person goes who has signed in (specification 1, section 4): terms first, then an overdue password, then the target. */
export function afterSignIn(profile: Pick<UserProfile, 'isEulaAccepted' | 'isPasswordUpdateRequired'>, search: Search): Target {
  if (!profile.isEulaAccepted) return { path: pages.terms.path, search: { ...search } };
  if (profile.isPasswordUpdateRequired) return { path: pages.updatePassword.path, search: { ...search } };
  return redirectTarget(search, isOurs) ?? { path: pages.dashboard.path, search: {} };
}
