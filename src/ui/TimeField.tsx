import { type ReactNode, memo, useId } from 'react';
import { dateBoxes, datePart } from './DateField.css.ts';
import { digitsOnly } from './dates.ts';
import { FieldGroup } from './FieldGroup.tsx';
import { describedBy } from './FieldParts.tsx';
import { Icon } from './Icon.tsx';
import { ChevronDown } from './icons.ts';
import { input, select } from './Input.css.ts';

/** The content of a time's boxes: digits as typed, and the chosen half of the day. */
export interface TimeParts {
  readonly hour: string;
  readonly minute: string;
  readonly period: '' | 'am' | 'pm';
}

export interface TimeFieldProps {
  legend: ReactNode;
  value: TimeParts;
  onChange: (next: TimeParts) => void;
  labels: { readonly hour: string; readonly minute: string; readonly period: string };
  /** The names of the two halves of the day, for a 12-hour clock. */
  periods: { readonly am: string; readonly pm: string } | null;
  error?: ReactNode;
  /** True when the group around it shows the error. */
  isWrong?: boolean;
  required?: boolean;
  id?: string;
  look?: 'form' | 'question';
}

/** A time of day typed in two boxes, with a list for the half of the day on a 12-hour clock. */
export const TimeField = memo(function TimeField({
  legend,
  value,
  onChange,
  labels,
  periods,
  error,
  isWrong = false,
  required = false,
  id: givenId,
  look = 'question',
}: TimeFieldProps): ReactNode {
  const ownId = useId();
  const id = givenId ?? ownId;
  const common = {
    'aria-required': required || undefined,
    'aria-invalid': error || isWrong ? true : undefined,
    'aria-describedby': describedBy(error && `${id}-error`),
  } as const;
  return (
    <FieldGroup id={id} role="group" label={legend} error={error} required={required} spoken={false} look={look}>
      <div className={dateBoxes}>
        {(['hour', 'minute'] as const).map((part) => (
          <div key={part} data-part={part} className={datePart}>
            <label htmlFor={`${id}-${part}`}>{labels[part]}</label>
            <input
              {...common}
              className={input}
              id={`${id}-${part}`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={2}
              value={value[part]}
              onChange={(event) => onChange({ ...value, [part]: digitsOnly(event.currentTarget.value, 2) })}
            />
          </div>
        ))}
        {periods ? (
          <div data-part="period" className={datePart}>
            <label htmlFor={`${id}-period`}>{labels.period}</label>
            <div className={select}>
              <select
                {...common}
                id={`${id}-period`}
                value={value.period}
                onChange={({ currentTarget: { value: chosen } }) =>
                  onChange({ ...value, period: chosen === 'am' || chosen === 'pm' ? chosen : '' })
                }
              >
                <option value="">–</option>
                <option value="am">{periods.am}</option>
                <option value="pm">{periods.pm}</option>
              </select>
              <Icon of={ChevronDown} size="s" />
            </div>
          </div>
        ) : null}
      </div>
    </FieldGroup>
  );
});
