import { type PatientId, getLetterFile, listLetters } from '@portal/api';
import type { ReactNode } from 'react';
import { useCall } from '../../data/query/query.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { useFileWindow } from '../../records/useFileWindow.tsx';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../words/index.ts';

/** A patient's letters; each opens in a new window. */
export function LetterList({ patientId }: { readonly patientId: PatientId }): ReactNode {
  const { t } = useWords();
  const query = useCall(listLetters, { params: { patientId } });
  const file = useFileWindow();
  return (
    <QueryBoundary query={query} isEmpty={({ length }) => length === 0} empty={<p>{t('letters.none')}</p>} level={2}>
      {(letters) => (
        <>
          {file.notice}
          <ul>
            {letters.map(({ letterId, subject, isNew }) => (
              <li key={letterId}>
                <Button variant="secondary" onClick={() => file.open(getLetterFile, { patientId, letterId }, {})}>
                  {subject}
                </Button>{' '}
                {isNew ? t('letters.new') : ''}
              </li>
            ))}
          </ul>
        </>
      )}
    </QueryBoundary>
  );
}
