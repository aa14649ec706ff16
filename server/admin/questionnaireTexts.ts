import { LanguageTag } from '@portal/api';
import * as v from 'valibot';
import { exportTexts, listTexts, takeTexts, TextsFile } from '../questionnaires/textsFile.ts';
import { type Context, auditOperator, command } from './command.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { readJson } from './files.ts';
import { type OptionReader, choice, flag, option, optionalArgument, required } from './parameters.ts';
import { oneTemplate } from './questionnaireSettings.ts';
import { linesOf } from './text.ts';

const languageTag: OptionReader<string> = (text) => {
  const parsed = v.safeParse(LanguageTag, text);
  if (!parsed.success) throw new NotUnderstood(`"${text}" is no language like es or pt-BR.`);
  return parsed.output;
};

const mostNamed = 20;
function placesOf(what: string, places: readonly string[]): readonly string[] {
  if (places.length === 0) return [];
  return [
    `  ${what} (${String(places.length)}):`,
    ...places.slice(0, mostNamed).map((place) => `    ${place}`),
    ...(places.length > mostNamed ? [`    and ${String(places.length - mostNamed)} more`] : []),
  ];
}

/** Stores the texts of a file; gives the exit code. */
async function take(io: Context, questionnaire: string, language: string, file: string): Promise<number> {
  const texts = await readJson(file, TextsFile);
  if (texts.language !== undefined && texts.language !== language)
    throw new CommandFailed(`${file} says that it is in ${texts.language}, not ${language}.`);
  const { title, translated, total, isChanged, ...places } = await io.transaction(async (tx) => {
    const template = await oneTemplate(tx, questionnaire);
    const done = await takeTexts(tx, template.id, language, texts);
    if (done.isChanged)
      await auditOperator(tx, 'questionnaire.settings_changed', {}, { templateId: template.id, language });
    return { ...done, title: template.title };
  });
  const { unknown, outdated, missing } = places;
  for (const line of [
    `"${title}" has ${String(translated)} of ${String(total)} texts in ${language}${isChanged ? '' : ', as before'}.`,
    ...placesOf('names nothing of the questionnaire and is left out', unknown),
    ...placesOf('translates other words than the questionnaire has now', outdated),
    ...placesOf('not translated', missing),
  ])
    io.out(line);
  return unknown.length === 0 ? 0 : 1;
}

const needs = '--questionnaire and one of --language, --export and --list.';
export const textsCommand = command({
  name: 'questionnaire texts',
  does: "Writes, takes or counts the facility's own texts of a questionnaire in other languages.",
  more: `They stand beside those that the questionnaire's own file has.
FILE is JSON, as --export writes it:

  {
    "texts": [
      { "of": "title", "original": "Pain", "text": "Dolor" },
      { "of": "item", "linkId": "often", "original": "How often?", "text": "¿Con qué frecuencia?" },
      { "of": "option", "linkId": "often", "key": "coding:urn:x|0", "original": "Never", "text": "Nunca" }
    ]
  }

"of" is also description, instructions, message (without a range), minLabel, maxLabel, entryFormat, constraint or score. Where the original
is HTML, so is the text. An empty "text" is one that is not there yet: patients read the original in its place, and the whole
in its own language while less than half of its questions are translated. Answers, drafts and the revision stay as they are.`,
  page: 'integrate-questionnaires.md',
  parameters: {
    questionnaire: { ...required('NAME|URL|ID', ''), needs },
    way: choice(
      {
        language: option(
          'TAG',
          'takes the texts of FILE in this language, in place of those that were given before',
          languageTag,
        ),
        export: option('TAG', 'writes a file to be filled in, with what there is, to the standard output', languageTag),
        list: flag('which languages there are, and how much of the questionnaire is in each'),
      },
      needs,
    ),
    file: optionalArgument('FILE', needs),
  },
  run({ questionnaire, way, file }, io) {
    if ((way.by === 'language') !== (file !== null))
      throw new NotUnderstood('questionnaire texts needs a file with --language, and with nothing else.');
    if (way.by === 'language') return take(io, questionnaire, way.value, file ?? '');
    return io.database(async ({ db }) => {
      const { id } = await oneTemplate(db, questionnaire);
      if (way.by === 'export') return JSON.stringify(await exportTexts(db, id, way.value), null, 2);
      return linesOf(
        await listTexts(db, id),
        ({ language, translated, total }) => `${language}: ${String(translated)} of ${String(total)} texts`,
        'It has no texts in another language.',
      );
    });
  },
});
