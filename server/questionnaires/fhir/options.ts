import { createHash } from 'node:crypto';
import { url } from './extensions.ts';
import {
  extension,
  extensionsOf,
  isDate,
  isObject,
  type JsonObject,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
  valueOf,
} from './json.ts';
import { isWeightUrl } from './totals.ts';

/** One option of a choice, as the source has it. */
export interface SourceOption {
  readonly key: string;
  readonly text: string;
  readonly score: number | null;
  readonly element: string;
  readonly value: unknown;
  readonly isPreselected: boolean;
}

export interface OptionReading {
  readonly options: readonly SourceOption[];
  readonly faults: readonly string[];
}

export interface Terminology {
  readonly valueSets: readonly JsonObject[];
  readonly codeSystems: readonly JsonObject[];
}

function weightOf(...holders: readonly (JsonObject | null)[]): number | null {
  for (const holder of holders) {
    if (!holder) continue;
    for (const one of extensionsOf(holder)) {
      if (typeof one.url !== 'string' || !isWeightUrl(one.url)) continue;
      const weight = numberOf(one, 'valueDecimal') ?? numberOf(one, 'valueInteger');
      if (weight !== null) return weight;
    }
  }
  return null;
}

/** Keys are kept in an index of the database, which takes no long ones. */
const longestKey = 250;
const keyOf = (text: string) =>
  text.length <= longestKey ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`;
const codingKey = (coding: JsonObject) =>
  keyOf(`coding:${textOf(coding, 'system') ?? ''}|${textOf(coding, 'code') ?? textOf(coding, 'display') ?? ''}`);

/** An option with the label that stands before it in a list; a label that only repeats its score says nothing to a patient. */
function labelled(text: string, score: number | null, ...holders: readonly (JsonObject | null)[]): string {
  const labels = holders
    .flatMap((holder) => (holder ? extensionsOf(holder) : []))
    .filter((one) => one.url === url.optionPrefix || one.url === url.valueSetLabel || one.url === url.codeSystemLabel);
  const label = labels.flatMap((one) => textOf(one, 'valueString') ?? [])[0]?.trim() ?? '';
  if (label === '' || (score !== null && Number(label) === score)) return text;
  return `${label}${/[\p{L}\p{N}]$/u.test(label) ? '.' : ''} ${text}`;
}

/** A coding without its extensions and what only a terminology server needs. */
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
  const beside = objectOf(answerOption, `_${element}`);
  if (element === 'valueCoding' && isObject(value)) {
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
    };
  }
  return `an option with ${element} cannot be carried`;
}

interface Concept {
  readonly system: string | null;
  readonly version: string | null;
  readonly concept: JsonObject;
}

/** The concepts of a contained code system, nested ones too, each with a weight that stands on it as a property. */
function conceptsOf(codeSystem: JsonObject): JsonObject[] {
  const walk = (concepts: readonly JsonObject[]): JsonObject[] =>
    concepts.flatMap((concept) => [concept, ...walk(objectsOf(concept, 'concept'))]);
  return walk(objectsOf(codeSystem, 'concept'));
}

function propertyWeight(concept: JsonObject | undefined): number | null {
  if (!concept) return null;
  const weight = objectsOf(concept, 'property').find(
    (property) => typeof property.code === 'string' && /^(itemWeight|ordinalValue|ordinal|weight)$/.test(property.code),
  );
  return weightOf(concept) ?? (weight ? (numberOf(weight, 'valueDecimal') ?? numberOf(weight, 'valueInteger')) : null);
}

/** The options of a value set that is in the file: its expansion where it is complete, or else the concepts it lists. */
function expand(valueSet: JsonObject, terminology: Terminology, within: readonly JsonObject[]): Concept[] | string {
  if (within.includes(valueSet)) return 'its value set includes itself';
  const expansion = objectOf(valueSet, 'expansion');
  const contained = expansion ? containedConcepts(objectsOf(expansion, 'contains')) : [];
  const total = expansion ? numberOf(expansion, 'total') : null;
  if (expansion && contained.length > 0 && (total === null || total <= contained.length)) return contained;
  const compose = objectOf(valueSet, 'compose');
  if (!compose) return 'its value set lists no concepts';
  const concepts: Concept[] = [];
  for (const include of objectsOf(compose, 'include')) {
    const listed = included(include, terminology, [...within, valueSet]);
    if (typeof listed === 'string') return listed;
    concepts.push(...listed);
  }
  for (const exclude of objectsOf(compose, 'exclude')) {
    const listed = included(exclude, terminology, [...within, valueSet]);
    if (typeof listed === 'string') return listed;
    for (const { system, concept } of listed) {
      const place = concepts.findIndex((one) => one.system === system && one.concept.code === concept.code);
      if (place >= 0) concepts.splice(place, 1);
    }
  }
  return concepts;
}

const containedConcepts = (contains: readonly JsonObject[]): Concept[] =>
  contains.flatMap((one) => [
    ...(one.abstract === true || textOf(one, 'code') === null
      ? []
      : [{ system: textOf(one, 'system'), version: null, concept: one }]),
    ...containedConcepts(objectsOf(one, 'contains')),
  ]);

function included(include: JsonObject, terminology: Terminology, within: readonly JsonObject[]): Concept[] | string {
  if (listOf(include, 'filter').length > 0)
    return 'its value set filters a code system, which needs a terminology server';
  const system = textOf(include, 'system');
  const concepts = objectsOf(include, 'concept');
  const sets = listOf(include, 'valueSet').filter((one): one is string => typeof one === 'string');
  if (sets.length > 0 && system === null) {
    if (sets.length > 1) return 'its value set is what several others have in common';
    const other = findValueSet(sets[0] ?? '', terminology);
    return other
      ? expand(other, terminology, within)
      : `its value set includes ${sets[0] ?? ''}, which is not in the file`;
  }
  if (sets.length > 0) return 'its value set is what several others have in common';
  if (concepts.length > 0) return concepts.map((concept) => ({ system, version: textOf(include, 'version'), concept }));
  const codeSystem = terminology.codeSystems.find((one) => one.url === system);
  if (codeSystem && (codeSystem.content === undefined || codeSystem.content === 'complete'))
    return conceptsOf(codeSystem).map((concept) => ({ system, version: null, concept }));
  return `its value set takes all of ${system ?? 'a code system'}, which is not in the file`;
}

const withoutVersion = (canonical: string) => canonical.split('|')[0] ?? canonical;
const findValueSet = (reference: string, { valueSets }: Terminology): JsonObject | undefined =>
  reference.startsWith('#')
    ? valueSets.find((one) => one.id === reference.slice(1))
    : valueSets.find((one) => one.url === withoutVersion(reference));

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
    if (!valueSet) return { options: [], faults: [`its options are in ${reference}, which is not in the file`] };
    const concepts = expand(valueSet, terminology, []);
    if (typeof concepts === 'string') return { options: [], faults: [concepts] };
    for (const { system, version, concept } of concepts) {
      const definition = terminology.codeSystems
        .filter((one) => one.url === system)
        .flatMap(conceptsOf)
        .find((one) => one.code === concept.code);
      const text =
        textOf(concept, 'display') ?? (definition ? textOf(definition, 'display') : null) ?? textOf(concept, 'code');
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
      });
    }
  } else {
    for (const answerOption of own) {
      const option = optionOf(answerOption);
      if (typeof option === 'string') faults.push(option);
      else options.push(option);
    }
  }
  const keys = options.map((option) => option.key);
  const twice = keys.find((key, place) => keys.indexOf(key) < place);
  if (twice !== undefined) faults.push(`two of its options are the same (${twice.replace(/^\w+:/, '')})`);
  if (options.length === 0 && faults.length === 0) faults.push('it has no options');
  return { options, faults };
}

/** The label for an answer of one's own, where the source gives one. */
export const openLabel = (item: JsonObject): string | null => {
  const found = extension(item, url.openLabel);
  return found ? textOf(found, 'valueString') : null;
};
