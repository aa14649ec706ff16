import type { ReactNode } from 'react';
import { TextField } from '../../ui/Field.tsx';
import { email, minLength, required } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { useWords } from '../../words/index.ts';
import { SignUpForm } from './SignUpFrame.tsx';

export interface EmailFormProps {
  readonly onEmail: (email: string) => void;
  readonly onCancel: () => void;
  readonly onFailed: (failed: boolean) => void;
}

/** The step for patients whose record has no email address. */
export function EmailForm({ onEmail, onCancel, onFailed }: EmailFormProps): ReactNode {
  const { t } = useWords();
  const form = useForm({
    initial: { email: '' },
    rules: { email: [required(), minLength(5), email()] },
    onFailed,
    onSubmit: ({ email: typed }) => {
      onEmail(typed.trim());
      return Promise.resolve(null);
    },
  });
  return (
    <SignUpForm
      title={t('signUp.emailTitle')}
      lead={t('signUp.emailLead')}
      steps={['identity', 'email', 'account']}
      step="email"
      form={form}
      sendLabel={t('signUp.next')}
      onCancel={onCancel}
    >
      <TextField label={t('signUp.email')} required type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} {...form.field('email')} />
    </SignUpForm>
  );
}
