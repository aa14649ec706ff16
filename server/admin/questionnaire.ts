import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { CalendarDate } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { type Db, isUnavailable, statement } from '../db/pool.ts';
import { assignQuestionnaire, findTemplates, listTemplates } from '../questionnaires/assign.ts';
import type { TemplateDraft } from '../questionnaires/draft.ts';
import {
  contentKey,
  defaultSettings,
  type ImportSettings,
  questionnairesIn,
  readQuestionnaire,
} from '../questionnaires/fhir/import.ts';
import type { JsonObject } from '../questionnaires/fhir/json.ts';
import type { Terminology } from '../questionnaires/fhir/options.ts';
import { type SavedTemplate, saveTemplate } from '../questionnaires/saveTemplate.ts';
import { SettingsFault } from '../questionnaires/settings.ts';
import { terminologyFor, valueSetUrlsIn } from '../questionnaires/terminology.ts';
import { actor, type Command, type Io } from './command.ts';
import { CommandFailed } from './failure.ts';
import { counted, type ReadQuestionnaire, reportOf, tellImported, tellRefused } from './importReport.ts';
import { onePatient } from './people.ts';
import { oneTemplate, readSettings, settingsCommand, tellFaults } from './questionnaireSettings.ts';
import { textsCommand } from './questionnaireTexts.ts';

const setMissedAfter = statement(
  'admin.missedAfter',
  'update questionnaire_templates set missed_after_days = $missedAfterDays where id = $templateId',
);

/** Parses a `YYYY-MM-DD` of the command line. */
export function dateOption(name: string, text: string | undefined): CalendarDate | null {
  if (text === undefined) return null;
  const parsed = v.safeParse(CalendarDate, text);
  if (!parsed.success) throw new CommandFailed(`--${name} needs a date like 2026-11-30, not "${text}".`, true);
  return parsed.output;
}

const missedAfterOption = (text: string | undefined): number | null | undefined => {
  if (text === undefined) return undefined;
  if (text === 'never') return null;
  if (!/^\d{1,4}$/.test(text))
    throw new CommandFailed(`--missed-after needs a number of days or "never", not "${text}".`, true);
  return Number(text);
};

interface ReadFile {
  readonly file: string;
  readonly questionnaires: readonly JsonObject[];
  readonly terminology: Terminology;
}

/** The resources of a file; null, and a line saying why, where there are none. */
async function readFileOf(file: string, io: Io): Promise<ReadFile | null> {
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    io.err(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    io.err(
      text.trimStart().startsWith('<')
        ? `${file} is not JSON but XML; FHIR resources in XML are to be converted first.`
        : `${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
    return null;
  }
  const inFile = questionnairesIn(json);
  if (typeof inFile === 'string') {
    io.err(`${file} ${inFile}.`);
    return null;
  }
  return { file, ...inFile };
}

/** The value sets that the facility keeps and the questionnaires name without bringing them along. */
async function storedBeside(files: readonly ReadFile[], io: Io): Promise<ReadFile[]> {
  const here = new Set(files.flatMap(({ terminology }) => terminology.valueSets.map(({ url }) => url)));
  const urls = files
    .flatMap(({ questionnaires }) => questionnaires.flatMap((one) => [...valueSetUrlsIn(one)]))
    .filter((url) => !here.has(url));
  if (urls.length === 0) return [];
  const terminology = await io.database((pool) => terminologyFor(pool.db, urls));
  return [{ file: 'the value sets of the facility', questionnaires: [], terminology }];
}

/** Maps the questionnaires of all files, with the value sets of all of them. */
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

const importCommand: Command = {
  words: ['questionnaire', 'import'],
  help: `questionnaire import FILE… [--dry-run] [--settings FILE] [--revises NAME|ID] [--accept-extension URL]… [--accept-subject TYPE]… [--leave-out LINKID]… [--leave-out-calculated] [--answer-in-words] [--units-as-quantities] [--other-label TEXT] [--missed-after DAYS|never]

Imports FHIR Questionnaire resources (R4; STU3, R4B and R5 where the difference is plain): JSON files with one Questionnaire, or a Bundle of
them with their value sets. A file of a ValueSet or CodeSystem beside them gives them its options.
What cannot be carried is refused with a list of the places. The same url or identifier again is a new revision; a file with neither is a
questionnaire of its own, unless --revises says which one it is the next revision of.

  --dry-run                only say what would be imported or refused, as JSON: { questionnaires: [{ file, title, outcome ("can be
                           imported" or "refused"), questions, scores, languages, carried: [{ construct, count, places }],
                           notes: [{ place, reason }], refusals: [{ place, reason }] }] }
  --settings FILE          what the file lacks, as "questionnaire settings" takes it; for one questionnaire
  --revises NAME|ID        the questionnaire that this one is the next revision of
  --accept-extension URL   take an unknown extension for harmless; may be given more than once
  --accept-subject TYPE    take a questionnaire about an Encounter, a RelatedPerson or another TYPE as one about the patient; may be
                           given more than once
  --leave-out LINKID       do without this item and what is under it; may be given more than once
  --leave-out-calculated   do without items that are calculated or read-only and no total
  --answer-in-words        ask a choice whose options are nowhere to be had in the person's own words; its answer goes out as a
                           coding that has only a display, without a code
  --units-as-quantities    ask a number (decimal) that lists several units as a quantity; its answer goes out as valueQuantity in
                           the chosen unit, which the questionnaire did not ask for
  --other-label TEXT       what the answer of one's own is called in open choices ("${defaultSettings.otherLabel}")
  --missed-after DAYS      days after the due date from which it counts as missed (30), or "never"`,
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean' },
        'accept-extension': { type: 'string', multiple: true },
        'accept-subject': { type: 'string', multiple: true },
        'leave-out': { type: 'string', multiple: true },
        'leave-out-calculated': { type: 'boolean' },
        'answer-in-words': { type: 'boolean' },
        'units-as-quantities': { type: 'boolean' },
        settings: { type: 'string' },
        revises: { type: 'string' },
        'other-label': { type: 'string' },
        'missed-after': { type: 'string' },
      },
    });
    if (positionals.length === 0) throw new CommandFailed('questionnaire import needs at least one file.', true);
    const missedAfter = missedAfterOption(values['missed-after']);
    const own = values.settings === undefined ? undefined : await readSettings(values.settings);
    const settings: ImportSettings = {
      acceptedExtensions: new Set(values['accept-extension'] ?? []),
      acceptedSubjects: new Set(values['accept-subject'] ?? []),
      leaveOut: new Set(values['leave-out'] ?? []),
      otherLabel: values['other-label'] ?? defaultSettings.otherLabel,
      leaveOutCalculated: values['leave-out-calculated'] === true,
      answersInWords: values['answer-in-words'] === true,
      unitsAsQuantities: values['units-as-quantities'] === true,
      title: own?.title ?? null,
      fileName: null,
    };
    const files: ReadFile[] = [];
    for (const file of new Set(positionals)) {
      const one = await readFileOf(file, io);
      if (one) files.push(one);
    }
    const found = readAll([...files, ...(await storedBeside(files, io))], settings);
    const isDry = values['dry-run'] === true;
    const all = found.flatMap(({ file, reading }) =>
      reading.kind === 'read' ? [{ file, reading, draft: reading.draft }] : [],
    );
    const failed = found.length - all.length;
    for (const { file, reading } of found) if (reading.kind === 'refused' && !isDry) tellRefused(io, file, reading);
    if (files.length > 0 && files.every((file) => file.questionnaires.length === 0))
      io.err('There is no Questionnaire in these files.');
    const revises = values.revises;
    if ((own || revises !== undefined) && all.length + failed > 1)
      throw new CommandFailed('--settings and --revises are for one questionnaire, and there are several here.', true);
    let failures = failed + new Set(positionals).size - files.length + (all.length === 0 ? 1 : 0);
    if (isDry) io.out(JSON.stringify(reportOf(found), null, 2));
    else if (all.length > 0) {
      await io.database(async (pool) => {
        const revised = revises === undefined ? undefined : (await oneTemplate(pool.db, revises)).id;
        for (const one of all) {
          const saved = await pool
            .tx(async (tx) => {
              const template = await saveTemplate(tx, one.draft, {
                ...(revised === undefined ? {} : { revises: revised }),
                ...(own ? { settings: own } : {}),
              });
              if (missedAfter !== undefined)
                await tx.run(setMissedAfter, { templateId: template.templateId, missedAfterDays: missedAfter });
              if (template.outcome !== 'unchanged' || missedAfter !== undefined)
                await audit(tx, {
                  type: 'questionnaire.imported',
                  actor,
                  patientId: null,
                  detail: { templateId: template.templateId, revision: template.revision, outcome: template.outcome },
                });
              return template;
            })
            .catch((error: unknown) => {
              // What is wrong with one instrument keeps no other out.
              if (isUnavailable(error)) throw error;
              if (error instanceof SettingsFault) tellFaults(io, `"${one.draft.title}" was not imported`, error);
              else
                io.err(
                  `${one.file}: "${one.draft.title}" could not be saved: ${error instanceof Error ? error.message : String(error)}`,
                );
              return null;
            });
          if (saved === null) {
            failures += 1;
            continue;
          }
          const outcome = {
            created: `is questionnaire ${String(saved.templateId)}`,
            revised: `is revision ${String(saved.revision)} of questionnaire ${String(saved.templateId)}`,
            unchanged: `is unchanged: questionnaire ${String(saved.templateId)}, revision ${String(saved.revision)}`,
          }[saved.outcome];
          tellImported(io, one.reading, outcome);
          if (saved.outcome === 'created' && isKnownByContent(one.draft))
            await tellNamesakes(pool.db, one.draft, saved, io);
        }
      });
    }
    return failures === 0 ? 0 : 1;
  },
};

/** A file that nothing names may be meant as the next revision of one of the same title: who imports decides, not the title. */
const isKnownByContent = ({ sourceKey }: TemplateDraft): boolean => sourceKey?.startsWith(contentKey) === true;
async function tellNamesakes(db: Db, { title }: TemplateDraft, { templateId }: SavedTemplate, io: Io): Promise<void> {
  const others = (await findTemplates(db, title)).filter(({ id }) => id !== templateId).map(({ id }) => String(id));
  if (others.length > 0)
    io.out(
      `  note: the title is that of ${counted(others.length, 'questionnaire')} more (${others.join(', ')}); with --revises ${others.at(-1) ?? ''} it would have been a revision`,
    );
}

const listCommand: Command = {
  words: ['questionnaire', 'list'],
  help: `questionnaire list

Lists the questionnaires: id, revision, title, how much they ask and how often they are in use.`,
  async run(args, io) {
    parseArgs({ args, options: {} });
    const templates = await io.database((pool) => listTemplates(pool.db));
    for (const { id, revision, title, items, scores, open, completed, sourceKey } of templates) {
      io.out(
        `${String(id).padStart(5)}  r${String(revision)}  ${title}  (${counted(items, 'item')}, ${counted(scores, 'score')}; ${String(open)} open, ${String(completed)} completed)${sourceKey === null || sourceKey.startsWith(contentKey) ? '' : `  ${sourceKey}`}`,
      );
    }
    if (templates.length === 0) io.out('There are no questionnaires yet.');
    return 0;
  },
};

const assignCommand: Command = {
  words: ['questionnaire', 'assign'],
  help: `questionnaire assign --questionnaire NAME|URL|ID --patient MRN|USERNAME [--facility NAME] [--due DATE] [--not-startable]

Assigns a questionnaire to a patient.

  --questionnaire   its id, title, name, url or identifier
  --patient         the patient's record number or username
  --facility        the patient's home facility, where two facilities have the same record number
  --due             the day it is due, like 2026-11-30; today at the patient's facility where it is left out
  --not-startable   the patient cannot start it yet`,
  async run(args, io) {
    const { values } = parseArgs({
      args,
      options: {
        questionnaire: { type: 'string' },
        patient: { type: 'string' },
        facility: { type: 'string' },
        due: { type: 'string' },
        'not-startable': { type: 'boolean' },
      },
    });
    const { questionnaire, patient } = values;
    if (questionnaire === undefined || patient === undefined)
      throw new CommandFailed('questionnaire assign needs --questionnaire and --patient.', true);
    const due = dateOption('due', values.due);
    return io.database(async (pool) => {
      const template = await oneTemplate(pool.db, questionnaire);
      const one = await onePatient(pool.db, patient, values.facility);
      const { assignedQuestionnaireId, dueDate } = await pool.tx((tx) =>
        assignQuestionnaire(tx, actor, {
          patientId: one.id,
          templateId: template.id,
          due,
          canStartByPatient: values['not-startable'] !== true,
        }),
      );
      io.out(
        `"${template.title}" is assigned to ${one.mrn} (${one.facility}), due ${dueDate}: assignment ${String(assignedQuestionnaireId)}.`,
      );
      return 0;
    });
  },
};

export const questionnaireCommands: readonly Command[] = [
  importCommand,
  settingsCommand,
  textsCommand,
  listCommand,
  assignCommand,
];
