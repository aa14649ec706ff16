import type { AuditEventType, CallName } from '@portal/api';

/**
 * Every event of the audit that the server writes by itself, dotted and stable. An area of its own adds its events beside its handlers:
 * `declare module './types.ts' { interface AuditTypes { 'letter.sent': true } }`.
 */
export interface AuditTypes {
  'access.refused': true;
  'account.created': true;
  'account.disabled': true;
  'account.enabled': true;
  'account.shown': true;
  'account.signed_out': true;
  'appointment.added': true;
  'appointment.cancelled': true;
  'appointments.listed': true;
  'article.added': true;
  'article.assigned': true;
  'article.updated': true;
  'careTeam.added': true;
  'careTeam.updated': true;
  'contact.added': true;
  'contact.changed': true;
  'contact.password_reset': true;
  'contact.removed': true;
  'contact.rights_chosen': true;
  'contact.unlocked': true;
  'contacts.listed': true;
  'device.added': true;
  'device.revoked': true;
  'email.change_undone': true;
  'email.changed': true;
  'email.confirmation_sent': true;
  'email.confirmed': true;
  'facility.capabilities': true;
  'facility.created': true;
  'facility.updated': true;
  'followUpPlan.imported': true;
  'healthSummary.sendFailed': true;
  'healthSummary.sent': true;
  'invitation.created': true;
  'invitation.pin_printed': true;
  'invitation.revoked': true;
  'invitations.listed': true;
  'kiosk.handover.offered': true;
  'kiosk.pin.wrong': true;
  'kiosk.resumed': true;
  'kioskManager.created': true;
  'labResults.released': true;
  'link.created': true;
  'login.failed': true;
  'login.unlocked': true;
  'message.answered': true;
  'message.mailRefused': true;
  'message.sent': true;
  'messages.archived': true;
  'messages.closed': true;
  'messages.listed': true;
  'messages.opened': true;
  'messages.unarchived': true;
  'message.fileRefused': true;
  'message.fileRemoved': true;
  'notifications.changed': true;
  'password.changed': true;
  'password.reset': true;
  'password.reset_requested': true;
  'patient.created': true;
  'patients.listed': true;
  'preference.set': true;
  'questionnaire.assigned': true;
  'questionnaire.declined': true;
  'questionnaire.imported': true;
  'questionnaire.settings_changed': true;
  'questionnaire.submitted': true;
  'messageSystem.set': true;
  'messageSystem.stopped': true;
  'record.imported': true;
  'representative.access_disabled': true;
  'representative.access_enabled': true;
  'representative.accepted': true;
  'representative.given_up': true;
  'representative.rights_changed': true;
  'responses.exported': true;
  'session.ended': true;
  'session.ended_elsewhere': true;
  'session.revoked': true;
  'session.started': true;
  'signup.failed': true;
  'sso.refused': true;
  'sso.secret.renewed': true;
  'sso.subject.changed': true;
  'sso.ticket.issued': true;
  'terms.accepted': true;
}

/** Those, the read of a call that the contract declares as audited, and what a page says it has shown. */
export type AuditType = keyof AuditTypes | `read.${CallName}` | `client.${AuditEventType}`;
