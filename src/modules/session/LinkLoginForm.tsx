import type { CalendarDate } from '@portal/api';
import type { ReactNode } from 'react';
import { markTitleFailed } from '../../browser/title.ts';
import { emptyDate } from '../../ui/dates.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { useWords } from '../../words/index.ts';
import { dateOf, linkLoginRules } from './formRules.ts';
import { GateForm } from './GateForm.tsx';
import { IdentityFields } from './IdentityFields.tsx';

interface LinkLoginFormProps {
  readonly onSubmit: (lastName: string, birthDate: CalendarDate) => Promise<void>;
}

/** Last name and date of birth of whoever opened an emailed link; the server decides whether they match (specification 1, section 5). */
export function LinkLoginForm({ onSubmit }: LinkLoginFormProps): ReactNode {
  const { t } = useWords();
  const form = useForm({
    initial: { 'last-name': '', birthDate: emptyDate },
    rules: linkLoginRules,
    errorsFrom: 'submit',
    onFailed: markTitleFailed,
    onSubmit: async ({ 'last-name': lastName, birthDate }) => {
      const date = dateOf(birthDate);
      if (date !== null) await onSubmit(lastName.trim(), date);
      return null;
    },
  });
  return (
    <GateForm form={form} submit={t('core.logIn')}>
      <IdentityFields lastName={form.field('last-name')} birthDate={form.field('birthDate')} />
    </GateForm>
  );
}
