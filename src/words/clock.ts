import { intlOf } from './intl.ts';

/** The names of the two halves of the day, for a 12-hour clock; null for a 24-hour clock. */
export function dayPeriods(locale: string): { readonly am: string; readonly pm: string } | null {
  const [am, pm] = ['09', '21'].map(
    (hour) =>
      intlOf(locale)
        .formatDateToParts(`1970-01-01T${hour}:00:00Z`, { hour: 'numeric', timeZone: 'UTC' })
        .find((part) => part.type === 'dayPeriod')?.value,
  );
  return am === undefined || pm === undefined ? null : { am, pm };
}
