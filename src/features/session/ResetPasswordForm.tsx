import { forgotPassword, resetPassword } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { failureOf, isPassing, messageFor, type ShownMessage } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { usePasswordRules } from '../../data/passwordRules.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { GateCard } from '../../ui/Gate.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { useWords } from '../../words/index.ts';
import { NeedsConnection } from './NeedsConnection.tsx';
import { NewPasswordFields, newPasswordIds, newPasswordProblems, noNewPassword } from '../../ui/form/NewPasswordFields.tsx';
import { passwordMessage } from './passwordMessage.ts';
import { useTry } from './useTry.ts';

const unspecified: ShownMessage = { code: 'unspecified', values: {} };
const usernameId = 'username';

export interface ForgotPasswordFormProps {
  readonly offline: boolean;
  readonly onOutcome: (message: ShownMessage, success: boolean) => void;
}

/** Asks for the mail with the link. Whatever the server says of the name, the page reports success (specification 1, section 8). */
export function ForgotPasswordForm({ offline, onOutcome }: ForgotPasswordFormProps): ReactNode {
  const { t, language } = useWords();
  const [username, setUsername] = useState('');
  const isMissing = username.trim() === '';
  const attempt = useTry(
    () => (isMissing ? usernameId : null),
    async () => {
      try {
        await send(forgotPassword, { query: { userName: username.trim(), language } });
      } catch (error) {
        const failure = failureOf(error);
        // The request has not arrived, or not been heard: nothing can be told from that, and no mail will come.
        if (failure === null || isPassing(failure)) {
          onOutcome((failure && messageFor(forgotPassword, failure)) ?? unspecified, false);
          return;
        }
      }
      onOutcome({ code: 'resetPasswordSuccess', values: {} }, true);
    },
  );
  return (
    <>
      <NeedsConnection offline={offline} />
      <GateCard>
        <Form onSubmit={attempt.submit}>
          <TextField
            id={usernameId}
            name={usernameId}
            label={t('core.username')}
            value={username}
            onChange={setUsername}
            error={attempt.tried && isMissing ? t('core.required') : undefined}
            required
            maxLength={200}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <Button type="submit" size="block" busy={attempt.busy} disabled={offline}>
            {t('session.resetSend')}
          </Button>
          <TextLink standalone href="/login">
            {t('session.toLogin')}
          </TextLink>
        </Form>
      </GateCard>
    </>
  );
}

export interface ResetPasswordFormProps {
  readonly offline: boolean;
  /** The one-time link's secret. */
  readonly token: string;
  readonly onDone: () => Promise<void>;
  /** The link is over: expired, or used. */
  readonly onLinkOver: () => void;
  readonly onFailed: (message: ShownMessage) => void;
}

/** Sets a new password with the link of the mail. */
export function ResetPasswordForm({ offline, token, onDone, onLinkOver, onFailed }: ResetPasswordFormProps): ReactNode {
  const { t } = useWords();
  const rules = usePasswordRules();
  const [typed, setTyped] = useState(noNewPassword);
  const problems = newPasswordProblems(rules, typed);
  const attempt = useTry(
    () => (problems.newPassword ? newPasswordIds.newPassword : problems.confirmPassword ? newPasswordIds.confirmPassword : null),
    async () => {
      try {
        await send(resetPassword, { body: { token, ...typed } });
      } catch (error) {
        const failure = failureOf(error);
        if (failure?.kind === 'refused' && failure.body.error === 'link_expired') onLinkOver();
        else onFailed(passwordMessage(failure) ?? (failure && messageFor(resetPassword, failure)) ?? unspecified);
        return;
      }
      await onDone();
    },
  );
  return (
    <>
      <NeedsConnection offline={offline} />
      <GateCard>
        <Form onSubmit={attempt.submit}>
          <NewPasswordFields rules={rules} value={typed} onChange={setTyped} errors={attempt.tried ? problems : {}} />
          <Button type="submit" size="block" busy={attempt.busy} disabled={offline}>
            {t('session.resetSave')}
          </Button>
        </Form>
      </GateCard>
    </>
  );
}
