import { LanguageCode } from '@portal/api';
import * as v from 'valibot';
import { lineField, wholeNumberField } from './fields.ts';

const claimName = v.pipe(
  v.string('must be text'),
  v.regex(/^[\w:/-]{1,200}(\.[\w:/-]{1,200}){0,4}$/, 'is no name of a claim'),
);
/** https, or an identity system on this machine. The issuer is compared letter by letter, so it stays as it was written. */
const issuerAddress = v.pipe(
  v.string('must be text'),
  v.maxLength(300, 'is longer than 300 characters'),
  v.check(
    (text) =>
      URL.canParse(text) &&
      /^(https:\/\/[^\s@?#]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/[^\s?#]*)?)$/.test(text),
    'is not an address like https://login.example.org/realms/patients',
  ),
);

/** One identity system with which people of a facility sign in (OpenID Connect). */
export const IdentityProvider = v.pipe(
  v.strictObject({
    /** Part of its addresses at the portal: it stays. */
    key: v.pipe(
      v.string('must be text'),
      v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'is no short name of small letters, digits and hyphens'),
    ),
    /** What people know it by, in each language of the facility. */
    names: v.record(LanguageCode, lineField(60), 'must be an object with a text for each language'),
    issuer: issuerAddress,
    clientId: lineField(200),
    /** The setting of the server that has the secret. Only such names: a folder must not read the other settings of the server. */
    clientSecret: v.pipe(
      v.string('must be text'),
      v.regex(/^OPENID_SECRET_[A-Z0-9_]{1,60}$/, 'is no setting like OPENID_SECRET_CLINIC'),
    ),
    scopes: v.optional(
      v.array(v.pipe(v.string('must be text'), v.regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/, 'is no scope'))),
      ['openid'],
    ),
    /** How people must have signed in there, any of them; left out: as it likes. */
    acrValues: v.optional(v.array(lineField(200)), []),
    /** How long ago people may have signed in there at most. */
    maxAgeSeconds: v.optional(wholeNumberField(60, 604_800)),
    for: v.optional(v.picklist(['patients', 'kioskStaff'], 'is neither patients nor kioskStaff'), 'patients'),
    /** The claim that says who somebody is; left out: only who was linked before gets in, or links with an invitation. */
    person: v.optional(
      v.strictObject({
        claim: claimName,
        is: v.picklist(['recordNumber', 'username'], 'is neither recordNumber nor username'),
      }),
    ),
    /** The groups of which one is needed, and the claim that names somebody's groups. */
    groups: v.optional(
      v.strictObject({
        claim: claimName,
        anyOf: v.pipe(v.array(lineField(200)), v.minLength(1, 'needs at least one group')),
      }),
    ),
  }),
  v.check(
    (provider) =>
      provider.for !== 'kioskStaff' || (provider.person?.is === 'username' && provider.groups !== undefined),
    'is for kioskStaff, so that it needs groups and a person whose claim is a username',
  ),
  v.check(
    (provider) => provider.for !== 'patients' || provider.person?.is !== 'username',
    'is for patients, whose claim can only be a recordNumber',
  ),
);
export type IdentityProvider = v.InferOutput<typeof IdentityProvider>;

export const IdentityProviders = v.pipe(
  v.array(IdentityProvider, 'must be a list'),
  v.maxLength(10, 'has more than 10'),
  v.check((all) => new Set(all.map(({ key }) => key)).size === all.length, 'has a key twice'),
);
