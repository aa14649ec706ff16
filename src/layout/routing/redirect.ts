import type { PagePath } from '../module.ts';
import { type Search, stringifySearch } from '../../browser/search.ts';

/** Where to go after sign-in. */
export interface SignInTarget {
  readonly path: PagePath;
  readonly search: Record<string, string>;
}

/** Pages at which a session begins or ends; a sign-in does not return to them. */
const never = new Set(['/login', '/logout', '/update-password', '/second-step']);

/** The query with which a page that needs a session redirects to the login page. */
export function loginSearch(path: string, search: Search): Record<string, string> {
  if (path === '/' || never.has(path)) return {};
  const { isAutoRedirect: _, ...own } = search;
  return { redirect: path + stringifySearch(own) };
}
