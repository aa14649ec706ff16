import { Answer, LanguageTag, QuestionnaireItem, QuestionnaireItemId } from '@portal/api';
import * as v from 'valibot';

/** One rule of when a score is given: at least so many of these items are answered, or have a chosen option with a score. */
const Need = v.object({
  atLeast: v.number(),
  of: v.array(QuestionnaireItemId),
  by: v.picklist(['answer', 'score']),
});

const ScoreMessage = v.object({
  /** Lowest and highest value that the message is for, both included; null is open. */
  from: v.nullable(v.number()),
  to: v.nullable(v.number()),
  text: v.string(),
  /** The same in other languages, where the facility has written it. */
  texts: v.optional(v.record(v.string(), v.string()), {}),
});

/**
 * A score of a template: `constant` plus the weighted values of its items. The value of a choice item is the sum of the
 * scores of its chosen options, of a number or slider its number (rulings, section 8). Without everything in `needs` the
 * questionnaire has no such score.
 */
export const ScoreDefinition = v.object({
  scoreKey: v.string(),
  name: v.string(),
  constant: v.number(),
  terms: v.array(v.object({ questionnaireItemId: QuestionnaireItemId, weight: v.number() })),
  needs: v.array(Need),
  messages: v.array(ScoreMessage),
  /** False: computed and exported, but not shown to the patient. */
  isShown: v.boolean(),
  /** False: the patient sees its message, not its number. */
  showsNumber: v.optional(v.boolean()),
});
export type ScoreDefinition = v.InferOutput<typeof ScoreDefinition>;

/** A score as it is stored with a completion: with the key that the export finds it by. */
export const StoredScore = v.object({
  scoreKey: v.string(),
  scoreName: v.string(),
  scoreValue: v.number(),
  patientMessageOnCompletion: v.nullable(v.string()),
  isShown: v.boolean(),
  showsNumber: v.optional(v.boolean()),
});
export type StoredScore = v.InferOutput<typeof StoredScore>;

/** One node of the FHIR item tree a template came from, with what of ours carries it. */
export interface SourceNode {
  readonly linkId: string;
  readonly type: string;
  readonly text: string | null;
  readonly definition: string | null;
  readonly code: readonly unknown[];
  /** The key of our item that holds the answer; null for groups, displays and calculated totals. */
  readonly itemKey: string | null;
  readonly scoreKey: string | null;
  /** Of a text under a choice: the option whose own words it holds. */
  readonly otherOf: string | null;
  /** FHIR element and value of each option, by our option key; the "other" option has none. */
  readonly options: Readonly<Record<string, { readonly element: string; readonly value: unknown }>>;
  readonly unit: { readonly unit: string | null; readonly system: string | null; readonly code: string | null } | null;
  readonly item: readonly SourceNode[];
}
export const SourceNode: v.GenericSchema<SourceNode> = v.object({
  linkId: v.string(),
  type: v.string(),
  text: v.nullable(v.string()),
  definition: v.nullable(v.string()),
  code: v.array(v.unknown()),
  itemKey: v.nullable(v.string()),
  scoreKey: v.nullable(v.string()),
  otherOf: v.nullable(v.string()),
  options: v.record(v.string(), v.object({ element: v.string(), value: v.unknown() })),
  unit: v.nullable(
    v.object({ unit: v.nullable(v.string()), system: v.nullable(v.string()), code: v.nullable(v.string()) }),
  ),
  item: v.array(v.lazy(() => SourceNode)),
});

/** Where a template came from, kept so that what leaves names the same things as what came. */
export const TemplateSource = v.object({
  url: v.nullable(v.string()),
  version: v.nullable(v.string()),
  name: v.nullable(v.string()),
  copyright: v.nullable(v.string()),
  identifier: v.array(v.unknown()),
  code: v.array(v.unknown()),
  item: v.array(SourceNode),
});
export type TemplateSource = v.InferOutput<typeof TemplateSource>;

/** Everything that one revision of a template says. Rows of revisions never change. */
export const TemplateRevision = v.object({
  title: v.string(),
  language: v.optional(LanguageTag),
  description: v.nullable(v.string()),
  instructions: v.nullable(v.string()),
  defaultMessage: v.nullable(v.string()),
  items: v.array(QuestionnaireItem),
  scores: v.array(ScoreDefinition),
  source: v.nullable(TemplateSource),
  /** What the operator's settings stand in place of, where there are any. */
  fromFile: v.optional(
    v.object({
      title: v.string(),
      instructions: v.nullable(v.string()),
      defaultMessage: v.nullable(v.string()),
      scores: v.array(ScoreDefinition),
    }),
  ),
});
export type TemplateRevision = v.InferOutput<typeof TemplateRevision>;

export const StoredAnswers = v.array(Answer);
