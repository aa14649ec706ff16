import type { RecordedContactDetails } from '@portal/api';

/** The lines of an address as on a letter; empty where nothing is known. */
export function addressLines(
  one: Pick<RecordedContactDetails, 'address1' | 'address2' | 'city' | 'state' | 'zipCode' | 'country'>,
  countryName: (code: string) => string,
): readonly string[] {
  const filled = (part: string | null): string => part?.trim() ?? '';
  const region = [filled(one.state), filled(one.zipCode)].filter((part) => part !== '').join(' ');
  const place = [filled(one.city), region].filter((part) => part !== '');
  const country = filled(one.country);
  return [
    filled(one.address1),
    filled(one.address2),
    place.join(', '),
    country === '' ? '' : countryName(country),
  ].filter((line) => line !== '');
}
