/** Small FHIR R4 questionnaires for tests, imported through the command line like any other. */

/** One question of each way to answer that needs no more than a tap or a line: nothing scored. */
export const shortCheckIn = {
  resourceType: 'Questionnaire',
  url: 'https://example.org/tests/short-check-in',
  title: 'Short check-in',
  status: 'active',
  item: [
    {
      linkId: 'sleep',
      text: 'How did you sleep?',
      type: 'choice',
      required: true,
      answerOption: ['Well', 'Not so well', 'Badly'].map((display, index) => ({ valueCoding: { code: `s${index}`, display } })),
    },
    { linkId: 'pain', text: 'Do you have pain?', type: 'boolean', required: true },
    { linkId: 'more', text: 'Anything else we should know?', type: 'text' },
  ],
};
