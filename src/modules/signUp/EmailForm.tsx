import type { ReactNode } from 'react';
import { TextField } from '../../ui/Field.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { useWords } from '../../words/index.ts';
import { emailRules } from './formRules.ts';
import { type RenderLeaving, SignUpForm, type SignUpFrameProps } from './SignUpFrame.tsx';

export interface EmailFormProps {
  readonly onEmail: (email: string) => void;
  readonly onCancel: () => void;
  readonly facility: SignUpFrameProps['facility'];
  readonly renderLeaving: RenderLeaving;
  readonly onFailed: (failed: boolean) => void;
}

/** The step for patients whose record has no email address. */
export function EmailForm({ onEmail, onCancel, facility, renderLeaving, onFailed }: EmailFormProps): ReactNode {
  const { t } = useWords();
  const form = useForm({
    initial: { email: '' },
    rules: emailRules,
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
      facility={facility}
      renderLeaving={renderLeaving}
    >
      <TextField
        label={t('signUp.email')}
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
