import type { LoginType, UserProfile } from '@portal/api';
import { pages } from '../routes.ts';
import type { Target } from '../shell/redirect.ts';
import { redirectTarget } from '../shell/redirectTarget.ts';
import type { Search } from '../shell/search.ts';
import type { Page } from '../shell/page.ts';

/** Pages to which a sign-in may lead: not those where a session begins or ends. */
const targets = new Set(
  Object.values(pages)
    .flatMap((page: Page) => (page.layout !== 'gate' || page.who === 'signedIn' ? [page.path, ...(page.aliases ?? [])] : []))
    .map((path) => path.toLowerCase()),
);

/** Whether a sign-in may lead to a path: it is one of this build. */
export const isTarget = (path: string): boolean => targets.has(path.toLowerCase());

const passing: ReadonlySet<LoginType> = new Set(['patientKioskManagement', 'patientKioskUser', 'patientLinkUser']);

/** Kiosk and link users see protected pages without having accepted the terms (specification 1, section 6). */
export const mustAcceptTerms = (profile: Pick<UserProfile, 'isEulaAccepted' | 'loginType'>): boolean => !profile.isEulaAccepted && !passing.has(profile.loginType);

/** Who is asked for an email address: no single sign-on, kiosk or link user (specification 1, section 2). */
export const lacksEmail = (profile: Pick<UserProfile, 'email' | 'loginType'>): boolean =>
  profile.loginType === 'userNamePassword' && (profile.email === null || profile.email.trim() === '');

export type Arriving = Pick<UserProfile, 'isEulaAccepted' | 'isPasswordUpdateRequired' | 'email' | 'loginType'>;

/**
 * Where a person goes who has signed in (specification 1, sections 2 and 4): terms first, then an overdue password, a missing
 * email address, the target. Single sign-on forwards its other parameters to the dashboard as well.
 */
export function afterSignIn(profile: Arriving, search: Search): Target {
  if (mustAcceptTerms(profile)) return { path: pages.terms.path, search: { ...search } };
  if (profile.isPasswordUpdateRequired && profile.loginType === 'userNamePassword') return { path: pages.updatePassword.path, search: { ...search } };
  if (lacksEmail(profile)) return { path: pages.provideEmail.path, search: {} };
  const target = redirectTarget(search, isTarget);
  if (target !== null) return target;
  const { redirect: _, ...extra } = search;
  return { path: pages.dashboard.path, search: profile.loginType === 'singleSignOn' ? extra : {} };
}
