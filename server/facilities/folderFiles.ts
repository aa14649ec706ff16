import * as v from 'valibot';
import { FacilityJson, languageField } from './facilityJson.ts';
import { emailField, lineField } from './fields.ts';
import { MessagesFile } from './messagesFile.ts';

const line = lineField(500);
const html = v.pipe(
  v.string('must be text'),
  v.minLength(1, 'is empty'),
  v.maxLength(50_000, 'is longer than 50,000 characters'),
);
const byLanguage = <Entry extends v.GenericSchema>(entry: Entry) =>
  v.record(languageField, v.array(entry, 'must be a list'), 'must be an object with a list for each language');
export const Faqs = byLanguage(v.strictObject({ question: html, answer: html }));
export type Faqs = v.InferOutput<typeof Faqs>;
/** Words of a visit as the scheduling system writes them. Shorter ones would be found in the locations of other visits. */
const wordsOfVisit = v.pipe(
  v.string('must be text'),
  v.trim(),
  v.minLength(3, 'is shorter than 3 characters'),
  v.maxLength(200, 'is longer than 200 characters'),
);
/** What is said of one thing: of a test, or of visits of a type or at a place. */
export const Explanations = byLanguage(
  v.pipe(
    v.strictObject({
      /** Of a value or a report, such as a LOINC code. */
      code: v.optional(v.pipe(v.string('must be text'), v.regex(/^[\w.-]{1,60}$/, 'is no code of a test, like 718-7'))),
      /** The type or subtype of a visit, the label of a follow-up, or the name of a planned test. */
      visitType: v.optional(wordsOfVisit),
      /** Words of a visit's location. */
      place: v.optional(wordsOfVisit),
      title: line,
      text: v.pipe(
        v.string('must be text'),
        v.trim(),
        v.minLength(1, 'is empty'),
        v.maxLength(2000, 'is longer than 2,000 characters'),
      ),
    }),
    v.check(
      ({ code, visitType, place }) => [code, visitType, place].filter((each) => each !== undefined).length === 1,
      'needs one of code, visitType and place',
    ),
  ),
);
export type Explanations = v.InferOutput<typeof Explanations>;
export const Contacts = byLanguage(
  v.strictObject({
    contactName: line,
    address1: v.optional(line),
    address2: v.optional(line),
    city: v.optional(line),
    state: v.optional(line),
    zipCode: v.optional(line),
    country: v.optional(line),
    phone: v.optional(line),
    fax: v.optional(line),
    email: v.optional(emailField),
  }),
);
export type Contacts = v.InferOutput<typeof Contacts>;
const httpAddress = v.pipe(
  v.string('must be text'),
  v.check(
    (text) => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text),
    'is not an address that begins with https://',
  ),
);
export const Forms = byLanguage(
  v.strictObject({
    title: line,
    description: v.optional(line),
    file: v.optional(
      v.pipe(v.string('must be text'), v.regex(/^[\w][\w .()-]*\.\w+$/u, 'is not the name of a file in forms/')),
    ),
    url: v.optional(httpAddress),
  }),
);
export const LanguagePackFile = v.record(
  v.pipe(v.string(), v.regex(/^[a-z][A-Za-z]*\.[A-Za-z0-9_.]+$/, 'is no key of a text, like core.logIn')),
  v.pipe(v.string('must be text'), v.minLength(1, 'is empty'), v.maxLength(5000, 'is longer than 5,000 characters')),
);

/** The JSON files of a facility's folder, by the names of their JSON Schemas in `server/docs/schemas`. */
export const folderFiles = {
  facility: FacilityJson,
  faqs: Faqs,
  contacts: Contacts,
  explanations: Explanations,
  messages: MessagesFile,
  forms: Forms,
  'language-pack': LanguagePackFile,
} as const;
