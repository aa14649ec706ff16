import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { LanguageCode } from '@portal/api';
import { useSyncExternalStore } from 'react';
import loaders from 'virtual:words';
import coreEnglish from 'virtual:words/core/en';
import type { Values } from './intl.ts';
import type { CatalogName, MessageKey } from './keys.ts';
import { localeOf } from './locale.ts';
import { firstStore } from './smallStore.ts';

export type { Values };

/** Messages by key; a message without values is a plain text. */
export type CompiledMessages = Readonly<Record<string, string | readonly MessageFormatElement[]>>;

/** What a component reads: the current language and the functions that format in it. */
export interface Words {
  readonly language: LanguageCode;
  /** BCP 47 tag for `lang` and for formatting, for example `es-MX`. */
  readonly locale: string;
  /** The text of a key; the route must have loaded its catalogue. */
  readonly t: (key: MessageKey, values?: Values) => string;
}

const loadedCatalogs = new Set<CatalogName>(['core']);
let language: LanguageCode = 'en';
let messages: CompiledMessages = { ...coreEnglish };
let overrides: CompiledMessages = {};
let all: CompiledMessages = messages;
/** A text was asked for before its catalogue was there. */
let isMissing = false;
let formatMessage: typeof import('./intl.ts').formatMessage | null = null;
const current = firstStore(build());

/** FormatJS is loaded with the first catalogue after `core`, so that the login form does not wait for it. */
async function loadFormatter(): Promise<void> {
  ({ formatMessage } = await import('./intl.ts'));
}

/**
 * Formats a message before FormatJS is loaded: values are inserted unchanged. The texts of the first download need no more, except for
 * counts, which wait (`catalogs.test.ts`).
 */
function withoutFormatter(message: readonly MessageFormatElement[], values: Values): string {
  let text = '';
  for (const part of message) {
    if (part.type === 0) text += part.value;
    else if (part.type === 1) text += values[part.value] ?? '';
    else loadFormatter().then(publish, () => undefined);
  }
  return text;
}

function build(): Words {
  const locale = localeOf(language);
  all = { ...messages, ...overrides };
  isMissing = false;
  // If its catalogue is not loaded, a text shows its key, so that the mistake is visible.
  const t = (key: MessageKey, values?: Values) => {
    const message = all[key];
    if (message === undefined) {
      isMissing = true;
      return key;
    }
    if (typeof message === 'string') return message;
    return formatMessage ? formatMessage(locale, message, values) : withoutFormatter(message, values ?? {});
  };
  return { language, locale, t };
}

const publish = (): void => current.set(build());

/** The current words, outside React. */
export const words = current.get;

/** The current words; renders again when the language changes. */
export const useWords = (): Words => useSyncExternalStore(current.subscribe, words, words);

/** Calls back after each change of language or texts; returns the function that stops it. */
export const subscribeToWords = current.subscribe;

async function fetched(name: CatalogName, code: LanguageCode): Promise<CompiledMessages> {
  const loader = loaders[name];
  if (!loader) throw new Error(`This app has no texts ${name}.`);
  return (await loader[code]()).default;
}

/** Loads catalogues in the current language. A route awaits it before it is shown. */
export async function loadWords(...names: CatalogName[]): Promise<void> {
  const missing = names.filter((name) => !loadedCatalogs.has(name));
  if (missing.length === 0) return;
  const code = language;
  const isFormatting = formatMessage !== null;
  const [parts] = await Promise.all([Promise.all(missing.map((name) => fetched(name, code))), loadFormatter()]);
  if (code !== language) return loadWords(...names);
  for (const name of missing) loadedCatalogs.add(name);
  messages = Object.assign({ ...messages }, ...parts);
  // More texts change nothing that is drawn, and drawing a whole page again takes a phone a tenth of a second.
  if (isMissing || !isFormatting) publish();
  else all = { ...messages, ...overrides };
}

/** Changes the interface's language without a reload; resolves when shown. Rejects, unchanged, when a text cannot be fetched. */
export async function changeLanguage(code: LanguageCode): Promise<void> {
  if (code === language) return;
  const names = new Set(loadedCatalogs);
  const parts = await Promise.all([...names].map((name) => fetched(name, code)));
  // A page that opened meanwhile has loaded its texts in the old language, so they are loaded again.
  if (loadedCatalogs.size > names.size) return changeLanguage(code);
  language = code;
  messages = Object.assign({}, ...parts);
  publish();
}

/** Overrides texts with the facility's wording; unknown keys are ignored. The parser is loaded only for texts with placeholders. */
export async function overrideWords(pack: Readonly<Record<string, string>>): Promise<void> {
  // Most facilities word nothing differently, and a whole page would be drawn again for it.
  if (Object.keys({ ...overrides, ...pack }).length === 0) return;
  const needsParser = Object.values(pack).some((text) => /[{'<]/.test(text));
  overrides = needsParser ? (await import('./facilityTexts.ts')).compileFacilityTexts(pack) : pack;
  publish();
}
