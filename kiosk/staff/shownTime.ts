import { useFacility } from '../../src/data/facility.ts';
import { currentTime } from '../../src/data/serverClock.ts';
import { dayIn } from '../../src/modules/questionnaires/fill/due.ts';
import { formatInstant, formatTime, useWords } from '../../src/words/index.ts';

/** Writes when something happened: the time alone where it was today at the facility. */
export function useShownTime(): (instant: string) => string {
  const { locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  return (instant) =>
    dayIn(timeZone, new Date(instant)) === dayIn(timeZone, new Date(currentTime()))
      ? formatTime(locale, instant, timeZone)
      : formatInstant(locale, instant, timeZone);
}
