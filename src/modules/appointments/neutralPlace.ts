/**
 * The part of a place that may be in a calendar that others see: the address only. Names of buildings and departments tell what somebody is
 * treated for ("… Cancer Centre", "Fertility Suite"), a street does not. null where only names are known.
 */
export function neutralPlace(place: string | null): string | null {
  const parts = (place ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  // A street has a number before or after it; a name with one ("Ward 7") is followed by more of an address.
  const street = parts.findIndex((part) => /^\d+\S*\s+\p{L}/u.test(part));
  if (street !== -1) return parts.slice(street).join(', ');
  const numbered = parts.findIndex((part, index) => index > 0 && /\d/.test(part));
  const from = numbered === -1 ? 1 : numbered;
  return parts.length > from ? parts.slice(from).join(', ') : null;
}

/** Street and town: enough for a title. */
export const shortPlace = (neutral: string): string => neutral.split(', ').slice(0, 2).join(', ');
