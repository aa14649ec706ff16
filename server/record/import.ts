import * as v from 'valibot';
import type { Pool } from '../db/pool.ts';
import { objectOf, objectsOf, textOf } from '../questionnaires/fhir/json.ts';
import { type Importing, type ImportSettings, knownOf, save } from './batch.ts';
import { Counts } from './counts.ts';
import type { Read } from './decide.ts';
import { Directory } from './directory.ts';
import { type DirectoryEntry, directoryEntry, directoryKeys, directoryTypes } from './fhir/directory.ts';
import { Addresses, type Entry, entriesOf, largestText } from './files.ts';
import { Patient } from './map/person.ts';
import { idOf, isMapped, mapResource, referencesIn, subjectIn } from './map/resource.ts';
import { Patients, type SourcePatient, subjectKey } from './patients.ts';

/** What keeps an import from beginning. */
export class ImportRefused extends Error {}
export interface Imported {
  readonly counts: Counts;
  readonly unmatched: number;
  readonly notes: readonly string[];
}

const batchSize = 500;
/** What a batch may hold of documents: its transaction and its memory stay small. */
const batchBytes = 16_000_000;

/** How much an entry carries in its attachments. */
function documentsIn(entry: Entry): number {
  if (entry.kind !== 'resource') return 0;
  const attachments = [
    ...objectsOf(entry.resource, 'presentedForm'),
    ...objectsOf(entry.resource, 'content').map((one) => objectOf(one, 'attachment')),
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

async function* entriesOfAll(
  files: readonly string[],
  largest: number,
): AsyncGenerator<Entry & { readonly file: string }> {
  const addresses = new Addresses();
  for (const file of files) for await (const entry of entriesOf(file, addresses, largest)) yield { ...entry, file };
}

/** Reads everything once for whom and for what resources refer to, since that may stand behind what refers to it. */
async function survey(
  entries: AsyncIterable<Entry>,
  patients: Patients,
  directory: Directory,
): Promise<Map<string, Patient | null>> {
  const subjects = new Map<string, Patient | null>();
  for await (const batch of batchesOf(entries, () => 0)) {
    const kept = new Map<string, DirectoryEntry>();
    const found: SourcePatient[] = [];
    for (const entry of batch) {
      if (entry.kind !== 'resource') continue;
      const { resource, keyOf } = entry;
      const type = String(resource['resourceType']);
      const id = idOf(resource);
      if (directoryTypes.has(type)) {
        const one = directoryEntry(resource, keyOf);
        if (id !== null && one !== null) for (const key of directoryKeys(resource, type, id)) kept.set(key, one);
      } else if (type === 'Patient') {
        const parsed = v.safeParse(Patient, resource);
        if (id === null || !parsed.success) continue;
        found.push({ key: `Patient/${id}`, patient: parsed.output });
        if (subjects.size < 2) subjects.set(`Patient/${id}`, parsed.output);
      } else if (subjects.size < 2 && isMapped(type)) {
        const subject = subjectIn(resource, { keyOf, entry: () => null });
        if (subject !== null && !subjects.has(subjectKey(subject))) subjects.set(subjectKey(subject), null);
      }
    }
    await directory.keep(kept);
    await patients.match(found);
  }
  return subjects;
}

async function readBatch(
  batch: readonly (Entry & { readonly file: string })[],
  { counts, directory }: Importing,
): Promise<Read[]> {
  const resources: Extract<Entry, { kind: 'resource' }>[] = [];
  const keys: string[] = [];
  const read: Read[] = [];
  for (const entry of batch) {
    if (entry.kind === 'fault') counts.fault(`${entry.file}: ${entry.reason}`);
    else if (entry.kind === 'leftOut') counts.leaveOut(entry.type, entry.reason);
    else if (entry.kind === 'deleted') {
      const version = { versionId: null, lastUpdated: null };
      if (isMapped(entry.type))
        read.push({ kind: 'retracted', type: entry.type, id: entry.id, subject: null, version });
    } else if (directoryTypes.has(String(entry.resource['resourceType'])))
      counts.add(String(entry.resource['resourceType']), 'used');
    else {
      const references = isMapped(String(entry.resource['resourceType'])) ? referencesIn(entry.resource) : [];
      if (references === null) counts.leaveOut(String(entry.resource['resourceType']), 'it is nested too deeply');
      else {
        keys.push(...references.map(entry.keyOf));
        resources.push(entry);
      }
    }
  }
  await directory.prefetch(keys);
  for (const { resource, keyOf, binary } of resources) {
    const mapped = mapResource(resource, { keyOf, binary, entry: directory.entry });
    if (mapped.kind === 'leftOut') counts.leaveOut(mapped.type, mapped.reason);
    else read.push(mapped);
  }
  return read;
}

/**
 * Imports FHIR R4 files into patients' records. Every batch is one transaction, and what is there as it should be is left alone: after a kill
 * the same command goes on where it was.
 */
export async function importRecords(pool: Pool, files: readonly string[], settings: ImportSettings): Promise<Imported> {
  const { source, matching } = settings;
  const largest = settings.largest ?? largestText;
  const patients = new Patients(pool.db, source, matching);
  const directory = new Directory(pool.db, source);
  const counts = new Counts();
  const notes: string[] = [];
  const subjects = await survey(entriesOfAll(files, largest), patients, directory);
  if (matching.kind === 'named') {
    const [only, ...others] = subjects;
    if (others.length > 0)
      throw new ImportRefused(
        'The files are about several patients, and --patient is for one. With --match each is found by record number.',
      );
    if (only) {
      const named = await patients.name(only[0], only[1], matching.patientId);
      if (named.refused)
        throw new ImportRefused(
          `${only[0]} of the source "${source}" is another patient's record already. Nothing was imported.`,
        );
      if (named.note !== null) notes.push(named.note);
    }
  }
  const importing: Importing = { pool, settings, patients, directory, counts };
  for await (const batch of batchesOf(entriesOfAll(files, largest), documentsIn))
    await save(await knownOf(await readBatch(batch, importing), importing), importing);
  return { counts, unmatched: await patients.keepUnmatched(), notes };
}
