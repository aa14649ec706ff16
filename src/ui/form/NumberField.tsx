import type { ReactNode } from 'react';
import { TextField, type TextFieldProps } from '../Field.tsx';
import { type Bounds, clampedNumber, typedNumber } from './numbers.ts';

export interface NumberFieldProps extends Omit<TextFieldProps, 'min' | 'max' | 'inputMode' | 'type'>, Bounds {}

/** A whole number: only digits while it is typed, clamped when the field is left (0 to 9999 unless given). */
export function NumberField({ min, max, value, onChange, onBlur, ...rest }: NumberFieldProps): ReactNode {
  const bounds = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={(typed) => onChange(typedNumber(typed, bounds))}
      onBlur={(event) => {
        const clamped = clampedNumber(value, bounds);
        if (clamped !== value) onChange(clamped);
        onBlur?.(event);
      }}
    />
  );
}
