import {
  type Act,
  type ActivityGroup,
  type ActivityPart,
  type CallShape,
  acts,
  anySection,
  calls,
  auditEvents,
} from '@portal/api';
import type { AuditTypes } from '../../audit/types.ts';

/** What people do, for each kind of row that the server writes. A kind without an act does not compile. */
const actsOfServer: Readonly<Record<keyof AuditTypes | 'access.refused', Act | ActivityPart>> = {
  'access.refused': 'refused',
  'account.created': 'accountCreated',
  'account.disabled': 'accountDisabled',
  'account.enabled': 'accountEnabled',
  'account.shown': 'Details',
  'account.signed_out': 'signedOutElsewhere',
  'alert.acknowledged': 'alertAcknowledged',
  'alert.raised': 'alertRaised',
  'alert.shown': 'Questionnaires',
  'alerts.listed': 'Questionnaires',
  'appointment.added': 'appointmentAdded',
  'appointment.cancelled': 'appointmentCancelled',
  'appointment.changed': 'recordReceived',
  'appointments.listed': 'Appointments',
  'arrival.reported': 'arrived',
  'arrival.withdrawn': 'arrivalWithdrawn',
  'arrivals.listed': 'Appointments',
  'article.added': 'articleChanged',
  'article.assigned': 'articleGiven',
  'article.updated': 'articleChanged',
  'careTeam.added': 'careTeamChanged',
  'careTeam.updated': 'careTeamChanged',
  'contact.added': 'contactAdded',
  'contact.changed': 'contactChanged',
  'contact.password_reset': 'contactHelped',
  'contact.removed': 'contactRemoved',
  'contact.rights_chosen': 'rightsChanged',
  'contact.unlocked': 'contactHelped',
  'contactChange.accepted': 'detailsChangeAccepted',
  'contactChange.asked': 'detailsChangeAsked',
  'contactChange.declined': 'detailsChangeDeclined',
  'contactChanges.listed': 'Details',
  'contactDetails.confirmed': 'detailsConfirmed',
  'contacts.listed': 'PersonalContacts',
  'database.restored': 'facilityChanged',
  'device.added': 'copyKept',
  'device.records_ended': 'recordsEnded',
  'device.records_kept': 'recordsKept',
  'device.revoked': 'copyRevoked',
  'email.change_undone': 'emailChangeUndone',
  'email.changed': 'emailChanged',
  'email.confirmation_sent': 'emailConfirmationSent',
  'email.confirmed': 'emailConfirmed',
  'facility.capabilities': 'facilityChanged',
  'facility.created': 'facilityChanged',
  'facility.updated': 'facilityChanged',
  'followUpPlan.imported': 'followUpPlanChanged',
  'healthSummary.brought': 'summaryBrought',
  'healthSummary.gatewayCleared': 'facilityChanged',
  'healthSummary.gatewaySet': 'facilityChanged',
  'healthSummary.sendFailed': 'summaryNotDelivered',
  'healthSummary.linkEnded': 'summaryLinkEnded',
  'healthSummary.linkFetched': 'summaryLinkFetched',
  'healthSummary.linkOpened': 'summaryOpened',
  'healthSummary.sent': 'summarySent',
  'healthSummary.shared': 'summaryShared',
  'healthSummary.sourceSwitched': 'facilityChanged',
  'interface.added': 'facilityChanged',
  'interface.messageShown': 'Details',
  'interface.messageSkipped': 'facilityChanged',
  'interface.messagesRetried': 'facilityChanged',
  'interface.removed': 'facilityChanged',
  'frontDeskCode.made': 'frontDeskCodeMade',
  'frontDeskCode.wrong': 'signInFailed',
  'invitation.created': 'invited',
  'invitation.pin_printed': 'pinPrinted',
  'invitation.revoked': 'invitationEnded',
  'invitations.listed': 'PersonalContacts',
  'kiosk.handover.offered': 'tabletOffered',
  'kiosk.pin.wrong': 'tabletPinWrong',
  'kiosk.resumed': 'tabletReturned',
  'kioskManager.created': 'staffAccountCreated',
  'labResults.released': 'resultsReleased',
  'link.created': 'linkMade',
  'login.failed': 'signInFailed',
  'login.unlocked': 'unlocked',
  'message.answered': 'messageAnswered',
  'message.mailRefused': 'refused',
  'message.sent': 'messageSent',
  'messages.archived': 'messagesArchived',
  'messages.closed': 'messagesClosed',
  'messages.listed': 'SecureMessages',
  'messages.opened': 'SecureMessages',
  'messages.unarchived': 'messagesUnarchived',
  'notices.stopped': 'notificationsChanged',
  'message.fileRefused': 'fileRefused',
  'message.fileRemoved': 'fileRemoved',
  'notifications.changed': 'notificationsChanged',
  'passkey.added': 'passkeyAdded',
  'passkey.copied': 'passkeyCopied',
  'passkey.removed': 'passkeyRemoved',
  'password.changed': 'passwordChanged',
  'password.off': 'passwordOff',
  'password.reset': 'passwordChanged',
  'password.reset_requested': 'passwordResetAsked',
  'username.requested': 'usernameAsked',
  'secondFactor.on': 'secondStepOn',
  'secondFactor.off': 'secondStepOff',
  'secondFactor.codesMade': 'recoveryCodesMade',
  'secondFactor.codeUsed': 'recoveryCodeUsed',
  'secondFactor.codeWrong': 'signInFailed',
  'secondFactor.browserRemembered': 'browserRemembered',
  'secondFactor.browserForgotten': 'browserForgotten',
  'secondFactor.reset': 'secondStepOff',
  'patient.created': 'patientAdded',
  'patient.died': 'deathNoted',
  'patient.diedInError': 'deathTakenBack',
  'patient.merged': 'recordsJoined',
  'patient.numberChanged': 'recordReceived',
  'patient.unmerged': 'recordsParted',
  'patient.updated': 'recordReceived',
  'patients.listed': 'Details',
  'request.declined': 'requestDeclined',
  'request.done': 'requestDone',
  'request.sent': 'requestSent',
  'preference.set': 'choiceSaved',
  'questionnaire.assigned': 'questionnaireAssigned',
  'questionnaire.declined': 'questionnaireDeclined',
  'questionnaire.fileRefused': 'fileRefused',
  'questionnaire.imported': 'questionnaireChanged',
  'questionnaire.moved': 'questionnaireMoved',
  'questionnaire.series_begun': 'questionnaireSeriesBegun',
  'questionnaire.series_ended': 'questionnaireSeriesEnded',
  'questionnaire.series_listed': 'Questionnaires',
  'questionnaire.settings_changed': 'questionnaireChanged',
  'questionnaire.signed': 'questionnaireSigned',
  'questionnaire.submitted': 'questionnaireAnswered',
  'questionnaire.withdrawn': 'questionnaireWithdrawn',
  'messageSystem.set': 'facilityChanged',
  'messageSystem.stopped': 'facilityChanged',
  'record.imported': 'recordReceived',
  'representative.access_disabled': 'accessStopped',
  'representative.access_enabled': 'accessAllowed',
  'representative.accepted': 'accessAccepted',
  'representative.end_changed': 'accessEndChanged',
  'representative.given_up': 'accessGivenUp',
  'representative.rights_changed': 'rightsChanged',
  'representative.rights_ended_by_age': 'accessEndedByAge',
  'responses.exported': 'answersGivenOut',
  'session.ended': 'signedOut',
  'session.ended_elsewhere': 'signedOutElsewhere',
  'session.revoked': 'sessionStopped',
  'session.started': 'signedIn',
  'signup.failed': 'signUpFailed',
  'sso.refused': 'signInFailed',
  'sso.secret.renewed': 'singleSignOnChanged',
  'sso.subject.changed': 'singleSignOnChanged',
  'sso.ticket.issued': 'linkMade',
  'tablet.codeMade': 'tabletChanged',
  'tablet.codeWrong': 'tabletCodeWrong',
  'tablet.revoked': 'tabletChanged',
  'tablet.setUp': 'tabletChanged',
  'tablets.required': 'facilityChanged',
  'terms.accepted': 'termsAccepted',
};

function actOfRead({ activity, section }: CallShape): Act | ActivityPart {
  return activity ?? (typeof section === 'string' && section !== anySection ? section : 'Details');
}

const known = new Map<string, Act | ActivityPart>([
  ...Object.entries(actsOfServer),
  ...Object.values<CallShape>(calls)
    .filter(({ audited }) => audited)
    .map((call): [string, Act | ActivityPart] => [`read.${call.name}`, actOfRead(call)]),
  ...Object.values(auditEvents).map(({ auditEventType, section }): [string, Act | ActivityPart] => [
    `client.${auditEventType}`,
    section ?? 'Details',
  ]),
]);
const isAct = (one: Act | ActivityPart): one is Act => Object.hasOwn(acts, one);

/** What a row tells of: an act, and of what was looked at the part. Rows of a kind that is no more are `other`. */
export function actOf(
  type: string,
  event: string | null = null,
  isAhead = false,
): { readonly act: Act; readonly part: ActivityPart | null } {
  // The page was left alone, not by a press.
  if (type === 'session.ended' && event === 'inactive') return { act: 'signedOutByTime', part: null };
  const found = known.get(type) ?? 'other';
  // Read to be kept on a device: nobody has looked at it.
  if (isAhead) return { act: 'copiedToDevice', part: null };
  return isAct(found) ? { act: found, part: null } : { act: 'looked', part: found };
}

/** The part of a record that a call is about, by its name; null for a call that there is not. */
export function partOfCall(name: string | null): ActivityPart | null {
  const call = Object.values<CallShape>(calls).find((one) => one.name === name);
  const found = call === undefined ? 'other' : actOfRead(call);
  return isAct(found) ? null : found;
}

/** The kinds of rows of a group, for narrowing the log where it is read. */
export const typesOf = (group: ActivityGroup): string[] =>
  [...known.keys()].filter((type) => acts[actOf(type).act] === group);

export const allTypes = (): string[] => [...known.keys()];
