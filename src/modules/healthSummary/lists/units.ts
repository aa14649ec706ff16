import type { Telling } from './telling.ts';

/** UCUM codes as people write them. Other units stay as the source wrote them. */
const written: Readonly<Record<string, string>> = {
  'mm[Hg]': 'mmHg',
  'mm Hg': 'mmHg',
  Cel: '°C',
  '[degF]': '°F',
  degF: '°F',
  '[lb_av]': 'lb',
  '[oz_av]': 'oz',
  '[in_i]': 'in',
  '[ft_i]': 'ft',
  'kg/m2': 'kg/m²',
  m2: 'm²',
};
const perMinute = /^(?:1|\{[^}]*\})?\/min$/;

/** A unit in words; null where there is none. Two ways of writing one unit give one text. */
export function unitText({ t }: Pick<Telling, 't'>, unit: string | null): string | null {
  if (unit === null) return null;
  const trimmed = unit.trim();
  if (perMinute.test(trimmed)) return t('healthSummary.perMinute');
  return trimmed === '' || /^\{[^}]*\}$/.test(trimmed) ? null : (written[trimmed] ?? trimmed);
}

/** A value with its unit, with all digits of its source: "< 5 mg". */
export function valueWithUnit(
  telling: Pick<Telling, 't'>,
  {
    comparator,
    value,
    unit,
  }: { readonly comparator: string | null; readonly value: string; readonly unit: string | null },
): string {
  const shown = signedValue(comparator, value);
  const inUnit = unitText(telling, unit);
  return inUnit === null ? shown : telling.t('healthSummary.valueWithUnit', { value: shown, unit: inUnit });
}
/** A value with what is known of it if that is not all: "≤ 5". */
export const signedValue = (comparator: string | null, value: string): string =>
  comparator === null ? value : `${signs[comparator] ?? comparator} ${value}`;
const signs: Readonly<Record<string, string>> = { '<=': '≤', '>=': '≥' };
