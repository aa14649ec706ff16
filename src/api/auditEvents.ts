import * as v from 'valibot';
import type * as contract from './contract.ts';
import type { AuditEventShape } from './auditEvent.ts';
import { declareCall } from './call.ts';
import { PatientId, UserId } from './ids.ts';
import { changing } from './presets.ts';

type Exports = typeof contract;
type EventOf<Export> = Export extends AuditEventShape<infer Type> ? Type : never;
/** The type of every event that a page can send. The files of the contract declare them. */
export type AuditEventType = { [Name in keyof Exports]: EventOf<Exports[Name]> }[keyof Exports];

/** The handler refuses undeclared types. A list of them here would pull the whole contract into a browser. */
const AuditEventType = v.custom<AuditEventType>((value) => typeof value === 'string' && /^[a-z]{1,60}$/.test(value));

export const sendAuditEvent = declareCall({
  ...changing,
  name: 'sendAuditEvent',
  method: 'POST',
  path: '/api/users/{userId}/audit',
  params: { userId: UserId },
  access: ['patient', 'representative', 'linkUser'],
  /** Together with the `details` that the event declares. */
  body: v.objectWithRest(
    {
      auditEventType: AuditEventType,
      patientId: PatientId,
    },
    v.nullish(v.union([v.number(), v.pipe(v.string(), v.maxLength(1000))])),
  ),
});
