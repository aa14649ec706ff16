import {
  Answer,
  Expression,
  FormLogic,
  installExpressions,
  LanguageTag,
  ListAnswerId,
  QuestionnaireItem,
  QuestionnaireItemId,
} from '@portal/api';
import { expressions } from '@portal/api/expressions';
import * as v from 'valibot';

// Whoever reads a revision can say what it asks, expressions included.
installExpressions(expressions);

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

const unitEntries = { unit: v.nullable(v.string()), system: v.nullable(v.string()), code: v.nullable(v.string()) };
const SourceUnit = v.object(unitEntries);
type SourceUnit = Readonly<v.InferOutput<typeof SourceUnit>>;
const AlertCondition = v.variant('kind', [
  v.object({
    kind: v.literal('options'),
    questionnaireItemId: QuestionnaireItemId,
    listAnswerIds: v.array(ListAnswerId),
  }),
  /** Concepts of a large value set. */
  v.object({ kind: v.literal('codes'), questionnaireItemId: QuestionnaireItemId, codes: v.array(v.string()) }),
  v.object({ kind: v.literal('yesNo'), questionnaireItemId: QuestionnaireItemId, isChecked: v.boolean() }),
  /** The number that was answered, or what the chosen options are worth. */
  v.object({
    kind: v.literal('value'),
    questionnaireItemId: QuestionnaireItemId,
    from: v.nullable(v.number()),
    to: v.nullable(v.number()),
  }),
  v.object({
    kind: v.literal('score'),
    scoreKey: v.string(),
    from: v.nullable(v.number()),
    to: v.nullable(v.number()),
  }),
]);
export type AlertCondition = v.InferOutput<typeof AlertCondition>;

/** When somebody has to look at a completion, who is told, and what the patient reads at once. */
export const AlertRule = v.object({
  alertKey: v.string(),
  when: AlertCondition,
  /** Null: whom the patient's facility names. */
  tellAddress: v.nullable(v.string()),
  /** Null: nobody is reminded. */
  remindAfterHours: v.nullable(v.number()),
  /** Allow-listed HTML; null: the patient reads nothing of it. */
  text: v.nullable(v.string()),
  /** The same in other languages, where the facility has written it. */
  texts: v.record(v.string(), v.string()),
});
export type AlertRule = v.InferOutput<typeof AlertRule>;

/** One node of the FHIR item tree a template came from, with what of ours carries it. */
export interface SourceNode {
  readonly linkId: string;
  readonly type: string;
  readonly text: string | null;
  readonly definition: string | null;
  readonly code: readonly unknown[];
  /** The key of our item that holds the answer or the rows; null for other groups, displays and totals that are scores alone. */
  readonly itemKey: string | null;
  /** Of a question that repeats with others under it: the key of our group whose rows are its answers. */
  readonly rowsKey?: string | undefined;
  readonly scoreKey: string | null;
  /** Of a text under a choice: the option whose own words it holds. */
  readonly otherOf: string | null;
  /** FHIR element and value of each option, by our option key; the "other" option has none. */
  readonly options: Readonly<Record<string, { readonly element: string; readonly value: unknown }>>;
  readonly unit: SourceUnit | null;
  /** Of a quantity in one of several units: each by the key that answers name it by. */
  readonly units?: readonly (SourceUnit & { readonly key: string })[] | undefined;
  readonly item: readonly SourceNode[];
}
export const SourceNode: v.GenericSchema<SourceNode> = v.object({
  linkId: v.string(),
  type: v.string(),
  text: v.nullable(v.string()),
  definition: v.nullable(v.string()),
  code: v.array(v.unknown()),
  itemKey: v.nullable(v.string()),
  rowsKey: v.optional(v.string()),
  scoreKey: v.nullable(v.string()),
  otherOf: v.nullable(v.string()),
  options: v.record(v.string(), v.object({ element: v.string(), value: v.unknown() })),
  unit: v.nullable(SourceUnit),
  units: v.optional(v.array(v.object({ key: v.string(), ...unitEntries }))),
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

/** What a translation of a template is a translation of. Options and constraints are named by the id of their item as well. */
export const textKey = {
  title: 'title',
  description: 'description',
  instructions: 'instructions',
  defaultMessage: 'defaultMessage',
  item: (id: QuestionnaireItemId) => `item/${String(id)}`,
  minLabel: (id: QuestionnaireItemId) => `item/${String(id)}/minLabel`,
  maxLabel: (id: QuestionnaireItemId) => `item/${String(id)}/maxLabel`,
  entryFormat: (id: QuestionnaireItemId) => `item/${String(id)}/entryFormat`,
  option: (id: QuestionnaireItemId, option: ListAnswerId) => `item/${String(id)}/option/${String(option)}`,
  constraint: (id: QuestionnaireItemId, key: string) => `item/${String(id)}/constraint/${key}`,
  score: (key: string) => `score/${key}`,
} as const;

/** Everything that one revision of a template says. Rows of revisions never change. */
export const TemplateRevision = v.object({
  title: v.string(),
  language: v.optional(LanguageTag),
  description: v.nullable(v.string()),
  instructions: v.nullable(v.string()),
  defaultMessage: v.nullable(v.string()),
  items: v.array(QuestionnaireItem),
  formLogic: v.optional(FormLogic),
  /** What questions begin with of the patient's own profile: expressions over `%patient`, evaluated when it is opened. */
  prefills: v.optional(v.array(v.object({ questionnaireItemId: QuestionnaireItemId, expression: Expression }))),
  scores: v.array(ScoreDefinition),
  /** Absent where there are none, as in every revision of a file without settings. */
  alerts: v.optional(v.array(AlertRule)),
  source: v.nullable(TemplateSource),
  /** Its texts in other languages: by language, then by `textKey` of what is translated. */
  translations: v.optional(v.record(LanguageTag, v.record(v.string(), v.string()))),
  /** What the operator's settings stand in place of, where there are any. */
  fromFile: v.optional(
    v.object({
      title: v.string(),
      instructions: v.nullable(v.string()),
      defaultMessage: v.nullable(v.string()),
      scores: v.array(ScoreDefinition),
      /** Absent where the settings change none of them. */
      items: v.optional(v.array(QuestionnaireItem)),
    }),
  ),
});
export type TemplateRevision = v.InferOutput<typeof TemplateRevision>;

export const StoredAnswers = v.array(Answer);
