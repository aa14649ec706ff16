import type { PatientId } from '@portal/api';
import type { AuditActor } from '../audit/audit.ts';
import type { Db } from '../db/pool.ts';
import type { JsonObject } from '../questionnaires/fhir/json.ts';
import { type ImportSettings, knownOf, saveIn } from './batch.ts';
import { Counts } from './counts.ts';
import type { Read } from './decide.ts';
import { Directory } from './directory.ts';
import { directoryEntries, directoryTypes } from './fhir/directory.ts';
import { isMapped, mapResource, referencesIn } from './map/resource.ts';
import { type Matching, Patients } from './patients.ts';

const keyOf = (reference: string): string => reference;

/** Who tells of resources. */
interface Teller {
  readonly source: string;
  readonly actor: AuditActor;
}
/** A patient whom the caller has found, and how resources refer to them: "Patient/12". */
export interface KnownSubject {
  readonly key: string;
  readonly patientId: PatientId;
}

/**
 * Imports resources about known patients in the caller's transaction, by the rules of the import of files. Gives why resources were left out:
 * whoever calls decides whether that counts as a failure. The caller holds the rows of the patients, so that no merge moves what is stored.
 */
export async function importResources(
  tx: Db,
  resources: readonly JsonObject[],
  subjects: readonly KnownSubject[],
  { source, actor }: Teller,
): Promise<readonly string[]> {
  const [first, ...others] = subjects;
  // A resource that names nobody, as one that was taken back may, is about the patient where there is one alone.
  const matching: Matching =
    first !== undefined && others.length === 0 ? { kind: 'named', patientId: first.patientId } : { kind: 'subjects' };
  const settings: ImportSettings = { source, matching, actor };
  const counts = new Counts();
  const patients = new Patients(tx, source, settings.matching);
  const named = new Map(subjects.map((one) => [one.key, one.patientId]));
  if ((await patients.nameInTransaction(named)).length > 0) return ["Patient: its key is another patient's"];
  const directory = new Directory(tx, source);
  await directory.keep(directoryEntries(resources, keyOf));
  await directory.prefetch(resources.flatMap((resource) => referencesIn(resource) ?? []));
  const read: Read[] = [];
  for (const resource of resources) {
    const type = String(resource['resourceType']);
    if (directoryTypes.has(type) && !isMapped(type)) continue;
    const mapped = mapResource(resource, { keyOf, entry: directory.entry });
    if (mapped.kind === 'leftOut') counts.leaveOut(mapped.type, mapped.reason);
    else read.push(mapped);
  }
  const known = await knownOf(read, { settings, patients, counts });
  for (const { type, decision } of await saveIn(tx, known, settings))
    if (decision.kind === 'leftOut') counts.leaveOut(type, decision.reason);
  return counts.reasons();
}
