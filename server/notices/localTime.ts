const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();
/** Offsets change on quarters of an hour, nowhere in between. */
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

/** By how many milliseconds the clocks of a zone are ahead of UTC. */
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

/** What the clocks of a zone show at an instant, as if they showed UTC: days and hours can then be counted without summer time. */
export const wallAt = (zone: string, at: number): number => at + offsetAt(zone, at);

/** The instant at which the clocks of a zone show this; of two, the later. One that they leave out is told by the clocks before it. */
export function instantOf(zone: string, wall: number): number {
  const near = wall - offsetAt(zone, wall);
  return wall - offsetAt(zone, near);
}
