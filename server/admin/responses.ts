import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { audit } from '../audit/audit.ts';
import { bundleOf } from '../questionnaires/fhir/export.ts';
import { readResponses } from '../questionnaires/responses.ts';
import { actor, type Command } from './command.ts';
import { CommandFailed } from './failure.ts';
import { dateOption } from './questionnaire.ts';
import { oneTemplate } from './questionnaireSettings.ts';

/** Writes beside the place and moves there, so that a reader never sees half of it; only the owner may read answers. */
async function writeWhole(file: string, text: string): Promise<void> {
  const half = `${file}.${String(process.pid)}.part`;
  try {
    await writeFile(half, text, { mode: 0o600 });
    await chmod(half, 0o600);
    await rename(half, file);
  } catch (error) {
    await rm(half, { force: true });
    throw new CommandFailed(`Cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The answers that were handed in, as FHIR R4. Every patient's audit says that they were given out. */
export const responsesCommand: Command = {
  words: ['responses'],
  help: `responses --since DATE [--until DATE] [--questionnaire NAME|URL|ID] [--ndjson] [--out FILE]

Writes completed questionnaires as FHIR R4 QuestionnaireResponse resources: a Bundle of type collection.
The dates count by the calendar of each patient's facility; both days are included.

  --since           the first day, like 2026-11-01
  --until           the last day; everything from --since on where it is left out
  --questionnaire   only this one: its id, title, name, url or identifier
  --ndjson          one resource per line in place of a Bundle
  --out             a file, readable for its owner alone; the standard output where it is left out`,
  async run(args, io) {
    const { values } = parseArgs({
      args,
      options: {
        since: { type: 'string' },
        until: { type: 'string' },
        questionnaire: { type: 'string' },
        ndjson: { type: 'boolean' },
        out: { type: 'string' },
      },
    });
    const since = dateOption('since', values.since);
    const until = dateOption('until', values.until);
    if (since === null) throw new CommandFailed('responses needs --since with a date.', true);
    if (until !== null && until < since) throw new CommandFailed('--until is before --since.', true);
    const { questionnaire } = values;
    const responses = await io.database((pool) =>
      pool.tx(async (tx) => {
        const templateId = questionnaire === undefined ? null : (await oneTemplate(tx, questionnaire)).id;
        const found = await readResponses(tx, since, until, templateId);
        for (const patientId of [...new Set(found.map((one) => one.patientId))].sort((a, b) => a - b)) {
          await audit(tx, {
            type: 'responses.exported',
            actor,
            patientId,
            detail: { responses: found.filter((one) => one.patientId === patientId).length },
          });
        }
        return found.map((one) => one.response);
      }),
    );
    const text =
      values.ndjson === true
        ? responses.map((response) => JSON.stringify(response)).join('\n')
        : JSON.stringify(bundleOf(responses, new Date().toISOString()), null, 2);
    if (values.out === undefined) io.out(text);
    else {
      await writeWhole(values.out, `${text}\n`);
      io.err(
        `${String(responses.length)} ${responses.length === 1 ? 'response' : 'responses'} written to ${values.out}.`,
      );
    }
    return 0;
  },
};
