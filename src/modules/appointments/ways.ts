import { config } from '../../data/config.ts';
import type { Words } from '../../words/index.ts';
import { calendarFile, calendarHref } from './calendarFile.ts';
import { directionsHref } from './directions.ts';
import { type AppointmentRow, isToCome } from './list.ts';
import { neutralPlace, shortPlace } from './neutralPlace.ts';

/** The address of the directions to an upcoming visit; null where there is no place to go to. */
export function directionsTo(row: Pick<AppointmentRow, 'state' | 'appointment'>): string | null {
  const { place } = row.appointment;
  return isToCome(row) && place !== null ? directionsHref(neutralPlace(place) ?? place, navigator.userAgent) : null;
}

export function calendarLink({ appointment, moment }: AppointmentRow, { t }: Words): string {
  const place = neutralPlace(appointment.place);
  const host = new URL(config().apiOrigin || window.location.origin).host;
  return calendarHref(
    calendarFile({
      uid: `appointment-${String(appointment.id)}@${host}`,
      moment,
      minutes: appointment.durationMinutes,
      title: place === null ? t('records.visit') : t('appointments.eventTitleAt', { place: shortPlace(place) }),
      note: t('appointments.eventNote'),
      place,
      madeAt: Date.now(),
    }),
  );
}
