/** Milliseconds. The header counts in seconds and an answer takes time, so a smaller difference says nothing about the device's clock. */
const tolerance = 120_000;
let offset = 0;
let isKnown = false;

/** Takes the server's time from the header of an answer, so that a device a day ahead does not call things overdue. */
export function noteServerTime(date: string | null): void {
  const there = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(there)) return;
  isKnown = true;
  const difference = there - Date.now();
  offset = Math.abs(difference) > tolerance ? difference : 0;
}

/** The time in milliseconds: by the server's clock if the device's is far off, by the device's before the first answer. */
export const currentTime = (): number => Date.now() + offset;

/** The same, once the server has said its time since the page was opened; null before. */
export const serverTime = (): number | null => (isKnown ? currentTime() : null);
