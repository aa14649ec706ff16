import { type ReactNode, useState } from 'react';
import { knowsPasskeys, wasPasskeyUsed } from '../../browser/passkeys.ts';
import { confirmByPasskey, confirmByPassword } from '../../data/confirmIdentity.ts';
import { openDevice } from '../../data/deviceKeeper.ts';
import { currentIdentity, currentProfile } from '../../data/profile.ts';
import { currentSession } from '../../data/session.ts';
import { ProofDialog as Proof } from '../../ui/ProofDialog.tsx';
import { useWords } from '../../words/index.ts';
import { type ProofDialogProps, ProofElsewhere } from './ProofElsewhere.tsx';

/** Asks who is at the page before a sensitive action. */
export const ProofDialog = (props: ProofDialogProps): ReactNode =>
  currentSession()?.loginType === 'singleSignOn' ? <ProofElsewhere {...props} /> : <ProofHere {...props} />;

/** Asks for the password or a passkey. */
function ProofHere({ onAnswer }: ProofDialogProps): ReactNode {
  const { t } = useWords();
  const profile = currentProfile();
  const [hasPasskey] = useState(() => knowsPasskeys() && wasPasskeyUsed());
  const byPassword = async (password: string) => {
    if (profile === null) return 'sessionEnded';
    const outcome = await confirmByPassword(profile.userId, password);
    // From now on the vault of this device also opens with this password.
    const identity = currentIdentity();
    if (outcome === 'confirmed' && identity !== null) openDevice(identity, { username: profile.userName, password });
    return outcome;
  };
  const byPasskey = async () =>
    profile === null ? 'sessionEnded' : confirmByPasskey(profile.userId, () => import('../../data/portalPasskeys.ts'));
  return (
    <Proof
      texts={{
        title: t('layout.proofTitle'),
        text: t('layout.proofText'),
        confirm: t('layout.proofConfirm'),
        cancel: t('core.cancel'),
        passkey: t('layout.proofPasskey'),
      }}
      userName={profile?.userName ?? ''}
      actions={(confirm, cancel) => (
        <>
          {confirm}
          {cancel}
        </>
      )}
      byPassword={byPassword}
      byPasskey={hasPasskey ? byPasskey : null}
      onAnswer={onAnswer}
    />
  );
}
