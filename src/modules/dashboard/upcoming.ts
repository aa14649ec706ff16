import type { UpcomingAppointment } from '@portal/api';
import { momentOf, zoneOf } from '../../records/zone.ts';
import { calledName, instructionsOf, otherType, statusWord, type Visit, visitName } from '../../records/visit/visit.ts';
import type { Words } from '../../words/index.ts';

/** How many upcoming appointments Home shows. */
export const shownVisits = 3;

export const isFollowUp = ({
  upcomingAppointmentType,
}: Pick<UpcomingAppointment, 'upcomingAppointmentType'>): boolean => upcomingAppointmentType === 'FollowUpAppointment';

/** The years and months of a follow-up; null where it has neither and only a label of the facility. */
export function followUpAge({
  followUpLabelParts,
}: Pick<UpcomingAppointment, 'followUpLabelParts'>): { readonly y: number; readonly m: number } | null {
  if (followUpLabelParts === null) return null;
  const { y, m } = followUpLabelParts;
  return y > 0 || m > 0 ? { y, m } : null;
}

/** An upcoming appointment as every page shows a visit. */
export function visitOf(words: Pick<Words, 't'>, item: UpcomingAppointment): Visit {
  const { t } = words;
  const names = { type: item.externalAppointmentType, followUpLabel: item.followUpLabel };
  const age = followUpAge(item);
  const ageWords =
    age === null
      ? null
      : [
          age.y > 0 ? t('dashboard.years', { count: age.y }) : '',
          age.m > 0 ? t('dashboard.months', { count: age.m }) : '',
        ]
          .filter((part) => part !== '')
          .join(' ');
  return {
    id: item.id,
    moment: momentOf(item.rawDate, zoneOf(item.timeZoneId), item.hasTimePart),
    abbreviation: item.timeZoneAbbreviation,
    name: visitName(words, names),
    otherType: otherType(names) ?? (ageWords === null ? null : t('dashboard.followUpAfter', { age: ageWords })),
    state: 'upcoming',
    status: statusWord(words, item.status, 'upcoming'),
    isConfirmed: false,
    isRecommended: isFollowUp(item) && item.status === 'Recommended',
    place: item.shortLocation ?? '',
    who: calledName(item.provider),
    instructions: instructionsOf(item),
  };
}

/** The items whose zones the note names: of those with a time, the first for each zone name. If none has a time, there is no note. */
export const timeZoneItems = <
  T extends Pick<UpcomingAppointment, 'hasTimePart' | 'timeZoneId' | 'timeZoneAbbreviation'>,
>(
  items: readonly T[],
): T[] =>
  items.filter(
    ({ hasTimePart, timeZoneId, timeZoneAbbreviation }, index) =>
      hasTimePart &&
      items.findIndex(
        (one) => one.hasTimePart && one.timeZoneId === timeZoneId && one.timeZoneAbbreviation === timeZoneAbbreviation,
      ) === index,
  );
