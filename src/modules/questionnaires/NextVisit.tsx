import { type AppointmentId, listUpcomingAppointments, type PatientId } from '@portal/api';
import type { ReactNode } from 'react';
import { useCall } from '../../data/query/query.ts';
import { visitName, writtenWhen } from '../../records/visit/visit.ts';
import { momentOf, zoneOf } from '../../records/zone.ts';
import { Icon } from '../../ui/Icon.tsx';
import { CalendarDays } from '../../ui/icons.ts';
import { TextLink, type TextLinkProps } from '../../ui/TextLink.tsx';
import { useWords } from '../../words/index.ts';
import { nextBooked } from './nextBooked.ts';

interface NextVisitProps {
  readonly patientId: PatientId;
  /** The link to a visit; null where the person has none. */
  readonly linkTo: (id: AppointmentId) => Pick<TextLinkProps, 'href' | 'onClick'> | null;
}

/** The next visit, as an entry of a list. Nothing where none is booked or it is not known. */
export function NextVisit({ patientId, linkTo }: NextVisitProps): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  // The same number as Home loads, so that both share one answer.
  const { data } = useCall(listUpcomingAppointments, { params: { patientId, count: 4 } });
  const next = nextBooked(data ?? []);
  if (next === null) return null;
  const moment = momentOf(next.rawDate, zoneOf(next.timeZoneId), next.hasTimePart);
  const name = visitName(words, { type: next.externalAppointmentType, followUpLabel: next.followUpLabel });
  const link = linkTo(next.id);
  return (
    <li>
      <Icon of={CalendarDays} />
      <span>
        {t('questionnaires.nextVisit')}
        <br />
        <b>{writtenWhen(locale, { moment, abbreviation: next.timeZoneAbbreviation })}</b>
        <br />
        {link === null ? (
          name
        ) : (
          <TextLink standalone {...link}>
            {name}
          </TextLink>
        )}
      </span>
    </li>
  );
}
