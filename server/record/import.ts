import * as v from 'valibot';
import { readDocument, readHeader } from './ccda/document/readDocument.ts';
import { type DocumentHeader, DocumentRefused } from './ccda/tree.ts';
import type { Access } from '../db/pool.ts';
import { objectOf, objectsOf, textOf } from '../questionnaires/fhir/json.ts';
import { type Importing, type ImportSettings, knownOf, saveBatch } from './batch.ts';
import { saveCommunications } from './communications.ts';
import { Counts } from './counts.ts';
import type { Read } from './decide.ts';
import { documentRow } from './documents/documentRow.ts';
import { DocumentPatients, sourcePatientOf } from './documents/patient.ts';
import { Directory } from './directory.ts';
import { type DirectoryEntry, directoryEntry, directoryKeys, directoryTypes } from './fhir/directory.ts';
import { Addresses, type Entry, entriesOf, largestText } from './files.ts';
import { type Communication, readCommunication } from './map/communication.ts';
import { Patient } from './map/person.ts';
import type { Version } from './map/mapped.ts';
import { idOf, isMapped, mapResource, referencesIn, subjectIn } from './map/resource.ts';
import { Patients, type SourcePatient, type Unmatched, sourcePatient, subjectKey } from './patients.ts';

/** An import cannot begin. */
export class ImportRefused extends Error {}
export interface Imported {
  readonly counts: Counts;
  readonly unmatched: readonly Unmatched[];
  readonly notes: readonly string[];
}

/** Whether a type is read only for its names and is not part of a record itself. */
const isOnlyNamed = (type: string): boolean => directoryTypes.has(type) && !isMapped(type);

const message = 'Communication';
const batchSize = 500;
/** The most bytes of documents in a batch, so that its transaction and its memory stay small. */
const batchBytes = 16_000_000;

/** The bytes of the documents in an entry. */
function documentsIn(entry: Entry): number {
  if (entry.kind === 'document') return entry.bytes.length;
  if (entry.kind !== 'resource') return 0;
  const attachments = [
    ...objectsOf(entry.resource, 'presentedForm'),
    ...objectsOf(entry.resource, 'content').map((one) => objectOf(one, 'attachment')),
    ...objectsOf(entry.resource, 'payload').map((one) => objectOf(one, 'contentAttachment')),
  ];
  return attachments.reduce((sum, one) => sum + (one === null ? 0 : (textOf(one, 'data')?.length ?? 0)), 0);
}

async function* batchesOf<One>(entries: AsyncIterable<One>, sizeOf: (one: One) => number): AsyncGenerator<One[]> {
  let batch: One[] = [];
  let bytes = 0;
  for await (const one of entries) {
    batch.push(one);
    bytes += sizeOf(one);
    if (batch.length < batchSize && bytes < batchBytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

/** An entry with the name of the file that it is from. */
export type FileEntry = Entry & { readonly file: string };

async function* entriesOfAll(files: readonly string[], largest: number): AsyncGenerator<FileEntry> {
  const addresses = new Addresses();
  for (const file of files) for await (const entry of entriesOf(file, addresses, largest)) yield { ...entry, file };
}

/** The patients that the files are about: by the source's keys, and those of documents by shared identifiers. */
interface Survey {
  readonly subjects: ReadonlyMap<string, SourcePatient | null>;
  readonly documents: ReadonlyMap<string, SourcePatient>;
  readonly areSeveral: boolean;
}
function attempted<What>(read: (bytes: Buffer) => What, bytes: Buffer): What | DocumentRefused {
  try {
    return read(bytes);
  } catch (error) {
    if (error instanceof DocumentRefused) return error;
    throw error;
  }
}

/** Reads everything once for patients and for what resources refer to, because a resource may come before what it refers to. */
async function survey(entries: AsyncIterable<Entry>, patients: Patients, directory: Directory): Promise<Survey> {
  const subjects = new Map<string, SourcePatient | null>();
  const documents = new Map<string, SourcePatient>();
  const documentPatients = new DocumentPatients();
  for await (const batch of batchesOf(entries, documentsIn)) {
    const kept = new Map<string, DirectoryEntry>();
    const found: SourcePatient[] = [];
    for (const entry of batch) {
      if (entry.kind === 'document') {
        const header: DocumentHeader | DocumentRefused = attempted(readHeader, entry.bytes);
        if (header instanceof DocumentRefused) continue;
        const one = sourcePatientOf(header);
        documentPatients.add(header);
        documents.set(one.key, one);
        found.push(one);
      }
      if (entry.kind !== 'resource') continue;
      const { resource, keyOf } = entry;
      const type = String(resource['resourceType']);
      const id = idOf(resource);
      if (directoryTypes.has(type)) {
        const one = directoryEntry(resource, keyOf);
        if (id !== null && one !== null) for (const key of directoryKeys(resource, type, id)) kept.set(key, one);
      }
      if (type === 'Patient') {
        const parsed = v.safeParse(Patient, resource);
        if (id === null || !parsed.success) continue;
        const one = sourcePatient(`Patient/${id}`, parsed.output);
        found.push(one);
        if (subjects.size < 2) subjects.set(one.key, one);
      } else if (subjects.size < 2 && (isMapped(type) || type === message)) {
        const subject = subjectIn(resource, { keyOf, entry: () => null });
        if (subject !== null && !subjects.has(subjectKey(subject))) subjects.set(subjectKey(subject), null);
      }
    }
    await directory.keep(kept);
    await patients.match(found);
  }
  return { subjects, documents, areSeveral: subjects.size > 1 || documentPatients.areSeveral };
}

/** The version of a resource, as `ImportSettings.received` says. */
function versionOf({ versionId, lastUpdated }: Version, received: Version | undefined): Version {
  if (received === undefined) return { versionId, lastUpdated };
  const { lastUpdated: came } = received;
  const isAsCame = lastUpdated === null || (came !== null && lastUpdated > came);
  return { versionId: versionId ?? received.versionId, lastUpdated: isAsCame ? came : lastUpdated };
}

async function readBatch(
  batch: readonly FileEntry[],
  { counts, directory, settings }: Importing,
): Promise<{ readonly read: readonly Read[]; readonly messages: readonly Communication[] }> {
  const resources: Extract<Entry, { kind: 'resource' }>[] = [];
  const keys: string[] = [];
  const read: Read[] = [];
  const messages: Communication[] = [];
  for (const entry of batch) {
    if (entry.kind === 'document') {
      const document = attempted(readDocument, entry.bytes);
      if (document instanceof DocumentRefused) counts.fault(`${entry.file}: ${document.message}`);
      else read.push(documentRow(document, entry.bytes));
    } else if (entry.kind === 'fault') counts.fault(`${entry.file}: ${entry.reason}`);
    else if (entry.kind === 'leftOut') counts.leaveOutAsInvalid(entry.type, entry.reason);
    else if (entry.kind === 'deleted') {
      const version = versionOf({ versionId: null, lastUpdated: null }, settings.received);
      if (isMapped(entry.type))
        read.push({ kind: 'retracted', type: entry.type, id: entry.id, subject: null, version });
    } else if (isOnlyNamed(String(entry.resource['resourceType'])))
      counts.add(String(entry.resource['resourceType']), 'used');
    else {
      const type = String(entry.resource['resourceType']);
      const references = isMapped(type) || type === message ? referencesIn(entry.resource) : [];
      if (references === null) counts.leaveOut(type, 'it is nested too deeply');
      else {
        keys.push(...references.map(entry.keyOf));
        resources.push(entry);
      }
    }
  }
  await directory.prefetch(keys);
  for (const { resource, keyOf, binary } of resources) {
    const context = { keyOf, binary, entry: directory.entry };
    if (resource['resourceType'] === message) {
      const one = readCommunication(resource, context);
      if ('leftOut' in one) counts.leaveOut(message, one.leftOut);
      else messages.push(one);
      continue;
    }
    const mapped = mapResource(resource, context);
    if (mapped.kind !== 'leftOut') read.push({ ...mapped, version: versionOf(mapped.version, settings.received) });
    else if (mapped.invalid === undefined) counts.leaveOut(mapped.type, mapped.reason);
    else counts.leaveOutAsInvalid(mapped.type, mapped.reason);
  }
  return { read, messages };
}

/**
 * Imports FHIR R4 files and clinical documents into patients' records. Every batch is one transaction, and resources that are up to date
 * are not written again, so after a kill the same command continues where it stopped.
 */
export const importRecords = (pool: Access, files: readonly string[], settings: ImportSettings): Promise<Imported> =>
  importEntries(pool, () => entriesOfAll(files, settings.largest ?? largestText), settings);

/** The same for entries from anywhere. `entries` begins at the first one each time that it is called. */
export async function importEntries(
  pool: Access,
  entries: () => AsyncIterable<FileEntry>,
  settings: ImportSettings,
): Promise<Imported> {
  const { source, matching } = settings;
  const patients = new Patients(pool.db, source, matching);
  const directory = new Directory(pool.db, source);
  const counts = new Counts();
  const notes: string[] = [];
  const { subjects, documents, areSeveral } = await survey(entries(), patients, directory);
  if (matching.kind === 'named') {
    if (areSeveral)
      throw new ImportRefused(
        'The files are about several patients, and --patient is for one. With --match each is found by record number.',
      );
    for (const [key, one] of [...subjects, ...documents]) {
      const named = await patients.name(key, one, matching.patientId);
      if (named.refused)
        throw new ImportRefused(
          `${key} of the source "${source}" is another patient's record already. Nothing was imported.`,
        );
      if (named.note !== null && !notes.includes(named.note)) notes.push(named.note);
    }
  }
  const importing: Importing = { pool, settings, patients, directory, counts };
  for await (const batch of batchesOf(entries(), documentsIn)) {
    const { read, messages } = await readBatch(batch, importing);
    await saveBatch(await knownOf(read, importing), importing);
    await saveCommunications(messages, importing);
  }
  return { counts, unmatched: await patients.keepUnmatched(), notes };
}
