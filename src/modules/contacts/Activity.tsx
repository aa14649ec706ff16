import { type ContactId, type PatientId, listContactActivity } from '@portal/api';
import { type ReactNode, useId } from 'react';
import { useFacility } from '../../data/facility.ts';
import { useCall } from '../../data/query/query.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatInstant, useWords } from '../../words/index.ts';
import { access, activity, hint } from './contacts.css.ts';

/** What a contact looked at and did for the patient, latest first, from the audit. */
export function Activity({
  patientId,
  contactId,
  name,
}: {
  patientId: PatientId;
  contactId: ContactId;
  name: string;
}): ReactNode {
  const { t, locale } = useWords();
  const id = useId();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const asked = useCall(listContactActivity, { params: { patientId, contactId } });
  return (
    <Card labelledBy={id}>
      <div className={access}>
        <h2 id={id}>{t('contacts.activity', { name })}</h2>
        <QueryBoundary
          query={asked}
          isEmpty={(all) => all.length === 0}
          empty={<p className={hint}>{t('contacts.activityNone')}</p>}
          level={3}
          lines={3}
        >
          {(all) => (
            <ul className={activity}>
              {all.map(({ section, what, at }) => (
                <li key={`${at} ${section} ${what}`}>
                  <span>{t(`contacts.activity_${what}`, { section: t(`records.section_${section}`) })}</span>
                  <span className={hint}>{formatInstant(locale, at, timeZone)}</span>
                </li>
              ))}
            </ul>
          )}
        </QueryBoundary>
      </div>
    </Card>
  );
}
