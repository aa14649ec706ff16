import { zoneAbbreviation } from '@portal/api';
import { formatInstant } from '../../../../../words/index.ts';

/** When something was signed, on the facility's clock, with the zone named as beside a visit's time. */
export const signedAtText = (locale: string, signedAt: string, timeZone: string): string =>
  `${formatInstant(locale, signedAt, timeZone)} ${zoneAbbreviation(timeZone, Date.parse(signedAt))}`;
