import type { ReactNode } from 'react';
import { TextField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { email, minLength, required } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { useWords } from '../../words/index.ts';
import { SignUpFrame } from './SignUpFrame.tsx';

export interface EmailFormProps {
  readonly onEmail: (email: string) => void;
  readonly onCancel: () => void;
  readonly onFailed: (failed: boolean) => void;
}

const formId = 'sign-up-email';

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
    <SignUpFrame
      title={t('signUp.emailTitle')}
      lead={t('signUp.emailLead')}
      steps={['identity', 'email', 'account']}
      step="email"
      send={{ formId, label: t('signUp.next'), isBusy: form.isBusy }}
      onCancel={onCancel}
    >
      <Form id={formId} {...form.props}>
        <TextField label={t('signUp.email')} required type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} {...form.field('email')} />
      </Form>
    </SignUpFrame>
  );
}
