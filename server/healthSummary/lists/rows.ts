import { CcdaId, HealthEntry, HealthListKey, IfSystemId, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../../db/pool.ts';
import { outsideDocuments } from '../../record/documents/outsideDocuments.ts';
import { isHeldBack } from '../../record/held.ts';

const documents = statement(
  'healthLists.documents',
  `select d.ccda_id as "ccdaId", d.external_system_id as "ifSystemId", d.title, d.document_date as effective, d.document_at as "effectiveAt",
     d.document_precision as "effectivePrecision"
   from shown_health_documents d where d.patient_id = $patientId and d.external_system_id = any($ifSystemIds::bigint[])`,
  v.object({
    ccdaId: CcdaId,
    ifSystemId: IfSystemId,
    title: v.string(),
    effective: v.nullable(v.string()),
    effectiveAt: v.nullable(v.string()),
    effectivePrecision: v.nullable(v.picklist(['year', 'month', 'day', 'time'])),
  }),
);

const columns = 'e.id, e.resource_id as "resourceId", e.list_key as "listKey", e.entry';
const Row = v.object({ id: v.number(), resourceId: v.number(), listKey: HealthListKey, entry: HealthEntry });
/** Where the words stand that are a list. */
const PlaceRow = v.object({
  ...Row.entries,
  entry: v.object({ title: v.string(), section: v.array(v.number()) }),
});
export type PlaceRow = v.InferOutput<typeof PlaceRow>;
const documentEntries = statement(
  'healthLists.documentEntries',
  `select ${columns} from health_entries e
   where e.patient_id = $patientId and e.list_key = $listKey and e.kind = 'entry' and e.resource_id = any($ccdaIds::bigint[])`,
  Row,
);
const documentPlaces = statement(
  'healthLists.documentPlaces',
  `select ${columns} from health_entries e
   where e.patient_id = $patientId and e.list_key = $listKey and e.kind = 'narrative' and e.resource_id = any($ccdaIds::bigint[])`,
  PlaceRow,
);
/** Test results are on a page of their own, with what is held back of them and what opens them; nothing of them is told here. */
const ofResources = statement(
  'healthLists.ofResources',
  `select ${columns}, r.source, x.id as "ifSystemId", x.display_name as "systemName"
   from health_entries e join record_resources r on r.id = e.resource_id
     left join observations o on o.resource_id = r.id left join lab_reports p on p.resource_id = r.id
     left join patients one on one.id = r.patient_id
     left join external_systems x on x.facility_id = one.home_facility_id and x.record_source = r.source
   where e.patient_id = $patientId and e.list_key = $listKey and e.kind = 'entry' and not r.is_hidden and ${outsideDocuments}
     and o.lab_result_id is null and p.resource_id is null and not (o.resource_id is not null and ${isHeldBack})`,
  v.object({
    id: v.number(),
    resourceId: v.number(),
    listKey: HealthListKey,
    entry: HealthEntry,
    source: v.string(),
    ifSystemId: v.nullable(IfSystemId),
    systemName: v.nullable(v.string()),
  }),
);
const facilityName = statement(
  'healthLists.facility',
  'select f.name from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId',
  v.object({ name: v.string() }),
);
/** The documents of some systems that a patient may read. */
export const documentsOf = (db: Db, patientId: PatientId, ifSystemIds: readonly IfSystemId[]) =>
  db.many(documents, { patientId, ifSystemIds: [...ifSystemIds] });
interface OfList {
  readonly patientId: PatientId;
  readonly listKey: HealthListKey;
}
export const entriesOfDocuments = (db: Db, of: OfList, ccdaIds: readonly CcdaId[]) =>
  db.many(documentEntries, { ...of, ccdaIds: [...ccdaIds] });
export const placesInDocuments = (db: Db, of: OfList, ccdaIds: readonly CcdaId[]) =>
  db.many(documentPlaces, { ...of, ccdaIds: [...ccdaIds] });
/** What resources that came by themselves tell for a list. */
export const entriesOfResources = (db: Db, of: OfList) => db.many(ofResources, { ...of, now: new Date() });
export const homeName = async (db: Db, patientId: PatientId): Promise<string> =>
  (await db.one(facilityName, { patientId })).name;
