import { replaceEmail, type UserProfile } from '@portal/api';
import { type ReactNode, useRef } from 'react';
import { markTitleFailed } from '../../browser/title.ts';
import { failureOf, mayHaveArrived, someMessageFor, type ShownMessage, refusalOf } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { verbatim } from '../../ui/form/verbatim.ts';
import { useWords } from '../../words/index.ts';
import { provideEmailRules } from './formRules.ts';
import { GateForm } from './GateForm.tsx';

interface ProvideEmailFormProps {
  readonly profile: Pick<UserProfile, 'userId' | 'email'>;
  readonly onSaved: () => Promise<void>;
  readonly onNotNow: () => void;
  readonly onFailed: (message: ShownMessage) => void;
}

const notUpdated: ShownMessage = { code: 'emailNotUpdatedMessage', values: {} };

/** Gives the account an email address (specification 1, section 5). */
export function ProvideEmailForm({ profile, onSaved, onNotNow, onFailed }: ProvideEmailFormProps): ReactNode {
  const { t } = useWords();
  /** An address that was sent, and whose answer was lost: it may be saved. */
  const perhapsSaved = useRef<string | null>(null);
  const form = useForm({
    initial: { email: '' },
    rules: provideEmailRules,
    errorsFrom: 'submit',
    onFailed: markTitleFailed,
    onSubmit: async (values) => {
      const email = values.email.trim();
      if (profile.email?.toLowerCase() === email.toLowerCase()) {
        onFailed(notUpdated);
        return null;
      }
      try {
        await send(replaceEmail, {
          params: { userId: profile.userId },
          body: [{ op: 'replace', path: '/email', value: email }],
        });
      } catch (error) {
        const failure = failureOf(error);
        if (failure?.kind === 'sessionEnded') return null;
        if (failure !== null && mayHaveArrived(failure)) perhapsSaved.current = email;
        const same = refusalOf(replaceEmail, failure) === 'email_not_different';
        if (!same || perhapsSaved.current !== email) {
          onFailed(same ? notUpdated : someMessageFor(failure));
          return null;
        }
      }
      await onSaved();
      return null;
    },
  });
  return (
    <GateForm
      form={form}
      submit={t('session.emailSave')}
      after={
        <Button variant="quiet" size="block" disabled={form.isBusy} onClick={onNotNow}>
          {t('core.notNow')}
        </Button>
      }
    >
      <TextField
        id="email"
        {...form.field('email')}
        type="email"
        inputMode="email"
        label={t('form.emailAddress')}
        required
        autoComplete="email"
        {...verbatim}
      />
    </GateForm>
  );
}
