import { ListAnswerId, QuestionnaireItemId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { contentOf, type Ids } from './content.ts';
import type { TemplateDraft } from './draft.ts';
import { type KnownIds, QuestionnaireSettings, withoutSettings, withSettings } from './settings.ts';
import { TemplateRevision } from './template.ts';
import { saveValueSets } from './valueSets.ts';

export interface SavedTemplate {
  readonly templateId: number;
  readonly revision: number;
  readonly outcome: 'created' | 'revised' | 'unchanged';
}

const Id = v.object({ id: v.number() });
const Key = v.object({ id: v.number(), key: v.string() });
const OptionKey = v.object({ id: v.number(), key: v.string(), option: v.string() });

const newTemplate = statement(
  'template.new',
  'insert into questionnaire_templates (source_key, title, settings) values ($sourceKey, $title, $settings::jsonb) on conflict (source_key) do nothing returning id',
  Id,
);
const Locked = v.object({
  id: v.number(),
  currentRevision: v.number(),
  settings: v.nullable(QuestionnaireSettings),
});
// Makes simultaneous imports of one instrument wait for each other.
const lockTemplate = statement(
  'template.lock',
  `select id, current_revision as "currentRevision", settings from questionnaire_templates
   where case when $templateId::bigint is null then source_key = $sourceKey else id = $templateId::bigint end for update`,
  Locked,
);
const contentOfRevision = statement(
  'template.content',
  'select content from questionnaire_revisions where template_id = $templateId and revision = $revision',
  v.object({ content: TemplateRevision }),
);
const keySource = statement(
  'template.keySource',
  `update questionnaire_templates t set source_key = $sourceKey where id = $templateId
     and not exists (select from questionnaire_templates other where other.source_key = $sourceKey and other.id <> t.id) returning id`,
  Id,
);
const keepSettings = statement(
  'template.keepSettings',
  'update questionnaire_templates set settings = $settings::jsonb where id = $templateId',
);
const newItemIds = statement(
  'template.newItemIds',
  'insert into questionnaire_item_ids (template_id, item_key) select $templateId, key from unnest($itemKeys::text[]) with ordinality as keys (key, place) order by place on conflict do nothing',
);
export const itemIdsOf = statement(
  'template.itemIds',
  'select id, item_key as key from questionnaire_item_ids where template_id = $templateId',
  Key,
);
const newOptionIds = statement(
  'template.newOptionIds',
  `insert into questionnaire_option_ids (template_id, item_key, option_key)
     select $templateId, item, option from unnest($itemKeys::text[], $optionKeys::text[]) with ordinality as pairs (item, option, place) order by place on conflict do nothing`,
);
export const optionIdsOf = statement(
  'template.optionIds',
  'select id, item_key as key, option_key as option from questionnaire_option_ids where template_id = $templateId',
  OptionKey,
);
const newRevision = statement(
  'template.newRevision',
  'insert into questionnaire_revisions (template_id, revision, content) values ($templateId, $revision, $content)',
);
const sameRevision = statement(
  'template.sameRevision',
  'select template_id as id from questionnaire_revisions where template_id = $templateId and revision = $revision and content = $content::jsonb',
  Id,
);
const raiseRevision = statement(
  'template.raiseRevision',
  'update questionnaire_templates set current_revision = $currentRevision, title = $title where id = $templateId',
);

/** The ids of keys; missing ids are made. */
async function idsOf(tx: Db, templateId: number, draft: TemplateDraft): Promise<Ids> {
  await tx.run(newItemIds, { templateId, itemKeys: draft.items.map((item) => item.key) });
  const items = await tx.many(itemIdsOf, { templateId });
  const pairs = draft.items.flatMap((item) =>
    'options' in item ? item.options.map((option) => ({ item: item.key, option: option.key })) : [],
  );
  await tx.run(newOptionIds, {
    templateId,
    itemKeys: pairs.map((pair) => pair.item),
    optionKeys: pairs.map((pair) => pair.option),
  });
  const options = await tx.many(optionIdsOf, { templateId });
  const itemIds = new Map(items.map((row) => [row.key, row.id]));
  const optionIds = new Map(options.map((row) => [JSON.stringify([row.key, row.option]), row.id]));
  const known = (id: number | undefined, key: string) => {
    if (id === undefined) throw new Error(`No item or option has the key ${key}`);
    return id;
  };
  return {
    item: (key: string) => known(itemIds.get(key), key),
    option: (item: string, option: string) => known(optionIds.get(JSON.stringify([item, option])), `${item} ${option}`),
  };
}

interface SaveOptions {
  /** The template of which this is the next revision, whatever its source key. */
  readonly revises?: number;
  /** The operator's settings from now on. If left out, the template keeps its settings. */
  readonly settings?: QuestionnaireSettings;
}

const written = (settings: QuestionnaireSettings | null | undefined): string | null =>
  settings ? JSON.stringify(settings) : null;

type Locked = v.InferOutput<typeof Locked>;

/** An operator can name an option by its key, and for `coding:SYSTEM|CODE` or `valueInteger:3` by the code or value alone. */
const namesOfOption = (key: string): string[] => [key, key.replace(/^coding:[^|]*\||^value\w+:/, '')];

async function knownIds(tx: Db, templateId: number): Promise<KnownIds> {
  const items = new Map(
    (await tx.many(itemIdsOf, { templateId })).map(({ id, key }) => [key, v.parse(QuestionnaireItemId, id)]),
  );
  const options = new Map(
    (await tx.many(optionIdsOf, { templateId })).flatMap(({ id, key, option }) =>
      namesOfOption(option).map((name): [string, ListAnswerId] => [
        JSON.stringify([key, name]),
        v.parse(ListAnswerId, id),
      ]),
    ),
  );
  return {
    item: (key) => items.get(key),
    option: (itemKey, optionKey) => options.get(JSON.stringify([itemKey, optionKey])),
  };
}

/** Makes the content the current revision, unless the current one is the same. */
async function revise(tx: Db, current: Locked, content: TemplateRevision): Promise<SavedTemplate> {
  const text = JSON.stringify(content);
  const templateId = current.id;
  if (await tx.maybe(sameRevision, { templateId, revision: current.currentRevision, content: text }))
    return { templateId, revision: current.currentRevision, outcome: 'unchanged' };
  const revision = current.currentRevision + 1;
  await tx.run(newRevision, { templateId, revision, content: text });
  await tx.run(raiseRevision, { templateId, currentRevision: revision, title: content.title });
  return { templateId, revision, outcome: 'revised' };
}

/**
 * Saves a template: a new one, or the next revision of the one with the same source key (or of the one in `revises`), whose items keep
 * their ids. Content that equals the current revision changes nothing. Call it in a transaction.
 */
export async function saveTemplate(
  tx: Db,
  draft: TemplateDraft,
  { revises, settings }: SaveOptions = {},
): Promise<SavedTemplate> {
  const { sourceKey } = draft;
  await saveValueSets(tx, draft.valueSets ?? []);
  if (revises === undefined) {
    const title = settings?.title ?? draft.title;
    const inserted = await tx.maybe(newTemplate, { sourceKey, title, settings: written(settings) });
    if (inserted) {
      const base = contentOf(draft, await idsOf(tx, inserted.id, draft));
      const content = withSettings(base, settings ?? null, await knownIds(tx, inserted.id));
      await tx.run(newRevision, { templateId: inserted.id, revision: 1, content: JSON.stringify(content) });
      return { templateId: inserted.id, revision: 1, outcome: 'created' };
    }
  }
  const current = await tx.one(lockTemplate, { templateId: revises ?? null, sourceKey });
  if (revises !== undefined && !(await tx.maybe(keySource, { templateId: revises, sourceKey })))
    throw new Error(`"${draft.title}" is known as another questionnaire than ${String(revises)}.`);
  if (settings) await tx.run(keepSettings, { templateId: current.id, settings: written(settings) });
  const base = contentOf(draft, await idsOf(tx, current.id, draft));
  const content = withSettings(base, settings ?? current.settings, await knownIds(tx, current.id));
  return revise(tx, current, content);
}

/** Replaces the operator's settings of a template. Call it in a transaction. */
export async function setTemplate(tx: Db, templateId: number, settings: QuestionnaireSettings): Promise<SavedTemplate> {
  const current = await tx.one(lockTemplate, { templateId, sourceKey: null });
  const { content } = await tx.one(contentOfRevision, { templateId, revision: current.currentRevision });
  await tx.run(keepSettings, { templateId, settings: written(settings) });
  return revise(tx, current, withSettings(withoutSettings(content), settings, await knownIds(tx, templateId)));
}
