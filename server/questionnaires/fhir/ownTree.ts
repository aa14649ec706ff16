import type { QuestionnaireItem, QuestionnaireItemId } from '@portal/api';
import { plainText } from '../../html/plainText.ts';
import type { ScoreDefinition, SourceNode } from '../template.ts';

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
    case 'QuestionGroup':
      return 'group';
    case 'DateTimeQuestion':
      return 'dateTime';
    case 'TimeQuestion':
      return 'time';
    case 'QuantityQuestion':
      return 'quantity';
    case 'UrlQuestion':
      return 'url';
    case 'AttachmentQuestion':
      return 'attachment';
    case 'LookupQuestion':
      return item.isOpen ? 'open-choice' : 'choice';
    case 'SignatureQuestion':
      return 'display';
  }
}

interface OwnTemplate {
  readonly templateId: number;
  readonly items: readonly QuestionnaireItem[];
  readonly scores: readonly ScoreDefinition[];
  readonly itemKeys: ReadonlyMap<number, string>;
  readonly optionKeys: ReadonlyMap<number, string>;
}

const noUnit = { system: null, code: null };

/** The tree of a template not imported from FHIR: children under their item, matrix rows under the heading, scores at the end. */
export function ownTree({ templateId, items, scores, itemKeys, optionKeys }: OwnTemplate): SourceNode[] {
  const headOf = new Map(
    items.flatMap((item) =>
      item.questionnaireItemType === 'QuestionMatrixGrouping' && item.questionMatrixGuid !== null
        ? [[item.questionMatrixGuid, item.questionnaireItemId]]
        : [],
    ),
  );
  const isHeading = ({ questionnaireItemType: type }: QuestionnaireItem) =>
    type === 'SectionHeader' || type === 'QuestionMatrixGrouping' || type === 'QuestionGroup';
  /** A row is under the heading of its matrix, everything else under its parent. A title without a parent is at the top. */
  const parentOf = (item: QuestionnaireItem) =>
    (isHeading(item) || item.questionMatrixGuid === null ? undefined : headOf.get(item.questionMatrixGuid)) ??
    item.parentItemId;
  // A signature is an extension of what is signed, and not an item.
  const isInTree = ({ questionnaireItemType: type }: QuestionnaireItem) => type !== 'SignatureQuestion';
  const under = (id: QuestionnaireItemId | undefined) =>
    items.filter((item) => isInTree(item) && parentOf(item) === id).map(nodeOf);
  function nodeOf(item: QuestionnaireItem): SourceNode {
    const within = under(item.questionnaireItemId);
    return {
      linkId: itemKeys.get(item.questionnaireItemId) ?? String(item.questionnaireItemId),
      // A title with items below it is a group; a title alone is a display.
      type: item.questionnaireItemType === 'SectionHeader' && within.length > 0 ? 'group' : typeOf(item),
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
          ? { unit: item.unitOfMeasure, ...noUnit }
          : null,
      units:
        item.questionnaireItemType === 'QuantityQuestion'
          ? item.units.map(({ key, label }) => ({ key, unit: label, ...noUnit }))
          : undefined,
      item: within,
    };
  }
  const totals = scores.map((score): SourceNode => ({
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
  return [...under(undefined), ...totals];
}
