import { confirmPassword } from '@portal/api';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { knowsPasskeys, wasPasskeyUsed } from '../../browser/passkeys.ts';
import { openDevice } from '../../data/deviceKeeper.ts';
import { failureOf, someMessageFor } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { currentIdentity, currentProfile } from '../../data/profile.ts';
import { currentSession } from '../../data/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { PasswordField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { FingerprintPattern } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';
import { type ProofDialogProps, ProofElsewhere } from './ProofElsewhere.tsx';

const formId = 'proof-form';
const fieldId = 'proof-password';

/** Asks who is at the page before a sensitive action. */
export const ProofDialog = (props: ProofDialogProps): ReactNode =>
  currentSession()?.loginType === 'singleSignOn' ? <ProofElsewhere {...props} /> : <ProofHere {...props} />;

/** Asks for the password or a passkey. */
function ProofHere({ onAnswer }: ProofDialogProps): ReactNode {
  const { t } = useWords();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const profile = currentProfile();
  const [hasPasskey] = useState(() => knowsPasskeys() && wasPasskeyUsed());

  const confirm = async () => {
    if (profile === null) return onAnswer(false);
    if (password === '') {
      setError(t('core.required'));
      document.getElementById(fieldId)?.focus();
      return;
    }
    setBusy(true);
    try {
      await send(confirmPassword, { params: { userId: profile.userId }, body: { password } });
      // From now on the vault of this device also opens with this password.
      const identity = currentIdentity();
      if (identity !== null) openDevice(identity, { username: profile.userName, password });
      onAnswer(true);
    } catch (failed) {
      showFailure(failed);
    }
  };
  const showFailure = (failed: unknown) => {
    const failure = failureOf(failed);
    if (failure?.kind === 'sessionEnded') return;
    const { code, values } = someMessageFor(failure);
    setError(t(`bar.${code}`, values));
    setBusy(false);
    document.getElementById(fieldId)?.focus();
  };
  const confirmByPasskey = async () => {
    if (profile === null) return onAnswer(false);
    setError(undefined);
    setBusy(true);
    try {
      const { confirmWithPasskey } = await import('../../data/portalPasskeys.ts');
      const outcome = await confirmWithPasskey(profile.userId);
      if (outcome === 'confirmed') return onAnswer(true);
      if (outcome === 'failed') setError(t('bar.passkeyRefused'));
      setBusy(false);
    } catch (failed) {
      showFailure(failed);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // The form is rendered at the end of the page, but its React events bubble to the form from which the dialog was opened.
    event.stopPropagation();
    if (!busy) void confirm();
  };

  return (
    <Dialog
      open
      alert
      title={t('layout.proofTitle')}
      description={t('layout.proofText')}
      onClose={() => onAnswer(false)}
      focusFirst={fieldId}
      actions={
        <>
          <Button type="submit" form={formId} busy={busy}>
            {t('layout.proofConfirm')}
          </Button>
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            {t('layout.proofCancel')}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <input hidden readOnly type="text" name="username" autoComplete="username" value={profile?.userName ?? ''} />
        <PasswordField
          id={fieldId}
          name="password"
          label={t('core.password')}
          value={password}
          onChange={(next) => {
            setPassword(next);
            setError(undefined);
          }}
          error={error}
          required
          autoComplete="current-password"
        />
        {hasPasskey ? (
          <Button
            variant="secondary"
            size="block"
            icon={FingerprintPattern}
            disabled={busy}
            onClick={() => void confirmByPasskey()}
          >
            {t('layout.proofPasskey')}
          </Button>
        ) : null}
      </Form>
    </Dialog>
  );
}
