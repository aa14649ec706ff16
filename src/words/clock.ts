import { intlOf } from './intl.ts';

/** The two halves of the day in the reader's words, where hours are counted to twelve; null where to twenty-four. */
export function dayPeriods(locale: string): { readonly am: string; readonly pm: string } | null {
  const [am, pm] = ['09', '21'].map(
    (hour) =>
      intlOf(locale)
        .formatDateToParts(`1970-01-01T${hour}:00:00Z`, { hour: 'numeric', timeZone: 'UTC' })
        .find((part) => part.type === 'dayPeriod')?.value,
  );
  return am === undefined || pm === undefined ? null : { am, pm };
}
