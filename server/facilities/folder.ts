import { type ContentKey, LanguageCode, contentKeys, languageCodes } from '@portal/api';
import * as v from 'valibot';
import { safeFacilityHtml } from './facilityHtml.ts';
import type { FacilityJson } from './facilityJson.ts';
import { type Contacts, type Explanations, type Faqs, folderFiles } from './folderFiles.ts';
import { readForms } from './folderForms.ts';
import { type Fault, openFolder } from './folderReader.ts';
import type { MessagesFile } from './messagesFile.ts';
import { moduleNames } from './modules.ts';
import type { ByLanguage, PublishedForm } from './publish.ts';
import { safeSvg } from './svg.ts';

/** A facility as its folder describes it. What the folder lacks is null or empty here, and stays unchanged in the database. */
export interface FacilityFolder {
  readonly settings: FacilityJson;
  readonly logo: string | null;
  readonly logoOnDark: string | null;
  readonly texts: readonly { readonly key: ContentKey; readonly language: LanguageCode; readonly content: string }[];
  readonly faqs: Faqs | null;
  readonly contacts: Contacts | null;
  readonly forms: ByLanguage<PublishedForm> | null;
  readonly messages: MessagesFile | null;
  readonly explanations: Explanations | null;
  readonly languagePacks: ReadonlyMap<LanguageCode, Readonly<Record<string, string>>>;
}

export type Reading =
  | { readonly kind: 'read'; readonly folder: FacilityFolder; readonly notes: readonly Fault[] }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[] };

/** Reads a whole folder and reports every fault in every file, not only the first. Rejects if the folder cannot be read at all. */
export async function readFacilityFolder(folder: string): Promise<Reading> {
  const reader = await openFolder(folder);
  const { faults, notes, fault, textOf, jsonOf, namesIn } = reader;
  const settings = await jsonOf('facility.json', folderFiles.facility);
  if (settings === null && faults.length === 0) fault('facility.json', 'is missing');
  if (settings !== null && !settings.languages.includes(settings.defaultLanguage))
    fault('facility.json: defaultLanguage', 'is none of the languages');
  if (settings !== null && Object.keys(settings.capabilities).length === 0)
    notes.push({
      place: 'facility.json: capabilities',
      reason: `names no module, so that patients will find none; there are ${moduleNames.join(', ')}`,
    });
  for (const [index, { names }] of (settings?.identityProviders ?? []).entries())
    for (const code of settings?.languages ?? [])
      if (names[code] === undefined)
        fault(`facility.json: identityProviders.${String(index)}.names`, `has no text in ${code}`);
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

  const faqs = await jsonOf('faqs.json', folderFiles.faqs);
  languagesOf('faqs.json', faqs);
  for (const [code, list] of Object.entries(faqs ?? {})) {
    for (const [index, { question, answer }] of list.entries()) {
      for (const [field, text] of Object.entries({ question, answer }))
        if (safeFacilityHtml(text) === '')
          fault(`faqs.json: ${code}.${String(index)}.${field}`, 'has no words that may be shown');
    }
  }
  const contacts = await jsonOf('contacts.json', folderFiles.contacts);
  languagesOf('contacts.json', contacts);

  const explanations = await jsonOf('explanations.json', folderFiles.explanations);
  languagesOf('explanations.json', explanations);
  for (const [code, list] of Object.entries(explanations ?? {}))
    for (const [index, one] of list.entries())
      for (const about of ['code', 'visitType', 'place'] as const)
        if (one[about] !== undefined && list.findIndex((other) => isSameName(other[about], one[about])) !== index)
          fault(`explanations.json: ${code}.${String(index)}.${about}`, 'is in the list twice');

  const messages = await jsonOf('messages.json', folderFiles.messages);
  for (const [index, { titles }] of (messages?.requests ?? []).entries())
    for (const code of titles === undefined ? [] : (settings?.languages ?? []))
      if (titles?.[code] === undefined)
        fault(`messages.json: requests.${String(index)}.titles`, `has no text in ${code}`);

  const listed = await jsonOf('forms/forms.json', folderFiles.forms);
  languagesOf('forms/forms.json', listed);
  const forms = await readForms(reader, listed);

  const languagePacks = new Map<LanguageCode, Readonly<Record<string, string>>>();
  for (const file of await namesIn('language-pack')) {
    const place = `language-pack/${file}`;
    const inLanguage = languageIn(place, file.replace(/\.json$/, ''));
    const pack = await jsonOf(place, folderFiles['language-pack']);
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
      forms,
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
