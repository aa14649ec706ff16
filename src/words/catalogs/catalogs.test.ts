import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { languageCodes } from '@portal/api';
import { parse } from 'icu-parser';
import { expect, test } from 'vitest';
import { catalogs, messageBarCodes } from './index.ts';
import type { Texts } from './catalog.ts';

const texts: [string, Texts][] = [
  ...Object.values(catalogs).flatMap((entries) => Object.entries<Texts>(entries)),
  ...Object.entries(messageBarCodes).map(([code, { text }]): [string, Texts] => [`bar.${code}`, text]),
];

/** Names of the placeholders of a message, with what they are. */
function placeholders(elements: readonly MessageFormatElement[]): Set<string> {
  const found = new Set<string>();
  for (const element of elements) {
    if (element.type === TYPE.argument || element.type === TYPE.number || element.type === TYPE.date || element.type === TYPE.time) found.add(element.value);
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      found.add(element.value);
      for (const option of Object.values(element.options)) for (const name of placeholders(option.value)) found.add(name);
    }
  }
  return found;
}
/** The words of a message without its values. */
const literals = (elements: readonly MessageFormatElement[]): string =>
  elements
    .map((element) => {
      if (element.type === TYPE.literal) return element.value;
      if (element.type === TYPE.plural || element.type === TYPE.select) return literals(element.options.other?.value ?? []);
      return '0';
    })
    .join('');
const namesIn = (text: string) => [...placeholders(parse(text, { ignoreTag: true }))].toSorted();

test.each(texts)('%s is there in every language', (_, entry) => {
  for (const language of languageCodes) expect(entry[language].trim(), language).not.toBe('');
});

test.each(texts)('%s is valid and takes the same values in every language', (_, entry) => {
  for (const language of languageCodes) expect(namesIn(entry[language]), language).toEqual(namesIn(entry.en));
});

test.each(texts)('%s is translated', (key, entry) => {
  // Brand names, signs and placeholders alone are the same everywhere.
  const sameEverywhere = /^(shell\.copyright|.*\.iphone)$/;
  if (sameEverywhere.test(key) || !/\p{L}\s+\p{L}/u.test(literals(parse(entry.en, { ignoreTag: true })))) return;
  for (const language of languageCodes) if (language !== 'en') expect(entry[language], language).not.toBe(entry.en);
});

test('no text uses an exclamation mark outside a list of signs, and none is in capitals', () => {
  for (const [key, entry] of texts) {
    if (key === 'form.ruleSpecials') continue;
    expect(entry.en, key).not.toMatch(/!/);
    expect(entry.en, key).not.toMatch(/\b[A-Z]{5,}\b/);
  }
});

test('a key belongs to the catalogue it names', () => {
  for (const [name, entries] of Object.entries(catalogs)) for (const key of Object.keys(entries)) expect(key.startsWith(`${name}.`), key).toBe(true);
});
