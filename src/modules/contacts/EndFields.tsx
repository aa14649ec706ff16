import { AccessReason } from '@portal/api';
import type { ReactNode } from 'react';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { calendarDate } from '../../ui/calendar.ts';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { TextField } from '../../ui/Field.tsx';
import { longestOf } from '../../ui/form/rules.ts';
import type { Form } from '../../ui/form/useForm.ts';
import { useWords } from '../../words/index.ts';
import { type EndValues, facilityToday } from './endForm.ts';

const usualReasons = ['contacts.reasonSurgery', 'contacts.reasonUnwell', 'contacts.reasonAway'] as const;

/** Until when a contact may act for the patient, and why: both may be left empty. */
export function EndFields({ form, name }: { form: Form<EndValues>; name: string }): ReactNode {
  const { t } = useWords();
  return (
    <>
      <DatePicker
        label={t('contacts.lastDay')}
        hint={t('contacts.lastDayHint')}
        today={facilityToday()}
        value={calendarDate(form.values.lastDay)}
        error={form.error('lastDay')}
        onChange={(date, typed) => form.set('lastDay', date ?? typed)}
      />
      <div>
        <TextField
          label={t('contacts.reason')}
          hint={t('contacts.reasonHint', { name })}
          autoComplete="off"
          maxLength={longestOf(AccessReason)}
          {...form.field('reason')}
        />
        <ButtonRow>
          {usualReasons.map((reason) => (
            <Button key={reason} variant="quiet" size="small" onClick={() => form.set('reason', t(reason))}>
              {t(reason)}
            </Button>
          ))}
        </ButtonRow>
      </div>
    </>
  );
}
