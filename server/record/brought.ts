import { createHash } from 'node:crypto';
import type { PatientId } from '@portal/api';
import { type Db, statement } from '../db/pool.ts';
import { fileFault, isObject, type JsonObject, objectOf, objectsOf, textOf } from '../questionnaires/fhir/json.ts';
import { type Context, type DirectoryEntry, directoryEntry, directoryKeys, directoryTypes } from './fhir/directory.ts';
import type { DocumentRow, NoteRow } from './map/mapped.ts';
import { idOf, isResource, mapResource } from './map/resource.ts';
import { contentHash } from './rows.ts';
import { lockSource, saveRows } from './save.ts';

/** What a patient brings from another clinic, as one note: its words, and the documents beside them. */
export interface BroughtNote {
  /** Of the patient in the files; null where they do not say it. */
  readonly birthDate: string | null;
  readonly note: NoteRow;
  readonly documents: readonly DocumentRow[];
}

interface Found {
  readonly resource: JsonObject;
  /** `Type/id`, also for a resource that its Bundle names by an address alone. */
  readonly key: string;
  readonly fullUrl: string | null;
}

/** The resources of a file: those of a Bundle, or the one that it is. */
function resourcesIn(json: JsonObject, file: number): Found[] {
  const entries =
    json['resourceType'] === 'Bundle'
      ? objectsOf(json, 'entry').map((entry) => ({
          resource: objectOf(entry, 'resource'),
          fullUrl: textOf(entry, 'fullUrl'),
        }))
      : [{ resource: json, fullUrl: null }];
  return entries.flatMap(({ resource, fullUrl }, at) =>
    isResource(resource)
      ? [
          {
            resource,
            fullUrl,
            key: `${String(resource['resourceType'])}/${idOf(resource) ?? `${String(file)}.${String(at)}`}`,
          },
        ]
      : [],
  );
}

function contextOf(found: readonly Found[]): Context {
  const keys = new Map(found.flatMap(({ fullUrl, key }) => (fullUrl === null ? [] : [[fullUrl, key] as const])));
  const keyOf = (reference: string): string =>
    keys.get(reference) ?? /[A-Z][A-Za-z]+\/[^/]+$/.exec(reference)?.[0] ?? reference;
  const named = new Map<string, DirectoryEntry>();
  const binaries = new Map<string, JsonObject>();
  for (const { resource, key } of found) {
    const [type = '', id = ''] = key.split('/');
    if (type === 'Binary') binaries.set(key, resource);
    const entry = directoryTypes.has(type) ? directoryEntry(resource, keyOf) : null;
    if (entry !== null) for (const one of directoryKeys(resource, type, id)) named.set(one, entry);
  }
  return { keyOf, entry: (key) => named.get(key) ?? null, binary: (key) => binaries.get(key) ?? null };
}

/** For resources that stand alone and refer to nothing that is known. */
export const entryContext: Context = contextOf([]);

const isToRead = (type: unknown): boolean => type === 'Composition' || type === 'DocumentReference';

/** Reads files of FHIR as one note; null where there is nothing in them to read. Nothing of them becomes a fact of the record. */
export function readBrought(files: readonly string[]): BroughtNote | null {
  const found: Found[] = [];
  for (const [at, file] of files.entries()) {
    let json: unknown;
    try {
      json = JSON.parse(file);
    } catch {
      return null;
    }
    if (!isObject(json) || fileFault(json) !== null) return null;
    found.push(...resourcesIn(json, at));
  }
  const context = contextOf(found);
  const read = found
    .filter(({ resource }) => isToRead(resource['resourceType']))
    // The words of the document come first, and name the note.
    .toSorted((one, other) => Number(other.key.startsWith('Composition/')) - Number(one.key.startsWith('Composition/')))
    .flatMap(({ resource, key }) => {
      // Whom it is about was decided by whoever brought it.
      const about = { ...resource, id: key.split('/')[1], subject: { reference: 'Patient/brought' } };
      const mapped = mapResource(about, context);
      return mapped.kind === 'row' && !mapped.isHidden && mapped.content.note ? [mapped.content] : [];
    });
  const note = read[0]?.note;
  const documents = read
    .flatMap((content) => content.documents ?? [])
    .map((document, position) => ({ ...document, position }));
  if (!note || documents.length === 0) return null;
  const patient = found.find(({ resource }) => resource['resourceType'] === 'Patient')?.resource;
  return { birthDate: patient === undefined ? null : textOf(patient, 'birthDate'), note, documents };
}

const stored = statement(
  'record.brought',
  'select id from record_resources where source = $source and patient_id = $patientId and resource_id = $resourceId',
);
const seen = statement(
  'record.broughtSeen',
  'update record_resources set reviewed_at = now() where source = $source and patient_id = $patientId and resource_id = $resourceId',
);

/**
 * Keeps a brought note with the words that say where it came from. False: the patient brought it before. `lockSource` and the source per
 * patient keep the ids of strangers apart.
 */
export async function keepBrought(
  tx: Db,
  patientId: PatientId,
  { note, documents }: BroughtNote,
  saying: Pick<NoteRow, 'authoredBy' | 'noteToPatient'>,
): Promise<boolean | 'unreadable'> {
  const own = contentHash(null, false, { note, documents });
  if (own === null) return 'unreadable';
  const [type, source] = ['Composition', `brought:${String(patientId)}`];
  const resourceId = createHash('sha256').update(own).digest('hex');
  await tx.run(lockSource, { source });
  if (await tx.has(stored, { source, patientId, resourceId })) return false;
  const content = { note: { ...note, ...saying }, documents };
  const hash = contentHash(null, false, content);
  if (hash === null) return 'unreadable';
  const version = { versionId: null, lastUpdated: null };
  await saveRows(
    tx,
    source,
    [{ type, resourceId, patientId, version, status: null, isHidden: false, content, contentHash: hash }],
    [],
  );
  // Whoever brought it has seen it: it is no news.
  await tx.run(seen, { source, patientId, resourceId });
  return true;
}
