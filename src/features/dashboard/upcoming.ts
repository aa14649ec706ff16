import type { UpcomingAppointment } from '@portal/api';

/** How many upcoming appointments the dashboard asks for, and how long a status is shown (specification 2, section 9). */
export const upcomingCount = 4;
const statusLength = 30;

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A status cut to 30 characters plus an ellipsis; a letter with its accents or a whole emoji counts as one. */
export function cutStatus(status: string): string {
  const all = Array.from(letters.segment(status), ({ segment }) => segment);
  return all.length <= statusLength ? status : `${all.slice(0, statusLength).join('').trimEnd()}…`;
}

export const isFollowUp = ({ upcomingAppointmentType }: Pick<UpcomingAppointment, 'upcomingAppointmentType'>): boolean => upcomingAppointmentType === 'FollowUpAppointment';

/** Where View More leads: to the plan for what is a follow-up or linked with one, else to the appointments. */
export const viewMorePath = (item: Pick<UpcomingAppointment, 'upcomingAppointmentType' | 'linkedToOtherTypeCount'>): '/followup-plan' | '/appointments' =>
  isFollowUp(item) || item.linkedToOtherTypeCount > 0 ? '/followup-plan' : '/appointments';

/** Years and months of a follow-up that there are; null where it has neither, and a label of the facility stands alone. */
export function followUpAge({ followUpLabelParts }: Pick<UpcomingAppointment, 'followUpLabelParts'>): { readonly y: number; readonly m: number } | null {
  if (followUpLabelParts === null) return null;
  const { y, m } = followUpLabelParts;
  return y > 0 || m > 0 ? { y, m } : null;
}

/** The items whose zones the note tells: of those with a time the first of each name that a clock has there; without any there is no note. */
export const timeZoneItems = <T extends Pick<UpcomingAppointment, 'hasTimePart' | 'timeZoneId' | 'timeZoneAbbreviation'>>(items: readonly T[]): T[] =>
  items.filter(
    ({ hasTimePart, timeZoneId, timeZoneAbbreviation }, index) =>
      hasTimePart && items.findIndex((one) => one.hasTimePart && one.timeZoneId === timeZoneId && one.timeZoneAbbreviation === timeZoneAbbreviation) === index,
  );
