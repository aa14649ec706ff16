import { stringifySearch } from '../src/browser/search.ts';
import { allScreens } from './screens.ts';
import { list, login } from './target.ts';

/**
 * The address at which somebody without a session is: the sign-in, with the way back to what staff asked for. Where a visit was, it
 * is over, and the tablet asks to be returned. Null: the page that was asked for, which needs no session.
 */
export function signedOutAddress(path: string, search: string): string | null {
  const isHere = (one: string): boolean => one.toLowerCase() === path.toLowerCase();
  if (isHere(login)) return login + search;
  const who = Object.entries(allScreens).find(([one]) => isHere(one))?.[1].who;
  if (who === 'notInVisit') return null;
  if (who === 'visit' || who === 'handOver') return `${login}?return=left`;
  return isHere(list) && search !== '' ? login + stringifySearch({ redirect: list + search }) : login;
}
