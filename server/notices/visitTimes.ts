import type { ReminderOffset } from '@portal/api';
import { day, dayOf, dayText, hour, instantOf, morning, quietHours, wallAt } from './localTime.ts';

/** For visits in the early hours, reminders are sent the evening before. */
const evening = 18 * hour;
const [opens, closes] = [quietHours.until * hour, quietHours.from * hour];
/** How many days late a digest may still be sent, until the evening. */
const digestLateDays = 2;

/** A booked visit, or a follow-up that is recommended for a day. Cancelled ones are left out. */
export interface Visit {
  readonly id: number;
  readonly kind: 'appointment' | 'followUp';
  readonly day: number;
  /** Null if no time is known. */
  readonly startsAt: number | null;
  /** The time zone of the visit's place. */
  readonly zone: string;
}

const mondayOf = (at: number): number => at - ((at / day + 3) % 7) * day;
const firstOfMonth = (at: number): number => Date.parse(`${dayText(at).slice(0, 7)}-01`);

const daysBefore = {
  '4Weeks': 28,
  '3Weeks': 21,
  '2Weeks': 14,
  '1Week': 7,
  '3Days': 3,
  '2Days': 2,
  '1Day': 1,
  OnDay: 0,
} as const satisfies Partial<Record<ReminderOffset, number>>;

/** On the day itself: in the morning, but at least an hour before the visit; if that is in the quiet hours, the evening before. */
function onTheDay(zone: string, visit: Visit): number {
  const usual = instantOf(zone, visit.day + morning);
  if (visit.startsAt === null) return usual;
  const latest = visit.startsAt - hour;
  if (usual <= latest) return usual;
  const begins = dayOf(wallAt(zone, visit.startsAt));
  return latest >= instantOf(zone, begins + opens) ? latest : instantOf(zone, begins - day + evening);
}

/** A visit's place in the notices: `Occasion` in `plan.ts`. */
interface When {
  readonly thingId: number;
  readonly occasion: string;
  readonly from: number;
  readonly until: number;
}

/** When the reminder of a visit is sent; null if it is not. */
export function whenOf(zone: string, visit: Visit, offset: ReminderOffset): When | null {
  const until = visit.startsAt ?? instantOf(visit.zone, visit.day + day);
  switch (offset) {
    case 'Off':
      return null;
    case 'WeeklyDigest':
    case 'MonthlyDigest': {
      // A visit is in the last digest that is sent at least an hour before it, so that no visit is missed between two digests.
      const at = (visit.startsAt ?? instantOf(visit.zone, visit.day + 12 * hour)) - hour;
      const about = dayOf(wallAt(zone, at) - morning);
      const isWeekly = offset === 'WeeklyDigest';
      const begins = isWeekly ? mondayOf(about) : firstOfMonth(about);
      return {
        thingId: 0,
        occasion: `${isWeekly ? 'week' : 'month'}/${dayText(begins)}`,
        from: instantOf(zone, begins + morning),
        until: Math.min(until, instantOf(zone, begins + digestLateDays * day + closes)),
      };
    }
    case '4Weeks':
    case '3Weeks':
    case '2Weeks':
    case '1Week':
    case '3Days':
    case '2Days':
    case '1Day':
    case 'OnDay': {
      const days = daysBefore[offset];
      return {
        thingId: visit.id,
        occasion: `${visit.startsAt === null ? dayText(visit.day) : new Date(visit.startsAt).toISOString()}/${offset}`,
        from: days === 0 ? onTheDay(zone, visit) : instantOf(zone, visit.day - days * day + morning),
        until,
      };
    }
  }
}
