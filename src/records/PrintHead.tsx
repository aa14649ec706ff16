import { type CalendarDate, type PatientId, getPatient } from '@portal/api';
import type { ReactNode } from 'react';
import { useFacility } from '../data/facility.ts';
import { useProfile, useRepresented } from '../data/profile.ts';
import { useCall } from '../data/query/query.ts';
import { printOnly } from '../ui/text.css.ts';
import { usePrintingSince } from '../ui/usePrinting.ts';
import { formatDate, formatInstant, formatPersonName, useWords } from '../words/index.ts';

/**
 * The head line of a printed page: facility, patient, date of birth, when it was printed (visual language, section 12). The date of
 * birth is asked for only with a `patientId`, on the pages that people take along to a doctor.
 */
export function PrintHead({ patientId = null }: { patientId?: PatientId | null }): ReactNode {
  return patientId === null ? <Line dateOfBirth={null} /> : <WithBirth patientId={patientId} />;
}

function WithBirth({ patientId }: { patientId: PatientId }): ReactNode {
  const { data } = useCall(getPatient, { params: { patientId } });
  return <Line dateOfBirth={data?.dateOfBirth ?? null} />;
}

function Line({ dateOfBirth }: { dateOfBirth: CalendarDate | null }): ReactNode {
  const { t, locale } = useWords();
  const facility = useFacility();
  const own = useProfile();
  const patient = useRepresented() ?? own;
  // A page may be open for hours before it is printed.
  const since = usePrintingSince();
  if (patient === null) return null;
  return (
    <p className={printOnly}>
      {[
        facility?.facilityPortalName ?? '',
        formatPersonName(locale, patient),
        dateOfBirth === null ? '' : t('records.bornOn', { date: formatDate(locale, dateOfBirth, 'medium') }),
        since === null
          ? ''
          : t('records.printedOn', {
              when: formatInstant(locale, new Date(since).toISOString(), facility?.timeZoneId ?? 'UTC'),
            }),
      ]
        .filter((text) => text !== '')
        .join(' · ')}
    </p>
  );
}
