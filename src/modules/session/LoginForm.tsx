import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { PasswordField, TextField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { verbatim } from '../../ui/form/verbatim.ts';
import { LockKeyholeOpen } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';

export interface LoginFormProps {
  /** `unlock`: without a connection, the same two fields open what this device keeps. */
  readonly kind: 'logIn' | 'unlock';
  readonly username: string;
  readonly password: string;
  readonly onUsername: (next: string) => void;
  readonly onPassword: (next: string) => void;
  /** Resolves after the outcome, which it shows itself. */
  readonly onSubmit: () => Promise<void>;
  /** It cannot be sent now; the reason is shown beside the form. */
  readonly off?: boolean;
  /** Links below the button. */
  readonly children?: ReactNode;
}

const isEmpty = (text: string) => text.trim() === '';

/** Username and password; both are required and nothing more is asked of them (specification 1, section 5). */
export function LoginForm({
  kind,
  username,
  password,
  onUsername,
  onPassword,
  onSubmit,
  off = false,
  children,
}: LoginFormProps): ReactNode {
  const { t } = useWords();
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const place = useRef<HTMLFormElement>(null);

  const submit = async () => {
    setTried(true);
    const missing = isEmpty(username) ? 'username' : isEmpty(password) ? 'password' : null;
    if (missing !== null) {
      place.current?.querySelector<HTMLInputElement>(`#${missing}`)?.focus();
      return;
    }
    setBusy(true);
    try {
      await onSubmit();
    } finally {
      setBusy(false);
    }
  };
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (!busy) void submit();
  };
  const problem = (text: string) => (tried && isEmpty(text) ? t('core.required') : undefined);
  const unlocking = kind === 'unlock';

  return (
    <Form ref={place} onSubmit={send}>
      <TextField
        id="username"
        name="username"
        label={t('core.username')}
        value={username}
        onChange={onUsername}
        error={problem(username)}
        required
        autoComplete="username"
        {...verbatim}
      />
      <PasswordField
        id="password"
        name="password"
        label={t('core.password')}
        hint={unlocking ? t('session.passwordHint') : undefined}
        value={password}
        onChange={onPassword}
        error={problem(password)}
        required
        autoComplete="current-password"
      />
      <Button type="submit" size="block" busy={busy} disabled={off} icon={unlocking ? LockKeyholeOpen : undefined}>
        {t(unlocking ? 'session.unlock' : 'core.logIn')}
      </Button>
      {unlocking ? <p>{t('session.unlockOnlyPassword')}</p> : children}
    </Form>
  );
}
