import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Facility } from './facility.ts';

/** One question, and what the facility says at once to a person who answers "Often". */
export const lowMood = {
  resourceType: 'Questionnaire',
  url: 'https://example.org/tests/low-mood',
  title: 'How low it gets',
  status: 'active',
  item: [
    {
      linkId: 'low',
      text: 'How often do you want to give up?',
      type: 'choice',
      required: true,
      answerOption: ['Never', 'Often'].map((display) => ({ valueCoding: { code: display, display } })),
    },
  ],
};
export const alertAddress = 'alerts@northlight.example';
const alert = {
  key: 'low',
  item: 'low',
  options: ['Often'],
  tell: alertAddress,
  text: 'Somebody is there for you **now**, day and night: [988](tel:988).',
  texts: { es: 'Hay alguien para usted **ahora**, de día y de noche: [988](tel:988).' },
};

/** Imports the questionnaire with its alert. */
export async function importLowMood(facility: Facility): Promise<void> {
  await facility.importQuestionnaire(lowMood);
  const folder = await mkdtemp(join(tmpdir(), 'alerts-'));
  const file = join(folder, 'settings.json');
  await writeFile(file, JSON.stringify({ questionnaire: lowMood.url, alerts: [alert] }));
  await facility.admin('questionnaire', 'settings', file);
  await rm(folder, { recursive: true });
}
