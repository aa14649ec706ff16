import { stringifySearch } from '../src/browser/search.ts';
import { allScreens } from './screens.ts';
import { listPath, loginPath } from './target.ts';

/** Where to go without a session: the sign-in with the address to return to, or the page after a visit. Null: none is needed. */
export function signedOutAddress(path: string, search: string): string | null {
  const isHere = (one: string): boolean => one.toLowerCase() === path.toLowerCase();
  if (isHere(loginPath)) return loginPath + search;
  const who = Object.entries(allScreens).find(([one]) => isHere(one))?.[1].who;
  if (who === 'notInVisit') return null;
  if (who === 'visit' || who === 'handOver') return `${loginPath}?return=left`;
  return isHere(listPath) && search !== '' ? loginPath + stringifySearch({ redirect: listPath + search }) : loginPath;
}
