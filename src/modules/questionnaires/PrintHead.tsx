import { type PatientId, getPatient } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { useFacility } from '../../data/facility.ts';
import { useCall } from '../../data/query/query.ts';
import { printOnly } from '../../ui/text.css.ts';
import { formatDate, formatInstant, formatPersonName, useWords } from '../../words/index.ts';

/** The head line of a printed questionnaire: facility, patient, date of birth, when it was printed (visual language, section 12). */
export function PrintHead({ patientId }: { patientId: PatientId }): ReactNode {
  const { t, locale } = useWords();
  const facility = useFacility();
  const { data: patient } = useCall(getPatient, { params: { patientId } });
  const [now] = useState(() => new Date().toISOString());
  const whose = patient
    ? [formatPersonName(locale, patient), t('questionnaires.bornOn', { date: formatDate(locale, patient.dateOfBirth) })]
    : [];
  return (
    <p className={printOnly}>
      {[
        facility?.facilityPortalName ?? '',
        ...whose,
        t('questionnaires.printedOn', { when: formatInstant(locale, now, facility?.timeZoneId ?? 'UTC') }),
      ]
        .filter((text) => text !== '')
        .join(' · ')}
    </p>
  );
}
