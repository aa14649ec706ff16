import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Db, isUnavailable, type Pool, statement } from '../db/pool.ts';
import { findTemplates } from '../questionnaires/assign.ts';
import type { TemplateDraft } from '../questionnaires/draft.ts';
import {
  contentKey,
  type QuestionnaireReading,
  questionnairesIn,
  readQuestionnaire,
} from '../questionnaires/fhir/import.ts';
import { defaultSettings, type ImportSettings } from '../questionnaires/fhir/reading.ts';
import type { JsonObject } from '../questionnaires/fhir/json.ts';
import type { Terminology } from '../questionnaires/fhir/concepts.ts';
import { type SavedTemplate, saveTemplate } from '../questionnaires/saveTemplate.ts';
import { QuestionnaireSettings, SettingsFault } from '../questionnaires/settings.ts';
import { terminologyFor, valueSetUrlsIn } from '../questionnaires/terminology.ts';
import { type Io, auditOperator, command } from './command.ts';
import { NotUnderstood, reasonOf } from './failure.ts';
import { readJson, withoutMark } from './files.ts';
import { type ReadQuestionnaire, reportOf, tellImported, tellRefused } from './importReport.ts';
import { type OptionReader, argumentList, flag, option, repeated } from './parameters.ts';
import { oneTemplate, tellFaults } from './questionnaireSettings.ts';
import { counted } from './text.ts';

const setMissedAfter = statement(
  'admin.missedAfter',
  'update questionnaire_templates set missed_after_days = $missedAfterDays where id = $templateId',
);

/** A number of days, or null for "never". When the option is left out, nothing changes. */
const daysOrNever: OptionReader<{ readonly missedAfterDays: number | null }> = (text, name) => {
  if (text === 'never') return { missedAfterDays: null };
  if (!/^\d{1,4}$/.test(text)) throw new NotUnderstood(`${name} needs a number of days or "never", not "${text}".`);
  return { missedAfterDays: Number(text) };
};

interface ReadFile {
  readonly file: string;
  readonly questionnaires: readonly JsonObject[];
  readonly terminology: Terminology;
}

/** The resources of a file; null, with a printed reason, if there are none. */
async function readFileOf(file: string, io: Io): Promise<ReadFile | null> {
  const refuse = (why: string): null => {
    io.err(why);
    return null;
  };
  let text = '';
  try {
    text = withoutMark(await readFile(file, 'utf8'));
    const inFile = questionnairesIn(JSON.parse(text));
    return typeof inFile === 'string' ? refuse(`${file} ${inFile}.`) : { file, ...inFile };
  } catch (error) {
    if (!(error instanceof SyntaxError)) return refuse(`Cannot read ${file}: ${reasonOf(error)}`);
    return refuse(
      text.trimStart().startsWith('<')
        ? `${file} is not JSON but XML; FHIR resources in XML are to be converted first.`
        : `${file} is not JSON: ${error.message}`,
    );
  }
}

/** The stored value sets that the questionnaires name but do not contain. */
async function storedBeside(files: readonly ReadFile[], io: Io): Promise<ReadFile[]> {
  const here = new Set(files.flatMap(({ terminology }) => terminology.valueSets.map(({ url }) => url)));
  const urls = files
    .flatMap(({ questionnaires }) => questionnaires.flatMap((one) => [...valueSetUrlsIn(one)]))
    .filter((url) => !here.has(url));
  if (urls.length === 0) return [];
  const terminology = await io.database((pool) => terminologyFor(pool.db, urls));
  return [{ file: 'the value sets of the facility', questionnaires: [], terminology }];
}

/** Maps the questionnaires of all files. Each may use the value sets of every file. */
function readAll(files: readonly ReadFile[], settings: ImportSettings): ReadQuestionnaire[] {
  return files.flatMap(({ file, questionnaires, terminology }) => {
    const others = files.filter((other) => other.file !== file);
    const around: Terminology = {
      valueSets: [terminology, ...others.map((other) => other.terminology)].flatMap((one) => one.valueSets),
      codeSystems: [terminology, ...others.map((other) => other.terminology)].flatMap((one) => one.codeSystems),
    };
    const fileName = basename(file).replace(/\.json$/i, '');
    return questionnaires.map((resource) => ({
      file,
      reading: readQuestionnaire(resource, around, { ...settings, fileName }),
    }));
  });
}

interface Wanted {
  readonly revises: string | null;
  readonly settings: QuestionnaireSettings | null;
  readonly missedAfter: { readonly missedAfterDays: number | null } | null;
}
type Importable = ReadQuestionnaire & { readonly reading: QuestionnaireReading & { kind: 'read' } };

/** Saves one questionnaire in its own transaction; null, with printed reasons, if that fails. */
async function save(
  pool: Pool,
  io: Io,
  { file, reading: { draft } }: Importable,
  { settings, missedAfter }: Wanted,
  revised: number | null,
): Promise<SavedTemplate | null> {
  try {
    return await pool.tx(async (tx) => {
      const saved = await saveTemplate(tx, draft, {
        ...(revised === null ? {} : { revises: revised }),
        ...(settings === null ? {} : { settings }),
      });
      const { templateId, revision, outcome } = saved;
      if (missedAfter !== null) await tx.run(setMissedAfter, { templateId, ...missedAfter });
      if (outcome !== 'unchanged' || missedAfter !== null)
        await auditOperator(tx, 'questionnaire.imported', {}, { templateId, revision, outcome });
      return saved;
    });
  } catch (error) {
    // An error in one questionnaire does not stop the others.
    if (isUnavailable(error)) throw error;
    if (error instanceof SettingsFault) tellFaults(io, `"${draft.title}" was not imported`, error);
    else io.err(`${file}: "${draft.title}" could not be saved: ${reasonOf(error)}`);
    return null;
  }
}

/** Saves questionnaires one by one; gives how many failed. */
const saveAll = (io: Io, all: readonly Importable[], wanted: Wanted): Promise<number> =>
  io.database(async (pool) => {
    const revised = wanted.revises === null ? null : (await oneTemplate(pool.db, wanted.revises)).id;
    let failures = 0;
    for (const one of all) {
      const saved = await save(pool, io, one, wanted, revised);
      if (saved === null) {
        failures += 1;
        continue;
      }
      const { templateId, revision, outcome } = saved;
      const said = {
        created: `is questionnaire ${String(templateId)}`,
        revised: `is revision ${String(revision)} of questionnaire ${String(templateId)}`,
        unchanged: `is unchanged: questionnaire ${String(templateId)}, revision ${String(revision)}`,
      }[outcome];
      tellImported(io, one.reading, said);
      if (outcome === 'created' && isKnownByContent(one.reading.draft))
        await tellNamesakes(pool.db, one.reading.draft, saved, io);
    }
    return failures;
  });

/** A file without url and identifier may revise a questionnaire of the same title. The importer decides that, not the title. */
const isKnownByContent = ({ sourceKey }: TemplateDraft): boolean => sourceKey?.startsWith(contentKey) === true;
async function tellNamesakes(db: Db, { title }: TemplateDraft, { templateId }: SavedTemplate, io: Io): Promise<void> {
  const others = (await findTemplates(db, title)).filter(({ id }) => id !== templateId).map(({ id }) => String(id));
  if (others.length > 0)
    io.out(
      `  note: the title is that of ${counted(others.length, 'questionnaire')} more (${others.join(', ')}); with --revises ${others.at(-1) ?? ''} it would have been a revision`,
    );
}

export const importCommand = command({
  name: 'questionnaire import',
  does: 'Imports FHIR Questionnaire resources (R4; STU3, R4B and R5 where the difference is plain).',
  more: `JSON files have one Questionnaire, or a Bundle of them with their value sets. A file of a ValueSet or CodeSystem beside them gives them its options; so do those of "valueset import".
It says what it did with each construct. What cannot be carried is refused with a list of the places. The same url or identifier again is a
new revision; a file with neither is a questionnaire of its own, unless --revises says which one it is the next revision of.

With --dry-run the JSON is { questionnaires: [{ file, title, outcome ("can be imported" or "refused"), questions, scores, languages,
  carried: [{ construct, count, places }], notes: [{ place, reason }], refusals: [{ place, reason }] }] }`,
  page: 'integrate-questionnaires.md',
  parameters: {
    files: argumentList('FILE', 'at least one file.'),
    dryRun: flag('only say what would be imported or refused, as JSON'),
    settings: option('FILE', 'what the file lacks, as "questionnaire settings" takes it; for one questionnaire'),
    revises: option('NAME|ID', 'the questionnaire that this one is the next revision of'),
    acceptExtension: repeated('URL', 'take an unknown extension for harmless; may be given more than once'),
    acceptSubject: repeated(
      'TYPE',
      'take a questionnaire about an Encounter, a RelatedPerson or another TYPE as one about the patient; may be given more than once',
    ),
    leaveOut: repeated('LINKID', 'do without this item and what is under it; may be given more than once'),
    leaveOutCalculated: flag('do without items that are calculated or read-only and no total'),
    answerInWords: flag(
      "ask a choice whose options are nowhere to be had in the person's own words; its answer goes out as a coding that has only a display, without a code",
    ),
    unitsAsQuantities: flag(
      'ask a number (decimal) that lists several units as a quantity; its answer goes out as valueQuantity in the chosen unit, which the questionnaire did not ask for',
    ),
    otherLabel: option(
      'TEXT',
      `what the answer of one's own is called in open choices ("${defaultSettings.otherLabel}")`,
    ),
    missedAfter: option(
      'DAYS|never',
      'days after the due date from which it counts as missed (30), or "never"',
      daysOrNever,
    ),
  },
  async run({ files: named, dryRun, revises, missedAfter, ...values }, io) {
    const settings = values.settings === null ? null : await readJson(values.settings, QuestionnaireSettings);
    const importSettings: ImportSettings = {
      acceptedExtensions: new Set(values.acceptExtension),
      acceptedSubjects: new Set(values.acceptSubject),
      leaveOut: new Set(values.leaveOut),
      otherLabel: values.otherLabel ?? defaultSettings.otherLabel,
      leaveOutCalculated: values.leaveOutCalculated,
      answersInWords: values.answerInWords,
      unitsAsQuantities: values.unitsAsQuantities,
      title: settings?.title ?? null,
      fileName: null,
    };
    const files: ReadFile[] = [];
    for (const file of named) {
      const one = await readFileOf(file, io);
      if (one) files.push(one);
    }
    const found = readAll([...files, ...(await storedBeside(files, io))], importSettings);
    const all = found.flatMap(({ file, reading }) => (reading.kind === 'read' ? [{ file, reading }] : []));
    if (!dryRun) for (const { file, reading } of found) if (reading.kind === 'refused') tellRefused(io, file, reading);
    if (files.length > 0 && files.every((file) => file.questionnaires.length === 0))
      io.err('There is no Questionnaire in these files.');
    if ((settings !== null || revises !== null) && found.length > 1)
      throw new NotUnderstood('--settings and --revises are for one questionnaire, and there are several here.');
    if (dryRun) io.out(JSON.stringify(reportOf(found), null, 2));
    const unsaved = dryRun || all.length === 0 ? 0 : await saveAll(io, all, { revises, settings, missedAfter });
    return unsaved > 0 || all.length === 0 || all.length < found.length || files.length < named.length ? 1 : 0;
  },
});
