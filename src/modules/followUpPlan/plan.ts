import type { FollowUpPlan } from '@portal/api';
import { type VisitState, visitState } from '../../records/visit/visit.ts';
import { abbreviationAt, isoDay, type Moment, momentOf, type Zone, zoneOf } from '../../records/zone.ts';

export type FollowUp = FollowUpPlan['appointments'][number];

/** The actual date; if there is none, the target. */
export function dateOf(
  { actualDate, targetDate, hasTimePart }: Pick<FollowUp, 'actualDate' | 'targetDate' | 'hasTimePart'>,
  zone: Zone,
): Moment | null {
  const date = actualDate ?? targetDate;
  return date === null ? null : momentOf(date, zone, hasTimePart);
}

type Dated = Pick<FollowUp, 'statusDesc' | 'actualDate' | 'targetDate' | 'hasTimePart' | 'durationMinutes' | 'visit'>;

/** True when no visit was booked for it and nobody has closed it. It still waits and can be overdue. */
const isOpen = ({ statusDesc, visit }: Pick<FollowUp, 'statusDesc' | 'visit'>): boolean =>
  visit === null && statusDesc === 'Pending';

/** True when it has only a target date, of which the month is shown. */
export const isRecommended = (followUp: Dated): boolean => isOpen(followUp) && followUp.actualDate === null;

/** The state of a follow-up, by the rule of all pages. */
export const stateOf = (followUp: Dated, zone: Zone, now: number): VisitState =>
  visitState(
    {
      moment: dateOf(followUp, zone),
      minutes: followUp.durationMinutes,
      isCancelled: followUp.visit === null && followUp.statusDesc === 'Cancelled',
      isClosed: followUp.visit === null && ['Completed', 'Missed'].includes(followUp.statusDesc),
      isPendingFollowUp: isOpen(followUp),
    },
    now,
  );

/** The part of the month for which something was recommended. Used where only the month is shown and the day has passed. */
export function partOfMonth({ day }: Pick<Moment, 'day'>): 'early' | 'middle' | 'late' {
  const ofMonth = Number(isoDay(day).slice(8));
  return ofMonth <= 10 ? 'early' : ofMonth <= 20 ? 'middle' : 'late';
}

/** The status as in the list of appointments: that of the booked visit, or else its own. */
export const statusOf = (followUp: Dated): string =>
  followUp.visit?.status ??
  (followUp.statusDesc === 'Pending' ? (isRecommended(followUp) ? 'Recommended' : 'Scheduled') : followUp.statusDesc);

/** Pending and not over (specification 2, section 4). */
export const isUpcomingFollowUp = (followUp: Dated, zone: Zone, now: number): boolean =>
  followUp.statusDesc === 'Pending' && stateOf(followUp, zone, now) === 'upcoming';

export type TaskState = 'addressed' | 'unaddressed' | 'notApplicable';

/** The task of a follow-up in one category of the plan; a category without a task does not apply. */
export function taskOf(
  { tasks }: Pick<FollowUp, 'tasks'>,
  categoryKey: string,
): { readonly state: TaskState; readonly note: string | null } {
  const task = tasks.find(({ propertyCategoryId }) => propertyCategoryId === categoryKey);
  if (!task) return { state: 'notApplicable', note: null };
  return { state: task.isAddressed ? 'addressed' : 'unaddressed', note: task.taskNote?.trim() ? task.taskNote : null };
}

export type FollowUpFilter = 'All' | 'Upcoming';

export const passesFilter = (
  { timeZoneId }: Pick<FollowUpPlan, 'timeZoneId'>,
  followUp: FollowUp,
  filter: FollowUpFilter,
  now: number,
): boolean => filter === 'All' || isUpcomingFollowUp(followUp, zoneOf(timeZoneId), now);

/** The names of the zone in the times of a plan: EST, EDT, or both. Without a time, the current one. */
export function zoneNamesOf({ appointments, timeZoneId, timeZoneAbbreviation }: FollowUpPlan): string[] {
  const zone = zoneOf(timeZoneId);
  const dates = appointments.map((one) => dateOf(one, zone));
  const names = new Set(dates.flatMap((date) => (date === null || date.time === null ? [] : [abbreviationAt(date)])));
  return names.size === 0 ? [timeZoneAbbreviation ?? abbreviationAt({ zone, at: Date.now() })] : [...names].toSorted();
}
