import { AccessReason } from '@portal/api';
import { type ReactNode, useEffect } from 'react';
import { useConnection } from '../../data/connection.ts';
import { facilityToday } from '../../records/facilityToday.ts';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { calendarDate } from '../../ui/calendar.ts';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { longestOf } from '../../ui/form/rules.ts';
import type { Form as FormState } from '../../ui/form/useForm.ts';
import { useWords } from '../../words/index.ts';
import { type EndValues } from './endForm.ts';

const usualReasons = ['contacts.reasonSurgery', 'contacts.reasonUnwell', 'contacts.reasonAway'] as const;

/** Until when something lasts, and why: both may be left empty. */
export function EndFields({ form, name }: { form: FormState<EndValues>; name: string }): ReactNode {
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

/** The same as a form of its own. */
export function EndForm({
  form,
  name,
  onCancel,
}: {
  form: FormState<EndValues>;
  name: string;
  onCancel: () => void;
}): ReactNode {
  const { t } = useWords();
  const isOffline = useConnection() === 'offline';
  const { ref } = form.props;
  useEffect(() => {
    // The button that was pressed for it is gone.
    ref.current?.querySelector('input')?.focus();
  }, [ref]);
  return (
    <Form {...form.props}>
      <EndFields form={form} name={name} />
      <ButtonRow>
        <Button type="submit" busy={form.isBusy} disabled={isOffline}>
          {t('form.save')}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {t('core.cancel')}
        </Button>
      </ButtonRow>
    </Form>
  );
}
