import { forgotUsername } from '@portal/api';
import type { ReactNode } from 'react';
import { markTitleFailed } from '../../browser/title.ts';
import { failureOf, isPassing, someMessageFor, type ShownMessage } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { emptyDate } from '../../ui/dates.ts';
import { TextField } from '../../ui/Field.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { verbatim } from '../../ui/form/verbatim.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { useWords } from '../../words/index.ts';
import { dateOf, forgotUsernameRules } from './formRules.ts';
import { GateForm } from './GateForm.tsx';
import { IdentityFields } from './IdentityFields.tsx';

interface ForgotUsernameFormProps {
  readonly onOutcome: (message: ShownMessage, success: boolean) => void;
}

/** Asks for name, date of birth and mail address. The page never says whether an account fits: only the mail does. */
export function ForgotUsernameForm({ onOutcome }: ForgotUsernameFormProps): ReactNode {
  const { t, language } = useWords();
  const form = useForm({
    initial: { firstName: '', lastName: '', birthDate: emptyDate, email: '' },
    rules: forgotUsernameRules,
    errorsFrom: 'submit',
    onFailed: markTitleFailed,
    onSubmit: async ({ firstName, lastName, birthDate, email }) => {
      const dateOfBirth = dateOf(birthDate);
      if (dateOfBirth === null) return null;
      try {
        await send(forgotUsername, {
          query: { language },
          body: { firstName: firstName.trim(), lastName: lastName.trim(), dateOfBirth, email: email.trim() },
        });
      } catch (error) {
        const failure = failureOf(error);
        // The request did not reach the server or was refused: no mail will be sent.
        if (failure === null || isPassing(failure)) {
          onOutcome(someMessageFor(failure), false);
          return null;
        }
      }
      onOutcome({ code: 'forgotUsernameSuccess', values: {} }, true);
      return null;
    },
  });
  return (
    <GateForm
      form={form}
      submit={t('session.usernameSend')}
      after={
        <TextLink standalone href="/login">
          {t('session.toLogin')}
        </TextLink>
      }
    >
      <TextField
        id="first-name"
        label={t('form.firstName')}
        {...form.field('firstName')}
        required
        autoComplete="given-name"
        autoCapitalize="words"
        spellCheck={false}
      />
      <IdentityFields lastName={form.field('lastName')} birthDate={form.field('birthDate')} />
      <TextField
        id="email"
        type="email"
        inputMode="email"
        label={t('form.emailAddress')}
        hint={t('session.usernameEmailHint')}
        {...form.field('email')}
        required
        autoComplete="email"
        {...verbatim}
      />
    </GateForm>
  );
}
