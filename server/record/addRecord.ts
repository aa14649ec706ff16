import type { PatientId } from '@portal/api';
import type { Db } from '../db/pool.ts';
import type { JsonObject } from '../questionnaires/fhir/json.ts';
import { directoryEntries, directoryTypes } from './fhir/directory.ts';
import { idOf, isMapped, mapResource } from './map/resource.ts';
import { contentHash, type ResourceRow } from './rows.ts';
import { saveRows } from './save.ts';

const keyOf = (reference: string): string => reference;

/** For data that we make ourselves, such as the demo's, so a resource that the import would leave out is an error. */
export async function addRecord(
  tx: Db,
  source: string,
  patientId: PatientId,
  resources: readonly JsonObject[],
): Promise<void> {
  const known = directoryEntries(resources, keyOf);
  const typeOf = (resource: JsonObject) => String(resource['resourceType']);
  const rows: ResourceRow[] = [];
  for (const resource of resources) {
    if (directoryTypes.has(typeOf(resource)) && !isMapped(typeOf(resource))) continue;
    const mapped = mapResource(resource, { keyOf, entry: (key) => known.get(key) ?? null });
    const reason = mapped.kind === 'leftOut' ? mapped.reason : mapped.kind;
    if (mapped.kind !== 'row') throw new Error(`${typeOf(resource)}/${String(idOf(resource))}: ${reason}`);
    const { type, id, version, status, isHidden, content } = mapped;
    const hash = contentHash(status, isHidden, content);
    if (hash === null) throw new Error(`${type}/${id} has a character that cannot be stored`);
    rows.push({ type, resourceId: id, patientId, version, status, isHidden, content, contentHash: hash });
  }
  await saveRows(tx, source, rows, []);
}
