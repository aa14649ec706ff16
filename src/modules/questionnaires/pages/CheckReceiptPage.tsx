import type { ReactNode } from 'react';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { useWords } from '../../../words/index.ts';
import { CheckReceipt } from '../CheckReceipt.tsx';

/** Whether the number of a receipt is real, for anybody who was given one. */
export function Page(): ReactNode {
  const { t } = useWords();
  return (
    <SignInGate title={t('questionnaires.receiptTitle')} lead={t('questionnaires.receiptLead')}>
      <CheckReceipt />
    </SignInGate>
  );
}
