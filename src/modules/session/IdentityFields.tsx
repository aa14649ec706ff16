import type { ReactNode } from 'react';
import { DateField } from '../../ui/DateField.tsx';
import type { DateParts } from '../../ui/dates.ts';
import { TextField } from '../../ui/Field.tsx';
import { dateProblem, dateProblems } from '../../ui/form/rules.ts';
import type { BoundField } from '../../ui/form/useForm.ts';
import { useWords } from '../../words/index.ts';

/** Last name and date of birth, for a person without a session. */
export function IdentityFields({
  lastName,
  birthDate: bound,
}: {
  lastName: BoundField<string>;
  birthDate: BoundField<DateParts>;
}): ReactNode {
  const { t } = useWords();
  const { name: _, onBlur: __, ...birthDate } = bound;
  return (
    <>
      <TextField
        id="last-name"
        label={t('session.lastName')}
        {...lastName}
        required
        autoComplete="family-name"
        autoCapitalize="words"
        spellCheck={false}
      />
      <DateField
        id="birth-date"
        look="form"
        legend={t('form.birthDate')}
        {...birthDate}
        wrongParts={dateProblem(dateProblems(birthDate.value))?.fields}
        required
        autoComplete="bday"
      />
    </>
  );
}
