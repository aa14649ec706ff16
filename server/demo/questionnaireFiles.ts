import { readdir } from 'node:fs/promises';
import * as v from 'valibot';
import type { TemplateDraft } from '../questionnaires/draft.ts';
import { questionnairesIn, readQuestionnaire } from '../questionnaires/fhir/import.ts';
import { QuestionnaireSettings } from '../questionnaires/settings.ts';
import { dataJson, dataPath } from './data.ts';

/** In the order of their ids. */
const questionnaires = [
  'how-are-you-doing',
  'mood-this-week',
  'ten-questions',
  'before-your-visit',
  'pain-and-medicines',
  'getting-here',
  'sleep-diary',
  'yearly-review',
  'at-home',
  'photo-consent',
  'first-visit',
] as const;

interface DemoQuestionnaire {
  readonly draft: TemplateDraft;
  readonly settings?: QuestionnaireSettings;
}

/** Reads a file as `questionnaire import` does. */
async function draftIn(name: string): Promise<TemplateDraft> {
  const file = questionnairesIn(await dataJson(`questionnaires/${name}`));
  if (typeof file === 'string') throw new Error(`${name} ${file}`);
  const [resource] = file.questionnaires;
  if (resource === undefined) throw new Error(`${name} has no questionnaire`);
  const reading = readQuestionnaire(resource, file.terminology);
  if (reading.kind === 'refused')
    throw new Error(reading.refusals.map(({ place, reason }) => `${name}: ${place} ${reason}`).join('\n'));
  return reading.draft;
}

/** The demo's questionnaires, with the settings next to them if there are any. */
export async function readQuestionnaires(): Promise<DemoQuestionnaire[]> {
  const files = await readdir(dataPath('questionnaires'));
  return Promise.all(
    questionnaires.map(async (name) => {
      const draft = await draftIn(`${name}.json`);
      const beside = `${name}.settings.json`;
      if (!files.includes(beside)) return { draft };
      return { draft, settings: v.parse(QuestionnaireSettings, await dataJson(`questionnaires/${beside}`)) };
    }),
  );
}
