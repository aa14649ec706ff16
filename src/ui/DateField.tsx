import { dateOrder, useWords } from '../words/index.ts';
import { type ClipboardEvent, type ReactNode, memo, useId } from 'react';
import { dateBoxes, datePart } from './DateField.css.ts';
import { type DateParts, digitsOnly, splitDate } from './dates.ts';
import { FieldGroup } from './FieldGroup.tsx';
import { describedBy } from './FieldParts.tsx';
import { input } from './Input.css.ts';

interface DateFieldProps {
  legend: ReactNode;
  value: DateParts;
  onChange: (next: DateParts) => void;
  error?: ReactNode;
  /** True when the group around it shows the error. */
  isWrong?: boolean;
  hint?: ReactNode;
  required?: boolean;
  id?: string;
  look?: 'form' | 'question';
  /** `bday` lets the browser fill in a date of birth. */
  autoComplete?: 'bday' | 'off';
  onBlur?: (part: DatePart) => void;
  /** The boxes of the error; without it an error marks all three. */
  wrongParts?: readonly DatePart[];
}

export type DatePart = keyof DateParts;

const lengths = { day: 2, month: 2, year: 4 } as const;

/** A date typed in three boxes in the reader's order: digits only, no jump to the next box, a whole date that is pasted is split. */
export const DateField = memo(function DateField({
  legend,
  value,
  onChange,
  error,
  isWrong = false,
  hint,
  required = false,
  id: givenId,
  look = 'question',
  autoComplete = 'off',
  onBlur,
  wrongParts,
}: DateFieldProps): ReactNode {
  const { t, locale } = useWords();
  const ownId = useId();
  const id = givenId ?? ownId;
  const order = dateOrder(locale);
  const described = describedBy(hint && `${id}-hint`, error && `${id}-error`);
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const whole = splitDate(event.clipboardData.getData('text'), locale);
    if (!whole) return;
    event.preventDefault();
    onChange(whole);
  };
  return (
    <FieldGroup
      id={id}
      role="group"
      label={legend}
      hint={hint}
      error={error}
      required={required}
      spoken={false}
      look={look}
    >
      <div className={dateBoxes}>
        {order.map((part) => (
          <div key={part} data-part={part} className={datePart}>
            <label htmlFor={`${id}-${part}`}>{t(`core.${part}`)}</label>
            <input
              className={input}
              id={`${id}-${part}`}
              inputMode="numeric"
              autoComplete={autoComplete === 'bday' ? `bday-${part}` : 'off'}
              maxLength={lengths[part]}
              value={value[part]}
              aria-required={required || undefined}
              aria-invalid={(error || isWrong) && (wrongParts?.includes(part) ?? true) ? true : undefined}
              aria-describedby={described}
              onPaste={paste}
              onBlur={() => onBlur?.(part)}
              onChange={(event) => onChange({ ...value, [part]: digitsOnly(event.currentTarget.value, lengths[part]) })}
            />
          </div>
        ))}
      </div>
    </FieldGroup>
  );
});
