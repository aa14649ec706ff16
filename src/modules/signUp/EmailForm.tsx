import type { ReactNode } from 'react';
import { markTitleFailed } from '../../browser/title.ts';
import { TextField } from '../../ui/Field.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { useWords } from '../../words/index.ts';
import { emailRules } from './formRules.ts';
import { SignUpForm, type SignUpStepProps } from './SignUpFrame.tsx';

interface EmailFormProps extends SignUpStepProps {
  readonly onEmail: (email: string) => void;
}

/** The step for patients whose record has no email address. */
export function EmailForm({ onEmail, ...step }: EmailFormProps): ReactNode {
  const { t } = useWords();
  const form = useForm({
    initial: { email: '' },
    rules: emailRules,
    onFailed: markTitleFailed,
    onSubmit: ({ email: typed }) => {
      onEmail(typed.trim());
      return Promise.resolve(null);
    },
  });
  return (
    <SignUpForm
      {...step}
      title={t('signUp.emailTitle')}
      lead={t('signUp.emailLead')}
      steps={['identity', 'email', 'account']}
      step="email"
      form={form}
      sendLabel={t('signUp.next')}
    >
      <TextField
        label={t('form.emailAddress')}
        required
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('email')}
      />
    </SignUpForm>
  );
}
