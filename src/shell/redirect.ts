import { type Search, stringifySearch } from './search.ts';

/** Where to go after sign-in. */
export interface Target {
  readonly path: string;
  readonly search: Record<string, string>;
}

/** Pages that would only lead back to where a session begins or ends. */
const never = new Set(['/login', '/logout', '/update-password']);

/** The query with which a page that needs a session sends to the login page. */
export function loginSearch(path: string, search: Search): Record<string, string> {
  if (path === '/' || never.has(path)) return {};
  const { isAutoRedirect: _, ...own } = search;
  return { redirect: path + stringifySearch(own) };
}
