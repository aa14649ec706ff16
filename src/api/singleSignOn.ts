import * as v from 'valibot';
import { declareCall } from './call.ts';
import { FacilityId } from './ids.ts';
import { changing } from './presets.ts';

/**
 * A ticket for one sign-on, requested by the facility's identity system (rulings, section 2). `sso-signature` is the hexadecimal
 * HMAC-SHA-256 of `{sso-timestamp}\n{facilityId}\n{subject}` under the facility's secret; `sso-timestamp` is in seconds since 1970, at most
 * five minutes off; a signature works once. Every error is the same 404.
 */
export const createSsoTicket = declareCall({
  ...changing,
  name: 'createSsoTicket',
  isOptional: true,
  method: 'POST',
  path: '/api/sso/tickets',
  headers: {
    'sso-timestamp': v.pipe(v.string(), v.regex(/^\d{10}$/)),
    'sso-signature': v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  },
  access: 'everyone',
  /** `subject`: the identity system's name for the person. */
  body: v.object({ facilityId: FacilityId, subject: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) }),
  /** `ssoId` goes into the address `/singleSignOn?sso-id=`; it works once, for `expiresIn` seconds. */
  answer: v.object({ ssoId: v.string(), expiresIn: v.number() }),
});
