import type { LanguageCode } from '@portal/api';
import { stringifySearch } from '../src/browser/search.ts';
import { languageOf } from '../src/words/locale.ts';
import { type AnswerFate, answerFates } from './patient/fate.ts';
import { type WipeReason, wipeReasons } from './wipe/wipe.ts';

/** Where staff's list is. */
export const list = '/kioskQuestionnaires';
export const login = '/kioskLogin';
/** Where a tablet takes the code that makes it one of the facility's own. */
export const setUp = '/kioskSetUp';
const nowhere = 'https://kiosk.invalid';

/** The address that a staff sign-in leads to: staff's page of this build that was asked for, else the list (rulings, section 3). */
export function staffTarget(redirect: string | undefined): string {
  if (redirect === undefined || !/^\/(?![/\\])/.test(redirect) || !URL.canParse(redirect, nowhere)) return list;
  const url = new URL(redirect, nowhere);
  return url.origin === nowhere && url.pathname.toLowerCase() === list.toLowerCase() ? list + url.search : list;
}

/** Why the tablet is back with staff, when the address says so; `staff` asks for the PIN at once. */
export function returnReason(said: string | undefined): WipeReason | 'staff' | null {
  if (said === 'staff') return said;
  return wipeReasons.find((reason) => reason === said) ?? null;
}

/** What the document after a visit is told of it. */
export interface EndOfVisit {
  readonly reason: WipeReason;
  readonly fate: AnswerFate | null;
  /** In which the patient read. */
  readonly language: LanguageCode;
}

/** Where a visit ends. What stands there is read by the patient, in their language. */
export const returnAddress = ({ reason, fate, language }: EndOfVisit): string =>
  login +
  stringifySearch({
    return: reason,
    language,
    ...(fate === null || reason === 'finished' ? {} : { answers: fate }),
  });

/** The language of the patient whose visit has just ended; null for every other page, and where it is not told. */
export const languageOfVisit = (search: Readonly<Record<string, string | undefined>>): LanguageCode | null =>
  wipeReasons.some((reason) => reason === search['return']) ? languageOf([search['language'] ?? '']) : null;

/** What became of the answers of a visit, when the address says so. */
export const fateInAddress = (said: string | undefined): AnswerFate | null =>
  answerFates.find((fate) => fate === said) ?? null;
