import type { CalendarDate } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { calendarDate } from '../../ui/calendar.ts';
import { DateField } from '../../ui/DateField.tsx';
import { emptyDate } from '../../ui/dates.ts';
import { TextField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { GateCard } from '../../ui/Gate.tsx';
import { dateOrder, type MessageKey, useWords } from '../../words/index.ts';
import { NeedsConnection } from './NeedsConnection.tsx';
import { useTry } from './useTry.ts';

export interface LinkLoginFormProps {
  readonly offline: boolean;
  readonly onSubmit: (lastName: string, birthDate: CalendarDate) => Promise<void>;
}

const nameId = 'last-name';
const dateId = 'birth-date';

/** Last name and date of birth of whoever opened an emailed link; the server decides whether they match (specification 1, section 5). */
export function LinkLoginForm({ offline, onSubmit }: LinkLoginFormProps): ReactNode {
  const { t, locale } = useWords();
  const [lastName, setLastName] = useState('');
  const [typed, setTyped] = useState(emptyDate);
  const date = calendarDate(`${typed.year}-${typed.month.padStart(2, '0')}-${typed.day.padStart(2, '0')}`);
  const missing = dateOrder(locale).find((part) => typed[part] === '');
  const nameProblem: MessageKey | null = lastName.trim() === '' ? 'core.required' : null;
  const dateProblem: MessageKey | null = missing ? 'core.required' : date === null ? 'session.birthDateWrong' : null;
  const attempt = useTry(
    () => (nameProblem ? nameId : dateProblem ? `${dateId}-${missing ?? dateOrder(locale)[0]}` : null),
    async () => {
      if (date !== null) await onSubmit(lastName.trim(), date);
    },
  );

  return (
    <>
      <NeedsConnection offline={offline} />
      <GateCard>
        <Form onSubmit={attempt.submit}>
          <TextField
            id={nameId}
            name={nameId}
            label={t('session.lastName')}
            value={lastName}
            onChange={setLastName}
            error={attempt.tried && nameProblem ? t(nameProblem) : undefined}
            required
            autoComplete="family-name"
            autoCapitalize="words"
            spellCheck={false}
          />
          <DateField
            id={dateId}
            look="form"
            legend={t('session.birthDate')}
            value={typed}
            onChange={setTyped}
            error={attempt.tried && dateProblem ? t(dateProblem) : undefined}
            required
            autoComplete="bday"
          />
          <Button type="submit" size="block" busy={attempt.busy} disabled={offline}>
            {t('core.logIn')}
          </Button>
        </Form>
      </GateCard>
    </>
  );
}
