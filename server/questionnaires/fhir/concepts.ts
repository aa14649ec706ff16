import { type JsonObject, listOf, numberOf, objectOf, objectsOf, textOf } from './json.ts';

/** The value sets and code systems that are in the same file or beside it. */
export interface Terminology {
  readonly valueSets: readonly JsonObject[];
  readonly codeSystems: readonly JsonObject[];
}

interface Concept {
  readonly system: string | null;
  readonly version: string | null;
  readonly concept: JsonObject;
}

/** All concepts of a contained code system, including nested ones. */
function conceptsOf(codeSystem: JsonObject): JsonObject[] {
  const walk = (concepts: readonly JsonObject[]): JsonObject[] =>
    concepts.flatMap((concept) => [concept, ...walk(objectsOf(concept, 'concept'))]);
  return walk(objectsOf(codeSystem, 'concept'));
}

const indexes = new WeakMap<JsonObject, ReadonlyMap<unknown, JsonObject>>();
/** Cached, because a system may have thousands of codes. */
export function conceptsByCode(codeSystem: JsonObject): ReadonlyMap<unknown, JsonObject> {
  const known = indexes.get(codeSystem);
  if (known) return known;
  const index = new Map<unknown, JsonObject>();
  for (const concept of conceptsOf(codeSystem)) if (!index.has(concept.code)) index.set(concept.code, concept);
  indexes.set(codeSystem, index);
  return index;
}

/** The concepts of a value set in the file: its expansion if it is complete, else those that it lists. */
export function expandValueSet(
  valueSet: JsonObject,
  terminology: Terminology,
  within: readonly JsonObject[],
): Concept[] | string {
  if (within.includes(valueSet)) return 'its value set includes itself';
  const expansion = objectOf(valueSet, 'expansion');
  const contained = containedConcepts(objectsOf(expansion, 'contains'));
  const total = numberOf(expansion, 'total');
  if (contained.length > 0 && (total === null || total <= contained.length)) return contained;
  const compose = objectOf(valueSet, 'compose');
  if (!compose) return 'its value set lists no concepts';
  const concepts: Concept[] = [];
  for (const include of objectsOf(compose, 'include')) {
    const listed = included(include, terminology, [...within, valueSet]);
    if (typeof listed === 'string') return listed;
    concepts.push(...listed);
  }
  const excluded = new Set<string>();
  for (const exclude of objectsOf(compose, 'exclude')) {
    const listed = included(exclude, terminology, [...within, valueSet]);
    if (typeof listed === 'string') return listed;
    for (const one of listed) excluded.add(nameOf(one));
  }
  return concepts.filter((one) => !excluded.has(nameOf(one)));
}

const nameOf = ({ system, concept }: Concept): string => JSON.stringify([system, concept.code]);

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
      ? expandValueSet(other, terminology, within)
      : `its value set includes ${sets[0] ?? ''}, which is not in the file`;
  }
  if (sets.length > 0) return 'its value set is what several others have in common';
  if (concepts.length > 0) return concepts.map((concept) => ({ system, version: textOf(include, 'version'), concept }));
  const codeSystem = terminology.codeSystems.find((one) => one.url === system);
  if (codeSystem && (codeSystem.content === undefined || codeSystem.content === 'complete'))
    return conceptsOf(codeSystem).map((concept) => ({ system, version: null, concept }));
  return `its value set takes all of ${system ?? 'a code system'}, which is not in the file`;
}

/** A canonical address without its version. */
export const withoutVersion = (canonical: string): string => canonical.split('|')[0] ?? canonical;
/** The value set of a reference: by `#id`, or by its canonical address in any version. */
export const findValueSet = (reference: string, { valueSets }: Terminology): JsonObject | undefined =>
  reference.startsWith('#')
    ? valueSets.find((one) => one.id === reference.slice(1))
    : valueSets.find((one) => one.url === withoutVersion(reference));
