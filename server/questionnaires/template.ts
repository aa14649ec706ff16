import {
  AlertCondition,
  Answer,
  Expression,
  FormLogic,
  installExpressions,
  installSignedTexts,
  LanguageTag,
  type ListAnswerId,
  QuestionnaireItem,
  QuestionnaireItemId,
  ScoreFormula,
} from '@portal/api';
import { expressions } from '@portal/api/expressions';
import * as signedTexts from '@portal/api/signedText';
import * as v from 'valibot';

// Every module that reads revisions imports this one, so that expressions and signatures can be checked wherever a revision is used.
installExpressions(expressions);
installSignedTexts(signedTexts);

const ScoreMessage = v.object({
  /** Lowest and highest value for the message, both included; null: no limit. */
  from: v.nullable(v.number()),
  to: v.nullable(v.number()),
  text: v.string(),
  /** The message in other languages, if the facility has written it. */
  texts: v.optional(v.record(v.string(), v.string()), {}),
});

/** A score of a template, with what the patient is told of it. */
export const ScoreDefinition = v.object({
  ...ScoreFormula.entries,
  name: v.string(),
  messages: v.array(ScoreMessage),
  /** False: computed and exported, but not shown to the patient. */
  isShown: v.boolean(),
  /** False: the patient sees its message but not its number. */
  showsNumber: v.optional(v.boolean()),
});
export type ScoreDefinition = v.InferOutput<typeof ScoreDefinition>;

/** A score as it is stored with a completion, with the key by which the export finds it. */
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

/** Which completions somebody must look at, who is notified, and what the patient reads at once. */
export const AlertRule = v.object({
  alertKey: v.string(),
  when: AlertCondition,
  /** What the answers are compared with, which are those of the same questionnaire that were sent before; absent: with nothing. */
  compared: v.optional(
    v.variant('kind', [
      /** The number or total has risen or fallen by at least so much. */
      v.object({ kind: v.picklist(['rises', 'falls']), by: v.number() }),
      /** They met the condition as well. */
      v.object({ kind: v.literal('again') }),
    ]),
  ),
  /** Null: the address that the patient's facility has set. */
  tellAddress: v.nullable(v.string()),
  /** Null: nobody is reminded. */
  remindAfterHours: v.nullable(v.number()),
  /** Sanitized HTML; null: the patient reads nothing about it. */
  text: v.nullable(v.string()),
  /** The text in other languages, if the facility has written it. */
  texts: v.record(v.string(), v.string()),
});
export type AlertRule = v.InferOutput<typeof AlertRule>;

const OwnNode = v.object({
  linkId: v.string(),
  type: v.string(),
  text: v.nullable(v.string()),
  definition: v.nullable(v.string()),
  code: v.array(v.unknown()),
  /** The key of our item that has the answer or the rows; null for other groups, displays and totals that are only scores. */
  itemKey: v.nullable(v.string()),
  /** For a repeating question that contains others: the key of our group whose rows are its answers. */
  rowsKey: v.optional(v.string()),
  scoreKey: v.nullable(v.string()),
  /** For a text under a choice: the option for which it holds the patient's own words. */
  otherOf: v.nullable(v.string()),
  /** FHIR element and value of each option, by our option key; the "other" option has none. */
  options: v.record(v.string(), v.object({ element: v.string(), value: v.unknown() })),
  unit: v.nullable(SourceUnit),
  /** For a quantity with several units: each unit, with the key by which answers name it. */
  units: v.optional(v.array(v.object({ key: v.string(), ...unitEntries }))),
});
/** One node of the FHIR item tree that a template was imported from, and our item for it. */
export interface SourceNode extends v.InferOutput<typeof OwnNode> {
  readonly item: readonly SourceNode[];
}
export const SourceNode: v.GenericSchema<SourceNode> = v.object({
  ...OwnNode.entries,
  item: v.array(v.lazy(() => SourceNode)),
});

/** Where a template came from, stored so that exports use the same names as the import. */
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

/** The keys of the texts that a translation can have. Options and constraints also contain the id of their item. */
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

/** Everything in one revision of a template. Rows of revisions never change. */
export const TemplateRevision = v.object({
  title: v.string(),
  language: v.optional(LanguageTag),
  description: v.nullable(v.string()),
  instructions: v.nullable(v.string()),
  defaultMessage: v.nullable(v.string()),
  items: v.array(QuestionnaireItem),
  formLogic: v.optional(FormLogic),
  /** Initial values from the patient's profile: expressions over `%patient`, evaluated when the questionnaire is opened. */
  prefills: v.optional(v.array(v.object({ questionnaireItemId: QuestionnaireItemId, expression: Expression }))),
  scores: v.array(ScoreDefinition),
  /** Absent if there are none, as in all revisions without settings. */
  alerts: v.optional(v.array(AlertRule)),
  source: v.nullable(TemplateSource),
  /** Texts in other languages: by language, then by `textKey`. */
  translations: v.optional(v.record(LanguageTag, v.record(v.string(), v.string()))),
  /** The file's own content that the settings replace, if there are any. */
  fromFile: v.optional(
    v.object({
      title: v.string(),
      instructions: v.nullable(v.string()),
      defaultMessage: v.nullable(v.string()),
      scores: v.array(ScoreDefinition),
      /** Absent if the settings change no item. */
      items: v.optional(v.array(QuestionnaireItem)),
    }),
  ),
});
export type TemplateRevision = v.InferOutput<typeof TemplateRevision>;

export const StoredAnswers = v.array(Answer);
