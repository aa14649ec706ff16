import type { PostalAddress } from '@portal/api';
import { countryName } from '../words/index.ts';

interface WrittenAddress extends Readonly<PostalAddress> {
  readonly address3?: string | null;
}

/** The lines of an address as on a letter; the country only beside something else. */
export function addressLines(
  { address1, address2, address3 = null, city, state, zipCode, country }: WrittenAddress,
  locale: string,
): readonly string[] {
  const filled = (parts: readonly (string | null)[]) =>
    parts.flatMap((part) => (part === null || part.trim() === '' ? [] : [part.trim()]));
  const region = filled([state, zipCode]).join(' ');
  const place = filled([city, region]).join(', ');
  const lines = filled([address1, address2, address3, place]);
  return lines.length === 0 ? [] : [...lines, ...filled([country]).map((code) => countryName(code, locale))];
}
