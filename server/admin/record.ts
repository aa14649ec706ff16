import { access } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { audit } from '../audit/audit.ts';
import { listHeld, releaseResult } from '../testResults/holds.ts';
import { scannerOf } from '../files/scanner.ts';
import { ImportRefused, importRecords } from '../record/import.ts';
import { listUnmatched } from '../record/patients.ts';
import { actor, type Command } from './command.ts';
import { CommandFailed } from './failure.ts';
import { oneFacility, onePatient } from './people.ts';

const importCommand: Command = {
  words: ['record', 'import'],
  help: `record import FILE… (--patient MRN|USERNAME | --match) [--facility NAME] [--source NAME] [--identifier-system URL]

Reads FHIR R4 into patients' records: Bundles of any kind, NDJSON, single resources. Test results, reports, notes, what the
treatment summary and the lists of the health summary show, care teams, registration details and answers of providers to messages
of the portal are taken; what is left out is counted by type and reason. A file of XML is a clinical document (C-CDA R1.1 or R2.1, of
any type), for the health summary; what cannot be read is said with its place. The same file again changes nothing, a newer version
corrects, "entered-in-error" takes back, and an import that was interrupted goes on where it was.

  --patient            all of the files is this patient's
  --match              find each patient by record number (an identifier of type MR; for a document, any identifier if the date
                       of birth is the same), and by nothing else; who is not found for certain goes to the list of
                       "record unmatched"
  --identifier-system  with --match: the system whose identifiers are our record numbers, in place of the type MR; of documents
                       the OID, also as urn:oid:…
  --facility           the patients' home facility, where two facilities have the same record number
  --source             the system that the files are from ("fhir"); ids of two systems may be the same. Documents are shown as
                       those of the facility's external system with this record source, which the first of them makes`,
  async run(args, io) {
    const { values, positionals: files } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        patient: { type: 'string' },
        match: { type: 'boolean' },
        facility: { type: 'string' },
        source: { type: 'string' },
        'identifier-system': { type: 'string' },
      },
    });
    const { patient, facility, source = 'fhir', 'identifier-system': system } = values;
    if (files.length === 0) throw new CommandFailed('record import needs at least one file.', true);
    if ((patient === undefined) === (values.match !== true))
      throw new CommandFailed('record import needs either --patient or --match.', true);
    if (source.trim() === '') throw new CommandFailed('--source needs a name.', true);
    for (const file of files)
      await access(file).catch((error: unknown) => {
        throw new CommandFailed(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
      });
    return io.database(async (pool) => {
      const one = patient === undefined ? null : await onePatient(pool.db, patient, facility);
      const facilityName = facility === undefined ? null : (await oneFacility(pool.db, facility)).name;
      const { counts, unmatched, notes } = await importRecords(pool, [...new Set(files)], {
        source: source.trim(),
        matching: one
          ? { kind: 'named', patientId: one.id }
          : { kind: 'identifiers', facilityName, system: system ?? null },
        actor,
        scanner: (bytes) => scannerOf(io.config().attachmentScanner)(bytes),
      }).catch((error: unknown) => {
        if (error instanceof ImportRefused) throw new CommandFailed(error.message);
        throw error;
      });
      for (const line of counts.lines()) io.out(line);
      for (const note of notes) io.err(`note: ${note}`);
      if (unmatched > 0)
        io.err(
          `${String(unmatched)} ${unmatched === 1 ? 'patient was' : 'patients were'} not found for certain: record unmatched lists them.`,
        );
      for (const fault of counts.faults) io.err(fault);
      return counts.faults.length === 0 && !counts.hasAnothers ? 0 : 1;
    });
  },
};

const unmatchedCommand: Command = {
  words: ['record', 'unmatched'],
  help: `record unmatched

Lists the patients of imported files who were not found for certain: the source, its key of the patient, why, and how many resources
were left out. "record import --patient" with a file of theirs says who they are.`,
  async run(args, io) {
    parseArgs({ args, options: {} });
    const list = await io.database((pool) => listUnmatched(pool.db));
    for (const { source, patientKey, reason, resources, seenAt } of list)
      io.out(`${source}  ${patientKey}  ${reason}  (${String(resources)} left out, ${seenAt.slice(0, 10)})`);
    if (list.length === 0) io.out('Every patient was found.');
    return 0;
  },
};

const releaseCommand: Command = {
  words: ['record', 'release'],
  help: `record release --patient MRN|USERNAME [--facility NAME] [--result ID]

Shows a patient the test results that the facility holds back (settings.resultHolds of facility.json): one of them by its number, or
all that are held now. Without --result their numbers are listed.

  --result    the number of the result; "all" releases every one`,
  async run(args, io) {
    const { values } = parseArgs({
      args,
      options: { patient: { type: 'string' }, facility: { type: 'string' }, result: { type: 'string' } },
    });
    const { patient, facility, result } = values;
    if (patient === undefined) throw new CommandFailed('record release needs --patient.', true);
    if (result !== undefined && result !== 'all' && !/^\d{1,15}$/.test(result))
      throw new CommandFailed('--result is a number, or "all".', true);
    return io.database(async (pool) => {
      const one = await onePatient(pool.db, patient, facility);
      const held = await listHeld(pool.db, one.id);
      const wanted = held.filter(({ labResultId }) => result === 'all' || String(labResultId) === result);
      if (result === undefined) {
        for (const { labResultId, names } of held) io.out(`${String(labResultId).padStart(8)}  ${names}`);
        if (held.length === 0) io.out('Nothing is held back.');
        return 0;
      }
      if (wanted.length === 0) throw new CommandFailed('No such result is held back.');
      await pool.tx(async (tx) => {
        for (const { labResultId } of wanted) await releaseResult(tx, one.id, labResultId);
        await audit(tx, {
          type: 'labResults.released',
          actor,
          patientId: one.id,
          detail: { results: wanted.map(({ labResultId }) => labResultId).join(' ') },
        });
      });
      io.out(`${String(wanted.length)} released`);
      return 0;
    });
  },
};

export const recordCommands: readonly Command[] = [importCommand, unmatchedCommand, releaseCommand];
