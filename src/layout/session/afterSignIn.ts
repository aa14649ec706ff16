import type { LoginType, UserProfile } from '@portal/api';
import type { PagePath } from '../module.ts';
import { allPages } from '../routing/pages.ts';
import type { SignInTarget } from '../routing/redirect.ts';
import { redirectTarget } from '../routing/redirectTarget.ts';
import type { Search } from '../../browser/search.ts';

/** Whether a sign-in may lead to a path: it is one of this build, and no session begins or ends there. */
export const isTarget = (path: string): path is PagePath =>
  allPages().some(
    ({ path: own, aliases = [], layout, who }) =>
      (layout !== 'gate' || who === 'signedIn') &&
      [own, ...aliases].some((one) => one.toLowerCase() === path.toLowerCase()),
  );

const passing: ReadonlySet<LoginType> = new Set(['patientKioskManagement', 'patientKioskUser', 'patientLinkUser']);

/** Kiosk and link users see protected pages without having accepted the terms (specification 1, section 6). */
export const mustAcceptTerms = (profile: Pick<UserProfile, 'isEulaAccepted' | 'loginType'>): boolean =>
  !profile.isEulaAccepted && !passing.has(profile.loginType);

/** Whether the person is asked for an email address: not after single sign-on, at a kiosk or by a link (specification 1, section 2). */
export const lacksEmail = (profile: Pick<UserProfile, 'email' | 'loginType'>): boolean =>
  profile.loginType === 'userNamePassword' && (profile.email === null || profile.email.trim() === '');

export type Arriving = Pick<UserProfile, 'isEulaAccepted' | 'isPasswordUpdateRequired' | 'email' | 'loginType'>;

/**
 * Where a person goes who has signed in (specification 1, sections 2 and 4): terms first, then an overdue password, a missing
 * email address, the target. Single sign-on forwards its other parameters to the dashboard as well.
 */
export function afterSignIn(profile: Arriving, search: Search): SignInTarget {
  if (mustAcceptTerms(profile)) return { path: '/termsOfUse', search: { ...search } };
  if (profile.isPasswordUpdateRequired && profile.loginType === 'userNamePassword')
    return { path: '/update-password', search: { ...search } };
  if (lacksEmail(profile)) return { path: '/provide-email', search: { ...search } };
  const target = redirectTarget(search, isTarget);
  if (target !== null) return target;
  const { redirect: _, ...extra } = search;
  return { path: '/dashboard', search: profile.loginType === 'singleSignOn' ? extra : {} };
}
