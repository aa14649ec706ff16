import type { BodyOf, PasskeyAssertion, addPasskey } from '@portal/api';

/** What the kiosk's browser offers first: a security key, and a phone that the tablet asks over the air. */
export const outsideHints = ['security-key' as const, 'hybrid' as const];

/**
 * Whether a passkey is outside of the tablet, by the browser's word, which nothing signs: it keeps staff from a mistake, and a tablet that
 * lies has staff's password already. Phones say `internal` of themselves as well, so transports alone tell nothing unless no way leads outside.
 */
export const isOutside = ({
  attachment,
  transports,
}: Pick<PasskeyAssertion, 'attachment'> & Partial<Pick<BodyOf<typeof addPasskey>, 'transports'>>): boolean =>
  attachment === 'cross-platform' && (transports === undefined || transports.some((one) => one !== 'internal'));
