import { isKioskPath } from './pages.ts';

export type Search = Readonly<Record<string, string>>;

/** Reads a query as the strings that it is made of: a PIN or a token with leading zeros stays what it is. */
export const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text));

/** Writes it back, with its question mark. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const text = new URLSearchParams(Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))).toString();
  return text === '' ? '' : `?${text}`;
}

/** Where a staff sign-in leads: a page of staff in this build that was asked for, else the list (rulings, section 3). */
export function staffTarget(redirect: string | undefined): { readonly to: '/kioskQuestionnaires'; readonly search: Search } {
  const list = { to: '/kioskQuestionnaires', search: {} } as const;
  if (redirect === undefined || !/^\/(?![/\\])/.test(redirect)) return list;
  const url = new URL(redirect, 'https://kiosk.invalid');
  if (url.origin !== 'https://kiosk.invalid' || !isKioskPath(url.pathname) || url.pathname !== '/kioskQuestionnaires') return list;
  return { to: url.pathname, search: parseSearch(url.search) };
}
