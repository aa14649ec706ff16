import type { FollowUpPlan } from '@portal/api';
import { abbreviationAt, hasPassed, type Moment, momentOf, type Zone, zoneOf } from '../visits/zone.ts';

export type FollowUp = FollowUpPlan['appointments'][number];
export type FollowUpStatus = 'completed' | 'missed' | 'overdue' | 'scheduled' | 'recommended';

/** The date that counts: the actual one, else the one aimed at. */
export function dateOf({ actualDate, targetDate }: Pick<FollowUp, 'actualDate' | 'targetDate'>, zone: Zone): Moment | null {
  const date = actualDate ?? targetDate;
  return date === null ? null : momentOf(date, zone);
}

/** Completed and missed stand; else what is past is overdue, what has an actual date scheduled, the rest recommended (specification 2, section 4). */
export function statusOf(followUp: Pick<FollowUp, 'statusDesc' | 'actualDate' | 'targetDate'>, zone: Zone, now: number): FollowUpStatus {
  if (followUp.statusDesc === 'Completed') return 'completed';
  if (followUp.statusDesc === 'Missed') return 'missed';
  const date = dateOf(followUp, zone);
  if (date !== null && hasPassed(date, now)) return 'overdue';
  return followUp.actualDate === null ? 'recommended' : 'scheduled';
}

/** Pending and not overdue (specification 2, section 4). */
export const isUpcomingFollowUp = (followUp: Pick<FollowUp, 'statusDesc' | 'actualDate' | 'targetDate'>, zone: Zone, now: number): boolean =>
  followUp.statusDesc === 'Pending' && statusOf(followUp, zone, now) !== 'overdue';

/** A provider's name, split at its first comma into last and first name; without a comma all of it is the last. */
export function providerName(provider: string | null): { readonly last: string; readonly first: string } | null {
  if (provider === null || provider.trim() === '') return null;
  const comma = provider.indexOf(',');
  if (comma === -1) return { last: provider.trim(), first: '' };
  return { last: provider.slice(0, comma).trim(), first: provider.slice(comma + 1).trim() };
}

/** As one calls somebody: first name first. */
export function calledName(provider: string | null): string {
  const name = providerName(provider);
  return name === null ? '' : [name.first, name.last].filter((part) => part !== '').join(' ');
}

export type TaskState = 'addressed' | 'unaddressed' | 'notApplicable';

/** What a follow-up has of one category of the plan; a category without a task does not apply. */
export function taskOf({ tasks }: Pick<FollowUp, 'tasks'>, categoryKey: string): { readonly state: TaskState; readonly note: string | null } {
  const task = tasks.find(({ propertyCategoryId }) => propertyCategoryId === categoryKey);
  if (!task) return { state: 'notApplicable', note: null };
  return { state: task.isAddressed ? 'addressed' : 'unaddressed', note: task.taskNote?.trim() ? task.taskNote : null };
}

export const followUpFilters = ['All', 'Upcoming'] as const;
export type FollowUpFilter = (typeof followUpFilters)[number];

/** The follow-ups that a filter leaves, in the plan's own order. */
export const followUpsOf = (plan: FollowUpPlan, filter: FollowUpFilter, now: number): readonly FollowUp[] =>
  filter === 'All' ? plan.appointments : plan.appointments.filter((one) => isUpcomingFollowUp(one, zoneOf(plan.timeZoneId), now));

/** What the times of a plan name their zone: EST, EDT, or both. Without a time, as it is now. */
export function zoneNamesOf({ appointments, timeZoneId, timeZoneAbbreviation }: FollowUpPlan): string[] {
  const dates = appointments.map((one) => dateOf(one, zoneOf(timeZoneId)));
  const names = new Set(dates.flatMap((date) => (date === null || date.time === null ? [] : [abbreviationAt(date)])));
  return names.size === 0 ? [timeZoneAbbreviation] : [...names].toSorted();
}
