import { dayMs, hourMs, zoneOf } from '../../records/zone.ts';

/** The hour of the day, 0 to 23, in a time zone. */
export const hourIn = (timeZone: string, at: number): number =>
  Math.floor(((at + zoneOf(timeZone).offsetAt(at)) % dayMs) / hourMs);

export function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour >= 4 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}
