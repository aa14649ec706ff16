import { parseSearch, type Search, stringifySearch } from './search.ts';

/** Where to go after sign-in. */
export interface Target {
  readonly path: string;
  readonly search: Record<string, string>;
}

const origin = 'https://portal.invalid';
/** Targets that would only lead back to where a session begins or ends. */
const never = new Set(['/login', '/logout', '/update-password']);

/**
 * The target of a sign-in (specification 1, section 2): `redirect` where it is a path of this same build, with its own query,
 * the address's other parameters and `isAutoRedirect=true`. Anything else (another origin, an unknown path) gives null.
 */
export function redirectTarget(search: Search, isOurs: (path: string) => boolean): Target | null {
  const { redirect, ...others } = search;
  if (redirect === undefined || !/^\/(?![/\\])/.test(redirect)) return null;
  let url: URL;
  try {
    url = new URL(redirect, origin);
  } catch {
    return null;
  }
  if (url.origin !== origin || never.has(url.pathname) || !isOurs(url.pathname)) return null;
  const path = url.pathname === '/' ? '/dashboard' : url.pathname;
  return { path, search: { ...parseSearch(url.search), ...others, isAutoRedirect: 'true' } };
}

/** The query with which a page that needs a session sends to the login page. */
export function loginSearch(path: string, search: Search): Record<string, string> {
  if (path === '/' || never.has(path)) return {};
  const { isAutoRedirect: _, ...own } = search;
  return { redirect: path + stringifySearch(own) };
}
