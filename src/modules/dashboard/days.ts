const formats = new Map<string, Intl.DateTimeFormat>();

/** The hour of the day, 0 to 23, in a time zone. */
export function hourIn(timeZone: string, at: Date | number): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      numberingSystem: 'latn',
      hour: '2-digit',
      hourCycle: 'h23',
      timeZone,
    });
    formats.set(timeZone, format);
  }
  return Number(format.formatToParts(at).find(({ type }) => type === 'hour')?.value ?? '');
}

export function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour >= 4 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}
