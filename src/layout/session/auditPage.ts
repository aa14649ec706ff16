import { sendAuditEvent } from '@portal/api';
import { send } from '../../data/http.ts';
import { actingFor, currentProfile } from '../../data/profile.ts';
import { currentSession } from '../../data/session.ts';
import type { DeclaredPage } from '../module.ts';

/** Tells the server that a page was opened, for the person's activity report; a failure is ignored, because the person can do nothing about it. */
export function auditPage(event: DeclaredPage['auditEvent']): void {
  const userId = currentProfile()?.userId;
  const patientId = actingFor();
  if (event === undefined || userId === undefined || patientId === null || currentSession()?.mode !== 'online') return;
  send(sendAuditEvent, { params: { userId }, body: { auditEventType: event, patientId } }).catch(() => undefined);
}
