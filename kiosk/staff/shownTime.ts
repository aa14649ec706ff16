import { useFacility } from '../../src/data/facility.ts';
import { currentTime } from '../../src/data/serverClock.ts';
import { dayIn } from '../../src/modules/questionnaires/fill/due.ts';
import { formatInstant, formatTime, useWords } from '../../src/words/index.ts';

/** Formats when something happened, on the clock of a place (left out: this facility): only the time where it was today there. */
export function useShownTime(timeZoneId?: string): (instant: string) => string {
  const { locale } = useWords();
  const facility = useFacility();
  const timeZone = timeZoneId ?? facility?.timeZoneId ?? 'UTC';
  return (instant) =>
    dayIn(timeZone, new Date(instant)) === dayIn(timeZone, new Date(currentTime()))
      ? formatTime(locale, instant, timeZone)
      : formatInstant(locale, instant, timeZone);
}

/** Formats today's visit for staff, with its time where it is known. */
export function useVisitWords(timeZoneId: string | undefined): (startsAt: string | null) => string {
  const { t } = useWords();
  const at = useShownTime(timeZoneId);
  return (startsAt) => (startsAt === null ? t('kiosk.visitToday') : t('kiosk.visitTodayAt', { time: at(startsAt) }));
}
