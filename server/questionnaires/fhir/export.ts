import { createHash } from 'node:crypto';
import { type Answer, entriesByPlace, isRepeatingGroup, type QuestionnaireItem, slotOf } from '@portal/api';
import type { SourceNode, StoredScore, TemplateRevision } from '../template.ts';
import { ownTree } from './ownTree.ts';
import { signatureExtension } from './responseSignature.ts';
import { type Element, numberValue, valuesOf } from './responseValues.ts';

export interface Completion {
  readonly assignedQuestionnaireId: number;
  readonly templateId: number;
  readonly revision: number;
  readonly content: TemplateRevision;
  readonly answers: readonly Answer[];
  readonly scores: readonly StoredScore[];
  /** Its expressions exceeded their budget, so values that they did not reach are missing. */
  readonly isOverBudget?: boolean;
  /** ISO 8601 UTC. */
  readonly completedAt: string;
  readonly mrn: string;
  readonly facilityId: number;
  readonly facilityName: string;
  /** The time zone of the patient's facility, in which answered times were given. */
  readonly timeZone: string;
  /** The files that answers name, by their ids. The response contains them, so that it is complete wherever it is sent. */
  readonly files?: ReadonlyMap<number, Buffer>;
  /** Our keys of the template's items and options, by id. */
  readonly itemKeys: ReadonlyMap<number, string>;
  readonly optionKeys: ReadonlyMap<number, string>;
}

/** The part of a QuestionnaireResponse that we write. */
export interface ResponseItem {
  readonly linkId: string;
  readonly definition?: string;
  readonly text?: string;
  readonly extension?: readonly Element[];
  readonly answer?: readonly Element[];
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
  readonly extension?: readonly Element[];
  readonly item?: readonly ResponseItem[];
}

const aboutOf = (node: SourceNode) => ({
  linkId: node.linkId,
  ...(node.definition === null ? {} : { definition: node.definition }),
  ...(node.text === null ? {} : { text: node.text }),
});

/** The rows of a repeating group; empty if it was stored without rows. */
const rowsOf = (entries: readonly Answer[]): readonly number[] => entries.flatMap((entry) => entry.rows ?? []);

/** The extension for a note, which any resource may have. */
const overBudgetNote: Element = {
  url: 'http://hl7.org/fhir/StructureDefinition/note',
  valueAnnotation: {
    text: 'Some values of this questionnaire were not worked out, because its formulas take too much work. What is missing was not left out by the patient.',
  },
};

/** A patient's record number at their facility. */
export const mrnIdentifier = ({
  facilityId,
  facilityName,
  mrn,
}: Pick<Completion, 'facilityId' | 'facilityName' | 'mrn'>) => ({
  type: {
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR', display: 'Medical record number' }],
  },
  system: `urn:vestibule:facility:${String(facilityId)}:mrn`,
  value: mrn,
  assigner: { display: facilityName },
});
const subjectOf = (completion: Completion): QuestionnaireResponse['subject'] => ({
  type: 'Patient',
  identifier: mrnIdentifier(completion),
});

/** The tree of the questionnaire's items, as it was imported or as we write it. */
export const treeOf = ({ content, templateId, itemKeys, optionKeys }: Completion): readonly SourceNode[] =>
  content.source?.item ?? ownTree({ ...content, templateId, itemKeys, optionKeys });

/** A completion as a FHIR R4 QuestionnaireResponse, nested like its questionnaire. */
export function responseOf(completion: Completion): QuestionnaireResponse {
  const { content, itemKeys } = completion;
  const byPlace = entriesByPlace(completion.answers);
  const itemByKey = new Map(
    content.items.flatMap((item): [string, QuestionnaireItem][] => {
      const key = itemKeys.get(item.questionnaireItemId);
      return key === undefined ? [] : [[key, item]];
    }),
  );
  const signatureOf = new Map(
    content.items.flatMap((item) =>
      item.questionnaireItemType === 'SignatureQuestion' ? [[item.signs, item] as const] : [],
    ),
  );
  const subject = subjectOf(completion);
  /** The signatures for an item in these rows, or for the whole questionnaire (null). */
  function signedFor(signs: QuestionnaireItem['questionnaireItemId'] | null, rowPath: readonly number[]): Element[] {
    const item = signatureOf.get(signs);
    if (item === undefined) return [];
    return (byPlace.get(slotOf(item.questionnaireItemId, rowPath)) ?? []).flatMap(({ signature }) =>
      signature === undefined ? [] : [signatureExtension(item, signature, subject)],
    );
  }
  const scoreByKey = new Map(completion.scores.map((score) => [score.scoreKey, score]));

  function groupOf(node: SourceNode, rowPath: readonly number[]): ResponseItem[] {
    const item = node.item.flatMap((child) => write(child, rowPath));
    return item.length === 0 ? [] : [{ ...aboutOf(node), item }];
  }
  const itemOf = ({ itemKey }: SourceNode) => (itemKey === null ? undefined : itemByKey.get(itemKey));
  /** An item with its signatures. A text that was signed has no answer, and is written for them alone. */
  function signed(node: SourceNode, rowPath: readonly number[], made: ResponseItem[]): ResponseItem[] {
    const item = itemOf(node);
    const extension = item ? signedFor(item.questionnaireItemId, rowPath) : [];
    if (extension.length === 0) return made;
    const [first = aboutOf(node), ...others] = made;
    return [{ ...first, extension }, ...others];
  }
  function write(node: SourceNode, rowPath: readonly number[]): ResponseItem[] {
    const item = itemOf(node);
    return item && isRepeatingGroup(item) ? writeBare(node, rowPath) : signed(node, rowPath, writeBare(node, rowPath));
  }
  function writeBare(node: SourceNode, rowPath: readonly number[]): ResponseItem[] {
    if (node.otherOf !== null) return [];
    const item = itemOf(node);
    const entries = item ? (byPlace.get(slotOf(item.questionnaireItemId, rowPath)) ?? []) : [];
    // A total with an item of its own is exported from its answer below, because it may not be asked in every row.
    if (node.scoreKey !== null && item === undefined) {
      const score = scoreByKey.get(node.scoreKey);
      return score ? [{ ...aboutOf(node), answer: [numberValue(node, score.scoreValue)] }] : [];
    }
    if (item && node.rowsKey !== undefined) {
      const answer = answerRows(node, node.rowsKey, item, rowPath);
      return answer.length === 0 ? [] : [{ ...aboutOf(node), answer }];
    }
    if (item && isRepeatingGroup(item))
      return rowsOf(entries).flatMap((row) => {
        const inRow = [...rowPath, row];
        return signed(node, inRow, groupOf(node, inRow));
      });
    if (node.type === 'group' || item === undefined) return groupOf(node, rowPath);
    const answer = answersOf(node, item, entries, rowPath);
    return answer.length === 0 ? [] : [{ ...aboutOf(node), answer }];
  }
  /** The answers to a question. Items under the question are put into the first answer. */
  function answersOf(
    node: SourceNode,
    item: QuestionnaireItem,
    entries: readonly Answer[],
    rowPath: readonly number[],
  ): Element[] {
    const answers = valuesOf(node, item, entries, completion, aboutOf);
    const children = node.item.flatMap((child) => write(child, rowPath));
    if (children.length === 0) return answers;
    const [first = {}, ...others] = answers;
    const within = Array.isArray(first['item']) ? first['item'] : [];
    return [{ ...first, item: [...within, ...children] }, ...others];
  }
  /** The answers to a repeating question that contains others: one for each row of its group. */
  function answerRows(
    node: SourceNode,
    rowsKey: string,
    item: QuestionnaireItem,
    rowPath: readonly number[],
  ): Element[] {
    const group = itemByKey.get(rowsKey);
    const rows = group ? rowsOf(byPlace.get(slotOf(group.questionnaireItemId, rowPath)) ?? []) : [];
    return rows.flatMap((row) => {
      const inRow = [...rowPath, row];
      return answersOf(node, item, byPlace.get(slotOf(item.questionnaireItemId, inRow)) ?? [], inRow);
    });
  }

  const { source } = content;
  const item = treeOf(completion).flatMap((node) => write(node, []));
  const canonical = source?.url ?? null;
  const extension = [...(completion.isOverBudget === true ? [overBudgetNote] : []), ...signedFor(null, [])];
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
    subject,
    authored: completion.completedAt,
    ...(extension.length === 0 ? {} : { extension }),
    ...(item.length === 0 ? {} : { item }),
  };
}

/** The same UUID for the same text every time, as the entries of a Bundle require. */
export function uuidOf(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

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
