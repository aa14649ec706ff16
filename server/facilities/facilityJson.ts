import { Section, SystemReminderSettings, isPart, languageCodes } from '@portal/api';
import * as v from 'valibot';
import { emailField, lineField, wholeNumberField } from './fields.ts';
import { IdentityProviders } from './identityProviders.ts';
import { moduleCalled, moduleNames } from './modules.ts';
import { SecondFactorSettings } from './secondFactorSettings.ts';

const filled = lineField(200);
const isZone = (zone: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
const isHost = (text: string): boolean => /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/.test(text);
const publicAddress = v.pipe(
  v.string('must be text'),
  v.check(
    (text) => URL.canParse(text) && /^https?:\/\/[^/?#]+\/?$/i.test(text),
    'is not an address like https://portal.example.org',
  ),
  v.transform((text) => new URL(text).origin),
);
const colour = v.pipe(
  v.string('must be text'),
  v.regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'is not a colour like #1f5d50'),
);
const font = v.pipe(v.string('must be text'), v.regex(/^[\w\s,'"-]{1,200}$/, 'is not a list of font names'));
export const languageField = v.picklist(languageCodes, `is none of ${languageCodes.join(', ')}`);

/** The host names of a facility, the portal's own first and the kiosk's own last: links begin with the first. */
function hostNamesOf({
  portalUrl,
  aliases,
  kioskUrl,
}: {
  readonly portalUrl: string | null;
  readonly aliases: readonly string[];
  readonly kioskUrl: string | null;
}): string[] {
  const hostOf = (url: string | null) => (url === null ? [] : [new URL(url).host]);
  const kiosk = hostOf(kioskUrl);
  return [...new Set([...hostOf(portalUrl), ...aliases.filter((alias) => !kiosk.includes(alias)), ...kiosk])];
}

/** `facility.json`: what a facility is called, where it is, what it looks like and what it offers. */
export const FacilityJson = v.pipe(
  v.strictObject({
    name: filled,
    portalName: filled,
    shortName: filled,
    /** Where the facility's own portal and kiosk are; null: where the server's settings say. Links begin with the first. */
    portalUrl: v.optional(v.nullable(publicAddress), null),
    kioskUrl: v.optional(v.nullable(publicAddress), null),
    /** Host names, with a port if it is not the usual one; those of `portalUrl` and `kioskUrl` need not be here. */
    aliases: v.optional(
      v.array(
        v.pipe(
          v.string('must be text'),
          v.toLowerCase(),
          v.check(isHost, 'is not a host name like portal.example.org or localhost:8080'),
        ),
      ),
      [],
    ),
    /** Whether the facility answers for all host names that no facility has. */
    default: v.optional(v.boolean('must be true or false')),
    timeZone: v.pipe(v.string('must be text'), v.check(isZone, 'is not a time zone like America/New_York')),
    languages: v.pipe(v.array(languageField), v.minLength(1, 'needs at least one language')),
    defaultLanguage: languageField,
    theme: v.optional(
      v.strictObject({
        brand: v.optional(colour),
        accent: v.optional(colour),
        neutral: v.optional(colour),
        radius: v.optional(
          v.pipe(v.number('must be a number'), v.minValue(0, 'must be at least 0'), v.maxValue(3, 'must be at most 3')),
        ),
        font: v.optional(font),
        fontDisplay: v.optional(font),
      }),
      {},
    ),
    capabilities: v.record(
      v.pipe(
        v.string(),
        v.check((name) => moduleCalled(name) !== null, `is no module; there are ${moduleNames.join(', ')}`),
      ),
      v.array(
        v.pipe(
          v.string('must be text'),
          v.regex(/^[A-Za-z]{1,60}(\.[A-Za-z]{1,60}){0,2}$/, 'is no name of a field'),
          v.check((field) => !field.includes('.') || moduleNames.some((name) => isPart(name, field)), 'is no part'),
        ),
        'must be a list of field names',
      ),
    ),
    settings: v.optional(
      v.strictObject({
        inactivitySeconds: v.optional(wholeNumberField(180, 86_400)),
        kiosk: v.optional(v.boolean('must be true or false')),
        kioskIdleSeconds: v.optional(wholeNumberField(10, 3600)),
        /** Patients check in at a tablet. */
        kioskArrival: v.optional(v.boolean('must be true or false')),
        /** How many minutes before a visit patients may check in on a phone (null: not at all), and until how many after it began. */
        checkInOpensMinutes: v.optional(v.nullable(wholeNumberField(1, 1440))),
        checkInClosesMinutes: v.optional(wholeNumberField(0, 1440)),
        /** The tablet shows the birth date with the name when it asks who is holding it. */
        kioskBirthDate: v.optional(v.boolean('must be true or false')),
        /** The tablet asks patients whether address, telephones and email are still right. */
        kioskContactCheck: v.optional(v.boolean('must be true or false')),
        /** Who is notified when patients report changed contact details; null: nobody. */
        frontDeskEmail: v.optional(v.nullable(emailField)),
        /** Who is notified of answers that need attention, if a rule names nobody; null: nobody. */
        alertEmail: v.optional(v.nullable(emailField)),
        /** The source of records whose registration facts come before those of others; null: the newest facts win. */
        registrationSource: v.optional(
          v.nullable(v.pipe(v.string('must be text'), v.minLength(1, 'is empty'), v.maxLength(200, 'is too long'))),
        ),
        kioskScheme: v.optional(v.picklist(['light', 'dark'], 'is neither light nor dark')),
        pageViews: v.optional(v.boolean('must be true or false')),
        /** The channels by which reminders go out. A channel that is left out stays unchanged. */
        reminders: v.optional(v.partial(v.strictObject(SystemReminderSettings.entries))),
        usefulLinks: v.optional(v.boolean('must be true or false')),
        /** Test results that become visible only a number of days after they came in, or (`null`) when they are released. */
        resultHolds: v.optional(
          v.array(
            v.strictObject({
              codes: v.pipe(
                v.array(
                  v.pipe(
                    v.string('must be text'),
                    v.regex(/^[\w.-]{1,60}$/, 'is no code of a category or a test, like PAT'),
                  ),
                  'must be a list of codes',
                ),
                v.minLength(1, 'needs at least one code'),
              ),
              days: v.nullable(wholeNumberField(1, 365)),
            }),
            'must be a list',
          ),
        ),
        /** Whether people may or must log in with a second step; what is left out stays unchanged. */
        secondFactor: v.optional(SecondFactorSettings),
        /** For how many days after a death those who acted for the patient may read the record; null: without an end. */
        afterDeathDays: v.optional(v.nullable(wholeNumberField(0, 36_500))),
        /** From which birthday on which sections are the patient's own: what representatives had before then ends. */
        rightsByAge: v.optional(
          v.array(
            v.strictObject({
              fromAge: wholeNumberField(1, 30),
              sections: v.pipe(
                v.array(v.picklist(Section.options, `is none of ${Section.options.join(', ')}`), 'must be a list'),
                v.minLength(1, 'needs at least one section'),
              ),
            }),
            'must be a list',
          ),
        ),
      }),
      {},
    ),
    /** The identity systems with which people may sign in; left out: they stay unchanged. */
    identityProviders: v.optional(IdentityProviders),
    /** What a person must know to sign up. */
    verificationFields: v.optional(
      v.pipe(
        v.array(v.picklist(['PIN', 'MRN', 'SSN'], 'is none of PIN, MRN, SSN')),
        v.minLength(1, 'needs at least one'),
      ),
      ['PIN'],
    ),
  }),
  v.check(
    ({ portalUrl, kioskUrl }) => portalUrl === null || portalUrl !== kioskUrl,
    'has one address for portal and kiosk',
  ),
  v.transform((json) => ({ ...json, aliases: hostNamesOf(json) })),
  v.check(({ aliases }) => aliases.length > 0, 'needs a host name: portalUrl or aliases'),
);
export type FacilityJson = v.InferOutput<typeof FacilityJson>;
