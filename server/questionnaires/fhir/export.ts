import { createHash } from 'node:crypto';
import { type Answer, entriesByItem, type QuestionnaireItem, type QuestionnaireItemId } from '@portal/api';
import type { SourceNode, StoredScore, TemplateRevision } from '../template.ts';

/** One completion with what its export needs. */
export interface Completion {
  readonly assignedQuestionnaireId: number;
  readonly templateId: number;
  readonly revision: number;
  readonly content: TemplateRevision;
  readonly answers: readonly Answer[];
  readonly scores: readonly StoredScore[];
  /** ISO 8601 UTC. */
  readonly completedAt: string;
  readonly mrn: string;
  readonly facilityId: number;
  readonly facilityName: string;
  /** Our keys of the template's items and options, by id. */
  readonly itemKeys: ReadonlyMap<number, string>;
  readonly optionKeys: ReadonlyMap<number, string>;
}

/** As much of a QuestionnaireResponse as we write. */
export interface ResponseItem {
  readonly linkId: string;
  readonly definition?: string;
  readonly text?: string;
  readonly answer?: readonly Readonly<Record<string, unknown>>[];
  readonly item?: readonly ResponseItem[];
}
export interface QuestionnaireResponse {
  readonly resourceType: 'QuestionnaireResponse';
  readonly id: string;
  readonly identifier: { readonly system: string; readonly value: string };
  readonly questionnaire: string;
  readonly status: 'completed';
  readonly subject: { readonly type: 'Patient'; readonly identifier: Readonly<Record<string, unknown>> };
  readonly authored: string;
  readonly item?: readonly ResponseItem[];
}

/** The words of a text with markup. */
export const plainText = (html: string): string =>
  html
    .replace(/<br\s*\/?>|<\/(p|li|h\d)>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .trim();

function typeOf(item: QuestionnaireItem): string {
  switch (item.questionnaireItemType) {
    case 'BooleanQuestion':
      return 'boolean';
    case 'DateQuestion':
      return 'date';
    case 'NumberQuestion':
      return item.unitOfMeasure !== null ? 'quantity' : item.decimals === 0 ? 'integer' : 'decimal';
    case 'SliderQuestion':
      return 'decimal';
    case 'TextQuestion':
      return item.isMultiline ? 'text' : 'string';
    case 'SingleSelectionDropdownQuestion':
    case 'SingleSelectionRadioButtonQuestion':
    case 'MultiSelectionQuestion':
      return item.listAnswers.some((option) => option.isOtherOption) ? 'open-choice' : 'choice';
    case 'QuestionMatrixGrouping':
      return 'group';
    case 'SectionHeader':
      return 'display';
  }
}

/** The tree of a template that did not come from FHIR: its items in a row, a matrix as a group, each score at the end. */
function nodesOf({ content, templateId, itemKeys, optionKeys }: Completion): SourceNode[] {
  const nodeOf = (item: QuestionnaireItem): SourceNode => ({
    linkId: itemKeys.get(item.questionnaireItemId) ?? String(item.questionnaireItemId),
    type: typeOf(item),
    text: plainText(item.formattedText),
    definition: null,
    code: [],
    itemKey: itemKeys.get(item.questionnaireItemId) ?? null,
    scoreKey: null,
    otherOf: null,
    options:
      'listAnswers' in item
        ? Object.fromEntries(
            item.listAnswers
              .filter((option) => !option.isOtherOption)
              .map((option) => {
                const code = optionKeys.get(option.listAnswerId) ?? String(option.listAnswerId);
                return [
                  code,
                  {
                    element: 'valueCoding',
                    value: {
                      system: `urn:vestibule:questionnaire:${String(templateId)}:options`,
                      code,
                      display: option.answerText,
                    },
                  },
                ];
              }),
          )
        : {},
    unit:
      item.questionnaireItemType === 'NumberQuestion' && item.unitOfMeasure !== null
        ? { unit: item.unitOfMeasure, system: null, code: null }
        : null,
    item:
      item.questionnaireItemType === 'QuestionMatrixGrouping'
        ? content.items
            .filter(
              (row) =>
                row !== item && row.questionMatrixGuid === item.questionMatrixGuid && row.questionMatrixGuid !== null,
            )
            .map(nodeOf)
        : [],
  });
  const heads = new Set(
    content.items
      .filter((item) => item.questionnaireItemType === 'QuestionMatrixGrouping')
      .map((item) => item.questionMatrixGuid),
  );
  const isRow = (item: QuestionnaireItem) =>
    item.questionnaireItemType !== 'QuestionMatrixGrouping' &&
    item.questionMatrixGuid !== null &&
    heads.has(item.questionMatrixGuid);
  const scores = content.scores.map((score): SourceNode => ({
    linkId: `score:${score.scoreKey}`,
    type: 'decimal',
    text: score.name,
    definition: null,
    code: [],
    itemKey: null,
    scoreKey: score.scoreKey,
    otherOf: null,
    options: {},
    unit: null,
    item: [],
  }));
  return [...content.items.filter((item) => !isRow(item)).map(nodeOf), ...scores];
}

const aboutOf = (node: SourceNode) => ({
  linkId: node.linkId,
  ...(node.definition === null ? {} : { definition: node.definition }),
  ...(node.text === null ? {} : { text: node.text }),
});

const compact = (object: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined));

/** The value elements of one item's answers, in the words of its source. */
function valuesOf(
  node: SourceNode,
  item: QuestionnaireItem,
  entries: readonly Answer[],
  optionKeys: Completion['optionKeys'],
): Record<string, unknown>[] {
  if ('listAnswers' in item) {
    return entries.flatMap((entry): Record<string, unknown>[] => {
      if (entry.listAnswerId === undefined) return [];
      const key = optionKeys.get(entry.listAnswerId) ?? '';
      const source = node.options[key];
      const words = node.item.find((child) => child.otherOf === key);
      if (source && words && entry.otherOptionText !== undefined)
        return [
          {
            [source.element]: source.value,
            item: [{ ...aboutOf(words), answer: [{ valueString: entry.otherOptionText }] }],
          },
        ];
      if (entry.otherOptionText !== undefined) return [{ valueString: entry.otherOptionText }];
      return source ? [{ [source.element]: source.value }] : [];
    });
  }
  const [entry] = entries;
  if (!entry) return [];
  if (entry.numberAnswer !== undefined) return [numberValue(node, entry.numberAnswer)];
  if (entry.dateAnswer !== undefined) return [{ valueDate: entry.dateAnswer }];
  if (entry.textAnswer !== undefined) return [{ valueString: entry.textAnswer }];
  if (entry.isChecked !== undefined) return [{ valueBoolean: entry.isChecked }];
  return [];
}

function numberValue(node: SourceNode, value: number): Record<string, unknown> {
  if (node.type === 'quantity')
    return {
      valueQuantity: compact({ value, unit: node.unit?.unit, system: node.unit?.system, code: node.unit?.code }),
    };
  return node.type === 'integer' && Number.isInteger(value) ? { valueInteger: value } : { valueDecimal: value };
}

/** A completion as a FHIR R4 QuestionnaireResponse, nested as its questionnaire is. */
export function responseOf(completion: Completion): QuestionnaireResponse {
  const { content } = completion;
  const byItem = entriesByItem(completion.answers);
  const itemByKey = new Map(
    content.items.flatMap((item): [string, QuestionnaireItem][] => {
      const key = completion.itemKeys.get(item.questionnaireItemId);
      return key === undefined ? [] : [[key, item]];
    }),
  );
  const scoreByKey = new Map(completion.scores.map((score) => [score.scoreKey, score]));
  const entriesOf = (id: QuestionnaireItemId) => byItem.get(id) ?? [];

  function write(node: SourceNode): ResponseItem[] {
    if (node.type === 'display' || node.otherOf !== null) return [];
    const children = node.item.flatMap(write);
    const about = aboutOf(node);
    if (node.scoreKey !== null) {
      const score = scoreByKey.get(node.scoreKey);
      return score ? [{ ...about, answer: [numberValue(node, score.scoreValue)] }] : [];
    }
    const item = node.itemKey === null ? undefined : itemByKey.get(node.itemKey);
    const isGroup = node.type === 'group' || item === undefined;
    if (isGroup) return children.length === 0 ? [] : [{ ...about, item: children }];
    const answers = valuesOf(node, item, entriesOf(item.questionnaireItemId), completion.optionKeys);
    if (children.length > 0) {
      const [first = {}, ...others] = answers;
      const within = Array.isArray(first['item']) ? first['item'] : [];
      return [{ ...about, answer: [{ ...first, item: [...within, ...children] }, ...others] }];
    }
    return answers.length === 0 ? [] : [{ ...about, answer: answers }];
  }

  const { source } = content;
  const item = (source?.item ?? nodesOf(completion)).flatMap(write);
  const canonical = source?.url ?? null;
  return {
    resourceType: 'QuestionnaireResponse',
    id: `assigned-${String(completion.assignedQuestionnaireId)}`,
    identifier: { system: 'urn:vestibule:assigned-questionnaire', value: String(completion.assignedQuestionnaireId) },
    questionnaire:
      canonical === null
        ? `urn:vestibule:questionnaire:${String(completion.templateId)}|${String(completion.revision)}`
        : source?.version
          ? `${canonical}|${source.version}`
          : canonical,
    status: 'completed',
    subject: {
      type: 'Patient',
      identifier: {
        type: {
          coding: [
            { system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR', display: 'Medical record number' },
          ],
        },
        system: `urn:vestibule:facility:${String(completion.facilityId)}:mrn`,
        value: completion.mrn,
        assigner: { display: completion.facilityName },
      },
    },
    authored: completion.completedAt,
    ...(item.length === 0 ? {} : { item }),
  };
}

/** The same address for the same completion each time, as a Bundle asks for. */
function uuidOf(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Responses as a FHIR Bundle of type `collection`. */
export const bundleOf = (responses: readonly QuestionnaireResponse[], madeAt: string) => ({
  resourceType: 'Bundle' as const,
  type: 'collection' as const,
  timestamp: madeAt,
  ...(responses.length === 0
    ? {}
    : {
        entry: responses.map((resource) => ({
          fullUrl: `urn:uuid:${uuidOf(`${resource.id} ${resource.authored}`)}`,
          resource,
        })),
      }),
});
