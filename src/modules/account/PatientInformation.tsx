import { type PatientId, getRegistrationDetails } from '@portal/api';
import type { ReactNode } from 'react';
import { useCall } from '../../data/query/query.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { useWords } from '../../words/index.ts';
import { factSource, facts as factsClass } from './account.css.ts';
import { factsOf } from './facts.ts';
import { SettingRow } from './SettingRow.tsx';

const groups = ['demographics', 'contact', 'other'] as const;

/** What registration has of the patient, read only (specification 3, section 2). */
export function PatientInformation({ patientId }: { patientId: PatientId }): ReactNode {
  const words = useWords();
  const { t } = words;
  const query = useCall(getRegistrationDetails, { params: { patientId } });
  return (
    <SettingRow id="patient" title={t('account.patient')} value={query.data?.fullName ?? null} onPaper>
      <p>{t('account.patientHint')}</p>
      <QueryBoundary query={query} notFound="notYours" lines={6} level={3}>
        {(details) => {
          const all = factsOf(details, words);
          return groups.map((group) =>
            all[group].length === 0 ? null : (
              <div key={group}>
                <h3>{t(`account.${group}`)}</h3>
                <dl className={factsClass}>
                  {all[group].map(({ label, value, sources }) => (
                    <div key={label}>
                      <dt>{t(label)}</dt>
                      <dd>
                        {value}
                        {sources.map((line) => (
                          <small key={line} className={factSource}>
                            {line}
                          </small>
                        ))}
                      </dd>
                    </div>
                  ))}
                </dl>
              </div>
            ),
          );
        }}
      </QueryBoundary>
    </SettingRow>
  );
}
