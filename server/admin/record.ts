import { access } from 'node:fs/promises';
import { scannerOf } from '../files/scanner.ts';
import { ImportRefused, importRecords } from '../record/import.ts';
import { listUnmatched } from '../record/patients.ts';
import { listHeld, releaseResult } from '../testResults/holds.ts';
import { actor, auditOperator, command } from './command.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { cannotRead } from './files.ts';
import { argumentList, choice, flag, option } from './parameters.ts';
import { oneFacility, onePatient, patientOptions } from './people.ts';
import { column, counted, day, linesOf } from './text.ts';

const importCommand = command({
  name: 'record import',
  does: "Reads FHIR R4 (Bundles, NDJSON, single resources) and clinical documents (C-CDA R1.1 and R2.1) into patients' records.",
  more: `Test results, reports, notes, what the treatment summary and the lists of the health summary show, care teams, registration details and
answers of providers to messages of the portal are taken; what is left out is counted by type and reason. A file of XML is a clinical
document of any type, for the health summary; what cannot be read is said with its place. The same file again changes nothing, a newer
version corrects, "entered-in-error" takes back, and an import that was interrupted goes on where it was.`,
  page: 'integrate-records.md',
  parameters: {
    files: argumentList('FILE', 'at least one file.'),
    whose: choice(
      {
        patient: option('MRN|USERNAME', "all of the files is this patient's"),
        match: flag(
          'find each patient by record number (an identifier of type MR; for a document, any identifier if the date of birth is the same), and by nothing else; who is not found for certain goes to the list of "record unmatched"',
        ),
      },
      'either --patient or --match.',
    ),
    facility: option('NAME', "the patients' home facility, where two facilities have the same record number"),
    source: option(
      'NAME',
      'the system that the files are from ("fhir"); ids of two systems may be the same. Documents are shown as those of the facility\'s external system with this record source, which the first of them makes',
      (text, name) => {
        if (text.trim() === '') throw new NotUnderstood(`${name} needs a name.`);
        return text.trim();
      },
    ),
    identifierSystem: option(
      'URL',
      'with --match: the system whose identifiers are our record numbers, in place of the type MR; of documents the OID, also as urn:oid:…',
    ),
  },
  async run({ files, whose, facility, source, identifierSystem: system }, io) {
    for (const file of files) await access(file).catch(cannotRead(file));
    return io.database(async (pool) => {
      const patient = whose.by === 'patient' ? await onePatient(pool.db, { patient: whose.value, facility }) : null;
      const facilityName = facility === null ? null : (await oneFacility(pool.db, facility)).name;
      const { counts, unmatched, notes } = await importRecords(pool, [...files], {
        source: source ?? 'fhir',
        matching: patient ? { kind: 'named', patientId: patient.id } : { kind: 'identifiers', facilityName, system },
        actor,
        scanner: (bytes) => scannerOf(io.config().attachmentScanner)(bytes),
      }).catch((error: unknown) => {
        throw error instanceof ImportRefused ? new CommandFailed(error.message) : error;
      });
      for (const line of counts.lines()) io.out(line);
      for (const note of notes) io.err(`note: ${note}`);
      if (unmatched.length > 0)
        io.err(
          `${counted(unmatched.length, 'patient was', 'patients were')} not found for certain: record unmatched lists them.`,
        );
      for (const fault of counts.faults) io.err(fault);
      return counts.faults.length === 0 && !counts.hasAnothers ? 0 : 1;
    });
  },
});

const unmatchedCommand = command({
  name: 'record unmatched',
  does: 'Lists the patients of imported files who were not found for certain.',
  more: `A line has the source, its key of the patient, why, and how many resources were left out. "record import --patient" with a file of theirs
says who they are.`,
  parameters: {},
  inTransaction: async (tx) =>
    linesOf(
      await listUnmatched(tx),
      ({ source, patientKey, reason, resources, seenAt }) =>
        `${source}  ${patientKey}  ${reason}  (${String(resources)} left out, ${day(seenAt)})`,
      'Every patient was found.',
    ),
});

const releaseCommand = command({
  name: 'record release',
  does: 'Lists the test results that the facility holds back from a patient, and shows one or all of them.',
  more: 'settings.resultHolds of facility.json says which are held back; see: facility import',
  parameters: {
    ...patientOptions,
    result: option('NUMBER', 'the number of the result that is shown; "all": all that are held now', (text, name) => {
      if (text !== 'all' && !/^\d{1,15}$/.test(text)) throw new NotUnderstood(`${name} is a number, or "all".`);
      return text;
    }),
  },
  async inTransaction(tx, { result, ...values }) {
    const { id: patientId } = await onePatient(tx, values);
    const held = await listHeld(tx, patientId);
    if (result === null)
      return linesOf(held, ({ labResultId, names }) => `${column(labResultId, 8)}  ${names}`, 'Nothing is held back.');
    const released = held.filter(({ labResultId }) => result === 'all' || String(labResultId) === result);
    if (released.length === 0) throw new CommandFailed('No such result is held back.');
    for (const { labResultId } of released) await releaseResult(tx, patientId, labResultId);
    const results = released.map(({ labResultId }) => labResultId).join(' ');
    await auditOperator(tx, 'labResults.released', { patientId }, { results });
    return `${String(released.length)} released`;
  },
});

export const recordCommands = [importCommand, unmatchedCommand, releaseCommand];
