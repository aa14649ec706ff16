import { parseSearch, type Search } from '../../browser/search.ts';
import type { PagePath } from '../module.ts';
import type { SignInTarget } from './redirect.ts';

const origin = 'https://portal.invalid';

/**
 * The target of a sign-in (specification 1, section 2): `redirect` where it is a path of this same build, with its own query,
 * the address's other parameters and `isAutoRedirect=true`. Anything else (another origin, an unknown path) gives null.
 */
export function redirectTarget(search: Search, isOurs: (path: string) => path is PagePath): SignInTarget | null {
  const { redirect, ...others } = search;
  if (redirect === undefined || !/^\/(?![/\\])/.test(redirect)) return null;
  let url: URL;
  try {
    url = new URL(redirect, origin);
  } catch {
    return null;
  }
  if (url.origin !== origin || !isOurs(url.pathname)) return null;
  const path = url.pathname === '/' ? '/dashboard' : url.pathname;
  return { path, search: { ...parseSearch(url.search), ...others, isAutoRedirect: 'true' } };
}
