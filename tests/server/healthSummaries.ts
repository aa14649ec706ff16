import { gzipSync } from 'node:zlib';
import { CcdaId, IfSystemId, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type DocumentBody, type DocumentTree, treeVersion } from '../../server/record/ccda/tree.ts';
import type { TestServer } from './facilityServer.ts';

/** A document as an import stores it. Fields that are left out get a default. */
export interface TestDocument {
  readonly patientId: PatientId;
  readonly ifSystemId: IfSystemId;
  readonly title?: string;
  /** A year, a day or a moment. */
  readonly date?: string | null;
  readonly periodStart?: string | null;
  readonly periodEnd?: string | null;
  readonly custodian?: string | null;
  readonly visit?: {
    readonly date: string | null;
    readonly visitType: string | null;
    readonly provider: string | null;
  };
  readonly setKey?: string;
  readonly version?: number;
  readonly body?: DocumentBody;
  readonly content?: string | Buffer;
  readonly isHidden?: boolean;
}

let made = 0;

export const treeWith = (body: DocumentBody, title = 'Summary of care'): DocumentTree => ({
  header: {
    id: '1.2.3^1',
    setKey: null,
    versionNumber: null,
    replaces: [],
    title,
    typeCode: '34133-9',
    typeName: 'Continuity of Care Document',
    language: 'en-US',
    date: '2025-05-04',
    periodStart: '2024-05',
    periodEnd: '2025-05-04T10:00:00Z',
    patient: {
      ids: [],
      name: 'Juniper Applewhistle',
      birthDate: '1971-03-14',
      gender: null,
      address: null,
      telecoms: [],
      language: null,
    },
    authors: [{ name: 'Ada Fern', organization: 'Otter Bay Hospital', role: null, address: null, telecoms: [] }],
    custodian: { name: null, organization: 'Otter Bay Hospital', role: null, address: null, telecoms: [] },
    careTeam: [{ name: 'Bo Reed', organization: null, role: 'Nurse', address: null, telecoms: [] }],
    participants: [],
    visit: null,
  },
  body,
});

const oneSection: DocumentBody = {
  kind: 'sections',
  sections: [
    {
      code: '48765-2',
      title: 'Allergies',
      text: [{ t: 'p', c: ['Penicillin'] }],
      entries: 1,
      nullFlavor: null,
      sections: [],
    },
  ],
};

/** Adds a received document to the record. */
export async function addDocument(server: Pick<TestServer, 'query'>, one: TestDocument): Promise<CcdaId> {
  made += 1;
  const {
    patientId,
    ifSystemId,
    title = 'Summary of care',
    date = '2025-05-04',
    body = oneSection,
    isHidden = false,
  } = one;
  const [row] = await server.query(
    `with r as (
       insert into record_resources (source, type, resource_id, patient_id, is_hidden, content_hash)
       values ('Otter Bay', 'ClinicalDocument', $1, $2, $3, $1) returning id, patient_id)
     insert into health_documents (resource_id, patient_id, external_system_id, title, type_code, type_name, language, document_date, document_at, document_precision,
       period_start, period_end, custodian, visit, set_key, version_number, content, tree, tree_version)
     select id, patient_id, $4, $5, '34133-9', 'Continuity of Care Document', 'en-US', $6::text, case length($6) when 4 then $6 || '-01-01' else $6 end::timestamptz,
       case when length($6) = 4 then 'year' when length($6) = 10 then 'day' when length($6) > 10 then 'time' end, $7, $8, $9, $10, $11, $12, $13, $14, $15 from r returning resource_id as id`,
    [
      `1.2.3^${String(made)}`,
      patientId,
      isHidden,
      ifSystemId,
      title,
      date,
      one.periodStart ?? null,
      one.periodEnd ?? null,
      one.custodian === undefined ? 'Otter Bay Hospital' : one.custodian,
      one.visit === undefined ? null : JSON.stringify(one.visit),
      one.setKey ?? null,
      one.version ?? null,
      one.content ?? '<ClinicalDocument xmlns="urn:hl7-org:v3"/>',
      gzipSync(JSON.stringify(treeWith(body, title))),
      treeVersion,
    ],
  );
  return v.parse(CcdaId, row?.['id']);
}

/** Adds a further system to a facility, which knows this patient. */
export async function addSystem(
  server: Pick<TestServer, 'query'>,
  name: string,
  patientId: PatientId,
  triggers: readonly string[] = ['CcdaRequested'],
): Promise<IfSystemId> {
  const [row] = await server.query(
    `with x as (insert into external_systems (facility_id, display_name, active_trigger_event_types) select home_facility_id, $1, $3 from patients where id = $2 returning id)
     insert into patient_external_systems (patient_id, external_system_id) select $2, id from x returning external_system_id as id`,
    [name, patientId, [...triggers]],
  );
  return v.parse(IfSystemId, row?.['id']);
}

/** The id of the facility's own system for a patient. */
export async function ownSystem(server: Pick<TestServer, 'query'>, patientId: PatientId): Promise<IfSystemId> {
  const [row] = await server.query(
    'select x.id from external_systems x join patients p on p.home_facility_id = x.facility_id where x.is_own and p.id = $1',
    [patientId],
  );
  return v.parse(IfSystemId, row?.['id']);
}
