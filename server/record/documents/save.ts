import type { PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../../db/pool.ts';
import type { HealthDocumentRow } from '../map/mapped.ts';

const addSystem = statement(
  'documents.addSystem',
  `insert into external_systems (facility_id, display_name, active_trigger_event_types, record_source)
   select home_facility_id, $name, '{CcdaRequested}', $source from patients where id = $patientId
   on conflict (facility_id, record_source) where record_source is not null do nothing`,
);
const addToSystem = statement(
  'documents.addToSystem',
  `insert into patient_external_systems (patient_id, external_system_id)
   select p.id, x.id from patients p join external_systems x on x.facility_id = p.home_facility_id and x.record_source = $source where p.id = $patientId
   on conflict do nothing`,
);
const systemOf = statement(
  'documents.system',
  `select x.id from patients p join external_systems x on x.facility_id = p.home_facility_id and x.record_source = $source where p.id = $patientId`,
  v.object({ id: v.number() }),
);
const addDocument = statement(
  'documents.add',
  `insert into health_documents (resource_id, patient_id, external_system_id, title, type_code, type_name, language, document_date, document_at,
     document_precision, period_start, period_end, custodian, visit, set_key, version_number, content, tree, tree_version, document_key)
   values ($resourceId, $patientId, $systemId, $title, $typeCode, $typeName, $language, $documentDate, $documentAt, $documentPrecision, $periodStart,
     $periodEnd, $custodian, $visit, $setKey, $versionNumber, $content, $tree, $treeVersion,
     coalesce($documentKey, (select resource_id from record_resources where id = $resourceId)))`,
);

/** The system at the patient's facility that documents of this source belong to. It is made with the first document. */
async function systemOfSource(tx: Db, source: string, patientId: PatientId, custodian: string | null): Promise<number> {
  await tx.run(addSystem, { patientId, source, name: custodian ?? source });
  await tx.run(addToSystem, { patientId, source });
  return (await tx.one(systemOf, { patientId, source })).id;
}

/** Writes documents. The caller must hold the lock of the source. */
export async function saveDocuments(
  tx: Db,
  source: string,
  documents: readonly {
    readonly resourceId: number;
    readonly patientId: PatientId;
    readonly document: HealthDocumentRow;
  }[],
): Promise<void> {
  const systems = new Map<PatientId, number>();
  for (const { resourceId, patientId, document } of documents) {
    const systemId = systems.get(patientId) ?? (await systemOfSource(tx, source, patientId, document.custodian));
    systems.set(patientId, systemId);
    const visit = document.visit === null ? null : JSON.stringify(document.visit);
    await tx.run(addDocument, { resourceId, patientId, systemId, documentKey: null, ...document, visit });
  }
}
