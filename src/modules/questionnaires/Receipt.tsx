import type { AssignedQuestionnaire } from '@portal/api';
import type { ReactNode } from 'react';
import { useWords } from '../../words/index.ts';

/** The number with which anybody can check that the answers were sent; nothing where the server gives none. */
export function Receipt({ completed }: { completed: Pick<AssignedQuestionnaire, 'receiptNumber'> }): ReactNode {
  const { t } = useWords();
  const { receiptNumber } = completed;
  if (receiptNumber === undefined) return null;
  return (
    <>
      <p>
        <strong>{t('questionnaires.receipt', { number: receiptNumber })}</strong>
      </p>
      <p>{t('questionnaires.receiptText', { address: `${location.host}/check-receipt` })}</p>
    </>
  );
}
