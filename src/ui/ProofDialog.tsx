import { type ReactNode, type SubmitEvent, useState } from 'react';
import { type MessageBarCodeName, useWords, type Values } from '../words/index.ts';
import { Button } from './Button.tsx';
import { Dialog } from './dialog/Dialog.tsx';
import { PasswordField } from './Field.tsx';
import { Form } from './Form.tsx';
import { FingerprintPattern } from './icons.ts';

const formId = 'proof-form';
const fieldId = 'proof-password';

/** What came of one attempt; otherwise the message that says why it failed. */
type Attempt =
  | 'confirmed'
  | 'cancelled'
  | 'sessionEnded'
  | { readonly code: MessageBarCodeName; readonly values: Values };

interface ProofDialogProps {
  readonly texts: Readonly<Record<'title' | 'text' | 'confirm' | 'cancel' | 'passkey', string>>;
  /** For the browser's password manager; undefined where the browser must keep none. */
  readonly userName?: string;
  readonly actions: (confirm: ReactNode, cancel: ReactNode) => ReactNode;
  readonly byPassword: (password: string) => Promise<Attempt>;
  /** Null: no passkey is offered. */
  readonly byPasskey: (() => Promise<Attempt>) | null;
  /** True: the person has proved who they are, and the waiting call can be tried again. */
  readonly onAnswer: (proved: boolean) => void;
}

/** Asks for the password once more, or for a passkey, before a sensitive action. */
export function ProofDialog({
  texts,
  userName,
  actions,
  byPassword,
  byPasskey,
  onAnswer,
}: ProofDialogProps): ReactNode {
  const { t } = useWords();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const fail = (text: string) => {
    setError(text);
    document.getElementById(fieldId)?.focus();
  };
  const prove = async (attempt: () => Promise<Attempt>): Promise<void> => {
    setError(null);
    setBusy(true);
    const outcome = await attempt();
    if (outcome === 'confirmed' || outcome === 'sessionEnded') return onAnswer(outcome === 'confirmed');
    if (outcome !== 'cancelled') fail(t(`bar.${outcome.code}`, outcome.values));
    setBusy(false);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // The form is rendered at the end of the page, but its React events bubble to the form from which the dialog was opened.
    event.stopPropagation();
    if (busy) return;
    if (password === '') fail(t('core.required'));
    else void prove(() => byPassword(password));
  };
  return (
    <Dialog
      alert
      title={texts.title}
      description={texts.text}
      onClose={() => onAnswer(false)}
      focusFirst={fieldId}
      actions={actions(
        <Button type="submit" form={formId} busy={busy}>
          {texts.confirm}
        </Button>,
        <Button variant="secondary" onClick={() => onAnswer(false)}>
          {texts.cancel}
        </Button>,
      )}
    >
      <Form id={formId} onSubmit={submit}>
        {userName === undefined ? null : (
          <input hidden readOnly type="text" name="username" autoComplete="username" value={userName} />
        )}
        <PasswordField
          id={fieldId}
          {...(userName === undefined ? {} : { name: 'password' })}
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
        {byPasskey === null ? null : (
          <Button
            variant="secondary"
            size="block"
            icon={FingerprintPattern}
            disabled={busy}
            onClick={() => void prove(byPasskey)}
          >
            {texts.passkey}
          </Button>
        )}
      </Form>
    </Dialog>
  );
}
