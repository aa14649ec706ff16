import { type WipeReason, wipeReasons } from './wipe/wipe.ts';

export type Search = Readonly<Record<string, string>>;

/** Reads a query as the strings that it is made of: a PIN or a token with leading zeros stays what it is. */
export const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text));

/** Writes it back, with its question mark. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const text = new URLSearchParams(Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))).toString();
  return text === '' ? '' : `?${text}`;
}

const list = '/kioskQuestionnaires';
const login = '/kioskLogin';
const nowhere = 'https://kiosk.invalid';

/** The address that a staff sign-in leads to: staff's page of this build that was asked for, else the list (rulings, section 3). */
export function staffTarget(redirect: string | undefined): string {
  if (redirect === undefined || !/^\/(?![/\\])/.test(redirect) || !URL.canParse(redirect, nowhere)) return list;
  const url = new URL(redirect, nowhere);
  return url.origin === nowhere && url.pathname.toLowerCase() === list.toLowerCase() ? list + url.search : list;
}

const ofVisits: readonly string[] = ['/patientKioskUserLogin', '/patientKioskQuestionnaires', '/complete-kiosk-questionnaire', '/kiosk-questionnaire-scoring'];

/**
 * The address at which somebody without a session is: the sign-in, with the way back to what staff asked for. Where a visit was, it
 * is over, and the tablet asks to be returned.
 */
export function signedOutAddress(path: string, search: string): string {
  if (path.toLowerCase() === login.toLowerCase()) return login + search;
  if (ofVisits.some((one) => one.toLowerCase() === path.toLowerCase())) return `${login}?return=left`;
  if (path.toLowerCase() !== list.toLowerCase() || search === '') return login;
  return login + stringifySearch({ redirect: list + search });
}

/** Why the tablet is back with staff, when the address says so; `staff` asks for the PIN at once. */
export function returnReason(said: string | undefined): WipeReason | 'staff' | null {
  if (said === 'staff') return said;
  return wipeReasons.find((reason) => reason === said) ?? null;
}
