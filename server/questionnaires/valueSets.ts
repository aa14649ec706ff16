import { type Answer, type QuestionnaireItem, type QuestionnaireItemId, ValueSet } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import type { ValueSetDraft } from './draft.ts';

const insertSet = statement(
  'valueSet.insert',
  'insert into value_sets (key, content, concepts) values ($key, $content, $concepts) on conflict (key) do nothing',
);
const readSet = statement(
  'valueSet.read',
  'select content from value_sets where key = $key',
  v.object({ content: v.string() }),
);

/** The concepts in columns, grouped by system. */
export function valueSetOf({ concepts }: Pick<ValueSetDraft, 'concepts'>): ValueSet {
  const languages = [...new Set(concepts.flatMap(({ translations = {} }) => Object.keys(translations)))].sort();
  const bySystem = new Map<string | null, ValueSetDraft['concepts'][number][]>();
  for (const concept of concepts) {
    const all = bySystem.get(concept.system);
    if (all) all.push(concept);
    else bySystem.set(concept.system, [concept]);
  }
  return v.parse(ValueSet, {
    parts: [...bySystem].map(([system, all]) => {
      const written = languages.filter((language) => all.some((one) => one.translations?.[language] !== undefined));
      return {
        system,
        codes: all.map(({ code }) => code),
        displays: all.map(({ display }) => display),
        ...(written.length === 0
          ? {}
          : {
              translations: Object.fromEntries(
                written.map((language) => [language, all.map((one) => one.translations?.[language] ?? '')]),
              ),
            }),
      };
    }),
  });
}

/** Stores value sets under their keys. Call it in the transaction that saves the questionnaire. */
export async function saveValueSets(tx: Db, drafts: readonly ValueSetDraft[]): Promise<void> {
  for (const draft of drafts)
    await tx.run(insertSet, {
      key: draft.key,
      content: JSON.stringify(valueSetOf(draft)),
      concepts: draft.concepts.length,
    });
}

/** A value set as JSON of the contract; null if there is none with this key. */
export const valueSetText = async (db: Db, key: string): Promise<string | null> =>
  (await db.maybe(readSet, { key }))?.content ?? null;

export const valueSetKeysOf = (items: readonly QuestionnaireItem[]): Set<string> =>
  new Set(items.flatMap((item) => (item.questionnaireItemType === 'LookupQuestion' ? [item.valueSetKey] : [])));

const nameOf = (system: string | null | undefined, code: string) => JSON.stringify([system ?? null, code]);
/** Cached: a value set never changes. */
const known = new Map<string, ReadonlyMap<string, string>>();
const mostKnown = 20;

/** The display text of each concept of a set. */
async function conceptsOf(db: Db, key: string): Promise<ReadonlyMap<string, string>> {
  const before = known.get(key);
  if (before) return before;
  const set = v.parse(v.pipe(v.string(), v.parseJson(), ValueSet), (await valueSetText(db, key)) ?? '{"parts":[]}');
  const concepts = new Map(
    set.parts.flatMap(({ system, codes, displays }) =>
      codes.map((code, at) => [nameOf(system, code), displays[at] ?? ''] as const),
    ),
  );
  const [oldest] = known.keys();
  if (known.size >= mostKnown && oldest !== undefined) known.delete(oldest);
  if (concepts.size > 0) known.set(key, concepts);
  return concepts;
}

/** The questions whose answers name a concept that is not in their value set, or with another text than the set's. */
export async function answersOutsideValueSets(
  db: Db,
  items: readonly QuestionnaireItem[],
  answers: readonly Answer[],
): Promise<Answer[]> {
  const keyOf = new Map<QuestionnaireItemId, string>(
    items.flatMap((item) =>
      item.questionnaireItemType === 'LookupQuestion' ? [[item.questionnaireItemId, item.valueSetKey]] : [],
    ),
  );
  const outside: Answer[] = [];
  for (const answer of answers) {
    const key = keyOf.get(answer.questionnaireItemId);
    const { coding } = answer;
    if (key === undefined || coding === undefined) continue;
    const concepts = await conceptsOf(db, key);
    if (concepts.get(nameOf(coding.system, coding.code)) !== coding.display) outside.push(answer);
  }
  return outside;
}
