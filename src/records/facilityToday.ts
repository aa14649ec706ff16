import type { CalendarDate } from '@portal/api';
import { currentTime } from '../data/serverClock.ts';
import { calendarDate, todayHere } from '../ui/calendar.ts';
import { dayAt, isoDay, zoneOf } from './zone.ts';

/** Today at the facility, whose day decides; a device's clock may be wrong. */
export const facilityToday = (): CalendarDate =>
  calendarDate(isoDay(dayAt(zoneOf(undefined), currentTime()))) ?? todayHere();
