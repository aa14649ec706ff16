import type { UserId } from '@portal/api';
import type { ReactNode } from 'react';
import { confirmByPasskey, confirmByPassword } from '../../src/data/confirmIdentity.ts';
import { KioskActions } from '../../src/ui/KioskCard.tsx';
import { ProofDialog as Proof } from '../../src/ui/ProofDialog.tsx';
import { useWords } from '../../src/words/index.ts';

interface ProofDialogProps {
  readonly userId: UserId;
  readonly hasPasskey: boolean;
  /** True: they have proved who they are, and the waiting call can be tried again. */
  readonly onAnswer: (proved: boolean) => void;
}

/** Asks staff for their password once more, or for a passkey, before their passkeys change. */
export function ProofDialog({ userId, hasPasskey, onAnswer }: ProofDialogProps): ReactNode {
  const { t } = useWords();
  return (
    <Proof
      texts={{
        title: t('kiosk.proofTitle'),
        text: t('kiosk.proofText'),
        confirm: t('core.continue'),
        cancel: t('core.cancel'),
        passkey: t('kiosk.proofPasskey'),
      }}
      actions={(confirm, cancel) => (
        <KioskActions>
          {cancel}
          {confirm}
        </KioskActions>
      )}
      byPassword={(password) => confirmByPassword(userId, password)}
      byPasskey={hasPasskey ? () => confirmByPasskey(userId, () => import('../../src/data/passkeys.ts')) : null}
      onAnswer={onAnswer}
    />
  );
}
