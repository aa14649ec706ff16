import { CalendarDate } from '@portal/api';
import * as v from 'valibot';
import { statement } from '../db/pool.ts';

/** The day that it is where a facility is. */
export const today = statement('seed.today', 'select today_in($timeZone) as day', v.object({ day: CalendarDate }));

/** The day that is so many days after another. */
export const dayAfter = (day: CalendarDate, days: number): CalendarDate =>
  v.parse(CalendarDate, new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10));
