import { lstat, readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import {
  type ContentKey,
  FileType,
  LanguageCode,
  contentKeys,
  isEmailAddress,
  isPart,
  languageCodes,
  SystemReminderSettings,
} from '@portal/api';
import * as v from 'valibot';
import { safeFacilityHtml } from './facilityHtml.ts';
import { lineField, wholeNumberField } from './fields.ts';
import { MessagesFile } from './messagesFile.ts';
import { moduleCalled, moduleNames } from './modules.ts';
import type { ByLanguage, PublishedContact, PublishedExplanation, PublishedFaq, PublishedForm } from './publish.ts';
import { safeSvg } from './svg.ts';

/** A facility as its folder describes it. What the folder lacks is null or empty here, and stays unchanged in the database. */
export interface FacilityFolder {
  readonly settings: FacilityJson;
  readonly logo: string | null;
  readonly logoOnDark: string | null;
  readonly texts: readonly { readonly key: ContentKey; readonly language: LanguageCode; readonly content: string }[];
  readonly faqs: ByLanguage<PublishedFaq> | null;
  readonly contacts: ByLanguage<PublishedContact> | null;
  readonly forms: ByLanguage<PublishedForm> | null;
  readonly messages: MessagesFile | null;
  readonly explanations: ByLanguage<PublishedExplanation> | null;
  readonly languagePacks: ReadonlyMap<LanguageCode, Readonly<Record<string, string>>>;
}

export interface Fault {
  readonly place: string;
  readonly reason: string;
}
export type Reading =
  | { readonly kind: 'read'; readonly folder: FacilityFolder; readonly notes: readonly Fault[] }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[] };

const largestFile = 10_000_000;
const filled = lineField(200);
const isZone = (zone: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
const isHost = (text: string): boolean => /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/.test(text);
const colour = v.pipe(
  v.string('must be text'),
  v.regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'is not a colour like #1f5d50'),
);
const font = v.pipe(v.string('must be text'), v.regex(/^[\w\s,'"-]{1,200}$/, 'is not a list of font names'));
const language = v.picklist(languageCodes, `is none of ${languageCodes.join(', ')}`);
export const FacilityJson = v.strictObject({
  name: filled,
  portalName: filled,
  shortName: filled,
  /** Host names, with a port if it is not the usual one. */
  aliases: v.pipe(
    v.array(
      v.pipe(
        v.string('must be text'),
        v.toLowerCase(),
        v.check(isHost, 'is not a host name like portal.example.org or localhost:8080'),
      ),
    ),
    v.minLength(1, 'needs at least one host name'),
  ),
  /** Whether the facility answers for all host names that no facility has. */
  default: v.optional(v.boolean('must be true or false')),
  timeZone: v.pipe(v.string('must be text'), v.check(isZone, 'is not a time zone like America/New_York')),
  languages: v.pipe(v.array(language), v.minLength(1, 'needs at least one language')),
  defaultLanguage: language,
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
      v.check((name) => moduleCalled(name) !== null, 'is no module'),
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
      frontDeskEmail: v.optional(
        v.nullable(v.pipe(v.string('must be text'), v.check(isEmailAddress, 'is not an email address'))),
      ),
      /** Who is notified of answers that need attention, if a rule names nobody; null: nobody. */
      alertEmail: v.optional(
        v.nullable(v.pipe(v.string('must be text'), v.check(isEmailAddress, 'is not an email address'))),
      ),
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
    }),
    {},
  ),
  /** What a person must know to sign up. */
  verificationFields: v.optional(
    v.pipe(
      v.array(v.picklist(['PIN', 'MRN', 'SSN'], 'is none of PIN, MRN, SSN')),
      v.minLength(1, 'needs at least one'),
    ),
    ['PIN'],
  ),
});
export type FacilityJson = v.InferOutput<typeof FacilityJson>;

const line = lineField(500);
const html = v.pipe(
  v.string('must be text'),
  v.minLength(1, 'is empty'),
  v.maxLength(50_000, 'is longer than 50,000 characters'),
);
const byLanguage = <Entry extends v.GenericSchema>(entry: Entry) =>
  v.record(language, v.array(entry, 'must be a list'), 'must be an object with a list for each language');
const Faqs = byLanguage(v.strictObject({ question: html, answer: html }));
/** Words of a visit as the scheduling system writes them. Shorter ones would be found in the locations of other visits. */
const wordsOfVisit = v.pipe(
  v.string('must be text'),
  v.trim(),
  v.minLength(3, 'is shorter than 3 characters'),
  v.maxLength(200, 'is longer than 200 characters'),
);
const Explanations = byLanguage(
  v.pipe(
    v.strictObject({
      code: v.optional(v.pipe(v.string('must be text'), v.regex(/^[\w.-]{1,60}$/, 'is no code of a test, like 718-7'))),
      visitType: v.optional(wordsOfVisit),
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
const Contacts = byLanguage(
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
    email: v.optional(v.pipe(v.string('must be text'), v.check(isEmailAddress, 'is not an email address'))),
  }),
);
const httpAddress = v.pipe(
  v.string('must be text'),
  v.check(
    (text) => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text),
    'is not an address that begins with https://',
  ),
);
const Forms = byLanguage(
  v.strictObject({
    title: line,
    description: v.optional(line),
    file: v.optional(
      v.pipe(v.string('must be text'), v.regex(/^[\w][\w .()-]*\.\w+$/u, 'is not the name of a file in forms/')),
    ),
    url: v.optional(httpAddress),
  }),
);
const LanguagePackFile = v.record(
  v.pipe(v.string(), v.regex(/^[a-z][A-Za-z]*\.[A-Za-z0-9_.]+$/, 'is no key of a text, like core.logIn')),
  v.pipe(v.string('must be text'), v.minLength(1, 'is empty'), v.maxLength(5000, 'is longer than 5,000 characters')),
);

/** The first bytes of the files that a form may be. A file with such an ending and other first bytes is refused. */
const beginnings: Readonly<Partial<Record<FileType, string>>> = {
  pdf: '%PDF-',
  docx: 'PK',
  xlsx: 'PK',
  odt: 'PK',
  rtf: '{\\rtf',
  png: '\x89PNG',
  jpg: '\xff\xd8\xff',
  txt: '',
};

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Reads a whole folder and reports every fault in every file, not only the first. Rejects if the folder cannot be read at all. */
export async function readFacilityFolder(folder: string): Promise<Reading> {
  const faults: Fault[] = [];
  const notes: Fault[] = [];
  const fault = (place: string, reason: string): null => {
    faults.push({ place, reason });
    return null;
  };
  await readdir(folder);

  const bytesOf = async (place: string): Promise<Buffer | null> => {
    try {
      const facts = await lstat(join(folder, place));
      if (!facts.isFile()) return fault(place, 'is no file');
      if (facts.size > largestFile) return fault(place, `is larger than ${String(largestFile / 1_000_000)} MB`);
      return await readFile(join(folder, place));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      return fault(place, error instanceof Error ? error.message : String(error));
    }
  };
  const textOf = async (place: string): Promise<string | null> => {
    const bytes = await bytesOf(place);
    if (bytes === null) return null;
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return fault(place, 'is not UTF-8');
    }
  };
  const jsonOf = async <Schema extends v.GenericSchema>(
    place: string,
    schema: Schema,
  ): Promise<v.InferOutput<Schema> | null> => {
    const text = await textOf(place);
    if (text === null) return null;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      return fault(place, `is not JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
    const parsed = v.safeParse(schema, value);
    if (parsed.success) return parsed.output;
    for (const issue of parsed.issues)
      fault([place, v.getDotPath(issue) ?? ''].filter((part) => part !== '').join(': '), reasonOf(issue));
    return null;
  };
  const namesIn = async (place: string): Promise<string[]> => {
    try {
      return (await readdir(join(folder, place))).filter((name) => !name.startsWith('.')).sort();
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      fault(place, error instanceof Error ? error.message : String(error));
      return [];
    }
  };

  const settings = await jsonOf('facility.json', FacilityJson);
  if (settings === null && faults.length === 0) fault('facility.json', 'is missing');
  if (settings !== null && !settings.languages.includes(settings.defaultLanguage))
    fault('facility.json: defaultLanguage', 'is none of the languages');
  const speaks = (code: LanguageCode): boolean => settings === null || settings.languages.includes(code);
  const languageIn = (place: string, name: string): LanguageCode | null => {
    const parsed = v.safeParse(LanguageCode, name);
    if (!parsed.success) return fault(place, `is no language; there are ${languageCodes.join(', ')}`);
    return speaks(parsed.output) ? parsed.output : fault(place, 'is not among the languages of facility.json');
  };
  const languagesOf = (place: string, entries: Readonly<Record<string, unknown>> | null): void => {
    for (const name of Object.keys(entries ?? {})) languageIn(`${place}: ${name}`, name);
  };

  const logoAt = async (place: string): Promise<string | null> => {
    const text = await textOf(place);
    if (text === null) return null;
    const clean = safeSvg(text);
    if (clean === null)
      return fault(place, 'is no drawing: an svg element with a viewBox, of shapes and colours, smaller than 100 KB');
    if (lettersOf(clean) !== lettersOf(text))
      notes.push({ place, reason: 'what could run, load or lead elsewhere was left out' });
    return clean;
  };
  const logo = await logoAt('logo.svg');
  const logoOnDark = await logoAt('logo-on-dark.svg');
  if (logo !== null && logoOnDark === null)
    notes.push({ place: 'logo-on-dark.svg', reason: 'is missing: dark surfaces show the logo as it is' });

  const texts: { key: ContentKey; language: LanguageCode; content: string }[] = [];
  for (const name of await namesIn('texts')) {
    const inLanguage = languageIn(`texts/${name}`, name);
    if (inLanguage === null) continue;
    for (const file of await namesIn(`texts/${name}`)) {
      const place = `texts/${name}/${file}`;
      const key = contentKeys.find((known) => `${known}.html` === file);
      if (key === undefined) {
        fault(place, `is no text of a facility; there are ${contentKeys.map((known) => `${known}.html`).join(', ')}`);
        continue;
      }
      const given = await textOf(place);
      if (given === null) continue;
      const content = key === 'PatientIdentifierLabel' ? given.replace(/<[^>]*>/g, '').trim() : safeFacilityHtml(given);
      if (content === '') fault(place, 'has no words that may be shown');
      else texts.push({ key, language: inLanguage, content });
      if (lettersOf(content) !== lettersOf(given) && content !== '')
        notes.push({ place, reason: 'what could run, load or lead elsewhere was left out' });
    }
  }

  const faqs = await jsonOf('faqs.json', Faqs);
  languagesOf('faqs.json', faqs);
  for (const [code, list] of Object.entries(faqs ?? {})) {
    for (const [index, { question, answer }] of list.entries()) {
      for (const [field, text] of Object.entries({ question, answer }))
        if (safeFacilityHtml(text) === '')
          fault(`faqs.json: ${code}.${String(index)}.${field}`, 'has no words that may be shown');
    }
  }
  const contacts = await jsonOf('contacts.json', Contacts);
  languagesOf('contacts.json', contacts);

  const explanations = await jsonOf('explanations.json', Explanations);
  languagesOf('explanations.json', explanations);
  for (const [code, list] of Object.entries(explanations ?? {}))
    for (const [index, one] of list.entries())
      for (const about of ['code', 'visitType', 'place'] as const)
        if (one[about] !== undefined && list.findIndex((other) => isSameName(other[about], one[about])) !== index)
          fault(`explanations.json: ${code}.${String(index)}.${about}`, 'is in the list twice');

  const messages = await jsonOf('messages.json', MessagesFile);
  for (const [index, { titles }] of (messages?.requests ?? []).entries())
    for (const code of titles === undefined ? [] : (settings?.languages ?? []))
      if (titles?.[code] === undefined)
        fault(`messages.json: requests.${String(index)}.titles`, `has no text in ${code}`);

  const listed = await jsonOf('forms/forms.json', Forms);
  languagesOf('forms/forms.json', listed);
  const used = new Set(['forms.json']);
  const forms: Partial<Record<LanguageCode, PublishedForm[]>> = {};
  for (const [code, list] of Object.entries(listed ?? {})) {
    const inLanguage = v.safeParse(LanguageCode, code);
    if (!inLanguage.success) continue;
    const published: PublishedForm[] = [];
    for (const [index, { title, description, file, url }] of list.entries()) {
      const place = `forms/forms.json: ${code}.${String(index)}`;
      if ((file === undefined) === (url === undefined)) {
        fault(place, 'needs either a file or a url');
        continue;
      }
      if (url !== undefined) {
        published.push({ title, description, at: { url } });
        continue;
      }
      const name = file ?? '';
      used.add(name);
      const ending = extname(name).slice(1).toLowerCase().replace('jpeg', 'jpg');
      const fileType = v.safeParse(FileType, ending);
      const beginning = fileType.success ? beginnings[fileType.output] : undefined;
      if (!fileType.success || beginning === undefined) {
        fault(`${place}.file`, `has none of the endings ${Object.keys(beginnings).join(', ')}`);
        continue;
      }
      const before = faults.length;
      const bytes = await bytesOf(`forms/${name}`);
      if (bytes === null) {
        if (faults.length === before) fault(`forms/${name}`, 'is missing');
        continue;
      }
      if (bytes.byteLength === 0 || !bytes.subarray(0, beginning.length).equals(Buffer.from(beginning, 'latin1'))) {
        fault(`forms/${name}`, `is no ${fileType.output} file`);
        continue;
      }
      published.push({ title, description, at: { fileType: fileType.output, file: bytes } });
    }
    forms[inLanguage.output] = published;
  }
  const inForms = await namesIn('forms');
  if (inForms.length > 0 && !inForms.includes('forms.json'))
    fault('forms/forms.json', 'is missing: it says what the forms are called');
  else
    for (const name of inForms)
      if (!used.has(name))
        notes.push({ place: `forms/${name}`, reason: 'is in no list of forms.json and was not taken' });

  const languagePacks = new Map<LanguageCode, Readonly<Record<string, string>>>();
  for (const file of await namesIn('language-pack')) {
    const place = `language-pack/${file}`;
    const inLanguage = languageIn(place, file.replace(/\.json$/, ''));
    const pack = await jsonOf(place, LanguagePackFile);
    if (inLanguage !== null && pack !== null) languagePacks.set(inLanguage, pack);
  }

  const known = [
    'facility.json',
    'logo.svg',
    'logo-on-dark.svg',
    'texts',
    'faqs.json',
    'contacts.json',
    'explanations.json',
    'messages.json',
    'forms',
    'language-pack',
  ];
  for (const name of await namesIn('.'))
    if (!known.includes(name)) notes.push({ place: name, reason: 'is no part of a facility and was not taken' });

  if (settings === null || faults.length > 0) return { kind: 'refused', faults };
  return {
    kind: 'read',
    folder: {
      settings,
      logo,
      logoOnDark,
      texts,
      faqs,
      contacts,
      explanations,
      forms: listed === null ? null : forms,
      messages,
      languagePacks,
    },
    notes,
  };
}

const isSameName = (one: string | undefined, other: string | undefined): boolean =>
  one?.toLowerCase() === other?.toLowerCase();

/** The letters of markup regardless of spaces, quotes and how elements are closed, to detect whether the sanitizer removed something. */
const lettersOf = (markup: string): string =>
  markup
    .replace(/<\?xml[^>]*\?>|<!DOCTYPE[^>]*>|<!--[\s\S]*?-->/gi, '')
    .replace(/<\/?\w+|&\w+;|[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** A schema issue in words: our own text if the schema has one, else what was expected. */
function reasonOf(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'strict_object')
    return issue.expected === 'never'
      ? 'is not known here'
      : issue.received === 'undefined'
        ? 'is missing'
        : 'must be an object';
  if (issue.received === 'undefined') return 'is missing';
  return issue.message.startsWith('Invalid')
    ? `must be ${issue.expected ?? 'something else'}, not ${issue.received}`
    : issue.message;
}
