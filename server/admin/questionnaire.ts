import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { CalendarDate } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';
import { assignQuestionnaire, findTemplates, listTemplates, type Template } from '../questionnaires/assign.ts';
import { defaultSettings, type ImportSettings, type Place, questionnairesIn, readQuestionnaire } from '../questionnaires/fhir/import.ts';
import { saveTemplate, type TemplateDraft } from '../questionnaires/saveTemplate.ts';
import { actor, type Command, type Io } from './command.ts';
import { CommandFailed } from './failure.ts';
import { onePatient } from './people.ts';

const setMissedAfter = statement('admin.missedAfter', 'update questionnaire_templates set missed_after_days = $2 where id = $1');

const counted = (count: number, one: string, many = `${one}s`) => `${String(count)} ${count === 1 ? one : many}`;

/** Parses a `YYYY-MM-DD` of the command line. */
export function dateOption(name: string, text: string | undefined): CalendarDate | null {
  if (text === undefined) return null;
  const parsed = v.safeParse(CalendarDate, text);
  if (!parsed.success) throw new CommandFailed(`--${name} needs a date like 2026-11-30, not "${text}".`, true);
  return parsed.output;
}

/** The one template that a name stands for. */
export async function oneTemplate(db: Db, named: string): Promise<Template> {
  const found = await findTemplates(db, named);
  const [template, ...others] = found;
  if (!template) throw new CommandFailed(`No questionnaire is called "${named}". See: questionnaire list`);
  if (others.length > 0) throw new CommandFailed(`"${named}" is the name of ${String(found.length)} questionnaires (ids ${found.map((one) => one.id).join(', ')}): give the id.`);
  return template;
}

const missedAfterOption = (text: string | undefined): number | null | undefined => {
  if (text === undefined) return undefined;
  if (text === 'never') return null;
  if (!/^\d{1,4}$/.test(text)) throw new CommandFailed(`--missed-after needs a number of days or "never", not "${text}".`, true);
  return Number(text);
};

interface Found {
  readonly file: string;
  readonly draft: TemplateDraft;
  readonly notes: readonly Place[];
}

/** Reads one file; what it cannot carry is said place by place. */
async function readFileOf(file: string, settings: ImportSettings, io: Io): Promise<{ found: Found[]; failed: number }> {
  let json: unknown;
  try {
    json = JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (error) {
    io.err(error instanceof SyntaxError ? `${file} is not JSON: ${error.message}` : `Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
    return { found: [], failed: 1 };
  }
  const inFile = questionnairesIn(json);
  if (typeof inFile === 'string') {
    io.err(`${file} ${inFile}.`);
    return { found: [], failed: 1 };
  }
  const found: Found[] = [];
  let failed = 0;
  for (const resource of inFile.questionnaires) {
    const reading = readQuestionnaire(resource, inFile.terminology, settings);
    if (reading.kind === 'read') {
      found.push({ file, draft: reading.draft, notes: reading.notes });
      continue;
    }
    failed += 1;
    io.err(`${file}: "${reading.title}" was not imported; ${counted(reading.refusals.length, 'place')} cannot be carried:`);
    for (const { place, reason } of reading.refusals) io.err(`  ${place}: ${reason}`);
  }
  return { found, failed };
}

const importCommand: Command = {
  words: ['questionnaire', 'import'],
  help: `questionnaire import FILE… [--dry-run] [--accept-extension URL]… [--leave-out LINKID]… [--other-label TEXT] [--missed-after DAYS|never]

Imports FHIR R4 Questionnaire resources: JSON files with one Questionnaire, or a Bundle of them with their value sets.
What cannot be carried is refused with a list of the places. The same url or identifier again is a new revision.

  --dry-run                only say what would be imported or refused
  --accept-extension URL   take an unknown extension for harmless; may be given more than once
  --leave-out LINKID       do without this item and what is under it; may be given more than once
  --other-label TEXT       what the answer of one's own is called in open choices ("${defaultSettings.otherLabel}")
  --missed-after DAYS      days after the due date from which it counts as missed (30), or "never"`,
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean' }, 'accept-extension': { type: 'string', multiple: true }, 'leave-out': { type: 'string', multiple: true }, 'other-label': { type: 'string' }, 'missed-after': { type: 'string' } },
    });
    if (positionals.length === 0) throw new CommandFailed('questionnaire import needs at least one file.', true);
    const missedAfter = missedAfterOption(values['missed-after']);
    const settings: ImportSettings = { acceptedExtensions: new Set(values['accept-extension'] ?? []), leaveOut: new Set(values['leave-out'] ?? []), otherLabel: values['other-label'] ?? defaultSettings.otherLabel };
    let failures = 0;
    const all: Found[] = [];
    for (const file of positionals) {
      const { found, failed } = await readFileOf(file, settings, io);
      all.push(...found);
      failures += failed;
    }
    const tell = ({ draft, notes }: Found, outcome: string) => {
      const questions = draft.items.filter((item) => item.type !== 'SectionHeader' && item.type !== 'QuestionMatrixGrouping').length;
      io.out(`"${draft.title}" ${outcome} (${counted(questions, 'question')}, ${counted(draft.scores?.length ?? 0, 'score')}).`);
      for (const { place, reason } of notes) io.out(`  note: ${place}: ${reason}`);
    };
    if (values['dry-run'] === true) for (const one of all) tell(one, 'can be imported');
    else if (all.length > 0) {
      await io.database(async (pool) => {
        for (const one of all) {
          const saved = await pool.tx(async (tx) => {
            const template = await saveTemplate(tx, one.draft);
            if (missedAfter !== undefined) await tx.run(setMissedAfter, [template.templateId, missedAfter]);
            if (template.outcome !== 'unchanged' || missedAfter !== undefined) await audit(tx, { type: 'questionnaire.imported', actor, patientId: null, detail: { templateId: template.templateId, revision: template.revision, outcome: template.outcome } });
            return template;
          });
          const outcome = { created: `is questionnaire ${String(saved.templateId)}`, revised: `is revision ${String(saved.revision)} of questionnaire ${String(saved.templateId)}`, unchanged: `is unchanged: questionnaire ${String(saved.templateId)}, revision ${String(saved.revision)}` }[saved.outcome];
          tell(one, outcome);
        }
      });
    }
    return failures === 0 ? 0 : 1;
  },
};

const listCommand: Command = {
  words: ['questionnaire', 'list'],
  help: `questionnaire list

Lists the questionnaires: id, revision, title, how much they ask and how often they are in use.`,
  async run(args, io) {
    parseArgs({ args, options: {} });
    const templates = await io.database((pool) => listTemplates(pool.db));
    for (const { id, revision, title, items, scores, open, completed, sourceKey } of templates) {
      io.out(`${String(id).padStart(5)}  r${String(revision)}  ${title}  (${counted(items, 'item')}, ${counted(scores, 'score')}; ${String(open)} open, ${String(completed)} completed)${sourceKey === null ? '' : `  ${sourceKey}`}`);
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
      options: { questionnaire: { type: 'string' }, patient: { type: 'string' }, facility: { type: 'string' }, due: { type: 'string' }, 'not-startable': { type: 'boolean' } },
    });
    const { questionnaire, patient } = values;
    if (questionnaire === undefined || patient === undefined) throw new CommandFailed('questionnaire assign needs --questionnaire and --patient.', true);
    const due = dateOption('due', values.due);
    return io.database(async (pool) => {
      const template = await oneTemplate(pool.db, questionnaire);
      const one = await onePatient(pool.db, patient, values.facility);
      const { assignedQuestionnaireId, dueDate } = await pool.tx((tx) => assignQuestionnaire(tx, actor, { patientId: one.id, templateId: template.id, due, canStartByPatient: values['not-startable'] !== true }));
      io.out(`"${template.title}" is assigned to ${one.mrn} (${one.facility}), due ${dueDate}: assignment ${String(assignedQuestionnaireId)}.`);
      return 0;
    });
  },
};

export const questionnaireCommands: readonly Command[] = [importCommand, listCommand, assignCommand];
