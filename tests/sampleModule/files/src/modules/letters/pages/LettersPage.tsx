import type { ReactNode } from 'react';
import { useActingFor } from '../../../data/profile.ts';
import { useWords } from '../../../words/index.ts';
import { LetterList } from '../LetterList.tsx';

/** The letters of the patient. */
export function Page(): ReactNode {
  const { t } = useWords();
  const patientId = useActingFor();
  return (
    <>
      <h1>{t('letters.title')}</h1>
      {patientId === null ? null : <LetterList patientId={patientId} />}
    </>
  );
}
