import { healthSummaryViewed, type PatientId, sendAuditEvent, type SummaryIdentifier, type UserId } from '@portal/api';
import { send } from '../../data/http.ts';

/** Tells the audit which summary was opened; a failure is ignored, because the person can do nothing about it. */
export function auditShownSummary(
  userId: UserId,
  patientId: PatientId,
  identifier: SummaryIdentifier,
  sourceSystemName: string,
): void {
  send(sendAuditEvent, {
    params: { userId },
    body: { auditEventType: healthSummaryViewed.auditEventType, patientId, ...identifier, sourceSystemName },
  }).catch(() => undefined);
}
