import { type AssignedQuestionnaireId, type AssignedQuestionnaireSummary, type CalendarDate } from '@portal/api';
import { dayAt, isoDay, zoneOf } from '../../../records/zone.ts';
import { formatDate, type Words } from '../../../words/index.ts';

/** The calendar day at a place, as `YYYY-MM-DD`, independent of the device's zone. */
export const dayIn = (timeZone: string, now: Date): string => isoDay(dayAt(zoneOf(timeZone), now.getTime()));

export interface DayFacts extends Pick<Words, 'locale'> {
  readonly now: number;
  /** The facility's time zone. */
  readonly timeZone: string;
}

/** A day without its year, unless the year differs from today's. */
export const shownDay = ({ locale, now, timeZone }: DayFacts, day: CalendarDate): string =>
  formatDate(locale, day, day.slice(0, 4) === dayIn(timeZone, new Date(now)).slice(0, 4) ? 'day' : 'medium');

/** Due while the day is today or later at the facility, overdue after it (specification 2, section 2). */
export const dueState = (dueDate: CalendarDate, timeZone: string, now: Date): 'due' | 'overdue' =>
  dueDate >= dayIn(timeZone, now) ? 'due' : 'overdue';

/**
 * The questionnaire that a page with `isAutoRedirect` opens directly, or null (specification 2, section 2). One that the patient cannot
 * start yet is not opened: the list says why. The next one of a series, whose time has not come, does not count.
 */
export function autoRedirectTarget(current: readonly AssignedQuestionnaireSummary[]): AssignedQuestionnaireId | null {
  const [only, another] = current.filter(({ opensOn }) => opensOn === undefined);
  return only && !another && only.canStartByPatient ? only.assignedQuestionnaireId : null;
}

/** Opens at most once, however often the list renders, refreshes or is mounted again. */
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
