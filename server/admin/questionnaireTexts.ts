import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { LanguageTag } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { exportTexts, listTexts, takeTexts, TextsFile } from '../questionnaires/textsFile.ts';
import { actor, type Command, type Io } from './command.ts';
import { CommandFailed } from './failure.ts';
import { oneTemplate } from './questionnaireSettings.ts';

async function readTextsFile(file: string): Promise<TextsFile> {
  let json: unknown;
  try {
    json = JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new CommandFailed(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = v.safeParse(TextsFile, json);
  if (parsed.success) return parsed.output;
  const faults = parsed.issues.map((issue) => `  ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);
  throw new CommandFailed([`${file} has ${String(faults.length)} mistakes:`, ...faults].join('\n'));
}

function languageOption(text: string): string {
  const parsed = v.safeParse(LanguageTag, text);
  if (!parsed.success) throw new CommandFailed(`"${text}" is no language like es or pt-BR.`, true);
  return parsed.output;
}

/** At most so many are named one by one. */
const mostNamed = 20;
function tell(io: Io, what: string, places: readonly string[]): void {
  if (places.length === 0) return;
  io.out(`  ${what} (${String(places.length)}):`);
  for (const place of places.slice(0, mostNamed)) io.out(`    ${place}`);
  if (places.length > mostNamed) io.out(`    and ${String(places.length - mostNamed)} more`);
}

export const textsCommand: Command = {
  words: ['questionnaire', 'texts'],
  help: `questionnaire texts --questionnaire NAME (--language TAG FILE | --export TAG | --list)

The texts of a questionnaire in other languages, beside those that its own file has.

  --language TAG FILE   takes the texts of a file in place of those that were given before
  --export TAG          writes a file to be filled in, with what there is, to the standard output
  --list                which languages there are, and how much of the questionnaire is in each

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
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        questionnaire: { type: 'string' },
        language: { type: 'string' },
        export: { type: 'string' },
        list: { type: 'boolean' },
      },
    });
    const { questionnaire } = values;
    const ways = [values.language, values.export, values.list].filter((way) => way !== undefined);
    const [file, ...more] = positionals;
    if (questionnaire === undefined || ways.length !== 1 || more.length > 0)
      throw new CommandFailed(
        'questionnaire texts needs --questionnaire and one of --language, --export and --list.',
        true,
      );
    if ((values.language === undefined) !== (file === undefined))
      throw new CommandFailed('questionnaire texts needs a file with --language, and with nothing else.', true);
    if (values.language !== undefined && file !== undefined) {
      const language = languageOption(values.language);
      const texts = await readTextsFile(file);
      if (texts.language !== undefined && texts.language !== language)
        throw new CommandFailed(`${file} says that it is in ${texts.language}, not ${language}.`);
      return io.database(async (pool) => {
        const template = await oneTemplate(pool.db, questionnaire);
        const taken = await pool.tx(async (tx) => {
          const done = await takeTexts(tx, template.id, language, texts);
          if (done.isChanged)
            await audit(tx, {
              type: 'questionnaire.settings_changed',
              actor,
              patientId: null,
              detail: { templateId: template.id, language },
            });
          return done;
        });
        io.out(
          `"${template.title}" has ${String(taken.translated)} of ${String(taken.total)} texts in ${language}${taken.isChanged ? '' : ', as before'}.`,
        );
        tell(io, 'names nothing of the questionnaire and is left out', taken.unknown);
        tell(io, 'translates other words than the questionnaire has now', taken.outdated);
        tell(io, 'not translated', taken.missing);
        return taken.unknown.length === 0 ? 0 : 1;
      });
    }
    return io.database(async (pool) => {
      const template = await oneTemplate(pool.db, questionnaire);
      if (values.export !== undefined) {
        io.out(JSON.stringify(await exportTexts(pool.db, template.id, languageOption(values.export)), null, 2));
        return 0;
      }
      const states = await listTexts(pool.db, template.id);
      for (const { language, translated, total } of states)
        io.out(`${language}: ${String(translated)} of ${String(total)} texts`);
      if (states.length === 0) io.out('It has no texts in another language.');
      return 0;
    });
  },
};
