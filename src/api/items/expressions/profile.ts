import type { Expression, FormPatient, ResponseNode } from '../../formLogic.ts';
import type { AnswerValue, QuestionnaireItem } from '../../questionnaireItems.ts';
import { stepsOfForm, withBudget } from './budget.ts';
import { evaluate } from './evaluator.ts';
import { answersOf } from './results.ts';
import { ExpressionError, type Values } from './values.ts';

/** `%patient`: a FHIR Patient with the known elements. */
export const patientValues = (patient: FormPatient = {}): Values => [
  { kind: 'complex', type: 'Patient', data: { resourceType: 'Patient', ...patient } },
];

/** A question's initial answer from the person's profile, the FHIR Patient `%patient`; none when the value does not fit. */
export function answersOfProfile(
  item: QuestionnaireItem,
  node: ResponseNode | undefined,
  expression: Expression,
  patient: FormPatient,
  today: string,
): AnswerValue[] {
  try {
    const values = withBudget({ left: stepsOfForm }, () =>
      evaluate(expression, {
        focus: [],
        today,
        weightOf: () => undefined,
        variable(name) {
          if (name !== 'patient') throw new ExpressionError(`there is no variable "%${name}"`);
          return patientValues(patient);
        },
      }),
    );
    return answersOf(item, node, values);
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof RangeError || error instanceof SyntaxError) return [];
    throw error;
  }
}
