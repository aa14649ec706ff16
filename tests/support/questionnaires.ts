/** Small FHIR R4 questionnaires for tests, imported through the command line like any other. */
import type { Facility } from './facility.ts';

/** One question for each way of answering that needs only a tap or a line; nothing is scored. */
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
      answerOption: ['Well', 'Not so well', 'Badly'].map((display, index) => ({
        valueCoding: { code: `s${index}`, display },
      })),
    },
    { linkId: 'pain', text: 'Do you have pain?', type: 'boolean', required: true },
    { linkId: 'more', text: 'Anything else we should know?', type: 'text' },
  ],
};

/** Imports a questionnaire unless there is one with its title already, because each import starts a process. */
export async function importOnce(facility: Facility, resource: { readonly title: string }): Promise<void> {
  const known = await facility.db.query('select 1 from questionnaire_templates where title = $1', [resource.title]);
  if (known.length === 0) await facility.importQuestionnaire(resource);
}
