import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { bundleOf } from '../questionnaires/fhir/export.ts';
import { readResponses } from '../questionnaires/responses.ts';
import { auditOperator, command } from './command.ts';
import { CommandFailed, NotUnderstood, reasonOf } from './failure.ts';
import { flag, option, required } from './parameters.ts';
import { oneTemplate } from './questionnaireSettings.ts';
import { date } from './readers.ts';
import { counted } from './text.ts';

/** Writes to a temporary file and renames it, so that nobody reads half a file. Only the owner may read answers. */
async function writeWhole(file: string, text: string): Promise<void> {
  const half = `${file}.${String(process.pid)}.part`;
  try {
    await writeFile(half, text, { mode: 0o600 });
    await chmod(half, 0o600);
    await rename(half, file);
  } catch (error) {
    await rm(half, { force: true });
    throw new CommandFailed(`Cannot write ${file}: ${reasonOf(error)}`);
  }
}

export const responsesCommand = command({
  name: 'responses',
  does: 'Writes completed questionnaires as FHIR R4 QuestionnaireResponse resources: a Bundle of type collection.',
  more: `The dates count by the calendar of each patient's facility; both days are included. Every patient's audit says that their answers were given
out.`,
  parameters: {
    since: required('DATE', 'the first day, like 2026-11-01', date, '--since with a date.'),
    until: option('DATE', 'the last day; everything from --since on where it is left out', date),
    questionnaire: option('NAME|URL|ID', 'only this one: its id, title, name, url or identifier'),
    ndjson: flag('one resource per line in place of a Bundle'),
    out: option('FILE', 'a file, readable for its owner alone; the standard output where it is left out'),
  },
  async run({ since, until, questionnaire, ndjson, out }, io) {
    if (until !== null && until < since) throw new NotUnderstood('--until is before --since.');
    const responses = await io.transaction(async (tx) => {
      const templateId = questionnaire === null ? null : (await oneTemplate(tx, questionnaire)).id;
      const found = await readResponses(tx, since, until, templateId);
      for (const patientId of [...new Set(found.map((one) => one.patientId))].sort((a, b) => a - b)) {
        const given = found.filter((one) => one.patientId === patientId).length;
        await auditOperator(tx, 'responses.exported', { patientId }, { responses: given });
      }
      return found.map((one) => one.response);
    });
    const text = ndjson
      ? responses.map((response) => JSON.stringify(response)).join('\n')
      : JSON.stringify(bundleOf(responses, new Date().toISOString()), null, 2);
    if (out === null) return text;
    await writeWhole(out, `${text}\n`);
    io.err(`${counted(responses.length, 'response')} written to ${out}.`);
    return 0;
  },
});
