/** FHIR R4 questionnaires of a chosen length, imported through the command line like any other. */
export const benchTitle = (items: number) => `Bench ${items}`;

/** Groups of five: a single choice, a yes or no, a number, a short and a long text; nothing is required. */
export function benchQuestionnaire(items: number): object {
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
    url: `https://example.org/bench/${items}`,
    title: benchTitle(items),
    status: 'active',
    item: Array.from({ length: items }, (_, index) => ({
      linkId: `q${index + 1}`,
      text: `Bench question ${index + 1}: how have you been in the last two weeks?`,
      required: false,
      ...kinds[index % kinds.length]?.(index + 1),
    })),
  };
}
