import { open, rename, rm } from 'node:fs/promises';
import type { PatientId } from '@portal/api';
import { auditAll } from '../audit/audit.ts';
import type { Pool } from '../db/pool.ts';
import { type QuestionnaireResponse, bundleOf } from '../questionnaires/fhir/export.ts';
import { type AfterResponse, type ResponseFilter, readSomeResponses } from '../questionnaires/responses.ts';
import { actor, command } from './command.ts';
import { NotUnderstood } from './failure.ts';
import { cannotWrite } from './files.ts';
import { flag, option, required } from './parameters.ts';
import { oneTemplate } from './questionnaireSettings.ts';
import { date } from './readers.ts';
import { counted } from './text.ts';

/** Each batch is one transaction. It ends with audit rows, and a page of one of its patients waits until it has ended, so batches are small. */
const batchSize = 500;

type Responses = readonly QuestionnaireResponse[];

/** All wanted responses, oldest first; those of a batch come when it is committed that they were given out. `onGiven`: how many those are. */
async function* batchesOf(
  pool: Pool,
  wanted: ResponseFilter,
  onGiven: (count: number) => void,
): AsyncGenerator<Responses> {
  let after: AfterResponse | null = null;
  do {
    const from: AfterResponse | null = after;
    const batch = await pool.tx(async (tx) => {
      const read = await readSomeResponses(tx, wanted, from, batchSize);
      const given = new Map<PatientId, number>();
      for (const { patientId } of read.responses) given.set(patientId, (given.get(patientId) ?? 0) + 1);
      const entries = [...given]
        .sort(([one], [other]) => one - other)
        .map(([patientId, responses]) => ({
          type: 'responses.exported' as const,
          actor,
          patientId,
          detail: { responses },
        }));
      await auditAll(tx, entries);
      return read;
    });
    onGiven(batch.responses.length);
    if (batch.responses.length > 0) yield batch.responses.map(({ response }) => response);
    after = batch.next;
  } while (after !== null);
}

async function* resourcePerLine(batches: AsyncIterable<Responses>): AsyncGenerator<string> {
  for await (const responses of batches) yield responses.map((response) => JSON.stringify(response)).join('\n');
}

/** One Bundle with the responses of all batches, as `JSON.stringify` indents it. */
async function* bundleLines(batches: AsyncIterable<Responses>): AsyncGenerator<string> {
  const madeAt = new Date().toISOString();
  const textOf = (responses: Responses): string => JSON.stringify(bundleOf(responses, madeAt), null, 2);
  const end = '  ]\n}';
  let isBegun = false;
  for await (const responses of batches) {
    const text = textOf(responses).slice(0, -`\n${end}`.length);
    yield isBegun ? `,${text.slice(text.indexOf('[') + 1)}` : text;
    isBegun = true;
  }
  yield isBegun ? end : textOf([]);
}

/** Writes to a temporary file and renames it, so that nobody reads half a file. Only the owner may read answers. */
async function writeWhole(file: string, lines: AsyncIterable<string>): Promise<void> {
  const half = `${file}.${String(process.pid)}.part`;
  const handle = await open(half, 'wx', 0o600).catch(cannotWrite(file));
  try {
    for await (const line of lines) await handle.appendFile(`${line}\n`).catch(cannotWrite(file));
    await rename(half, file).catch(cannotWrite(file));
  } finally {
    await handle.close();
    await rm(half, { force: true });
  }
}

export const responsesCommand = command({
  name: 'responses',
  does: 'Writes completed questionnaires as FHIR R4 QuestionnaireResponse resources: a Bundle of type collection.',
  more: `The dates count by the calendar of each patient's facility; both days are included. Every patient's audit says that their answers were given
out. It may run while the portal is in use. One that was killed is run again from its --since; it leaves FILE.NUMBER.part, to be deleted.`,
  parameters: {
    since: required('DATE', 'the first day, like 2026-11-01', date, '--since with a date.'),
    until: option('DATE', 'the last day; everything from --since on where it is left out', date),
    questionnaire: option('NAME|URL|ID', 'only this one: its id, title, name, url or identifier'),
    ndjson: flag('one resource per line in place of a Bundle'),
    out: option('FILE', 'a file, readable for its owner alone; the standard output where it is left out'),
  },
  async run({ since, until, questionnaire, ndjson, out }, io) {
    if (until !== null && until < since) throw new NotUnderstood('--until is before --since.');
    return io.database(async (pool) => {
      const templateId = questionnaire === null ? null : (await oneTemplate(pool.db, questionnaire)).id;
      let count = 0;
      const batches = batchesOf(pool, { since, until, templateId, patientId: null }, (given) => {
        count += given;
      });
      const lines = (ndjson ? resourcePerLine : bundleLines)(batches);
      if (out === null) {
        await io.outAll(lines);
        return 0;
      }
      await writeWhole(out, lines);
      io.err(`${counted(count, 'response')} written to ${out}.`);
      return 0;
    });
  },
});
