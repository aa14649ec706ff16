import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import type { Segment } from '../message/er7.ts';
import { MessageWaits } from '../waits.ts';
import {
  type PatientMessage,
  fhirDateIn,
  resourceIdFrom,
  patientReference,
  personName,
  withoutNulls,
} from './inboundMessage.ts';
import { standsAmongWords } from './results.ts';
import { attachmentOf, wordsAmongWords } from './values.ts';

/** HL7 table 0270, for senders that write the code alone. */
const types: Readonly<Record<string, string>> = {
  AR: 'Autopsy report',
  CD: 'Cardiodiagnostics',
  CN: 'Consultation',
  DI: 'Diagnostic imaging',
  DS: 'Discharge summary',
  ED: 'Emergency department report',
  HP: 'History and physical examination',
  OP: 'Operative report',
  PC: 'Psychiatric consultation',
  PH: 'Psychiatric history and physical examination',
  PN: 'Procedure note',
  PR: 'Progress note',
  SP: 'Surgical pathology',
  TS: 'Transfer summary',
};
/** TXA-17: before these, a document is a draft that no patient sees. */
const finished: ReadonlySet<string> = new Set(['AU', 'LA']);

const documentId = (txa: Segment, field: number): string | null =>
  txa.text(field) === null ? null : resourceIdFrom('document', txa.text(field), txa.text(field, 2));

/** The resource of a message with a document (MDM). */
export function documentResources({ message, type, zone, version: meta, patientId }: PatientMessage): JsonObject[] {
  const txa = message.segments.find(({ name }) => name === 'TXA');
  if (txa === undefined) throw new MessageWaits('it has no TXA');
  const id = documentId(txa, 12);
  if (id === null) throw new MessageWaits('TXA-12 has no document number');
  const head = { resourceType: 'DocumentReference', id, meta, subject: { reference: patientReference(patientId) } };
  if (type === 'MDM^T11') return [{ ...head, status: 'entered-in-error' }];
  const observed = message.segments.filter(({ name }) => name === 'OBX');
  const files = observed.flatMap((obx) => attachmentOf(obx) ?? []);
  const words = observed
    .filter((obx) => attachmentOf(obx) === null && standsAmongWords(obx))
    .map((obx) => wordsAmongWords(obx, zone))
    .join('\n')
    .trim();
  const text =
    words === '' ? [] : [{ contentType: 'text/plain; charset=utf-8', data: Buffer.from(words).toString('base64') }];
  const code = txa.text(2);
  const replaced = type === 'MDM^T10' ? documentId(txa, 13) : null;
  const author = personName(txa.all(9)[0]) ?? personName(txa.all(5)[0]);
  const status = txa.text(17);
  return [
    withoutNulls({
      ...head,
      status: 'current',
      docStatus: status === null || finished.has(status) ? 'final' : 'preliminary',
      type:
        code === null
          ? null
          : {
              coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0270', code }],
              text: txa.text(2, 2) ?? types[code] ?? code,
            },
      date: fhirDateIn(txa.at(4), zone) ?? fhirDateIn(txa.at(6), zone) ?? fhirDateIn(message.header.at(7), zone),
      author: author === null ? null : [{ display: author }],
      relatesTo:
        replaced === null ? null : [{ code: 'replaces', target: { reference: `DocumentReference/${replaced}` } }],
      content: [...files, ...text].map((attachment) => ({ attachment })),
    }),
  ];
}
