import * as v from 'valibot';
import type * as contract from './contract.ts';
import type { AuditEventShape } from './auditEvent.ts';
import { declareCall } from './call.ts';
import { CcdaId, MedicalNoteId, PatientId, UserId } from './ids.ts';
import { changing } from './presets.ts';
import { CalendarDate } from './values.ts';

type Exports = typeof contract;
type EventOf<Export> = Export extends AuditEventShape ? Export['auditEventType'] : never;
/** Every event that a page can send: the files of the contract declare them. */
export type AuditEventType = { [Name in keyof Exports]: EventOf<Exports[Name]> }[keyof Exports];

/** The handler refuses a type that nobody declares: a list of them here would bring the whole contract into a browser. */
const AuditEventType = v.custom<AuditEventType>((value) => typeof value === 'string' && /^[a-z]{1,60}$/.test(value));

export const sendAuditEvent = declareCall({
  ...changing,
  name: 'sendAuditEvent',
  method: 'POST',
  path: '/api/users/{userId}/audit',
  params: { userId: UserId },
  access: ['patient', 'representative', 'linkUser'],
  body: v.object({
    auditEventType: AuditEventType,
    patientId: PatientId,
    /** The note that was opened; the server takes its date and type from its own rows, whatever the page says of them. */
    ptMedicalNoteId: v.optional(MedicalNoteId),
    serviceDate: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40)))),
    documentType: v.optional(v.pipe(v.string(), v.maxLength(1000))),
    /** The health summary that was opened: a document, or the days that the facility made one of. The server takes the name of its source from its own rows. */
    ccdaId: v.optional(CcdaId),
    startDate: v.optional(CalendarDate),
    endDate: v.optional(CalendarDate),
    sourceSystemName: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  }),
  bodyType: 'json',
});
