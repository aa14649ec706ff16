import { redeemFrontDeskCode } from '@portal/api';
import { type ReactNode, useRef } from 'react';
import { markTitleFailed } from '../../browser/title.ts';
import { failureOf, mayHaveArrived, refusalOf, type ShownMessage } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { passwordMessage } from '../../data/passwordMessage.ts';
import { usePasswordStates } from '../../data/passwordRules.ts';
import { TextField } from '../../ui/Field.tsx';
import { NewPasswordFields, noNewPassword } from '../../ui/form/NewPasswordFields.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { verbatim } from '../../ui/form/verbatim.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { useWords } from '../../words/index.ts';
import { frontDeskCodeRules, longestUsername } from './formRules.ts';
import { GateForm } from './GateForm.tsx';

interface FrontDeskCodeFormProps {
  readonly onDone: () => Promise<void>;
  /** The code does not work, and an earlier try with it was never answered: it may have set the password. */
  readonly onPerhapsDone: () => Promise<void>;
  readonly onFailed: (message: ShownMessage) => void;
}

/** Sets a new password, and a new email address if one is typed, with the one-time code of the front desk. */
export function FrontDeskCodeForm({ onDone, onPerhapsDone, onFailed }: FrontDeskCodeFormProps): ReactNode {
  const { t, language } = useWords();
  const statesOf = usePasswordStates();
  /** What was sent and got no answer. */
  const unanswered = useRef<{ readonly username: string; readonly code: string } | null>(null);
  const form = useForm({
    initial: { username: '', code: '', email: '', ...noNewPassword },
    rules: frontDeskCodeRules(statesOf),
    errorsFrom: 'submit',
    onFailed: markTitleFailed,
    onSubmit: async ({ username, code, email, ...passwords }) => {
      try {
        await send(redeemFrontDeskCode, {
          query: { language },
          body: { userName: username.trim(), code, email: email.trim() === '' ? null : email.trim(), ...passwords },
        });
      } catch (error) {
        const failure = failureOf(error);
        if (refusalOf(redeemFrontDeskCode, failure) === 'code_wrong') {
          if (unanswered.current?.code !== code || unanswered.current.username !== username)
            return { fields: { code: { text: 'session.deskCodeWrong' } } };
          await onPerhapsDone();
          return null;
        }
        if (failure !== null && mayHaveArrived(failure)) unanswered.current = { username, code };
        onFailed(passwordMessage(failure));
        return null;
      }
      await onDone();
      return null;
    },
  });
  return (
    <GateForm
      form={form}
      submit={t('session.resetSave')}
      after={
        <TextLink standalone href="/login">
          {t('session.toLogin')}
        </TextLink>
      }
    >
      <TextField
        {...form.field('username')}
        label={t('core.username')}
        required
        maxLength={longestUsername}
        autoComplete="username"
        {...verbatim}
      />
      <TextField
        {...form.field('code')}
        label={t('session.deskCode')}
        hint={t('session.deskCodeHint')}
        required
        code
        maxLength={40}
        autoComplete="off"
        {...verbatim}
      />
      <NewPasswordFields statesOf={statesOf} field={form.field} />
      <TextField
        {...form.field('email')}
        label={t('session.deskEmail')}
        hint={t('session.deskEmailHint')}
        type="email"
        autoComplete="email"
      />
    </GateForm>
  );
}
