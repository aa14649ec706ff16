import {
  type AuditEventDetails,
  type AuditEventType,
  type DetailsOf,
  type PatientId,
  type UserId,
  sendAuditEvent,
} from '@portal/api';
import { send } from './http.ts';

/** Writes an audit event for what was opened. A failure is ignored, because the person can do nothing about it. */
export function auditOpened<const Details extends AuditEventDetails>(
  { auditEventType }: { readonly auditEventType: AuditEventType; readonly details: Details },
  userId: UserId,
  patientId: PatientId,
  details: DetailsOf<Details> & Readonly<Record<string, string | number | null | undefined>>,
): void {
  send(sendAuditEvent, { params: { userId }, body: { auditEventType, patientId, ...details } }).catch(() => undefined);
}
