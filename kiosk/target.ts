import type { LanguageCode } from '@portal/api';
import { stringifySearch } from '../src/browser/search.ts';
import { languageOf } from '../src/words/locale.ts';
import { type AnswerFate, answerFates } from './patient/fate.ts';
import { type WipeReason, wipeReasons } from './wipe/wipe.ts';

export const listPath = '/kioskQuestionnaires';
export const loginPath = '/kioskLogin';
export const setUpPath = '/kioskSetUp';
export const secondStepPath = '/kioskSecondStep';
export const newPasswordPath = '/kioskNewPassword';
const nowhere = 'https://kiosk.invalid';

/** The address after a staff sign-in: the requested staff page of this build, else the list (rulings, section 3). */
export function staffTarget(redirect: string | undefined): string {
  if (redirect === undefined || !/^\/(?![/\\])/.test(redirect) || !URL.canParse(redirect, nowhere)) return listPath;
  const url = new URL(redirect, nowhere);
  return url.origin === nowhere && url.pathname.toLowerCase() === listPath.toLowerCase()
    ? listPath + url.search
    : listPath;
}

/** Why the tablet is back with staff, by the address; `staff` asks for the PIN at once. */
export function returnReason(said: string | undefined): WipeReason | 'staff' | null {
  if (said === 'staff') return said;
  return wipeReasons.find((reason) => reason === said) ?? null;
}

/** What the document after a visit learns of it. */
interface EndOfVisit {
  readonly reason: WipeReason;
  readonly fate: AnswerFate | null;
  /** The patient's language. */
  readonly language: LanguageCode;
}

/** The address after a visit. The patient reads that page, in their language. */
export const returnAddress = ({ reason, fate, language }: EndOfVisit): string =>
  loginPath +
  stringifySearch({
    return: reason,
    language,
    ...(fate === null || reason === 'finished' ? {} : { answers: fate }),
  });

/** The language of the patient whose visit has just ended; null for every other page, and where it is not given. */
export const languageOfVisit = (search: Readonly<Record<string, string | undefined>>): LanguageCode | null =>
  wipeReasons.some((reason) => reason === search['return']) ? languageOf([search['language'] ?? '']) : null;

/** What happened to the answers of a visit, by the address. */
export const fateInAddress = (said: string | undefined): AnswerFate | null =>
  answerFates.find((fate) => fate === said) ?? null;
