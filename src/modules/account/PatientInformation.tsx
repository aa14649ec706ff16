import { type PatientId, getRegistrationDetails } from '@portal/api';
import { type ReactNode, useId } from 'react';
import { useCall } from '../../data/query/query.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { Card } from '../../ui/Card.tsx';
import { useWords } from '../../words/index.ts';
import { cardBody, facts as factsClass } from './account.css.ts';
import { factsOf } from './facts.ts';

const groups = ['demographics', 'contact', 'other'] as const;

/** What registration has of the patient, read only (specification 3, section 2). */
export function PatientInformation({ patientId }: { patientId: PatientId }): ReactNode {
  const words = useWords();
  const { t } = words;
  const id = useId();
  const query = useCall(getRegistrationDetails, { params: { patientId } });
  return (
    <Card labelledBy={id}>
      <div className={cardBody} id="patient">
        <h2 id={id}>{t('account.patient')}</h2>
        <p>{t('account.patientHint')}</p>
        <QueryBoundary query={query} notFound="notYours" lines={6} level={3}>
          {(details) => {
            const all = factsOf(details, words);
            return groups.map((group) =>
              all[group].length === 0 ? null : (
                <div key={group}>
                  <h3>{t(`account.${group}`)}</h3>
                  <dl className={factsClass}>
                    {all[group].map(({ label, value }) => (
                      <div key={label}>
                        <dt>{t(label)}</dt>
                        <dd>{value}</dd>
                      </div>
                    ))}
                  </dl>
                </div>
              ),
            );
          }}
        </QueryBoundary>
      </div>
    </Card>
  );
}
