const formats = new Map<string, Intl.DateTimeFormat>();

/** What a time zone is called at an instant: in English such as `EST` or `GMT+1`, or by its offset from UTC such as `GMT+05:30`. */
export function zoneNameAt(zone: string, style: 'short' | 'longOffset', at: Date): string {
  const key = `${style} ${zone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: style });
  formats.set(key, format);
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
}
