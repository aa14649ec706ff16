import { QuestionnaireItem, type ItemType } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { safeHtml } from './richText.ts';
import { TemplateRevision, type TemplateSource } from './template.ts';

export interface OptionDraft {
  readonly key: string;
  readonly text: string;
  readonly score?: number | null;
  readonly isOther?: boolean;
}

interface ItemBase {
  /** Stable through revisions: the linkId, or a name of ours. */
  readonly key: string;
  readonly html: string;
  readonly isRequired?: boolean;
  /** Names the matrix that the item heads or is a row of. */
  readonly matrix?: string | null;
}
type ChoiceType = Extract<ItemType, 'SingleSelectionRadioButtonQuestion' | 'SingleSelectionDropdownQuestion' | 'MultiSelectionQuestion'>;

/** An item before it has ids. */
export type ItemDraft = ItemBase &
  (
    | { readonly type: ChoiceType; readonly options: readonly OptionDraft[] }
    | { readonly type: 'TextQuestion'; readonly isMultiline: boolean; readonly maxLength: number }
    | { readonly type: 'NumberQuestion'; readonly minValue: number | null; readonly maxValue: number | null; readonly decimals: number; readonly unit: string | null }
    | { readonly type: 'SliderQuestion'; readonly minValue: number; readonly maxValue: number; readonly step: number; readonly minLabel: string | null; readonly maxLabel: string | null }
    | { readonly type: 'SectionHeader' | 'QuestionMatrixGrouping' | 'BooleanQuestion' | 'DateQuestion' }
  );

export interface ScoreDraft {
  readonly key: string;
  readonly name: string;
  readonly constant?: number;
  readonly terms: readonly { readonly itemKey: string; readonly weight?: number }[];
  readonly needs?: readonly { readonly atLeast: number; readonly of: readonly string[]; readonly by: 'answer' | 'score' }[];
  readonly messages?: readonly { readonly from: number | null; readonly to: number | null; readonly text: string; readonly texts?: Readonly<Record<string, string>> }[];
  readonly isShown?: boolean;
}

export interface TemplateDraft {
  /** What a later revision of the same instrument is known by; null makes a new template each time. */
  readonly sourceKey: string | null;
  readonly title: string;
  readonly description?: string | null;
  readonly instructions?: string | null;
  readonly defaultMessage?: string | null;
  readonly items: readonly ItemDraft[];
  readonly scores?: readonly ScoreDraft[];
  readonly source?: TemplateSource | null;
}

export interface SavedTemplate {
  readonly templateId: number;
  readonly revision: number;
  readonly outcome: 'created' | 'revised' | 'unchanged';
}

const Id = v.object({ id: v.number() });
const Key = v.object({ id: v.number(), key: v.string() });
const OptionKey = v.object({ id: v.number(), key: v.string(), option: v.string() });

const newTemplate = statement('template.new', 'insert into questionnaire_templates (source_key, title) values ($1, $2) on conflict (source_key) do nothing returning id', Id);
// Two imports of one instrument at once take turns here.
const lockTemplate = statement('template.lock', 'select id, current_revision as "currentRevision" from questionnaire_templates where source_key = $1 for update', v.object({ id: v.number(), currentRevision: v.number() }));
const newItemIds = statement(
  'template.newItemIds',
  'insert into questionnaire_item_ids (template_id, item_key) select $1, key from unnest($2::text[]) with ordinality as keys (key, place) order by place on conflict do nothing',
);
const itemIdsOf = statement('template.itemIds', 'select id, item_key as key from questionnaire_item_ids where template_id = $1', Key);
const newOptionIds = statement(
  'template.newOptionIds',
  `insert into questionnaire_option_ids (template_id, item_key, option_key)
     select $1, item, option from unnest($2::text[], $3::text[]) with ordinality as pairs (item, option, place) order by place on conflict do nothing`,
);
const optionIdsOf = statement('template.optionIds', 'select id, item_key as key, option_key as option from questionnaire_option_ids where template_id = $1', OptionKey);
const newRevision = statement('template.newRevision', 'insert into questionnaire_revisions (template_id, revision, content) values ($1, $2, $3)');
const sameRevision = statement('template.sameRevision', 'select template_id as id from questionnaire_revisions where template_id = $1 and revision = $2 and content = $3::jsonb', Id);
const raiseRevision = statement('template.raiseRevision', 'update questionnaire_templates set current_revision = $2, title = $3 where id = $1');

/** Ids of keys, made where there are none. */
async function idsOf(tx: Db, templateId: number, draft: TemplateDraft): Promise<Ids> {
  await tx.run(newItemIds, [templateId, draft.items.map((item) => item.key)]);
  const items = await tx.many(itemIdsOf, [templateId]);
  const pairs = draft.items.flatMap((item) => ('options' in item ? item.options.map((option) => ({ item: item.key, option: option.key })) : []));
  await tx.run(newOptionIds, [templateId, pairs.map((pair) => pair.item), pairs.map((pair) => pair.option)]);
  const options = await tx.many(optionIdsOf, [templateId]);
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

/** How the keys of a draft become ids. */
export interface Ids {
  item(key: string): number;
  option(item: string, option: string): number;
}

function itemOf(item: ItemDraft, place: number, ids: Ids): unknown {
  const common = {
    questionnaireItemId: ids.item(item.key),
    questionnaireItemType: item.type,
    sortOrder: place + 1,
    questionMatrixGuid: item.matrix ?? null,
    formattedText: safeHtml(item.html),
    isRequired: item.isRequired ?? false,
  };
  switch (item.type) {
    case 'SingleSelectionRadioButtonQuestion':
    case 'SingleSelectionDropdownQuestion':
    case 'MultiSelectionQuestion':
      return {
        ...common,
        listAnswers: item.options.map((option, index) => ({
          listAnswerId: ids.option(item.key, option.key),
          answerText: option.text,
          sortOrder: index + 1,
          isOtherOption: option.isOther ?? false,
          score: option.score ?? null,
        })),
      };
    case 'TextQuestion': return { ...common, isMultiline: item.isMultiline, maxLength: item.maxLength };
    case 'NumberQuestion': return { ...common, minValue: item.minValue, maxValue: item.maxValue, decimals: item.decimals, unitOfMeasure: item.unit };
    case 'SliderQuestion': return { ...common, minValue: item.minValue, maxValue: item.maxValue, step: item.step, minLabel: item.minLabel, maxLabel: item.maxLabel };
    case 'SectionHeader':
    case 'QuestionMatrixGrouping':
    case 'BooleanQuestion':
    case 'DateQuestion': return common;
  }
}

/** A draft as a revision, once its keys have ids. */
export function contentOf(draft: TemplateDraft, ids: Ids): TemplateRevision {
  return v.parse(TemplateRevision, {
    title: draft.title,
    description: draft.description ?? null,
    instructions: draft.instructions ?? null,
    defaultMessage: draft.defaultMessage ?? null,
    items: v.parse(v.array(QuestionnaireItem), draft.items.map((item, place) => itemOf(item, place, ids))),
    scores: (draft.scores ?? []).map((score) => ({
      scoreKey: score.key,
      name: score.name,
      constant: score.constant ?? 0,
      terms: score.terms.map(({ itemKey, weight }) => ({ questionnaireItemId: ids.item(itemKey), weight: weight ?? 1 })),
      needs: (score.needs ?? [{ atLeast: 1, of: score.terms.map((term) => term.itemKey), by: 'score' as const }]).map(({ atLeast, of, by }) => ({ atLeast, of: of.map((key) => ids.item(key)), by })),
      messages: score.messages ?? [],
      isShown: score.isShown ?? true,
    })),
    source: draft.source ?? null,
  });
}

/**
 * Saves a template: a new one, or the next revision of the one with the same source key, whose items keep their ids. What
 * says the same as the current revision changes nothing. To be called inside a transaction.
 */
export async function saveTemplate(tx: Db, draft: TemplateDraft): Promise<SavedTemplate> {
  const inserted = await tx.maybe(newTemplate, [draft.sourceKey, draft.title]);
  if (inserted) {
    const content = contentOf(draft, await idsOf(tx, inserted.id, draft));
    await tx.run(newRevision, [inserted.id, 1, JSON.stringify(content)]);
    return { templateId: inserted.id, revision: 1, outcome: 'created' };
  }
  const current = await tx.one(lockTemplate, [draft.sourceKey]);
  const content = JSON.stringify(contentOf(draft, await idsOf(tx, current.id, draft)));
  if (await tx.maybe(sameRevision, [current.id, current.currentRevision, content])) return { templateId: current.id, revision: current.currentRevision, outcome: 'unchanged' };
  const revision = current.currentRevision + 1;
  await tx.run(newRevision, [current.id, revision, content]);
  await tx.run(raiseRevision, [current.id, revision, draft.title]);
  return { templateId: current.id, revision, outcome: 'revised' };
}
