import * as v from 'valibot';
import { type ResponseItem, treeOf } from '../questionnaires/fhir/export.ts';
import type { Element } from '../questionnaires/fhir/responseValues.ts';
import type { GivenResponse } from '../questionnaires/responses.ts';
import type { SourceNode } from '../questionnaires/template.ts';

const Coding = v.object({
  system: v.optional(v.string()),
  code: v.optional(v.string()),
  display: v.optional(v.string()),
});
export type Coding = v.InferOutput<typeof Coding>;
const Quantity = v.object({
  value: v.number(),
  unit: v.optional(v.string()),
  system: v.optional(v.string()),
  code: v.optional(v.string()),
});
const Attachment = v.object({
  contentType: v.optional(v.string()),
  data: v.optional(v.string()),
  title: v.optional(v.string()),
});
const text = v.pipe(
  v.string(),
  v.transform((words) => ({ kind: 'text' as const, text: words })),
);

/** The value elements of a response's answers. */
const values = {
  valueCoding: v.pipe(
    Coding,
    v.transform((coding) => ({ kind: 'coding' as const, coding })),
  ),
  valueQuantity: v.pipe(
    Quantity,
    v.transform((quantity) => ({ kind: 'quantity' as const, quantity })),
  ),
  valueInteger: v.pipe(
    v.number(),
    v.transform((number) => ({ kind: 'number' as const, number, isInteger: true })),
  ),
  valueDecimal: v.pipe(
    v.number(),
    v.transform((number) => ({ kind: 'number' as const, number, isInteger: false })),
  ),
  valueBoolean: v.pipe(
    v.boolean(),
    v.transform((isTrue) => ({ kind: 'boolean' as const, isTrue })),
  ),
  valueDate: v.pipe(
    v.string(),
    v.transform((date) => ({ kind: 'date' as const, date })),
  ),
  valueDateTime: v.pipe(
    v.string(),
    v.transform((dateTime) => ({ kind: 'dateTime' as const, dateTime })),
  ),
  valueTime: v.pipe(
    v.string(),
    v.transform((time) => ({ kind: 'time' as const, time })),
  ),
  valueAttachment: v.pipe(
    Attachment,
    v.transform((file) => ({ kind: 'file' as const, file })),
  ),
  valueString: text,
  valueUri: text,
  valueReference: v.pipe(
    v.object({ display: v.optional(v.string()), reference: v.optional(v.string()) }),
    v.transform(({ display, reference }) => ({ kind: 'text' as const, text: display ?? reference ?? '' })),
  ),
};
export type ObservedValue = v.InferOutput<(typeof values)[keyof typeof values]>;

function valueIn(answer: Element): ObservedValue | null {
  for (const [name, schema] of Object.entries(values)) {
    if (answer[name] === undefined) continue;
    const parsed = v.safeParse<v.GenericSchema<unknown, ObservedValue>>(schema, answer[name]);
    if (parsed.success) return parsed.output;
  }
  return null;
}

/** A score or one answer of a response. */
export interface Observed {
  /** Unique within the response. */
  readonly key: string;
  /** The codes of the question; where it has none, its `linkId` in the questionnaire. */
  readonly codes: readonly Coding[];
  readonly text: string | null;
  /** Tells rows and several answers to one question apart; empty where there is only one. */
  readonly row: string;
  /** A score, a coded answer, or an answer to a coded question. */
  readonly isCoded: boolean;
  readonly value: ObservedValue;
}

const Nested = v.array(v.custom<ResponseItem>((item) => typeof item === 'object' && item !== null && 'linkId' in item));
const itemsIn = (answer: Element): readonly ResponseItem[] => {
  const parsed = v.safeParse(Nested, answer['item']);
  return parsed.success ? parsed.output : [];
};

/** Scores and answers of a response in its order; then the scores that have no place in it. */
export function observedIn({ response, completion }: GivenResponse): Observed[] {
  const nodes = new Map<string, SourceNode>();
  const note = (all: readonly SourceNode[]): void => {
    for (const node of all) {
      nodes.set(node.linkId, node);
      note(node.item);
    }
  };
  note(treeOf(completion));
  const [questionnaire = ''] = response.questionnaire.split('|');
  const found: Observed[] = [];
  const scored = new Set<string>();

  function take(items: readonly ResponseItem[], row: readonly number[]): void {
    const counts = new Map<string, number>();
    for (const item of items) {
      const { linkId, text: words = null, answer = [], item: within = [] } = item;
      const at = (counts.get(linkId) ?? 0) + 1;
      counts.set(linkId, at);
      const isOneOfSeveral = items.some((other) => other !== item && other.linkId === linkId);
      const place = isOneOfSeveral ? [...row, at] : row;
      const node = nodes.get(linkId);
      const own = v.safeParse(v.array(Coding), node?.code ?? []);
      const ownCodes = own.success ? own.output : [];
      for (const [number, one] of answer.entries()) {
        const value = valueIn(one);
        const answerRow = (answer.length > 1 ? [...place, number + 1] : place).join('.');
        if (value !== null)
          found.push({
            key: answerRow === '' ? linkId : `${linkId}/${answerRow}`,
            codes:
              ownCodes.length > 0
                ? ownCodes
                : [{ system: questionnaire, code: linkId, ...(words !== null && { display: words }) }],
            text: words,
            row: answerRow,
            isCoded:
              value.kind !== 'file' &&
              (ownCodes.length > 0 ||
                (node?.scoreKey ?? null) !== null ||
                (value.kind === 'coding' && value.coding.code !== undefined)),
            value,
          });
        if (node?.scoreKey !== undefined && node.scoreKey !== null) scored.add(node.scoreKey);
        take(itemsIn(one), answer.length > 1 ? [...place, number + 1] : place);
      }
      take(within, place);
    }
  }
  take(response.item ?? [], []);
  for (const { scoreKey, scoreName, scoreValue } of completion.scores)
    if (!scored.has(scoreKey))
      found.push({
        key: `score:${scoreKey}`,
        codes: [{ system: questionnaire, code: `score:${scoreKey}`, display: scoreName }],
        text: scoreName,
        row: '',
        isCoded: true,
        value: { kind: 'number', number: scoreValue, isInteger: Number.isInteger(scoreValue) },
      });
  return found;
}
