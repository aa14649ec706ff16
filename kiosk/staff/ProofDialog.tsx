import { confirmPassword, type UserId } from '@portal/api';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { failureOf, messageFor } from '../../src/data/errors.ts';
import { send } from '../../src/data/http.ts';
import { Button } from '../../src/ui/Button.tsx';
import { Dialog } from '../../src/ui/dialog/Dialog.tsx';
import { PasswordField } from '../../src/ui/Field.tsx';
import { Form } from '../../src/ui/Form.tsx';
import { FingerprintPattern } from '../../src/ui/icons.ts';
import { KioskActions } from '../../src/ui/KioskCard.tsx';
import { useWords } from '../../src/words/index.ts';

const formId = 'proof-form';
const fieldId = 'proof-password';

interface ProofDialogProps {
  readonly userId: UserId;
  readonly hasPasskey: boolean;
  /** True: they have proved who they are, and the waiting call can be tried again. */
  readonly onAnswer: (proved: boolean) => void;
}

/** Asks staff for their password once more, or for a passkey, before their passkeys change. */
export default function ProofDialog({ userId, hasPasskey, onAnswer }: ProofDialogProps): ReactNode {
  const { t } = useWords();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const prove = async (how: () => Promise<'confirmed' | 'cancelled' | 'failed'>): Promise<void> => {
    setError(null);
    setBusy(true);
    try {
      const outcome = await how();
      if (outcome === 'confirmed') return onAnswer(true);
      if (outcome === 'failed') setError(t('bar.passkeyRefused'));
    } catch (failed) {
      const failure = failureOf(failed);
      if (failure?.kind === 'sessionEnded') return onAnswer(false);
      const message = failure && messageFor(failure);
      setError(t(`bar.${message?.code ?? 'unspecified'}`, message?.values ?? {}));
      document.getElementById(fieldId)?.focus();
    }
    setBusy(false);
  };
  const byPassword = async () => {
    await send(confirmPassword, { params: { userId }, body: { password } });
    return 'confirmed' as const;
  };
  const byPasskey = async () => (await import('../../src/data/passkeys.ts')).confirmWithPasskey(userId);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    // React's events bubble to the form from which the dialog was opened.
    event.stopPropagation();
    if (password !== '') {
      if (!busy) void prove(byPassword);
      return;
    }
    setError(t('core.required'));
    document.getElementById(fieldId)?.focus();
  };

  return (
    <Dialog
      open
      alert
      title={t('kiosk.proofTitle')}
      description={t('kiosk.proofText')}
      onClose={() => onAnswer(false)}
      focusFirst={fieldId}
      actions={
        <KioskActions>
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            {t('kiosk.cancel')}
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            {t('kiosk.proofContinue')}
          </Button>
        </KioskActions>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <PasswordField
          id={fieldId}
          label={t('core.password')}
          value={password}
          onChange={(next) => {
            setPassword(next);
            setError(null);
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
            onClick={() => void prove(byPasskey)}
          >
            {t('kiosk.proofPasskey')}
          </Button>
        ) : null}
      </Form>
    </Dialog>
  );
}
