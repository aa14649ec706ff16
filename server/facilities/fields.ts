import { isEmailAddress } from '@portal/api';
import * as v from 'valibot';

/** A single line of text in a file of a facility's folder, with at most `most` characters. */
export const lineField = (most: number) =>
  v.pipe(
    v.string('must be text'),
    v.trim(),
    v.minLength(1, 'is empty'),
    v.maxLength(most, `is longer than ${String(most)} characters`),
  );

export const wholeNumberField = (least: number, most: number) =>
  v.pipe(
    v.number('must be a number'),
    v.integer('must be a whole number'),
    v.minValue(least, `must be at least ${String(least)}`),
    v.maxValue(most, `must be at most ${String(most)}`),
  );
export const emailField = v.pipe(v.string('must be text'), v.check(isEmailAddress, 'is not an email address'));
