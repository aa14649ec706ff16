import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { LockKeyholeOpen } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';

interface UnlockFormProps {
  readonly opensWith: 'password' | 'passphrase';
  /** True: something quicker stands before it. */
  readonly isSecond: boolean;
  /** Resolves to false where the password is wrong. */
  readonly onSubmit: (secret: string) => Promise<boolean>;
}

/** The only password of a device that keeps one person's records: it opens them without a network. */
export function UnlockForm({ opensWith, isSecond, onSubmit }: UnlockFormProps): ReactNode {
  const { t } = useWords();
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState<'empty' | 'wrong' | null>(null);
  const [busy, setBusy] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const isPassphrase = opensWith === 'passphrase';

  // The problem may be the same as before, but it gets the focus again.
  const lead = () => place.current?.querySelector<HTMLInputElement>('#password')?.focus();
  const submit = async () => {
    if (secret.trim() === '') {
      setProblem('empty');
      lead();
      return;
    }
    setBusy(true);
    setProblem(null);
    const isOpen = await onSubmit(secret).catch(() => false);
    setBusy(false);
    if (isOpen) return;
    setProblem('wrong');
    lead();
  };
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (!busy) void submit();
  };
  const wrong = t(isPassphrase ? 'session.unlockWrongPassphrase' : 'session.unlockWrong');
  const error = problem === null ? undefined : problem === 'empty' ? t('core.required') : wrong;

  // The page has only this field, and may have replaced another page.
  useEffect(() => {
    if (!isSecond) place.current?.querySelector<HTMLInputElement>('#password')?.focus({ preventScroll: true });
  }, [isSecond]);

  return (
    <Form ref={place} onSubmit={send}>
      <PasswordField
        id="password"
        name="password"
        label={t(isPassphrase ? 'session.yourPassphrase' : 'session.yourPassword')}
        hint={t(isPassphrase ? 'session.passphraseHint' : 'session.passwordHint')}
        value={secret}
        onChange={setSecret}
        error={error}
        required
        autoComplete="current-password"
      />
      <Button
        type="submit"
        variant={isSecond ? 'secondary' : 'primary'}
        size="block"
        busy={busy}
        icon={LockKeyholeOpen}
      >
        {t('session.unlock')}
      </Button>
    </Form>
  );
}
