import { type AssignedQuestionnaireId, type AssignedQuestionnaireSummary, type CalendarDate } from '@portal/api';
import { formatDate, type Words } from '../../../words/index.ts';

/** The calendar day that it is somewhere, as `YYYY-MM-DD`; the device's own zone plays no part. */
export function dayIn(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone,
  }).formatToParts(now);
  const of = (type: Intl.DateTimeFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}`;
}

export interface DayFacts extends Pick<Words, 'locale'> {
  readonly now: number;
  /** Of the facility. */
  readonly timeZone: string;
}

/** A day without its year, unless that is another one than today's. */
export const shownDay = ({ locale, now, timeZone }: DayFacts, day: CalendarDate): string =>
  formatDate(locale, day, day.slice(0, 4) === dayIn(timeZone, new Date(now)).slice(0, 4) ? 'day' : 'medium');

/** Due while the day is today or later where the facility is, overdue after it (specification 2, section 2). */
export const dueState = (dueDate: CalendarDate, timeZone: string, now: Date): 'due' | 'overdue' =>
  dueDate >= dayIn(timeZone, now) ? 'due' : 'overdue';

/**
 * The one questionnaire that a page asked to redirect opens directly, or null (specification 2, section 2, `isAutoRedirect`).
 * One that the patient cannot start yet is not opened: the list says why. The next one of a series, whose time is to come, does not count.
 */
export function autoRedirectTarget(current: readonly AssignedQuestionnaireSummary[]): AssignedQuestionnaireId | null {
  const [only, another] = current.filter(({ opensOn }) => opensOn === undefined);
  return only && !another && only.canStartByPatient ? only.assignedQuestionnaireId : null;
}

/** Opens at most once, however often the list renders, refreshes or is mounted again by the framework. */
export function redirectOnce(
  open: (id: AssignedQuestionnaireId) => void,
): (current: readonly AssignedQuestionnaireSummary[]) => boolean {
  let isDone = false;
  return (current) => {
    const target = isDone ? null : autoRedirectTarget(current);
    isDone = true;
    if (target === null) return false;
    open(target);
    return true;
  };
}
