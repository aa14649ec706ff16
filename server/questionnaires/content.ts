import { QuestionnaireItem } from '@portal/api';
import * as v from 'valibot';
import type { ConditionDraft, ItemDraft, OptionDraft, TemplateDraft, TranslationDraft, ValueDraft } from './draft.ts';
import { htmlOfMarkdown } from '../html/markdown.ts';
import { safeHtml } from '../html/richText.ts';
import { type SourceNode, TemplateRevision, textKey } from './template.ts';

export interface Ids {
  item(key: string): number;
  option(item: string, option: string): number;
}

/** Removes undefined fields, so that content without them stays equal to a revision that was saved before the fields existed. */
const present = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const conditionOf = ({ itemKey, operator, is }: ConditionDraft, ids: Ids) => ({
  questionnaireItemId: ids.item(itemKey),
  operator,
  is: is.kind === 'options' ? { kind: is.kind, value: is.optionKeys.map((key) => ids.option(itemKey, key)) } : is,
});

const valueOf = (itemKey: string, { optionKey, ...value }: ValueDraft, ids: Ids) => ({
  ...value,
  ...(optionKey === undefined ? {} : { listAnswerId: ids.option(itemKey, optionKey) }),
});

const optionOf = (itemKey: string, option: OptionDraft, index: number, ids: Ids) =>
  present({
    listAnswerId: ids.option(itemKey, option.key),
    answerText: option.text,
    sortOrder: index + 1,
    isOtherOption: option.isOther ?? false,
    score: option.score ?? null,
    isExclusive: option.isExclusive === true ? true : undefined,
    image: option.image,
  });

function typed(item: ItemDraft, ids: Ids): Record<string, unknown> {
  switch (item.type) {
    case 'SingleSelectionRadioButtonQuestion':
      return {
        listAnswers: item.options.map((option, index) => optionOf(item.key, option, index, ids)),
        isHorizontal: item.isHorizontal === true ? true : undefined,
      };
    case 'SingleSelectionDropdownQuestion':
      return { listAnswers: item.options.map((option, index) => optionOf(item.key, option, index, ids)) };
    case 'MultiSelectionQuestion':
      return {
        listAnswers: item.options.map((option, index) => optionOf(item.key, option, index, ids)),
        occurs: item.occurs,
      };
    case 'TextQuestion': {
      const { isMultiline, maxLength, minLength, pattern, entryFormat, occurs } = item;
      return { isMultiline, maxLength, minLength, pattern, entryFormat, occurs };
    }
    case 'NumberQuestion': {
      const { minValue, maxValue, decimals, unit, occurs } = item;
      return { minValue, maxValue, decimals, unitOfMeasure: unit, occurs };
    }
    case 'SliderQuestion': {
      const { minValue, maxValue, step, minLabel, maxLabel } = item;
      return { minValue, maxValue, step, minLabel, maxLabel };
    }
    case 'SectionHeader':
      return { isText: item.isText === true ? true : undefined };
    case 'QuestionMatrixGrouping':
    case 'BooleanQuestion':
      return {};
    case 'QuestionGroup':
      return { occurs: item.occurs, layout: item.layout, rowsAtFirst: item.rowsAtFirst };
    case 'DateQuestion':
    case 'DateTimeQuestion':
      return { earliest: item.earliest, latest: item.latest, occurs: item.occurs };
    case 'TimeQuestion':
    case 'UrlQuestion':
      return { occurs: item.occurs };
    case 'QuantityQuestion': {
      const { minValue, maxValue, decimals, units, occurs } = item;
      return { minValue, maxValue, decimals, units, occurs };
    }
    case 'AttachmentQuestion':
      return {
        contentTypes: item.contentTypes,
        maxSize: item.maxSize,
        isCardPhoto: item.isCardPhoto === true ? true : undefined,
        occurs: item.occurs,
      };
    case 'LookupQuestion': {
      const { valueSetKey, isMultiple, isOpen, occurs } = item;
      return { valueSetKey, isMultiple, isOpen, occurs };
    }
    case 'SignatureQuestion':
      return { signs: item.signsKey === null ? null : ids.item(item.signsKey), signatureTypes: item.signatureTypes };
  }
}

const itemOf = (item: ItemDraft, place: number, ids: Ids): unknown =>
  present({
    questionnaireItemId: ids.item(item.key),
    questionnaireItemType: item.type,
    sortOrder: place + 1,
    questionMatrixGuid: item.matrix ?? null,
    formattedText: safeHtml(item.html),
    isRequired: item.isRequired ?? false,
    parentItemId: item.parentKey === undefined ? undefined : ids.item(item.parentKey),
    enableWhen: item.enableWhen && {
      behavior: item.enableWhen.behavior,
      conditions: item.enableWhen.conditions.map((condition) => conditionOf(condition, ids)),
    },
    enableWhenExpression: item.enableWhenExpression,
    isHidden: item.isHidden === true ? true : undefined,
    isReadOnly: item.isReadOnly === true ? true : undefined,
    initial: item.initial?.map((value) => valueOf(item.key, value, ids)),
    isInitialByRow: item.isInitialByRow === true ? true : undefined,
    calculated: item.calculated,
    constraints: item.constraints,
    image: item.image,
    ...typed(item, ids),
  });

/** The item tree that expressions use: the source's, with our ids instead of keys. */
function formLogicOf({ formLogic, source, items }: TemplateDraft, ids: Ids): unknown {
  if (!formLogic) return undefined;
  const itemByKey = new Map(items.map((item) => [item.key, item]));
  const responseNode = (node: SourceNode, choiceKey: string | null): unknown => {
    const item = node.itemKey === null ? undefined : itemByKey.get(node.itemKey);
    const options = item && 'options' in item ? item.options : [];
    const { otherOf } = node;
    return {
      linkId: node.linkId,
      type: node.type,
      questionnaireItemId: item === undefined ? null : ids.item(item.key),
      ...(node.rowsKey === undefined ? {} : { rowsItemId: ids.item(node.rowsKey) }),
      otherOf: otherOf === null || choiceKey === null ? null : ids.option(choiceKey, otherOf),
      options: options.flatMap(({ key, score = null }) => {
        const value = node.options[key];
        return value && item ? [{ listAnswerId: ids.option(item.key, key), ...value, weight: score }] : [];
      }),
      units: node.units ?? (node.unit ? [{ key: '', ...node.unit }] : []),
      item: node.item.map((child) => responseNode(child, node.itemKey)),
    };
  };
  return {
    nodes: (source?.item ?? []).map((node) => responseNode(node, null)),
    variables: formLogic.variables.map(({ name, itemKey, expression }) => ({
      name,
      questionnaireItemId: itemKey === null ? null : ids.item(itemKey),
      expression,
    })),
    ...(formLogic.patientElements?.length ? { patientElements: formLogic.patientElements } : {}),
  };
}

/** The texts of one language, each by the key of what it translates, sanitized like the original texts. */
function translationOf(draft: TranslationDraft, content: Pick<TemplateRevision, 'items'>, ids: Ids) {
  const idOf = new Map(content.items.map(({ questionnaireItemId: id }) => [Number(id), id]));
  const texts: Record<string, string> = {};
  if (draft.title !== undefined) texts[textKey.title] = draft.title;
  if (draft.description !== undefined) texts[textKey.description] = htmlOfMarkdown(draft.description);
  for (const [key, item] of Object.entries(draft.items)) {
    const id = idOf.get(ids.item(key));
    if (id === undefined) throw new Error(`No item has the key ${key}`);
    if (item.html !== undefined) texts[textKey.item(id)] = safeHtml(item.html);
    if (item.minLabel !== undefined) texts[textKey.minLabel(id)] = item.minLabel;
    if (item.maxLabel !== undefined) texts[textKey.maxLabel(id)] = item.maxLabel;
    if (item.entryFormat !== undefined) texts[textKey.entryFormat(id)] = item.entryFormat;
    for (const [constraint, message] of Object.entries(item.constraints ?? {}))
      texts[textKey.constraint(id, constraint)] = message;
    const entity = content.items.find((one) => one.questionnaireItemId === id);
    const listAnswers = entity && 'listAnswers' in entity ? entity.listAnswers : [];
    for (const [option, text] of Object.entries(item.options ?? {})) {
      const optionId = ids.option(key, option);
      const listAnswer = listAnswers.find((one) => Number(one.listAnswerId) === optionId);
      if (listAnswer) texts[textKey.option(id, listAnswer.listAnswerId)] = text;
    }
  }
  return texts;
}

export function contentOf(draft: TemplateDraft, ids: Ids): TemplateRevision {
  const items = v.parse(
    v.array(QuestionnaireItem),
    draft.items.map((item, place) => itemOf(item, place, ids)),
  );
  const prefills = draft.items.flatMap(({ key, initialExpression: expression }) =>
    expression === undefined ? [] : [{ questionnaireItemId: ids.item(key), expression }],
  );
  const translations = Object.entries(draft.translations ?? {}).map(([language, one]) => [
    language,
    translationOf(one, { items }, ids),
  ]);
  return v.parse(
    TemplateRevision,
    present({
      title: draft.title,
      language: draft.language,
      description: draft.description ? htmlOfMarkdown(draft.description) : null,
      instructions: draft.instructions ?? null,
      defaultMessage: draft.defaultMessage ?? null,
      items,
      formLogic: formLogicOf(draft, ids),
      prefills: prefills.length === 0 ? undefined : prefills,
      scores: (draft.scores ?? []).map((score) => ({
        scoreKey: score.key,
        name: score.name,
        constant: score.constant ?? 0,
        terms: score.terms.map(({ itemKey, weight }) => ({
          questionnaireItemId: ids.item(itemKey),
          weight: weight ?? 1,
        })),
        needs: (score.needs ?? [{ atLeast: 1, of: score.terms.map((term) => term.itemKey), by: 'score' as const }]).map(
          ({ atLeast, of, by }) => ({ atLeast, of: of.map((key) => ids.item(key)), by }),
        ),
        messages: score.messages ?? [],
        isShown: score.isShown ?? true,
      })),
      source: draft.source ?? null,
      translations: translations.length === 0 ? undefined : Object.fromEntries(translations),
    }),
  );
}
