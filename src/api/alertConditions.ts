import * as v from 'valibot';
import { ListAnswerId, QuestionnaireItemId } from './ids.ts';

/** Lowest and highest value, both included; null: no limit. */
const range = { from: v.nullable(v.number()), to: v.nullable(v.number()) };

/** When answers need a look. */
export const AlertCondition = v.variant('kind', [
  v.object({
    kind: v.literal('options'),
    questionnaireItemId: QuestionnaireItemId,
    listAnswerIds: v.array(ListAnswerId),
  }),
  /** Concepts of a large value set. */
  v.object({ kind: v.literal('codes'), questionnaireItemId: QuestionnaireItemId, codes: v.array(v.string()) }),
  v.object({ kind: v.literal('yesNo'), questionnaireItemId: QuestionnaireItemId, isChecked: v.boolean() }),
  /** The answered number, or the sum of the chosen options' scores. */
  v.object({ kind: v.literal('value'), questionnaireItemId: QuestionnaireItemId, ...range }),
  v.object({ kind: v.literal('score'), scoreKey: v.string(), ...range }),
]);
export type AlertCondition = v.InferOutput<typeof AlertCondition>;

/**
 * How a score is computed: `constant` plus the weighted values of its items. The value of a choice item is the sum of the scores of its
 * chosen options; that of a number or slider is its number (rulings, section 8). If anything in `needs` is missing, there is no score.
 */
export const ScoreFormula = v.object({
  scoreKey: v.string(),
  constant: v.number(),
  terms: v.array(v.object({ questionnaireItemId: QuestionnaireItemId, weight: v.number() })),
  /** At least `atLeast` of these items are answered, or have a chosen option with a score. */
  needs: v.array(
    v.object({ atLeast: v.number(), of: v.array(QuestionnaireItemId), by: v.picklist(['answer', 'score']) }),
  ),
});
export type ScoreFormula = v.InferOutput<typeof ScoreFormula>;

/** What the facility says at once to somebody who gives certain answers, and the scores that decide it. */
export const SafetyTexts = v.object({
  /** `text` is allow-listed HTML. */
  rules: v.array(v.object({ when: AlertCondition, text: v.string() })),
  scores: v.array(ScoreFormula),
});
export type SafetyTexts = v.InferOutput<typeof SafetyTexts>;
