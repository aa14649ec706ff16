import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { LanguageCode } from '@portal/api';
import { useSyncExternalStore } from 'react';
import loaders from 'virtual:words';
import coreEnglish from 'virtual:words/core/en';
import type { CatalogName, MessageKey } from './catalogs/index.ts';
import { localeOf } from './locale.ts';
import { formatMessage, isFormattable, type Values } from './message.ts';

export type { Values } from './message.ts';

/** Messages by key; one without values is its text. */
export type CompiledMessages = Record<string, string | MessageFormatElement[]>;

/** What a component reads: the language of the moment and how to say things in it. */
export interface Words {
  readonly language: LanguageCode;
  /** BCP 47 tag for `lang` and for formatting, for example `es-MX`. */
  readonly locale: string;
  /** The text of a key; its catalogue must have been loaded by the route. */
  readonly t: (key: MessageKey, values?: Values) => string;
}

const loadedCatalogs = new Set<CatalogName>(['core']);
const listeners = new Set<() => void>();
let language: LanguageCode = 'en';
let messages: CompiledMessages = { ...coreEnglish };
let overrides: CompiledMessages = {};
let current = build();

function build(): Words {
  const locale = localeOf(language);
  const all = { ...messages, ...overrides };
  // A key whose catalogue is not there shows itself: ugly, and found at once.
  const t = (key: MessageKey, values?: Values) => {
    const message = all[key];
    if (message === undefined) return key;
    return typeof message === 'string' ? message : formatMessage(locale, message, values);
  };
  return { language, locale, t };
}

function publish(): void {
  current = build();
  for (const listener of listeners) listener();
}

/** The words of the moment, outside React. */
export const words = (): Words => current;

/** The words of the moment; renders again when the language changes. */
export const useWords = (): Words => useSyncExternalStore(subscribeToWords, words, words);

/** Calls back after each change of language or of texts; returns the way to stop. */
export function subscribeToWords(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const fetched = async (name: CatalogName, code: LanguageCode): Promise<CompiledMessages> => (await loaders[name][code]()).default;

/** Loads catalogues in the language of the moment; a route awaits it before it shows. */
export async function loadWords(...names: CatalogName[]): Promise<void> {
  const missing = names.filter((name) => !loadedCatalogs.has(name));
  if (missing.length === 0) return;
  const code = language;
  const parts = await Promise.all(missing.map((name) => fetched(name, code)));
  if (code !== language) return loadWords(...names);
  for (const name of missing) loadedCatalogs.add(name);
  messages = Object.assign({ ...messages }, ...parts);
  publish();
}

/** Changes the language of the whole interface without a reload; resolves when it shows. Fails where a text cannot be fetched, and changes nothing then. */
export async function changeLanguage(code: LanguageCode): Promise<void> {
  if (code === language) return;
  const names = new Set(loadedCatalogs);
  const parts = await Promise.all([...names].map((name) => fetched(name, code)));
  // A page that opened meanwhile brought its texts in the language of before: they are fetched as well.
  if (loadedCatalogs.size > names.size) return changeLanguage(code);
  language = code;
  messages = Object.assign({}, ...parts);
  publish();
}

/** Puts the facility's own wording over single texts; keys that are not ours are ignored. */
export async function overrideWords(pack: Readonly<Record<string, string>>): Promise<void> {
  const needsParser = Object.values(pack).some((text) => /[{'<]/.test(text));
  const parse = needsParser ? (await import('icu-parser')).parse : null;
  const compiled: CompiledMessages = {};
  for (const [key, text] of Object.entries(pack)) {
    // A facility's faulty text must not take the page down: ours stands in for it.
    try {
      const message = parse ? parse(text, { ignoreTag: true }) : text;
      if (isFormattable(message)) compiled[key] = message;
    } catch {
      continue;
    }
  }
  overrides = compiled;
  publish();
}
