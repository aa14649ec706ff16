const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The age of a copy in the largest whole unit; null while it is younger than a minute or the clock says that it is from the future. */
export function ageOf(
  at: number,
  now: number,
): { readonly unit: 'minutes' | 'hours' | 'days'; readonly count: number } | null {
  const age = now - at;
  if (age < minute) return null;
  if (age < hour) return { unit: 'minutes', count: Math.floor(age / minute) };
  return age < day ? { unit: 'hours', count: Math.floor(age / hour) } : { unit: 'days', count: Math.floor(age / day) };
}
