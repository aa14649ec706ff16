import type { LanguageCode } from '@portal/api';
import { allTexts as entries } from '../apps/allTexts.ts';
import type { MessageKey } from '../../src/words/index.ts';

type Values = Readonly<Record<string, string | number>>;

/**
 * A text of the product from the catalogue, with simple `{name}` placeholders filled in. Throws for an unknown key and for a placeholder
 * without a value. For plural and select messages use the product's own formatter.
 */
export function text(key: MessageKey, values: Values = {}, language: LanguageCode = 'en'): string {
  const entry = entries.get(key);
  if (entry === undefined) throw new Error(`There is no text ${key}.`);
  return entry[language].replace(/\{(\w+)(?:, number)?\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The text ${key} needs {${name}}.`);
    return String(value);
  });
}

/** The text as a pattern in which a placeholder matches any value. */
export function textPattern(key: MessageKey, language: LanguageCode = 'en'): RegExp {
  const entry = entries.get(key);
  if (entry === undefined) throw new Error(`There is no text ${key}.`);
  const parts = entry[language].split(/\{\w+(?:, \w+)?\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}

/** A pattern of a text's literal words. Simple placeholders match anything; of a plural the form for many is used. */
function patternOf(message: string): RegExp {
  const plain = message.replace(
    /\{\w+, (?:plural|select),.*?other \{((?:[^{}]|\{\w+(?:, \w+)?\})*)\}\s*\}/gs,
    (_, other: string) => other.replaceAll('#', '{n}'),
  );
  const parts = plain
    .trim()
    .split(/\{\w+(?:, \w+)?\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+?')}$`, 's');
}

const englishPatterns = new Map<LanguageCode, readonly RegExp[]>();

/** Patterns of the English texts that are not the same in the language; made once, because there are two thousand. */
function englishFor(language: LanguageCode): readonly RegExp[] {
  const made = englishPatterns.get(language);
  if (made !== undefined) return made;
  const own = new Set([...entries.values()].map((entry) => entry[language]));
  const english = [...entries.values()]
    .map((entry) => entry.en)
    // A text like "{from} to {to}" has too few words of its own to be recognised as English.
    .filter(
      (message) => !own.has(message) && /^[^{]*[a-z]{2}[^{]*$|[a-z]{3}/i.test(message.replace(/\{[^}]*\}/g, '{}')),
    );
  const patterns = english.map(patternOf);
  englishPatterns.set(language, patterns);
  return patterns;
}

/** Finds the words that are English texts of the catalogues and are not the same in the language. */
export function englishAmong(words: readonly string[], language: LanguageCode): string[] {
  const patterns = englishFor(language);
  return words.filter((word) => patterns.some((pattern) => pattern.test(word)));
}
