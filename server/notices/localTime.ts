export const hour = 3_600_000;
export const day = 24 * hour;
/** When reminders are sent in the morning. */
export const morning = 9 * hour;

/** Nothing is sent before the hour `until` or from the hour `from` on, in the facility's time zone. */
export const quietHours = { until: 8, from: 21 } as const;

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();
/** Time zone offsets change only at a quarter of an hour, so one offset is cached for each quarter. */
const quarter = 15 * 60_000;
const mostKept = 50_000;

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...fields });
    formats.set(zone, format);
  }
  return format;
}

/** Milliseconds by which a zone's clocks are ahead of UTC. */
function offsetAt(zone: string, at: number): number {
  const from = Math.floor(at / quarter) * quarter;
  const key = `${zone} ${String(from)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const parts = formatOf(zone).formatToParts(new Date(from));
  const field = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  const offset = Date.UTC(field('year'), field('month') - 1, field('day'), field('hour'), field('minute')) - from;
  if (offsets.size >= mostKept) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/** A zone's local time at an instant as if it were UTC, so that days and hours can be counted without regard to summer time. */
export const wallAt = (zone: string, at: number): number => at + offsetAt(zone, at);

/** The instant at which a zone's clocks show this time: the later of two; of a skipped time, by the offset before the change. */
export function instantOf(zone: string, wall: number): number {
  const near = wall - offsetAt(zone, wall);
  return wall - offsetAt(zone, near);
}

/** The midnight of a local time's day. */
export const dayOf = (wall: number): number => Math.floor(wall / day) * day;
/** The day of a local time, such as `2026-11-18`. */
export const dayText = (wall: number): string => new Date(wall).toISOString().slice(0, 10);
