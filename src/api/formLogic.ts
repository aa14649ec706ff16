import * as v from 'valibot';
import { ListAnswerId, QuestionnaireItemId } from './ids.ts';
import { CalendarDate } from './values.ts';

/** A FHIRPath expression as a tree, parsed once when the questionnaire was imported. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  /** A date, a time or both, as in FHIRPath without the `@`. */
  | { readonly kind: 'moment'; readonly value: string }
  | { readonly kind: 'quantity'; readonly value: number; readonly unit: string }
  | { readonly kind: 'empty' | 'this' | 'total' | 'index' }
  | { readonly kind: 'variable'; readonly name: string }
  /** A name or a function after its focus; a null `focus` means the context. */
  | { readonly kind: 'member'; readonly focus: Expression | null; readonly name: string }
  | {
      readonly kind: 'call';
      readonly focus: Expression | null;
      readonly name: string;
      readonly args: readonly Expression[];
    }
  | { readonly kind: 'indexed'; readonly focus: Expression; readonly at: Expression }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'minus'; readonly of: Expression };

const inner = v.lazy((): v.GenericSchema<Expression> => Expression);
export const Expression: v.GenericSchema<Expression> = v.variant('kind', [
  v.object({ kind: v.literal('literal'), value: v.union([v.string(), v.number(), v.boolean()]) }),
  v.object({ kind: v.literal('moment'), value: v.string() }),
  v.object({ kind: v.literal('quantity'), value: v.number(), unit: v.string() }),
  v.object({ kind: v.picklist(['empty', 'this', 'total', 'index']) }),
  v.object({ kind: v.literal('variable'), name: v.string() }),
  v.object({ kind: v.literal('member'), focus: v.nullable(inner), name: v.string() }),
  v.object({ kind: v.literal('call'), focus: v.nullable(inner), name: v.string(), args: v.array(inner) }),
  v.object({ kind: v.literal('indexed'), focus: inner, at: inner }),
  v.object({ kind: v.literal('binary'), operator: v.string(), left: inner, right: inner }),
  v.object({ kind: v.literal('minus'), of: inner }),
]);

/** One condition of FHIR's `enableWhen`, on the answer to an item (nearest row first). */
export const EnableCondition = v.object({
  questionnaireItemId: QuestionnaireItemId,
  operator: v.picklist(['exists', '=', '!=', '>', '<', '>=', '<=']),
  /** Exactly one of these. For a choice: the options that the coding or value names, usually one; none when it names no option. */
  is: v.variant('kind', [
    v.object({ kind: v.literal('boolean'), value: v.boolean() }),
    v.object({ kind: v.literal('number'), value: v.number(), unitKey: v.optional(v.string()) }),
    v.object({ kind: v.literal('text'), value: v.string() }),
    /** Date, time or date and time, compared as texts of the same length. */
    v.object({ kind: v.literal('moment'), value: v.string() }),
    v.object({ kind: v.literal('options'), value: v.array(ListAnswerId) }),
    v.object({ kind: v.literal('coding'), system: v.nullable(v.string()), code: v.string() }),
  ]),
});
export type EnableCondition = v.InferOutput<typeof EnableCondition>;

/** FHIR's `enableWhen` with its `enableBehavior`. */
export const EnableWhen = v.object({
  behavior: v.picklist(['all', 'any']),
  conditions: v.pipe(v.array(EnableCondition), v.minLength(1)),
});

const OwnNode = v.object({
  linkId: v.string(),
  /** The FHIR type of the item, such as `group`, `choice`, `quantity`. */
  type: v.string(),
  /** Our item with its answer or its rows; null for a node without an answer. */
  questionnaireItemId: v.nullable(QuestionnaireItemId),
  /** For a repeating question with questions below it: the group whose rows are its answers. */
  rowsItemId: v.optional(QuestionnaireItemId),
  /** For a text below a choice: the option whose own text it contains. */
  otherOf: v.nullable(ListAnswerId),
  /** For each option: the element and value as the source wrote them, and the option's weight. */
  options: v.array(
    v.object({ listAnswerId: ListAnswerId, element: v.string(), value: v.unknown(), weight: v.nullable(v.number()) }),
  ),
  /** By the unit's key; the key of a single unit is empty. */
  units: v.array(
    v.object({
      key: v.string(),
      unit: v.nullable(v.string()),
      system: v.nullable(v.string()),
      code: v.nullable(v.string()),
    }),
  ),
});
/** An item as FHIRPath finds it in the response: where its answers are, and the texts of its source. */
export interface ResponseNode extends v.InferOutput<typeof OwnNode> {
  readonly item: readonly ResponseNode[];
}
export const ResponseNode: v.GenericSchema<unknown, ResponseNode> = v.object({
  ...OwnNode.entries,
  item: v.array(v.lazy(() => ResponseNode)),
});

/** The elements of the FHIR Patient that expressions may read. */
const PatientElement = v.picklist(['name', 'birthDate', 'gender']);
export type PatientElement = v.InferOutput<typeof PatientElement>;

/** `%patient`, with the elements that a questionnaire's expressions read. */
export const FormPatient = v.object({
  name: v.optional(
    v.array(v.object({ use: v.string(), text: v.string(), family: v.string(), given: v.array(v.string()) })),
  ),
  birthDate: v.optional(CalendarDate),
  gender: v.optional(v.picklist(['male', 'female', 'other', 'unknown'])),
});
export type FormPatient = v.InferOutput<typeof FormPatient>;

/** What the expressions of a questionnaire need; a questionnaire without expressions has none. */
export const FormLogic = v.object({
  nodes: v.array(ResponseNode),
  /** SDC variables, ordered so that each needs only earlier ones; a null `questionnaireItemId` means the whole questionnaire. */
  variables: v.array(
    v.object({ name: v.string(), questionnaireItemId: v.nullable(QuestionnaireItemId), expression: Expression }),
  ),
  /** The elements of the patient that the expressions read; absent when they read none. */
  patientElements: v.optional(v.array(PatientElement)),
  /** These elements of the patient who is asked; a revision has none. */
  patient: v.optional(FormPatient),
});
export type FormLogic = v.InferOutput<typeof FormLogic>;
