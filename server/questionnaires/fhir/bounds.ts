import type { DateBound, Expression, Occurs } from '@portal/api';
import { CalendarDate } from '@portal/api';
import * as v from 'valibot';
import { url } from './extensions.ts';
import { parseFhirPath, NotRead } from './fhirPath.ts';
import { extension, isObject, type JsonObject, numberOf, objectOf, textOf, valueOf } from './json.ts';

const lengths: Readonly<Record<string, { readonly unit: 'days' | 'months' | 'years'; readonly times: number }>> = {
  day: { unit: 'days', times: 1 },
  week: { unit: 'days', times: 7 },
  month: { unit: 'months', times: 1 },
  year: { unit: 'years', times: 1 },
};

/** The bound of `today()` or a duration before or after it; null for any other expression. */
function fromToday(expression: Expression): DateBound | null {
  if (
    expression.kind === 'call' &&
    expression.focus === null &&
    (expression.name === 'today' || expression.name === 'now')
  )
    return { fromToday: 0, unit: 'days' };
  if (expression.kind !== 'binary' || (expression.operator !== '+' && expression.operator !== '-')) return null;
  const { left, right, operator } = expression;
  const start = fromToday(left);
  if (right.kind !== 'quantity' || start === null || typeof start === 'string' || start.fromToday !== 0) return null;
  const length = lengths[right.unit.replace(/s$/, '')];
  const count = length ? length.times * right.value * (operator === '-' ? -1 : 1) : Number.NaN;
  return length && Number.isInteger(count) ? { fromToday: count, unit: length.unit } : null;
}

/** The first or last day of a year, a month or a day. */
function dayOf(text: string, end: 'first' | 'last'): CalendarDate | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?/.exec(text) ?? [];
  if (year === undefined) return null;
  const last = new Date(Date.UTC(Number(year), Number(month ?? '12'), 0)).getUTCDate();
  const whole = `${year}-${month ?? (end === 'first' ? '01' : '12')}-${day ?? (end === 'first' ? '01' : String(last))}`;
  const parsed = v.safeParse(CalendarDate, whole);
  return parsed.success ? parsed.output : null;
}

/** The earliest or latest day of a date question; a returned string says why it cannot be checked. */
export function dateBound(
  raw: JsonObject,
  address: string,
  end: 'first' | 'last',
): DateBound | { readonly fault: string } | undefined {
  const found = extension(raw, address);
  if (!found) return undefined;
  for (const element of ['valueDate', 'valueDateTime', 'valueString']) {
    const beside = objectOf(found, `_${element}`);
    const computed = extension(beside, url.calculatedValue) ?? extension(beside, url.cqfExpression);
    const text = textOf(objectOf(computed, 'valueExpression'), 'expression');
    if (text !== null) {
      try {
        return fromToday(parseFhirPath(text)) ?? { fault: `its bound is computed (${text})` };
      } catch (error) {
        if (!(error instanceof NotRead)) throw error;
        return { fault: `its bound is computed (${text})` };
      }
    }
    const date = textOf(found, element);
    if (date !== null) return dayOf(date, end) ?? { fault: 'its bound is no date' };
  }
  return { fault: 'its bound is no date' };
}

/** A bound of a number, with its unit if it has one; a returned string says why it cannot be checked. */
export function numberBound(
  raw: JsonObject,
  addresses: readonly string[],
): { readonly value: number; readonly unit: string | null } | string | undefined {
  const found = addresses.map((address) => extension(raw, address)).find((one) => one !== null);
  if (!found) return undefined;
  const value = valueOf(found);
  if (typeof value?.value === 'number') return { value: value.value, unit: null };
  if (value?.element === 'valueQuantity' && isObject(value.value)) {
    const number = numberOf(value.value, 'value');
    const unit = textOf(value.value, 'code') ?? textOf(value.value, 'unit');
    if (number !== null) return { value: number, unit };
  }
  return 'its bound is not a plain number';
}

export function occursOf(raw: JsonObject): Occurs {
  const whole = (address: string) => {
    const value = extension(raw, address)?.valueInteger;
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
  };
  const least = whole(url.minOccurs) ?? (raw.required === true ? 1 : 0);
  const most = whole(url.maxOccurs);
  return { least: raw.required === true ? Math.max(1, least) : least, most: most === 0 ? null : most };
}
