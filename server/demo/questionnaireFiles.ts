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

/** The yearly review is long: it asks the same about each of these. Its file has the section about the first. */
const reviewTopics = [
  'heart breathing skin eyes ears teeth stomach joints back feet',
  'sleep food drinks moving work family home memory mood plans',
].flatMap((topics) => topics.split(' '));

const ReviewFile = v.looseObject({ item: v.tuple([v.unknown()]) });

/** A section of the yearly review for each topic. In every fourth there is a question that must be answered. */
function withAllTopics(json: unknown): unknown {
  const file = v.parse(ReviewFile, json);
  const section = JSON.stringify(file.item[0]);
  const item = reviewTopics.map((topic, place): unknown => {
    const text = section.replaceAll('s1-', `s${String(place + 1)}-`).replaceAll('heart', topic);
    return JSON.parse(place % 4 === 0 ? text : text.replaceAll('"required":true,', ''));
  });
  return { ...file, item };
}

/** Reads a file as `questionnaire import` does. */
async function draftIn(name: string): Promise<TemplateDraft> {
  const json = await dataJson(`questionnaires/${name}`);
  const file = questionnairesIn(name === 'yearly-review.json' ? withAllTopics(json) : json);
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
