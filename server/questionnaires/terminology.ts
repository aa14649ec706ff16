import { LanguageTag } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { csvRows } from './csv.ts';
import { isObject, type JsonObject, listOf, objectOf, objectsOf, resourcesIn, textOf } from './fhir/json.ts';
import { type Terminology, withoutVersion } from './fhir/concepts.ts';

const Resource = v.record(v.string(), v.unknown());
const kinds = ['ValueSet', 'CodeSystem'] as const;

const save = statement(
  'terminology.save',
  `insert into terminology (kind, url, title, concepts, content) values ($kind, $url, $title, $concepts, $content::jsonb)
   on conflict (kind, url) do update set title = excluded.title, concepts = excluded.concepts, content = excluded.content, saved_at = now()`,
);
const ofUrls = statement(
  'terminology.ofUrls',
  'select kind, content from terminology where url = any($urls::text[])',
  v.object({ kind: v.picklist(kinds), content: Resource }),
);
const all = statement(
  'terminology.all',
  'select kind, url, title, concepts from terminology order by url, kind',
  v.object({ kind: v.picklist(kinds), url: v.string(), title: v.nullable(v.string()), concepts: v.number() }),
);

const countOf = (concepts: readonly JsonObject[], under: string): number =>
  concepts.reduce((sum, one) => sum + 1 + countOf(objectsOf(one, under), under), 0);

/** How many concepts the resource itself lists. */
function conceptsIn(resource: JsonObject): number {
  const expansion = objectOf(resource, 'expansion');
  const includes = objectsOf(objectOf(resource, 'compose'), 'include');
  return (
    countOf(objectsOf(resource, 'concept'), 'concept') +
    (expansion
      ? countOf(objectsOf(expansion, 'contains'), 'contains')
      : includes.reduce((sum, include) => sum + objectsOf(include, 'concept').length, 0))
  );
}

/** The ValueSets and CodeSystems in a file, including those in a Bundle; a returned string says why there are none. */
export function terminologyIn(json: unknown): readonly JsonObject[] | string {
  if (!isObject(json)) return 'is not a FHIR resource';
  const found = resourcesIn(json).filter(
    ({ resourceType }) => resourceType === 'ValueSet' || resourceType === 'CodeSystem',
  );
  if (found.length === 0) return 'has no ValueSet and no CodeSystem';
  const nameless = found.find((resource) => textOf(resource, 'url') === null);
  return nameless ? `has a ${String(nameless.resourceType)} without a url, which nothing could name` : found;
}

/**
 * Converts a file of `code,display`, with a column `display_es` for each further language, to a ValueSet. Its names are in lines before the
 * columns: `# url: …`, `# system: …` if that differs, and `# title: …` for lists. A returned string says what is wrong.
 */
export function valueSetOfCsv(text: string, urlGiven: string | null = null): JsonObject | string {
  const said = new Map<string, string>();
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  while (lines[0]?.trim().startsWith('#') === true || lines[0]?.trim() === '') {
    const [, name, value] = /^#\s*(\w+)\s*:\s*(.*?)\s*$/.exec(lines.shift()?.trim() ?? '') ?? [];
    if (name !== undefined && value !== undefined) said.set(name.toLowerCase(), value);
  }
  const rows = csvRows(lines.join('\n'));
  if (typeof rows === 'string') return rows;
  const [head = [], ...body] = rows;
  const columns = head.map((name) => name.toLowerCase());
  const [codeAt, displayAt] = [columns.indexOf('code'), columns.indexOf('display')];
  if (codeAt < 0 || displayAt < 0) return 'its first line does not name the columns code and display';
  const url = urlGiven ?? said.get('url') ?? null;
  if (url === null || url === '') return 'does not say what it is named by: begin it with "# url: https://…"';
  const languages = head.flatMap((name, at) => {
    const language = /^display_(.+)$/i.exec(name)?.[1]?.replace('_', '-');
    return language === undefined ? [] : [{ at, language }];
  });
  const wrong = languages.find(({ language }) => !v.is(LanguageTag, language));
  if (wrong) return `the column display_${wrong.language} is of no language`;
  const seen = new Set<string>();
  const concept: JsonObject[] = [];
  for (const row of body) {
    const code = row[codeAt] ?? '';
    const display = row[displayAt] ?? '';
    if (code === '' || display === '') return `the row of "${code || display}" has no code or no display`;
    if (seen.has(code)) return `the code ${code} stands in it twice`;
    seen.add(code);
    const designation = languages.flatMap(({ at, language }) => (row[at] ? [{ language, value: row[at] }] : []));
    concept.push({ code, display, ...(designation.length > 0 ? { designation } : {}) });
  }
  if (concept.length === 0) return 'has no rows';
  return {
    resourceType: 'ValueSet',
    url,
    status: 'active',
    ...(said.has('title') ? { title: said.get('title') } : {}),
    compose: { include: [{ system: said.get('system') ?? url, concept }] },
  };
}

type StoredTerminology = v.InferOutput<typeof all.row>;

/** Stores a resource under its url and replaces an earlier one. */
export async function saveTerminology(tx: Db, resource: JsonObject): Promise<StoredTerminology> {
  const row: StoredTerminology = {
    kind: v.parse(v.picklist(kinds), resource.resourceType),
    url: withoutVersion(textOf(resource, 'url') ?? ''),
    title: textOf(resource, 'title') ?? textOf(resource, 'name'),
    concepts: conceptsIn(resource),
  };
  await tx.run(save, { ...row, content: JSON.stringify(resource) });
  return row;
}

export const listTerminology = (db: Db): Promise<StoredTerminology[]> => db.many(all);

/** All value sets that a questionnaire names but does not contain. */
export function valueSetUrlsIn(questionnaire: JsonObject): Set<string> {
  const urls = new Set<string>();
  const walk = (holder: JsonObject): void => {
    for (const name of ['answerValueSet', 'options']) {
      const value = holder[name];
      const url = isObject(value) ? textOf(value, 'reference') : typeof value === 'string' ? value : null;
      if (url !== null && !url.startsWith('#')) urls.add(withoutVersion(url));
    }
    objectsOf(holder, 'item').forEach(walk);
  };
  walk(questionnaire);
  for (const contained of objectsOf(questionnaire, 'contained')) namesOf(contained).forEach((url) => urls.add(url));
  return urls;
}

/** The value sets and code systems that a value set is composed of. */
const namesOf = (resource: JsonObject): string[] => {
  const compose = objectOf(resource, 'compose');
  return [...objectsOf(compose, 'include'), ...objectsOf(compose, 'exclude')].flatMap((part) => [
    ...[textOf(part, 'system')].filter((one) => one !== null),
    ...listOf(part, 'valueSet').filter((one): one is string => typeof one === 'string'),
  ]);
};

/** The stored resources with these urls, and all that they are composed of. */
export async function terminologyFor(db: Db, urls: Iterable<string>): Promise<Terminology> {
  const valueSets: JsonObject[] = [];
  const codeSystems: JsonObject[] = [];
  const asked = new Set<string>();
  for (let next = new Set([...urls].map(withoutVersion)); next.size > 0;) {
    for (const url of next) asked.add(url);
    const found = await db.many(ofUrls, { urls: [...next] });
    for (const { kind, content } of found) (kind === 'ValueSet' ? valueSets : codeSystems).push(content);
    next = new Set(
      found.flatMap(({ content }) => namesOf(content).map(withoutVersion)).filter((url) => !asked.has(url)),
    );
  }
  return { valueSets, codeSystems };
}
