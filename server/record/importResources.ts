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
import { Patients } from './patients.ts';

const keyOf = (reference: string): string => reference;

/** Whom resources are about that somebody else has matched already. */
export interface KnownSubject {
  readonly source: string;
  /** How the resources refer to the patient: "Patient/12". */
  readonly key: string;
  readonly patientId: PatientId;
  readonly actor: AuditActor;
}

/**
 * Imports resources about one known patient in the caller's transaction, by the rules of the import of files. Gives why resources were left
 * out: whoever calls decides whether that counts as a failure.
 */
export async function importResources(
  tx: Db,
  resources: readonly JsonObject[],
  { source, key, patientId, actor }: KnownSubject,
): Promise<readonly string[]> {
  const settings: ImportSettings = { source, matching: { kind: 'named', patientId }, actor };
  const counts = new Counts();
  const patients = new Patients(tx, source, settings.matching);
  if ((await patients.name(key, null, patientId)).refused) return ["Patient: its key is another patient's"];
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
