import { type CareProviderId, listCareTeam, type PatientId, phoneHref } from '@portal/api';
import type { ReactNode } from 'react';
import { useCall } from '../../data/query/query.ts';
import { linkWithTopic } from '../../records/messageTopic.ts';
import { careProviderName, personNamedIn, takesMessages } from '../../records/careProvider.ts';
import type { LinkProps } from '../../records/links.ts';
import { Avatar, initialsOf } from '../../ui/Avatar.tsx';
import { IconLink } from '../../ui/IconButton.tsx';
import { Mail, Phone } from '../../ui/icons.ts';
import { rowMain, rowSub, rowTitle } from '../../ui/Row.css.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { formatPersonName, useWords } from '../../words/index.ts';
import type { AppointmentRow } from './list.ts';
import { person, personActions } from './OneVisit.css.ts';

/** The link to a new message to a provider; null where this person cannot write one. */
export type MessageLink = (to: CareProviderId) => LinkProps | null;

export function NamedPerson({ row, children = null }: { row: AppointmentRow; children?: ReactNode }): ReactNode {
  const { providerFirstName, providerLastName } = row.appointment;
  return (
    <div className={person}>
      <Avatar initials={initialsOf(providerFirstName ?? '', providerLastName ?? '')} />
      {children ?? <strong>{row.who}</strong>}
    </div>
  );
}

/** The same with role and contact buttons, where the care team has exactly one member of that name. */
export function CareTeamPerson({
  patientId,
  row,
  subject,
  messageTo,
}: {
  patientId: PatientId;
  row: AppointmentRow;
  /** The topic of a message about this visit. */
  subject: string;
  messageTo: MessageLink;
}): ReactNode {
  const { t, locale } = useWords();
  const { data } = useCall(listCareTeam, { params: { patientId } });
  const member = personNamedIn(row.who, data ?? []);
  if (member === null) return <NamedPerson row={row} />;
  const name = careProviderName(member, formatPersonName(locale, member));
  const call = member.publicPhone === null ? null : phoneHref(member.publicPhone);
  const message = takesMessages(member) ? messageTo(member.careProviderId) : null;
  return (
    <NamedPerson row={row}>
      <div className={rowMain}>
        <span className={rowTitle}>{name}</span>
        {member.careProviderTitle === null ? null : <span className={rowSub}>{member.careProviderTitle}</span>}
      </div>
      <span className={`${personActions} ${screenOnly}`}>
        {call === null ? null : <IconLink icon={Phone} label={t('records.callPerson', { name })} href={call} />}
        {message === null ? null : (
          <IconLink
            icon={Mail}
            label={t('records.messagePerson', { name })}
            {...linkWithTopic(message, { subject, person: row.who })}
          />
        )}
      </span>
    </NamedPerson>
  );
}
