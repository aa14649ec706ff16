import { forgotPassword, resetPassword } from '@portal/api';
import { type ReactNode, useRef } from 'react';
import { markTitleFailed } from '../../browser/title.ts';
import {
  failureOf,
  isPassing,
  mayHaveArrived,
  someMessageFor,
  type ShownMessage,
  refusalOf,
} from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { usePasswordStates } from '../../data/passwordRules.ts';
import { TextField } from '../../ui/Field.tsx';
import { NewPasswordFields, noNewPassword } from '../../ui/form/NewPasswordFields.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { verbatim } from '../../ui/form/verbatim.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { useWords } from '../../words/index.ts';
import { forgotPasswordRules, longestUsername, resetPasswordRules } from './formRules.ts';
import { GateForm } from './GateForm.tsx';
import { passwordMessage } from '../../data/passwordMessage.ts';

interface ForgotPasswordFormProps {
  readonly onOutcome: (message: ShownMessage, success: boolean) => void;
}

/** Asks for the mail with the link. Whatever the server says of the name, the page reports success (specification 1, section 8). */
export function ForgotPasswordForm({ onOutcome }: ForgotPasswordFormProps): ReactNode {
  const { t, language } = useWords();
  const form = useForm({
    initial: { username: '' },
    rules: forgotPasswordRules,
    errorsFrom: 'submit',
    onFailed: markTitleFailed,
    onSubmit: async ({ username }) => {
      try {
        await send(forgotPassword, { query: { userName: username.trim(), language } });
      } catch (error) {
        const failure = failureOf(error);
        // The request did not reach the server or was refused: this says nothing about the name, and no mail will be sent.
        if (failure === null || isPassing(failure)) {
          onOutcome(someMessageFor(failure), false);
          return null;
        }
      }
      onOutcome({ code: 'resetPasswordSuccess', values: {} }, true);
      return null;
    },
  });
  return (
    <GateForm
      form={form}
      submit={t('session.resetSend')}
      after={
        <TextLink standalone href="/login">
          {t('session.toLogin')}
        </TextLink>
      }
    >
      <TextField
        id="username"
        {...form.field('username')}
        label={t('core.username')}
        required
        maxLength={longestUsername}
        autoComplete="username"
        {...verbatim}
      />
    </GateForm>
  );
}

interface ResetPasswordFormProps {
  /** The one-time link's secret. */
  readonly token: string;
  readonly onDone: () => Promise<void>;
  /** Called when the link is expired or used. */
  readonly onLinkOver: () => void;
  /** The same, where an earlier try was never answered: it may have set the password. */
  readonly onPerhapsDone: () => Promise<void>;
  readonly onFailed: (message: ShownMessage) => void;
}

/** Sets a new password with the link of the mail. */
export function ResetPasswordForm({
  token,
  onDone,
  onLinkOver,
  onPerhapsDone,
  onFailed,
}: ResetPasswordFormProps): ReactNode {
  const { t } = useWords();
  const statesOf = usePasswordStates();
  const isUnanswered = useRef(false);
  const form = useForm({
    initial: noNewPassword,
    rules: resetPasswordRules(statesOf),
    errorsFrom: 'submit',
    onFailed: markTitleFailed,
    onSubmit: async (typed) => {
      try {
        await send(resetPassword, { body: { token, ...typed } });
      } catch (error) {
        const failure = failureOf(error);
        if (refusalOf(resetPassword, failure) === 'link_expired') {
          if (isUnanswered.current) await onPerhapsDone();
          else onLinkOver();
          return null;
        }
        if (failure !== null && mayHaveArrived(failure)) isUnanswered.current = true;
        onFailed(passwordMessage(failure));
        return null;
      }
      await onDone();
      return null;
    },
  });
  return (
    <GateForm form={form} submit={t('session.resetSave')}>
      <NewPasswordFields statesOf={statesOf} field={form.field} />
    </GateForm>
  );
}
