import { type PatientId, listLetters } from '@portal/api';
import type { ReactNode } from 'react';
import { useCall } from '../../data/query/query.ts';
import { useWords } from '../../words/index.ts';

/** The subjects of a patient's letters. */
export function LetterList({ patientId }: { readonly patientId: PatientId }): ReactNode {
  const { t } = useWords();
  const { data: letters = [] } = useCall(listLetters, { params: { patientId } });
  if (letters.length === 0) return <p>{t('letters.none')}</p>;
  return (
    <ul>
      {letters.map(({ letterId, subject, isNew }) => (
        <li key={letterId}>
          {subject} {isNew ? t('letters.new') : ''}
        </li>
      ))}
    </ul>
  );
}
