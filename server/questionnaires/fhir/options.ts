import { createHash } from 'node:crypto';
import { conceptsByCode, expandValueSet, findValueSet, type Terminology } from './concepts.ts';
import { url } from './extensions.ts';
import {
  extension,
  extensionsOf,
  isDate,
  isObject,
  type JsonObject,
  misshapen,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
  valueOf,
} from './json.ts';
import { isWeightUrl } from './totalCriteria.ts';

export interface SourceOption {
  readonly key: string;
  readonly text: string;
  readonly score: number | null;
  readonly element: string;
  readonly value: unknown;
  readonly isPreselected: boolean;
  readonly isExclusive: boolean;
  /** The elements of the file with its translations and its picture. */
  readonly holders: readonly JsonObject[];
}

export interface OptionReading {
  readonly options: readonly SourceOption[];
  readonly faults: readonly string[];
  /** What is unusual about the options but does not prevent them. */
  readonly notes?: readonly string[];
}

const nothing: JsonObject = {};

function weightOf(...holders: readonly (JsonObject | null | undefined)[]): number | null {
  for (const one of holders.flatMap(extensionsOf)) {
    if (typeof one.url !== 'string' || !isWeightUrl(one.url)) continue;
    const weight = numberOf(one, 'valueDecimal') ?? numberOf(one, 'valueInteger');
    if (weight !== null) return weight;
  }
  return null;
}

/** Keys are in an index of the database, which cannot contain long ones. */
const longestKey = 250;
const keyOf = (text: string) =>
  text.length <= longestKey ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`;
const codingKey = (coding: JsonObject) =>
  keyOf(`coding:${textOf(coding, 'system') ?? ''}|${textOf(coding, 'code') ?? textOf(coding, 'display') ?? ''}`);

/** An option with the label that precedes it in a list. A label that only repeats the score is left out. */
function labelled(text: string, score: number | null, ...holders: readonly (JsonObject | null)[]): string {
  const labels = holders
    .flatMap(extensionsOf)
    .filter((one) => one.url === url.optionPrefix || one.url === url.valueSetLabel || one.url === url.codeSystemLabel);
  const label = labels.flatMap((one) => textOf(one, 'valueString') ?? [])[0]?.trim() ?? '';
  if (label === '' || (score !== null && Number(label) === score)) return text;
  return `${label}${/[\p{L}\p{N}]$/u.test(label) ? '.' : ''} ${text}`;
}

/** A coding without its extensions and without what only a terminology server needs. */
const bareCoding = (coding: JsonObject): JsonObject =>
  Object.fromEntries(
    ['system', 'version', 'code', 'display'].flatMap((key) =>
      textOf(coding, key) === null ? [] : [[key, textOf(coding, key)]],
    ),
  );

function optionOf(answerOption: JsonObject): SourceOption | string {
  const found = valueOf(answerOption);
  if (!found) return 'an option has no value';
  const { element, value } = found;
  const isPreselected = answerOption.initialSelected === true;
  const isExclusive = extension(answerOption, url.optionExclusive)?.valueBoolean === true;
  const beside = objectOf(answerOption, `_${element}`);
  if (element === 'valueCoding' && isObject(value)) {
    // An ill-typed field would be read as absent, and the exported answer would lack it.
    const [fault] = misshapen(value, { system: 'text', version: 'text', code: 'text', display: 'text' });
    if (fault !== undefined) return `an option is ill-typed: ${fault}`;
    const text = textOf(value, 'display') ?? textOf(value, 'code');
    if (text === null) return 'an option has neither a display nor a code';
    const score = weightOf(answerOption, value);
    return {
      key: codingKey(value),
      text: labelled(text, score, answerOption, value),
      score,
      element,
      value: bareCoding(value),
      isPreselected,
      isExclusive,
      holders: [answerOption, value, objectOf(value, '_display') ?? nothing],
    };
  }
  const isPlain =
    (element === 'valueString' && typeof value === 'string' && value.trim() !== '') ||
    (element === 'valueInteger' && Number.isInteger(value)) ||
    (element === 'valueDate' && isDate(value)) ||
    (element === 'valueTime' && typeof value === 'string');
  if (isPlain) {
    const score = weightOf(answerOption, beside);
    return {
      key: keyOf(`${element}:${String(value)}`),
      text: labelled(String(value), score, answerOption, beside),
      score,
      element,
      value,
      isPreselected,
      isExclusive,
      holders: [answerOption, beside ?? nothing],
    };
  }
  return `an option with ${element} cannot be carried`;
}

function propertyWeight(concept: JsonObject | undefined): number | null {
  const weight = objectsOf(concept, 'property').find(
    (property) => typeof property.code === 'string' && /^(itemWeight|ordinalValue|ordinal|weight)$/.test(property.code),
  );
  return weightOf(concept) ?? numberOf(weight, 'valueDecimal') ?? numberOf(weight, 'valueInteger');
}

/** The options of a choice item, from its own list or from a value set in the same file. */
export function readOptions(item: JsonObject, terminology: Terminology): OptionReading {
  const reference = textOf(item, 'answerValueSet');
  const own = objectsOf(item, 'answerOption');
  if (reference !== null && own.length > 0)
    return { options: [], faults: ['it has both answerOption and answerValueSet'] };
  const faults: string[] = [];
  const options: SourceOption[] = [];
  if (reference !== null) {
    const valueSet = findValueSet(reference, terminology);
    if (!valueSet)
      return {
        options: [],
        faults: [
          `its options are in ${reference}, which is not in the file; a file of this value set beside it, or among the facility's value sets, gives them`,
        ],
      };
    const concepts = expandValueSet(valueSet, terminology, []);
    if (typeof concepts === 'string') return { options: [], faults: [concepts] };
    for (const { system, version, concept } of concepts) {
      const definition = terminology.codeSystems
        .filter((one) => one.url === system)
        .map((one) => conceptsByCode(one).get(concept.code))
        .find((one) => one !== undefined);
      const text = textOf(concept, 'display') ?? textOf(definition, 'display') ?? textOf(concept, 'code');
      if (text === null) {
        faults.push('a concept of its value set has neither a display nor a code');
        continue;
      }
      const value = {
        ...(system === null ? {} : { system }),
        ...(version === null ? {} : { version }),
        code: concept.code,
        display: text,
      };
      const score = weightOf(concept) ?? propertyWeight(definition);
      options.push({
        key: codingKey(value),
        text: labelled(text, score, concept, definition ?? null),
        score,
        element: 'valueCoding',
        value,
        isPreselected: false,
        isExclusive: false,
        holders: [concept, objectOf(concept, '_display') ?? nothing],
      });
    }
  } else {
    for (const answerOption of own) {
      const option = optionOf(answerOption);
      if (typeof option === 'string') faults.push(option);
      else options.push(option);
    }
  }
  const notes: string[] = [];
  const seen = new Map<string, SourceOption>();
  for (const option of options) {
    const before = seen.get(option.key);
    const code = option.key.replace(/^\w+:/, '');
    const byText = keyOf(`${option.key}|${option.text}`);
    if (!before) seen.set(option.key, option);
    // A repeated option with the same text changes nothing. In the item's own list, the same code with another text is a further option.
    else if (before.text === option.text) {
      if (before.score !== option.score) faults.push(`two of its options are the same (${code})`);
    } else if (reference !== null || seen.has(byText)) faults.push(`two of its options are the same (${code})`);
    else {
      notes.push(`two of its options have one code (${code}), so that only their texts tell them apart`);
      seen.set(byText, { ...option, key: byText });
    }
  }
  if (options.length === 0 && faults.length === 0) faults.push('it has no options');
  return { options: [...seen.values()], faults, notes };
}

/** Whether the options are in no available file, so that they are unknown rather than wrong. */
export const hasNoOptions = ({
  raw,
  options,
}: {
  readonly raw: JsonObject;
  readonly options: OptionReading;
}): boolean => options.options.length === 0 && options.faults.length > 0 && objectsOf(raw, 'answerOption').length === 0;

/** Whether a choice has so many concepts that it becomes a search in a list that is fetched separately. */
export const isLookup = ({
  options,
  controls,
}: {
  readonly options: OptionReading;
  readonly controls: readonly string[];
}): boolean =>
  (options.options.length > 200 ||
    (options.options.length > 30 && controls.some((code) => code === 'autocomplete' || code === 'lookup'))) &&
  // A total needs options with values, which a search does not have.
  options.options.every(
    ({ score, element, isPreselected }) => score === null && element === 'valueCoding' && !isPreselected,
  );

/** Whether a choice with unknown options is asked as free text, because the importer wants that. */
export const isAskedInWords = (
  entry: { readonly type: string; readonly raw: JsonObject; readonly options: OptionReading } | undefined,
  { answersInWords }: { readonly answersInWords: boolean },
): boolean => answersInWords && entry?.type === 'choice' && hasNoOptions(entry);

/** The codings of a value set; a returned string says why they are unknown. */
export function codingsOf(reference: string, terminology: Terminology): readonly JsonObject[] | string {
  const { options, faults } = readOptions({ answerValueSet: reference }, terminology);
  return faults[0] ?? options.flatMap(({ value }) => (isObject(value) ? [value] : []));
}

/** Whether a coding names an option: by its code, and by its system if both have one. */
export const codingMatches = (coding: JsonObject, value: unknown): boolean => {
  if (!isObject(value)) return false;
  const code = textOf(coding, 'code');
  if (code === null) return textOf(coding, 'display') !== null && coding.display === value.display;
  const [system, own] = [textOf(coding, 'system'), textOf(value, 'system')];
  return value.code === code && (system === null || own === null || system === own);
};

/** The label of the free-text option, if the source gives one. */
export const openLabel = (item: JsonObject): string | null => textOf(extension(item, url.openLabel), 'valueString');
