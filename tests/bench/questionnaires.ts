/** FHIR R4 questionnaires of a chosen length, imported through the command line like any other. */
export const benchTitle = (items: number, conditions = 0) =>
  conditions === 0 ? `Bench ${items}` : `Bench ${items}, ${conditions} conditions`;

/**
 * Groups of five: a single choice, a yes or no, a number, a short and a long text; nothing is required. The last `conditions` items are
 * conditional on the first choice and the first text, so that a tap and a key each decide about half of them.
 */
export function benchQuestionnaire(items: number, conditions = 0): object {
  const kinds = [
    (n: number) => ({
      type: 'choice',
      answerOption: ['Never', 'Sometimes', 'Often', 'Always'].map((display, score) => ({
        valueCoding: { code: `c${n}-${score}`, display },
      })),
    }),
    () => ({ type: 'boolean' }),
    () => ({ type: 'integer' }),
    () => ({ type: 'string' }),
    () => ({ type: 'text' }),
  ];
  return {
    resourceType: 'Questionnaire',
    url: `https://example.org/bench/${items}${conditions === 0 ? '' : `-${conditions}`}`,
    title: benchTitle(items, conditions),
    status: 'active',
    item: Array.from({ length: items }, (_, index) => ({
      linkId: `q${index + 1}`,
      text: `Bench question ${index + 1}: how have you been in the last two weeks?`,
      required: false,
      ...kinds[index % kinds.length]?.(index + 1),
      ...(index < items - conditions
        ? {}
        : {
            enableWhen: [
              index % 2 === 0
                ? { question: 'q1', operator: '=', answerCoding: { code: 'c1-1' } }
                : { question: 'q4', operator: 'exists', answerBoolean: true },
            ],
          }),
    })),
  };
}
